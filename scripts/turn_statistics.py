#!/usr/bin/env python3
"""How games went that the engine has recorded: results, lengths, and what only Lùotuoqí or Bilateral Chess has.

Usage: scripts/turn_statistics.py FILE.pgn [ENGINE]

ENGINE (./target/release/bactrian) plays the games through. Of equal games, which an engine plays against itself with
colours reversed, one counts.

Lùotuoqí: how often and when the Cube changes hands. Bilateral Chess: how often each power is used, what kind of turn
mates, and what kind wins the lead in material of three pawns that the winner keeps to the end.
"""

import re
import statistics
import subprocess
import sys
from collections import Counter

FILES = "yzabcdefghij"
# Pawns; near the fitted values.
VALUES = dict(P=1, N=3, B=3, R=4.5, Q=8, L=3, C=4, V=3.5, E=2, W=5.5, K=0)
LEAD = 3


def read_games(path, engine):
    """The tags and positions of each different game."""
    with open(path, encoding="utf-8") as file:
        tags = [dict(re.findall(r'^\[(\w+) "([^"]*)"\]', game, re.M)) for game in re.split(r"^(?=\[Event )", file.read(), flags=re.M)[1:]]
    command = [engine, "pgn", path, "--fens"]
    fens = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    seen = set()
    for game in tags:
        count = int(game["PlyCount"]) + 1
        positions, fens = fens[:count], fens[count:]
        if tuple(positions) not in seen:
            seen.add(tuple(positions))
            yield game, positions


def pieces_of(fen):
    """The pieces of a position of Bilateral Chess by square (file, rank)."""
    pieces = {}
    for row, text in enumerate(fen.split()[0].split("/")):
        file = 0
        for token in re.findall(r"\d+|[A-Za-z]", text):
            if token.isdigit():
                file += int(token)
            else:
                pieces[file, 8 - row] = token
                file += 1
    return pieces


def kind_of_turn(before, after):
    """What the turn between two positions of Bilateral Chess was."""
    white = before.split()[1] == "w"
    sides = []
    for fen in (before, after):
        pieces = pieces_of(fen)
        sides.append([{s: p for s, p in pieces.items() if p.isupper() == own} for own in (white, not white)])
    (own, enemy), (own_after, enemy_after) = sides
    captures = len(enemy_after) < len(enemy)
    if own == own_after:
        return "kill" if captures else "freeze"
    if enemy != enemy_after and not captures:
        return "push"
    count = lambda pieces, letter: sum(piece.upper() == letter for piece in pieces.values())
    left = [piece.upper() for square, piece in own.items() if own_after.get(square) != piece]
    if count(own, "C") != count(own_after, "C") and count(own, "P") == count(own_after, "P"):
        return "flip with capture" if captures else "flip"
    if captures:
        return "capture over a screen" if left and left[0] in "CV" else "other capture"
    return "other"


def lead_of(fen, winner):
    """The winner's lead in material, in pawns."""
    return sum(VALUES[p.upper()] * (1 if p.isupper() == (winner == "1-0") else -1) for p in pieces_of(fen).values())


def frozen_loser(fen):
    """Whether a freeze lies on the side to move."""
    pieces, side, field = pieces_of(fen), fen.split()[1], fen.split()[6]
    victims = [(FILES.index(pair[2]), int(pair[3])) for pair in field.split(",") if field != "-"]
    return any(pieces[victim].isupper() == (side == "w") for victim in victims)


def bilateral(games):
    turns, having, mates, winning, frozen = Counter(), Counter(), Counter(), Counter(), 0
    for tags, fens in games:
        kinds = [kind_of_turn(*pair) for pair in zip(fens, fens[1:])]
        turns.update(kinds)
        having.update(set(kinds))
        winner = tags["Result"]
        if winner in ("1-0", "0-1"):
            mates[kinds[-1]] += 1
            frozen += frozen_loser(fens[-1])
            behind = [i for i, fen in enumerate(fens) if lead_of(fen, winner) < LEAD]
            winning[kinds[behind[-1]] if behind[-1] < len(kinds) else "none, no such lead"] += 1
    for kind, count in turns.most_common():
        print(f"{kind:24} {count / len(games):7.2f} a game, in {100 * having[kind] / len(games):.0f} % of the games")
    print("mating turn:", dict(mates.most_common()), "with a freeze on the loser:", frozen)
    print("turn that won the lead:", dict(winning.most_common()))


def luotuoqi(games):
    counts, first, places = [], [], []
    for _, fens in games:
        holders = ["[C]" in fen for fen in fens]
        handed = [turn for turn, pair in enumerate(zip(holders, holders[1:]), 1) if pair[0] != pair[1]]
        counts.append(len(handed))
        first += handed[:1]
        places += [turn / (len(fens) - 1) for turn in handed]
    quarters = Counter(min(int(4 * place), 3) for place in places)
    print(f"the Cube changes hands {statistics.mean(counts):.1f} times a game, {min(counts)} to {max(counts)}")
    print(f"first at turn {statistics.median(first)} (median)")
    print("by quarters of the games:", ", ".join(f"{100 * quarters[q] / len(places):.0f} %" for q in range(4)))


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    games = list(read_games(sys.argv[1], sys.argv[2] if len(sys.argv) == 3 else "./target/release/bactrian"))
    lengths = [len(fens) - 1 for _, fens in games]
    print(len(games), "games", dict(Counter(tags["Result"] for tags, _ in games)))
    print(f"turns: mean {statistics.mean(lengths):.0f}, median {statistics.median(lengths):.0f}")
    own = {"bilateral": bilateral, "luotuoqi": luotuoqi}.get(games[0][0].get("Variant"))
    if own:
        own(games)


if __name__ == "__main__":
    main()
