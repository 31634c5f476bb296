#!/usr/bin/env python3
"""Compares the nodes a second of Bactrian and another UCI engine in the same positions.

For each game both search the start position and the positions after 8 and 16 plies of Bactrian's main line, sent as moves, with
the same number of nodes, in turns, on one core. Printed are the medians of both in thousands of nodes a second of processor time,
and the median ratio, Bactrian to the other.

Usage: benches/rival_speed.py --rival COMMAND [--option NAME=VALUE]... [--engine COMMAND] [--rounds N] [--core N] GAME[=ITS NAME]...
"""

import argparse
import os
import statistics
from pathlib import Path

from uci import Engine

ROOT = Path(__file__).resolve().parent.parent
NODES = 500_000
PLIES = (0, 8, 16)
TICKS = os.sysconf("SC_CLK_TCK")


class TimedEngine(Engine):
    """An engine whose searches are timed."""

    def seconds(self):
        """Processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def plays(self, game):
        """Whether it lists the game, perhaps after it was told of a file."""
        self.send("uci")
        lists = [line.split(" var ") for line in self.until("uciok") if line.startswith("option name UCI_Variant ")]
        return any(game in (name.strip() for name in names) for names in lists)

    def search(self, moves):
        """Searches the position after these moves with an empty table. Returns nodes a second and the main line."""
        self.send("ucinewgame")
        self.settle()
        self.send("position startpos" + (f" moves {' '.join(moves)}" if moves else ""))
        before = self.seconds()
        self.send(f"go nodes {NODES}")
        info = [line.split() for line in self.until("bestmove") if line.startswith("info") and " pv " in line]
        # Some engines tell the nodes of finished iterations only.
        return NODES / (self.seconds() - before), info[-1][info[-1].index("pv") + 1 :]


def main():
    """Prints a row for each game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rival", required=True)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--engine", default=str(ROOT / "target" / "release" / "bactrian"))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--core", type=int, default=1)
    parser.add_argument("games", nargs="+")
    arguments = parser.parse_args()
    os.sched_setaffinity(0, {arguments.core})
    common = [("Hash", 32)]
    options = [option.split("=", 1) for option in arguments.option]
    for game in arguments.games:
        ours, theirs = game.split("=", 1) if "=" in game else (game, game)
        engine = TimedEngine(arguments.engine, [*common, ("UCI_Variant", ours)])
        rival = TimedEngine(arguments.rival, [*common, *options, ("UCI_Variant", theirs)])
        for player, name in ((engine, ours), (rival, theirs)):
            if not player.plays(name):
                raise SystemExit(f"`{player.command}` does not play {name}")
        _, line = engine.search([])
        speeds = []
        for plies in PLIES:
            moves = line[: min(plies, len(line))]
            for _ in range(arguments.rounds):
                speeds.append((engine.search(moves)[0], rival.search(moves)[0]))
        ratio = statistics.median(own / other for own, other in speeds)
        own, other = (statistics.median(column) / 1000 for column in zip(*speeds))
        print(f"{ours:<14} {own:5.0f} {other:5.0f}  {ratio:.2f}", flush=True)
        for player in (engine, rival):
            player.send("quit")


if __name__ == "__main__":
    main()
