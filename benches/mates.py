#!/usr/bin/env python3
"""Counts the mates that an engine sees within a number of nodes, with an empty table for each position.

Each line of a file is `GAME | FEN | mate N | ...`: a position in which the side to move mates with at most N of its own moves
(each half of a double turn is one); what follows is free. A mate is seen when the engine reports any. Printed: how many are seen
in each game and in all, and the geometric mean of the nodes, where what is not seen counts as the limit of the searches.

Usage: benches/mates.py [--engine COMMAND] [--option NAME=VALUE].. [--nodes N] [--limit N] [--hash MB] [--list] [FILE..]
"""

import argparse
import math
import pathlib
from collections import Counter, namedtuple

from uci import Engine

FILES = [pathlib.Path(__file__).parent.parent / "tests/data/mates.txt"]

Problem = namedtuple("Problem", "game fen mate")


def read(path):
    """The positions of a file."""
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            game, fen, mate = (field.strip() for field in line.split("|")[:3])
            yield Problem(game, fen, int(mate.removeprefix("mate ")))


def nodes_to_see(engine, problem, limit):
    """The nodes after which the engine first reports a mate; None if it does not."""
    engine.send(f"setoption name UCI_Variant value {problem.game}")
    engine.send("ucinewgame")
    engine.settle()
    engine.send(f"position fen {problem.fen}")
    engine.send(f"go nodes {limit}")
    found = None
    for words in map(str.split, engine.until("bestmove")):
        is_exact = "mate" in words and "nodes" in words and not {"upperbound", "lowerbound"} & set(words)
        if found is None and is_exact and int(words[words.index("mate") + 1]) > 0:
            found = int(words[words.index("nodes") + 1])
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default="./target/release/bactrian", help="command of a UCI engine")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="UCI option; may be repeated")
    parser.add_argument("--nodes", type=int, default=10_000, help="nodes within which a mate counts as seen")
    parser.add_argument("--limit", type=int, default=40_000, help="nodes of the searches")
    parser.add_argument("--hash", type=int, default=16, help="MiB of the table")
    parser.add_argument("--list", action="store_true", help="show each position and its nodes")
    parser.add_argument("files", nargs="*", default=FILES)
    options = parser.parse_args()
    settings = [("Hash", options.hash), *(text.split("=", 1) for text in options.option)]
    engine, seen, all_of, logarithms = Engine(options.engine, settings), Counter(), Counter(), 0
    for problem in (problem for path in options.files for problem in read(path)):
        nodes = nodes_to_see(engine, problem, options.limit)
        all_of[problem.game] += 1
        seen[problem.game] += nodes is not None and nodes <= options.nodes
        logarithms += math.log(max(1, min(nodes or options.limit, options.limit)))
        if options.list:
            print(f"{problem.game} | {problem.fen} | mate {problem.mate} | nodes {nodes}", flush=True)
    for game, count in all_of.items():
        print(f"{game}: {seen[game]} of {count}")
    total = sum(all_of.values())
    mean = math.exp(logarithms / total)
    print(f"{sum(seen.values())} of {total} within {options.nodes} nodes; geometric mean {mean:.0f}")


if __name__ == "__main__":
    main()
