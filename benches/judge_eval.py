#!/usr/bin/env python3
"""Measures static evaluations against the searches of another engine, a judge that took no part in making them.

`label` lets the judge search positions and writes each with its score. `compare` asks Bactrian for its static evaluation of these
positions, as several commands play it, and prints for each the mean squared error of the expected points, after the best common
factor on its scores, and by how much it is better than the first, with the 95 % error of paired differences. That takes
a minute, but decides nothing: an evaluation that it preferred has won no more games. What it prefers still has to win a match.

POSITIONS has a FEN in each line, up to the first semicolon: `bactrian merge GAMES --text` writes such lines of quiet positions.
`--sample N` takes N of them, the same each time.

Usage: benches/judge_eval.py label --judge COMMAND [--nodes N] [--sample N] POSITIONS > LABELS
       benches/judge_eval.py compare [--variant NAME] LABELS COMMAND...
"""

import argparse
import math
import random
import re
import sys

from uci import Engine

MATE = 3_000
# The judge's score in centipawns at which 73 % of the points are expected.
SCALE = 130
FACTORS = [0.3 * 1.02**step for step in range(130)]


class ScoringEngine(Engine):
    """An engine that is asked for scores, in centipawns from the view of the side to move."""

    def search(self, fen, nodes, move):
        """What a search with an empty table says, of all moves or of one."""
        self.send("ucinewgame")
        self.send(f"position fen {fen}")
        self.send(f"go nodes {nodes}" + (f" searchmoves {move}" if move else ""))
        return self.until("bestmove")

    def chosen(self, fen, nodes):
        """The move that a search chooses."""
        return self.search(fen, nodes, None)[-1].split()[1]

    def searched(self, fen, nodes, move=None):
        """The score of a search, of all moves or of one, and the move that it chooses."""
        lines = self.search(fen, nodes, move)
        found = [re.search(r"score (cp|mate) (-?\d+)\b(?! (?:lower|upper)bound)", line) for line in lines]
        scores = [match.groups() for match in found if match]
        if not scores:
            raise SystemExit(f"{fen}: `{self.command}` gave no score")
        kind, value = scores[-1]
        score = int(value) if kind == "cp" else MATE if int(value) > 0 else -MATE
        return score, lines[-1].split()[1]

    def static(self, fen):
        """Bactrian's static evaluation."""
        self.send(f"position fen {fen}")
        refused = [line for line in self.settle() if line.startswith("info string")]
        self.send("eval")
        row = next((line for line in self.settle() if line.startswith("evaluation")), None)
        if refused or row is None:
            raise SystemExit("".join(refused) or f"{fen}: `{self.command}` gave no evaluation")
        score = 100 * float(row.split()[-1])
        return score if fen.split()[1] == "w" else -score


def expected_points(score):
    """The points that the side with this score is expected to get."""
    return 1 / (1 + math.exp(-max(-40, min(40, score / SCALE))))


def squared_errors(scores, labels):
    """The squared errors of expected points with the best factor on the scores, and the factor."""
    points = [expected_points(label) for label in labels]
    tried = ([(expected_points(factor * s) - p) ** 2 for s, p in zip(scores, points)] for factor in FACTORS)
    return min(zip(tried, FACTORS), key=lambda found: sum(found[0]))


def mean(values):
    return sum(values) / len(values) if values else math.nan


def better_by(before, now):
    """By how much errors in the same positions are smaller than before, with the 95 % error of paired differences."""
    gains = [old - new for old, new in zip(before, now)]
    spread = math.sqrt(mean([(gain - mean(gains)) ** 2 for gain in gains]) / len(gains))
    return f"better by {mean(gains):+.5f} ± {1.96 * spread:.5f}"


def rows(path, form):
    """The first fields of each line of a file, as many as the form names."""
    fields = form.count(";") + 1
    try:
        with open(path, encoding="utf-8") as file:
            found = [[field.strip() for field in line.split(";")[:fields]] for line in file if line.strip()]
    except OSError as error:
        raise SystemExit(f"{path}: {error.strerror}") from error
    if not found or any(len(row) < fields for row in found):
        raise SystemExit(f"{path}: expected lines of {form}")
    return found


def positions(path, sample):
    """The FENs of a file, or as many of them as the sample, if it is a number."""
    fens = [fen for (fen,) in rows(path, "FEN")]
    return random.Random(1).sample(fens, min(sample, len(fens))) if sample else fens


def label(arguments):
    """Writes the positions with the judge's scores."""
    fens = positions(arguments.positions, arguments.sample)
    judge = ScoringEngine(arguments.judge, [("Hash", 64)])
    for fen in fens:
        score, _ = judge.searched(fen, arguments.nodes)
        print(f"{fen};{score}", flush=True)


def compare(arguments):
    """Prints a row for each command."""
    fens, scores = zip(*rows(arguments.labels, "FEN;SCORE"))
    labels = [int(score) for score in scores]
    men = [sum(letter.isalpha() for letter in fen.split()[0]) for fen in fens]
    few, most = sorted(men)[len(men) // 3], sorted(men)[2 * len(men) // 3]
    print(f"{len(fens)} positions; by men: to {few}, to {most}, more")
    first = None
    for command in arguments.commands:
        engine = ScoringEngine(command, [("UCI_Variant", arguments.variant)])
        errors, factor = squared_errors([engine.static(fen) for fen in fens], labels)
        parts = [[e for e, m in zip(errors, men) if low < m <= high] for low, high in ((0, few), (few, most), (most, 999))]
        row = f"{mean(errors):.5f}  " + " ".join(f"{mean(part):.5f}" for part in parts) + f"  factor {factor:.2f}"
        if first:
            row += "  " + better_by(first, errors)
        first = first or errors
        print(f"{row}  {command}", flush=True)


def main():
    """Runs the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
    labelling = commands.add_parser("label")
    labelling.add_argument("--judge", required=True)
    labelling.add_argument("--nodes", type=int, default=60_000)
    labelling.add_argument("--sample", type=int)
    labelling.add_argument("positions")
    labelling.set_defaults(run=label)
    comparing = commands.add_parser("compare")
    comparing.add_argument("--variant", default="chess")
    comparing.add_argument("labels")
    comparing.add_argument("commands", nargs="+")
    comparing.set_defaults(run=compare)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.exit(1)
