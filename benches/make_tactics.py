#!/usr/bin/env python3
"""Suites of tactical positions out of the engine's games against itself, as EPD files; and how many of them it solves.

Usage: benches/make_tactics.py make GAME.epd                     plays games, keeps positions that have one best move
       benches/make_tactics.py verify FILE.epd... --nodes N      searches again, and drops what does not hold
       benches/make_tactics.py solve FILE.epd... --nodes N...    checks each line, counts what is solved within N nodes

All take --engine (./target/release/bactrian); --help tells the rest. A file is named after its game. `make` adds to a
file that exists: give it another --seed then.

Candidates are positions of the games of `bactrian datagen` where the score soon changed. They are quiet: a short search
wants no capture there. One is kept when the two longest searches find the same best move, it leads the next by LEAD
centipawns, the mover does not win without it and does not lose with it. A game gives at most PER_GAME.

A line is `FEN bm MOVE...; id "GAME.001"; c0 "WHAT";`. Scores in c0 are centipawns for the mover: of the best move, and
of the best that is not named.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict, namedtuple

LEAD = 150  # centipawns
SCREEN_LEAD = 140  # centipawns, in the searches before the last
EQUAL = 50  # Moves no further apart, in centipawns, count as equally good.
WON = 350  # centipawns; with that much for another move nothing has to be found
LOST = -200  # centipawns; the best move must do better
SWING = 180  # centipawns from one turn to the next
DECIDED = 450  # centipawns; where the score stays beyond, no candidates are sought
PER_GAME = 2
FEWEST_MOVES = 5
MATE = 30_000
# Moves found sooner, in nodes, are too easy; of captures more is asked, of a game's own powers that take nothing none.
EASY, EASY_CAPTURE = 60, 600
# Where two orders of turns can be equally good, a third line of search tells what follows.
LINES = dict(luotuoqi=3)
FILES = dict(bilateral="yzabcdefghij")
PAWNS = dict(luotuoqi="E", kingsmendh="PG", dhkingsmen="PG")

Verdict = namedtuple("Verdict", "moves score next_score settled reply")
Candidate = namedtuple("Candidate", "fen verdict game")
Entry = namedtuple("Entry", "fen moves comment")


def run(options, *arguments):
    """What the engine prints."""
    return subprocess.run([options.engine, *arguments], check=True, capture_output=True, text=True).stdout


def centipawns(score):
    """A score of the engine's as a number; mates lie beyond all others."""
    if "mate" in score:
        return MATE - score["mate"] if score["mate"] > 0 else -MATE - score["mate"]
    return score["cp"]


