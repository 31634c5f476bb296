#!/usr/bin/env python3
"""Tries the engine in python-chess (pip install chess) over UCI and CECP.

Usage: tests/system/python_chess_check.py [ENGINE]      (default ./target/release/bactrian)

Over each protocol it sets every option, plays a game against itself, analyses and ponders. What python-chess warns of
counts as a failure, except for what does no harm. Exit status: 0 all went well,
1 something did not.
"""

import logging
import sys

import chess
import chess.engine

LIMIT = chess.engine.Limit(nodes=2000)
# The answer to a command of its own; our wish not to be sent a signal.
HARMLESS = ["stat01", "feature sigterm"]
MANAGED = ["multipv", "ponder", "uci_variant", "uci_chess960"]


class Warnings(logging.Handler):
    """Collects what python-chess warns of."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.found = []

    def emit(self, record):
        if not any(known in record.getMessage() for known in HARMLESS):
            self.found.append(record.getMessage())


def other_value(option):
    """A value that the option permits, not its default if it has another one."""
    match option.type:
        case "check":
            return not option.default
        case "spin":
            return option.min if option.default != option.min else min(option.max or option.min + 1, option.min + 1)
        case "combo":
            return option.var[-1]
        case "button":
            return None
        case _:
            return option.default


def set_all_options(engine):
    """Sets every option that python-chess leaves to the user; returns their names."""
    mine = [o for o in engine.options.values() if o.name.lower() not in MANAGED and o.type != "reset"]
    names = [o.name for o in mine if o.name not in ("random", "computer", "name", "engine_rating", "opponent_rating")]
    for name in names:
        option = engine.options[name]
        engine.configure({name: other_value(option)})
        if option.default is not None:
            engine.configure({name: option.default})
    engine.ping()
    return names


def play_game(engine):
    """A game of the engine against itself; returns the final position."""
    board = chess.Board()
    while not board.is_game_over(claim_draw=True) and board.ply() < 300:
        limit = LIMIT if board.ply() % 3 else chess.engine.Limit(depth=5)
        result = engine.play(board, limit, info=chess.engine.INFO_ALL, game="one", ponder=board.ply() % 8 == 7)
        if result.resigned or result.move is None:
            break
        board.push(result.move)
    return board


def analyse(engine):
    """The depth reached after some moves, with and without a choice of first moves."""
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
    depth = engine.analyse(board, chess.engine.Limit(depth=8)).get("depth")
    only = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h3")]
    with engine.analysis(board, chess.engine.Limit(depth=6), root_moves=only) as analysis:
        wrong = [info["pv"][0] for info in analysis if info.get("pv") and info["pv"][0] not in only]
    return depth, wrong


def check(open_engine, command, protocol):
    """Runs all checks over one protocol; whether they went well."""
    warnings = Warnings()
    logging.getLogger("chess.engine").addHandler(warnings)
    try:
        with open_engine(command, timeout=120) as engine:
            names = set_all_options(engine)
            board = play_game(engine)
            depth, wrong = analyse(engine)
    except chess.engine.EngineError as error:
        print(f"{protocol}: FAILED: {error}")
        return False
    finally:
        logging.getLogger("chess.engine").removeHandler(warnings)
    print(f"{protocol}: options {', '.join(names)}")
    print(f"{protocol}: game of {board.ply()} plies, {board.result(claim_draw=True)}; analysis to depth {depth}")
    for problem in warnings.found + [f"analysed {move}, which was not asked for" for move in wrong]:
        print(f"{protocol}: FAILED: {problem}")
    return not warnings.found and not wrong


def main():
    command = sys.argv[1] if len(sys.argv) > 1 else "./target/release/bactrian"
    simple = chess.engine.SimpleEngine
    results = [check(simple.popen_uci, command, "UCI"), check(simple.popen_xboard, command, "CECP")]
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
