#!/usr/bin/env python3
"""Stands between XBoard and an engine: writes down every line, and lets a check choose the position and the replies.

Usage: tests/system/xboard_relay.py DIRECTORY ENGINE [ARGUMENT...]

XBoard starts it in place of the engine, as tests/system/xboard_mouse.sh has it do. Files of DIRECTORY that it reads if they
are there:

  fen      the start position; it takes the place of that in the engine's `setup`, and the engine is set to it
  replies  one move a line: the engine's replies in this order; it chooses by itself after the last; `-` stands for a
           move that the engine refuses, to which it does not reply

It writes `log`: `> LINE` for what XBoard said and `< LINE` for what it was told.
"""

import os
import signal
import subprocess
import sys
import threading

# Plies to which the engine searches: its replies shall be quick.
DEPTH = 1
# Plies that no search reaches before it is stopped.
ENDLESS = 100


class Relay:
    """The dialogue between XBoard and one engine."""

    def __init__(self, directory, command):
        self.directory = directory
        self.log = open(os.path.join(directory, "log"), "w", encoding="utf-8")
        self.lock = threading.Lock()
        self.fen = " ".join(self.read("fen"))
        self.replies = self.read("replies")
        self.engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def read(self, name):
        """The lines of a file of the directory; none if it does not exist."""
        try:
            with open(os.path.join(self.directory, name), encoding="utf-8") as file:
                return [line.strip() for line in file if line.strip()]
        except FileNotFoundError:
            return []

    def note(self, sign, line):
        """Writes a line into the log."""
        with self.lock:
            self.log.write(f"{sign} {line}\n")
            self.log.flush()

    def tell_xboard(self, line):
        self.note("<", line)
        print(line, flush=True)

    def tell_engine(self, *lines):
        self.engine.stdin.write("".join(line + "\n" for line in lines))
        self.engine.stdin.flush()

    def with_position(self, setup):
        """The engine's `setup`, with or without a table of pieces and a board size, but from the check's position."""
        words = setup.split(" ")
        before_fen = 3 if words[1].startswith("(") else 1
        return " ".join(words[:before_fen] + [self.fen])

    def from_engine(self):
        """Passes on what the engine says until it ends."""
        for line in self.engine.stdout:
            line = line.rstrip("\n")
            self.tell_xboard(self.with_position(line) if line.startswith("setup ") and self.fen else line)
        os._exit(0)

    def from_xboard(self, line):
        """Passes on a line of XBoard's."""
        self.note(">", line)
        word, _, rest = line.partition(" ")
        reply = self.replies.pop(0) if word in ("usermove", "go") and self.replies else "-"
        if reply != "-":
            # The engine takes the move as in a game, but must not answer before it knows which move it is to play.
            move = [f"sd {ENDLESS}", line, "force", f"sd {DEPTH}"] if word == "usermove" else []
            self.tell_engine(*move, "exclude all", f"include {reply}", "go")
            return
        # An engine that has pondered on the user's move would answer before it knows its own.
        self.tell_engine("easy" if word == "hard" else line)
        if word == "new":
            self.tell_engine(f"sd {DEPTH}", "option Resign=never")
        elif word == "variant" and self.fen:
            self.tell_engine(f"setboard {self.fen}")

    def run(self):
        """Goes on until XBoard quits."""
        # XBoard sends `quit` first; the engine shall end by that.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        threading.Thread(target=self.from_engine, daemon=True).start()
        for line in sys.stdin:
            self.from_xboard(line.rstrip("\n"))
            if line.strip() == "quit":
                break
        self.engine.terminate()


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    Relay(sys.argv[1], sys.argv[2:]).run()
