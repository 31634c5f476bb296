#!/usr/bin/env python3
"""Makes the perft data of the games in a folder with Fairy-Stockfish (large-board build).

For every NAME.ini in the folder, NAME.epd is written: one line for the start position and one each for some positions
from random games, `FEN ;D1 n ;D2 n ...`, n the number of legal move sequences of that length. Among the positions are,
if random play finds them, one with the king in check, one with an en passant capture, one with a promotion to play and
one with rights to castle.

Every count is checked: for each legal move of a position, the count below it must be the count of the position
that the move leads to, set up again from its FEN. This finds engines that keep a wrong state along a line of moves.

The result depends on the seed and on the engine only. One engine process runs per game, one after the other.
"""

import argparse
import random
import re
import subprocess
import sys
from pathlib import Path

START_LEAVES = 5_000_000  # the start position is searched as deep as this many leaves allow,
START_DEPTH = 4  # but no deeper than this;
MIDGAME_LEAVES = 2_000_000  # the same for the positions from games
MIDGAME_DEPTH = 3
CHEAP_LEAVES = 100_000  # small games go deeper than that as long as it costs no more leaves than these,
CHEAP_DEPTH = 6  # but no deeper than this
MIDGAMES = 4
FEATURES = ("check", "passing", "promotion", "castling")  # one position with each, if random play finds it
GAMES = 60  # random games played at most to find the positions wanted
PLIES = (20, 60)  # a position is taken between these plies; games that end earlier give their last positions


