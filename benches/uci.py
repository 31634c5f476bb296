"""A UCI engine, driven over pipes by the scripts beside this file."""

import shlex
import subprocess


class Engine:
    """A UCI engine that has been told these options, pairs of name and value."""

    def __init__(self, command, options):
        self.command = command
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.send("uci")
        self.until("uciok")
        for name, value in options:
            self.send(f"setoption name {name} value {value}")
        self.settle()

    def send(self, line):
        """Sends a command."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, word):
        """The lines up to the one that begins with a word."""
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if line.startswith(word):
                return lines
        raise SystemExit(f"`{self.command}` ended before `{word}`")

    def settle(self):
        """The lines up to the answer that all commands so far have been carried out."""
        self.send("isready")
        return self.until("readyok")
