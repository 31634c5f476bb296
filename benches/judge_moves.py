#!/usr/bin/env python3
"""Measures the moves that engines choose against the searches of another engine, a judge that took no part in making them.

Each command searches each position with a fixed number of nodes and an empty table. The judge searches the position, too, and then
every other move that was chosen, alone. What a command loses in a position is the best of these expected points less those of its move.
Printed for each command: the mean loss a move, and by how much it is less than that of the first command, with the 95 % error of
paired differences. With 800 positions differences of some 100 Elo show: enough to see how engines gain from more nodes, too coarse
for single parameters. Searches with empty tables differ from those of a game, which keep what the moves before have found out.

The judge's scores are kept in the file CACHE, so that later runs on the same positions only judge moves that are new: another
judge or number of its nodes needs another file. Positions
that the judge calls decided (its own move has under 4 % or over 96 % of the points) are left out.

POSITIONS has a FEN in each line, up to the first semicolon: `bactrian merge GAMES --text` writes such lines of quiet positions.

Usage: benches/judge_moves.py --judge COMMAND --cache CACHE --nodes N [--judge-nodes N] [--sample N] [--variant NAME]
           POSITIONS COMMAND...
       A command with `@N` in front searches N nodes instead.
"""

import argparse
import os
import sys

from judge_eval import ScoringEngine, better_by, expected_points, mean, positions, rows

DECIDED = 0.04
# In place of a move in the judge's file: the next field is its own move.
BEST = "best"


class Judge:
    """The points that a judge gives to moves, kept in a file from run to run."""

    def __init__(self, command, nodes, cache):
        self.engine, self.nodes, self.cache, self.known = ScoringEngine(command, [("Hash", 64)]), nodes, cache, {}
        for fen, move, score in rows(cache, "FEN;MOVE;SCORE") if os.path.exists(cache) and os.path.getsize(cache) else []:
            self.known[fen, move] = score if move == BEST else int(score)

    def keep(self, fen, move, answer):
        """Keeps an answer in the file."""
        self.known[fen, move] = answer
        with open(self.cache, "a", encoding="utf-8") as file:
            print(fen, move, answer, sep=";", file=file)

    def best(self, fen):
        """The judge's own move."""
        if (fen, BEST) not in self.known:
            score, move = self.engine.searched(fen, self.nodes)
            self.keep(fen, move, score)
            self.keep(fen, BEST, move)
        return self.known[fen, BEST]

    def points(self, fen, move):
        """The expected points after a move."""
        if (fen, move) not in self.known:
            self.keep(fen, move, self.engine.searched(fen, self.nodes, move)[0])
        return expected_points(self.known[fen, move])


def split(command, nodes):
    """The nodes and the command of an argument."""
    if not command.startswith("@"):
        return nodes, command
    count, _, rest = command[1:].partition(" ")
    if not (count.isdecimal() and rest):
        raise SystemExit(f"`{command}`: expected `@NODES COMMAND`")
    return int(count), rest


def main():
    """Runs the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--judge", required=True)
    parser.add_argument("--judge-nodes", type=int, default=100_000)
    parser.add_argument("--cache", required=True)
    parser.add_argument("--nodes", type=int, required=True)
    parser.add_argument("--sample", type=int)
    parser.add_argument("--variant", default="chess")
    parser.add_argument("positions")
    parser.add_argument("commands", nargs="+")
    arguments = parser.parse_args()
    fens = positions(arguments.positions, arguments.sample)
    searchers = [split(command, arguments.nodes) for command in arguments.commands]
    judge = Judge(arguments.judge, arguments.judge_nodes, arguments.cache)
    own = {fen: judge.best(fen) for fen in fens}
    fens = [fen for fen in fens if DECIDED < judge.points(fen, own[fen]) < 1 - DECIDED]
    if not fens:
        raise SystemExit(f"{arguments.positions}: the judge calls every position decided")
    print(f"{len(fens)} positions", flush=True)
    chosen = []
    for nodes, command in searchers:
        engine = ScoringEngine(command, [("Hash", 64), ("UCI_Variant", arguments.variant)])
        chosen.append({fen: engine.chosen(fen, nodes) for fen in fens})
    best = {fen: max(judge.points(fen, move) for move in [own[fen], *(moves[fen] for moves in chosen)]) for fen in fens}
    first = None
    for argument, moves in zip(arguments.commands, chosen):
        losses = [best[fen] - judge.points(fen, moves[fen]) for fen in fens]
        first = first or losses
        print(f"{mean(losses):.5f}  {better_by(first, losses)}  {argument}", flush=True)


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.exit(1)