class Engine:
    """Fairy-Stockfish with one game loaded, driven over pipes."""

    def __init__(self, path, ini, variant):
        self.process = subprocess.Popen(
            [str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.send("uci", f"setoption name VariantPath value {ini}", f"setoption name UCI_Variant value {variant}")
        self.wait("readyok", "isready")

    def send(self, *lines):
        """Sends commands."""
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def wait(self, end, *lines):
        """Sends commands and returns the answer up to the line that starts with `end`."""
        self.send(*lines)
        answer = []
        for line in self.process.stdout:
            answer.append(line.rstrip("\n"))
            if line.startswith(end):
                return answer
        raise RuntimeError(f"the engine ended after {lines}")

    def perft(self, fen, depth):
        """Number of leaves below each legal move of a position."""
        answer = self.wait("Nodes searched", f"position fen {fen}", f"go perft {depth}")
        found = (re.fullmatch(r"(\S+): (\d+)", line) for line in answer)
        below = {match[1]: int(match[2]) for match in found if match}
        if sum(below.values()) != int(answer[-1].split()[-1]):
            raise RuntimeError(f"{fen}: two moves have the same name")
        return below

    def show(self, *position):
        """FEN of a position and whether its king is in check; `position` as in UCI's command."""
        answer = self.wait("Checkers", "position " + " ".join(position), "d")
        fen = next(line[5:] for line in answer if line.startswith("Fen: "))
        return fen, answer[-1] != "Checkers: "

    def after(self, fen, move):
        """FEN after a move, and whether it gives check."""
        return self.show("fen", fen, "moves", move)

    def close(self):
        """Ends the engine."""
        self.send("quit")
        self.process.wait()


def men(fen):
    """Number of pieces on the board."""
    return sum(letter.isalpha() for letter in fen.split()[0].split("[")[0])


def captures_in_passing(engine, fen, moves):
    """Whether a move takes a piece without entering a square with a piece."""
    passed = re.findall(r"[a-l]\d+", fen.split()[3])
    ways = ((move, re.match(r"[a-l]\d+([a-l]\d+)", move)) for move in moves)  # none in a drop
    there = (move for move, way in ways if way and way[1] in passed)
    return any(men(engine.after(fen, move)[0]) < men(fen) for move in there)


def wanted(engine, fen, moves, check):
    """The features of a position that the data should contain."""
    features = {"check"} if check else set()
    if any(not move[-1].isdigit() for move in moves):
        features.add("promotion")
    if captures_in_passing(engine, fen, moves):
        features.add("passing")
    if fen.split()[2] != "-":
        features.add("castling")
    return features


def random_game(engine, fen, generator):
    """Plays random moves; returns the positions with their features and numbers of moves."""
    positions = []
    check = False
    length = generator.randint(*PLIES)
    for ply in range(length):
        moves = list(engine.perft(fen, 1))
        if ply >= min(PLIES[0], length // 2):
            positions.append((fen, wanted(engine, fen, moves, check), len(moves)))
        if not moves:
            break
        promotions = [move for move in moves if not move[-1].isdigit()]
        # promotions are rare in random play: half of the time they are not made, so that positions with one last
        quiet = [move for move in moves if move not in promotions] or moves
        fen, check = engine.after(fen, generator.choice(moves if generator.random() < 0.5 else quiet))
    return positions


def pick(engine, start, generator):
    """Chooses positions from random games: one for each feature, the others at random."""
    games = []
    missing = set(FEATURES)
    for count in range(GAMES):
        if count >= 2 * MIDGAMES and not missing:
            break
        game = [position for position in random_game(engine, start, generator) if position[2]]
        if game:
            games.append(game)
            missing -= set().union(*(features for _, features, _ in game))
    chosen = []
    for feature in FEATURES:
        having = [game for game in games if any(feature in position[1] for position in game)]
        if having and len(chosen) < MIDGAMES:
            game = generator.choice(having)
            games.remove(game)
            chosen.append(generator.choice([p for p in game if feature in p[1]])[0])
    while len(chosen) < MIDGAMES and games:
        chosen.append(generator.choice(games.pop(generator.randrange(len(games))))[0])
    return chosen


def check_counts(engine, fen, depth, below):
    """Compares the counts below each move with those of the positions set up again."""
    for move, count in below.items():
        again, _ = engine.after(fen, move)
        fresh = sum(engine.perft(again, depth - 1).values())
        if fresh != count:
            print(f"{fen}: below {move} {count}, but {fresh} from {again}", file=sys.stderr)
            return False
    return True


def line(engine, fen, leaves, usual_depth):
    """One line of the data, and whether the counts agree with those of positions set up again."""
    counts = []
    good = True
    for depth in range(1, CHEAP_DEPTH + 1):
        if depth > 2:
            estimate = counts[-1] * counts[-1] // max(counts[-2], 1)
            if estimate > (leaves if depth <= usual_depth else CHEAP_LEAVES):
                break
        below = engine.perft(fen, depth)
        counts.append(sum(below.values()))
        if depth in (2, 3):
            good = check_counts(engine, fen, depth, below) and good
        if not counts[-1]:
            counts += [0] * (usual_depth - depth)
            break
    return fen + "".join(f" ;D{depth} {count}" for depth, count in enumerate(counts, 1)), good


def make(engine_path, ini, seed):
    """Writes the data of the last game that a file defines."""
    variant = re.findall(r"^\[([^:\]]+)", ini.read_text(), re.M)[-1]
    generator = random.Random(f"{seed} {variant}")
    engine = Engine(engine_path, ini, variant)
    start, _ = engine.show("startpos")
    lines = [line(engine, start, START_LEAVES, START_DEPTH)]
    lines += [line(engine, fen, MIDGAME_LEAVES, MIDGAME_DEPTH) for fen in pick(engine, start, generator)]
    engine.close()
    ini.with_suffix(".epd").write_text("".join(text + "\n" for text, _ in lines))
    return all(good for _, good in lines)


def main():
    """Reads the command line and makes the data of every game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", type=Path, required=True, help="Fairy-Stockfish, large-board build")
    parser.add_argument("--games", type=Path, required=True, help="folder with the games' files")
    parser.add_argument("--only", nargs="*", help="names of games (default: all in the folder)")
    parser.add_argument("--seed", default="1", help="seed of the random games (default: 1)")
    arguments = parser.parse_args()
    good = True
    for ini in sorted(arguments.games.glob("*.ini")):
        if not arguments.only or ini.stem in arguments.only:
            good = make(arguments.engine, ini, arguments.seed) and good
            print(ini.stem, flush=True)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
