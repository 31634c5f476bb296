#!/usr/bin/env python3
"""Compares the speed of Bactrian's own games played from a file with that of the same games compiled.

For each game, perft and a search of a fixed number of nodes are run alternately with the built-in
game and with the section `file-GAME` of tests/data/own_games.ini, on one core. Printed are the
ratios of processor time (user), file to compiled: smallest, median and largest of the rounds.

Usage: benches/file_speed.py [--engine PATH] [--rounds N] [--core N] [GAME...]
"""

import argparse
import os
import resource
import statistics
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAMES_FILE = ROOT / "tests" / "data" / "own_games.ini"
# Depths of perft that take about a second.
DEPTHS = {"januskamil": 5, "kingsmen": 6, "kingsmen39": 8, "kingsmendh": 6, "ajaxcapa": 5, "ajaxministers": 5}
NODES = 300_000


def user_seconds(command):
    """Runs a command; its processor time in user mode, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def perft(engine, game, depth):
    """Processor time of a perft, in seconds."""
    return user_seconds([*engine, "perft", "-v", game, "-d", str(depth)])


def search(engine, game):
    """Processor time of a search, in seconds."""
    # Games from files have no networks.
    return user_seconds([*engine, "analyse", "-v", game, "--nodes", str(NODES), "--net", f"{game}=none"])


def ratios(measure, game, rounds):
    """The ratios of the rounds, smallest first."""
    return sorted(measure(f"file-{game}") / measure(game) for _ in range(rounds))


def main():
    """Prints a row for each game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine", default=str(ROOT / "target" / "release" / "bactrian"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--core", type=int, default=1)
    parser.add_argument("games", nargs="*", default=list(DEPTHS))
    arguments = parser.parse_args()
    os.sched_setaffinity(0, {arguments.core})
    engine = [arguments.engine, "--games", str(GAMES_FILE)]
    for game in arguments.games:
        for name, measure in (
            ("perft", lambda name: perft(engine, name, DEPTHS[game])),
            ("search", lambda name: search(engine, name)),
        ):
            found = ratios(measure, game, arguments.rounds)
            low, middle, high = found[0], statistics.median(found), found[-1]
            print(f"{game:<14} {name:<7} {low:.2f}  {middle:.2f}  {high:.2f}", flush=True)


if __name__ == "__main__":
    main()