def judge(options, game, fen, nodes, lead=LEAD):
    """The moves that are better than all others by `lead` centipawns, or None."""
    count = LINES.get(game, 2)
    limits = ["--nodes", str(nodes), "--multipv", str(count), "--hash", str(max(1, min(64, nodes // 10_000)))]
    *lines, last = map(json.loads, run(options, "analyse", "-v", game, "--fen", fen, *limits, "--json").splitlines())
    depths = defaultdict(dict)
    for line in lines:
        if line["bound"] == "exact":
            depths[line["depth"]][line["multipv"]] = line
    complete = [lines for _, lines in sorted(depths.items()) if len(lines) == count]
    if not complete:
        return None
    best = [complete[-1][index] for index in range(1, count + 1)]
    scores = [centipawns(line["score"]) for line in best]
    size = next((i for i in range(1, count) if scores[i - 1] - scores[i] >= lead), None)
    moves = [line["pv"][0] for line in best[:size]]
    if size is None or scores[0] - scores[size - 1] > EQUAL or last["bestmove"] not in moves:
        return None
    if scores[size] > WON or scores[0] < LOST or scores[0] >= MATE - 1:
        return None
    settled = 0
    for earlier in complete:
        if earlier[1]["pv"][0] not in moves:
            settled = earlier[1]["nodes"]
    reply = best[0]["pv"][1] if len(best[0]["pv"]) > 1 else None
    return Verdict(moves, scores[0], scores[size], settled, reply)


def pieces_of(game, fen):
    """The pieces of a position by the names of their squares."""
    towers = r"[Tt]\d|" if game == "luotuoqi" else ""
    rows = fen.split()[0].split("[")[0].split("/")
    pieces = {}
    for rank, text in zip(range(len(rows), 0, -1), rows):
        file = 0
        for token in re.findall(rf"{towers}\+?[A-Za-z]|\d+", text):
            if token.isdigit():
                file += int(token)
            else:
                pieces[f"{FILES.get(game, 'abcdefghijkl')[file]}{rank}"] = token
                file += 1
    return pieces


def sides_of(game, fen, white):
    """White's and Black's pieces, or, if `white` is false, Black's and White's."""
    pieces = pieces_of(game, fen)
    colour = lambda piece: piece.lstrip("+")[0].isupper()
    return [{s: p for s, p in pieces.items() if colour(p) == own} for own in (white, not white)]


def split_move(game, move):
    """A move's from, to and suffix. Where digits can follow a move, in Lùotuoqí, ranks have one."""
    rank = r"[1-8]" if game == "luotuoqi" else r"\d+"
    return re.fullmatch(rf"([a-z]{rank})([a-z]{rank})(.*)", move).groups()


def special_kind(game, move, before, after, freezes_differ):
    """What a move is by the powers of its own game; None if it is an ordinary one."""
    (own, enemy), (own_after, enemy_after) = before, after
    origin, target, suffix = split_move(game, move)
    captures = len(enemy_after) < len(enemy)
    count = lambda pieces, start: sum(piece.upper().startswith(start) for piece in pieces.values())
    if game == "bilateral":
        if own == own_after:
            return "kill" if captures else "freeze" if freezes_differ else None
        if not captures and enemy != enemy_after:
            return "push"
        if count(own, "C") != count(own_after, "C") and count(own, "P") == count(own_after, "P"):
            return "flip with capture" if captures else "flip"
    if game == "luotuoqi":
        if suffix.endswith("c"):
            return "Cube handed over"
        if origin == target:
            return "promotion in place"
        if own[origin].upper() == "D" and captures:
            return "sweep"
        if own[origin].upper().startswith("T") and target in own:
            return "merge"
        if suffix:
            return "split with capture" if captures else "split"
    if count(own_after, "+") > count(own, "+"):
        return "crowning with capture" if captures else "crowning"
    return None


def kind_of(options, game, fen, verdict):
    """What the best move is, in a few words; None if it is too easy."""
    if len(run(options, "moves", "-v", game, "--fen", fen).split()) < FEWEST_MOVES:
        return None
    shown = run(options, "show", "-v", game, "--fen", fen, "--moves", verdict.moves[0])
    white = fen.split()[1] == "w"
    after_fen = re.search(r"^FEN +(.*)", shown, re.M)[1]
    before, after = sides_of(game, fen, white), sides_of(game, after_fen, white)
    (own, enemy), (own_after, enemy_after) = before, after
    move = verdict.moves[0]
    origin, target, _ = split_move(game, move)
    captures = len(enemy_after) < len(enemy)
    special = kind = special_kind(game, move, before, after, fen.split()[6:] != after_fen.split()[6:])
    if kind is None:
        kind = "capture" if captures else "quiet move"
        if Counter(own.values()) != Counter(own_after.values()):
            kind = "promotion"
        elif len(set(own_after) - set(own)) == 2:
            kind = "castling"
    if verdict.settled < (EASY_CAPTURE if kind == "capture" else 0 if special and not captures else EASY):
        return None
    if re.search(r"^status +check", shown, re.M):
        kind += ", check"
    taken = verdict.reply and origin != target and split_move(game, verdict.reply)[1] == target
    pawns = PAWNS.get(game, "P")
    cheap = target not in enemy or enemy[target].upper() in pawns
    if taken and after_fen.split()[1] != fen.split()[1] and own[origin].upper() not in pawns and cheap:
        kind += ", sacrifice"
    return kind


def read_games(path):
    """The games of a file that `bactrian merge --text` wrote: positions and their scores in centipawns for White."""
    games, previous = [], None
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        fen, score, _ = line.split(";")
        if previous is None or ply_of(fen) <= previous:
            games.append([])
        games[-1].append((fen, int(score)))
        previous = ply_of(fen)
    return games


def ply_of(fen):
    """How far the game is, in turns of one side; positions of one game follow each other by it."""
    fields = fen.split()
    return 2 * int(fields[5]) + (fields[1] == "b")


def disputed(game):
    """The positions of a game where the next turns changed the score: the mover erred, or has seen what was hidden."""
    found = {}
    for (fen, score), (next_fen, next_score) in zip(game, game[1:]):
        if abs(next_score - score) < SWING or min(abs(score), abs(next_score)) > DECIDED:
            continue
        found[fen] = None
        if (next_score > score) == (next_fen.split()[1] == "w"):
            found[next_fen] = None
    return list(found)


def screen(options, game, path, batch):
    """The candidates of a file of games, those first whose best move took most nodes."""
    found = []
    for number, record in enumerate(read_games(path)):
        for fen in disputed(record):
            verdict = judge(options, game, fen, options.screen, SCREEN_LEAD)
            if verdict is not None and kind_of(options, game, fen, verdict):
                found.append(Candidate(fen, verdict, (batch, number)))
    return sorted(found, key=lambda candidate: -candidate.verdict.settled)


def confirm(options, game, candidates, kept, used):
    """Adds to `kept` the candidates that deeper searches confirm, until there are enough."""
    for candidate in candidates:
        if len(kept) >= options.count:
            return
        if used[candidate.game] >= PER_GAME or any(candidate.fen == other.fen for other in kept):
            continue
        sighted = deeper(options, game, candidate.fen)
        kind = sighted and kind_of(options, game, candidate.fen, sighted)
        if not kind:
            continue
        verdict = judge(options, game, candidate.fen, options.verify[-1])
        if verdict is not None and set(verdict.moves) == set(sighted.moves):
            used[candidate.game] += 1
            kept.append(Entry(candidate.fen, verdict.moves, describe(kind, verdict)))


def deeper(options, game, fen):
    """What the longest search but one says, or None if one up to it finds no best move, or an easy one."""
    verdict = None
    for nodes in options.verify[:-1]:
        verdict = judge(options, game, fen, nodes, SCREEN_LEAD)
        if verdict is None or not kind_of(options, game, fen, verdict):
            return None
    return verdict


def describe(kind, verdict):
    """The text of c0."""
    show = lambda score: f"mate in {MATE - score}" if score > MATE - 1000 else f"{score:+}"
    against = "mated" if verdict.next_score < 1000 - MATE else show(verdict.next_score)
    return f"{kind}; {show(verdict.score)} against {against}"


def read_suite(path):
    """The entries of a suite."""
    entries = []
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        fen, moves, comment = re.fullmatch(r'(.*) bm ([^;]*); id "[^"]*"; c0 "([^"]*)";', line).groups()
        entries.append(Entry(fen, moves.split(), comment))
    return entries


def write_suite(path, entries):
    """Writes a suite, which is named and numbered after its game, the name of the file."""
    game = pathlib.Path(path).stem
    with open(path, "w", encoding="utf-8") as file:
        for number, (fen, moves, comment) in enumerate(entries, 1):
            print(f'{fen} bm {" ".join(moves)}; id "{game}.{number:03}"; c0 "{comment}";', file=file)


def make(options):
    game, used = pathlib.Path(options.output).stem, Counter()
    kept = read_suite(options.output) if pathlib.Path(options.output).exists() else []
    with tempfile.TemporaryDirectory() as folder:
        for batch in range(options.batches):
            if len(kept) >= options.count:
                break
            played, path = f"{folder}/{batch}.games", f"{folder}/{batch}.txt"
            limits = ["--games", str(options.games), "--nodes", str(options.nodes), "--seed", str(options.seed + batch)]
            run(options, "datagen", "-v", game, *limits, "--output", played)
            run(options, "merge", played, "--text", "--output", path)
            candidates = screen(options, game, path, batch)
            confirm(options, game, candidates, kept, used)
            print(f"{game}: {len(candidates)} candidates, {len(kept)} kept", file=sys.stderr, flush=True)
            # After each batch, so that an interrupted run leaves what it has found.
            write_suite(options.output, kept)


def verify(options):
    for path in options.files:
        game, entries, kept = pathlib.Path(path).stem, read_suite(path), []
        for fen, moves, comment in entries:
            verdict = judge(options, game, fen, options.nodes)
            if verdict is not None and set(verdict.moves) == set(moves):
                kept.append(Entry(fen, moves, describe(comment.split(";")[0], verdict)))
        write_suite(path, kept)
        print(f"{game}: {len(kept)} of {len(entries)} hold at {options.nodes} nodes", flush=True)


def solve(options):
    print("game".ljust(16) + "positions".rjust(10) + "".join(f"{nodes:9}" for nodes in options.nodes))
    for path in options.files:
        game, entries, solved = pathlib.Path(path).stem, read_suite(path), Counter()
        for fen, moves, _ in entries:
            illegal = set(moves) - set(run(options, "moves", "-v", game, "--fen", fen).split())
            if illegal:
                sys.exit(f"{game}: {fen}: not legal: {' '.join(illegal)}")
            for nodes in options.nodes:
                last = run(options, "analyse", "-v", game, "--fen", fen, "--nodes", str(nodes), "--hash", "4", "--json")
                solved[nodes] += json.loads(last.splitlines()[-1])["bestmove"] in moves
        print(f"{game:16}{len(entries):10}" + "".join(f"{solved[nodes]:9}" for nodes in options.nodes), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--engine", default="./target/release/bactrian")
    maker = commands.add_parser("make", parents=[common])
    maker.set_defaults(command=make)
    maker.add_argument("output", metavar="GAME.epd")
    maker.add_argument("--count", type=int, default=24, help="positions wanted")
    maker.add_argument("--games", type=int, default=50, help="games in a batch")
    maker.add_argument("--batches", type=int, default=6, help="batches played at most")
    maker.add_argument("--seed", type=int, default=1, help="of the first batch")
    maker.add_argument("--nodes", type=int, default=800, help="nodes a turn of the games")
    maker.add_argument("--screen", type=int, default=8_000, help="nodes of the first search of a position")
    maker.add_argument("--verify", type=int, nargs="+", default=[30_000, 150_000, 1_000_000], help="nodes of the next")
    checker = commands.add_parser("verify", parents=[common])
    checker.set_defaults(command=verify)
    checker.add_argument("files", nargs="+")
    checker.add_argument("--nodes", type=int, default=1_000_000)
    solver = commands.add_parser("solve", parents=[common])
    solver.set_defaults(command=solve)
    solver.add_argument("files", nargs="+")
    solver.add_argument("--nodes", type=int, nargs="+", default=[2_000, 10_000, 20_000, 50_000])
    options = parser.parse_args()
    options.command(options)


if __name__ == "__main__":
    main()
