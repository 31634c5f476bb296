#!/usr/bin/env python3
"""Measures the server of the board: answers to requests, and searches against `bactrian analyse`, alternating.

Usage: benches/board_speed.py [ENGINE]      (target/release/bactrian)

Prints for each game the median time of an answer to `position` with its picture over 60 plies, the time of an answer to
`rules`, and for some games the nodes a second of searches over the WebSocket divided by those of the command line.
"""

import base64
import json
import os
import re
import socket
import statistics
import struct
import subprocess
import sys
import time

PLIES = 60
ROUNDS = 4
# Games and the nodes of a search: some three seconds.
SEARCHES = [("januskamil", 2_500_000), ("luotuoqi", 1_500_000), ("chess", 4_000_000)]


class Board:
    """A connection to the server."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        key = base64.b64encode(os.urandom(16)).decode()
        head = ["GET /api HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade",
                f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        self.socket.sendall(("\r\n".join(head) + "\r\n\r\n").encode())
        self.file = self.socket.makefile("rb")
        while self.file.readline() != b"\r\n":
            pass

    def send(self, message):
        """Sends a message as one frame, masked with zeros."""
        data = json.dumps(message).encode()
        length = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0x80 | 126]) + struct.pack(">H", len(data))
        self.socket.sendall(b"\x81" + length + b"\0\0\0\0" + data)

    def receive(self):
        """Waits for a text message."""
        while True:
            kind, length = self.file.read(2)
            if length == 126:
                (length,) = struct.unpack(">H", self.file.read(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", self.file.read(8))
            data = self.file.read(length)
            if kind == 0x81:
                return json.loads(data)

    def ask(self, **request):
        """The answer to a request and the events before it."""
        self.send({"id": 1, **request})
        events = []
        while "event" in (message := self.receive()):
            events.append(message)
        return message["ok"], events


def answers(board, game):
    """Median of `position` and the time of `rules`, in milliseconds."""
    moves, times = [], []
    for ply in range(PLIES):
        start = time.perf_counter()
        position, _ = board.ask(do="position", game=game, moves=moves, picture={})
        times.append(time.perf_counter() - start)
        legal = position["moves"]
        if not legal:
            break
        moves.append(legal[ply * 7 % len(legal)]["move"])
    start = time.perf_counter()
    board.ask(do="rules", game=game)
    return 1000 * statistics.median(times), 1000 * (time.perf_counter() - start)


def search(board, game, nodes):
    """Nodes a second and events a second of a search over the WebSocket."""
    _, events = board.ask(do="search", game=game, nodes=nodes)
    last = [event for event in events if event["event"] == "line"][-1]
    return last["speed"], 1000 * len(events) / last["time"]


def analyse(engine, game, nodes):
    """Nodes a second of the same search on the command line."""
    output = subprocess.run([engine, "analyse", "-v", game, "--nodes", str(nodes)], capture_output=True, text=True, check=True)
    return int(re.findall(r" nps (\d+)", output.stdout)[-1])


def main():
    engine = sys.argv[1] if len(sys.argv) > 1 else "target/release/bactrian"
    server = subprocess.Popen([engine, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True)
    try:
        board = Board(int(re.search(r":(\d+)/", server.stdout.readline()).group(1)))
        games, _ = board.ask(do="games")
        for game in games["games"]:
            position, rules = answers(board, game["name"])
            print(f"{game['name']:14} position {position:5.1f} ms   rules {rules:5.1f} ms")
        for game, nodes in SEARCHES:
            pairs = [(analyse(engine, game, nodes), *search(board, game, nodes)) for _ in range(ROUNDS)]
            ratio = sum(pair[1] for pair in pairs) / sum(pair[0] for pair in pairs)
            events = statistics.mean(pair[2] for pair in pairs)
            print(f"{game:14} nodes a second, board against analyse: {ratio:.3f}   events a second: {events:.1f}")
    finally:
        server.kill()
        server.wait()


main()
