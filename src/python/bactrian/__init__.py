"""Plays and analyses chess variants with the engine Bactrian.

    import bactrian

    with bactrian.Engine() as engine:
        position = engine.position("luotuoqi")
        position = position.push(position.legal_moves[0])
        print(position.fen, position.play(nodes=10_000).san)

An `Engine` is a running executable, a `Position` a game with the moves made so far; it never changes. The manual page is
`bactrian help python`.
"""

from ._engine import BactrianError, Engine, EngineClosed, executable_path
from ._position import Analysis, Ending, Evaluation, Game, Line, Move, PieceKind, PlayedMove, Position, Result

__all__ = [
    "Analysis",
    "BactrianError",
    "Ending",
    "Engine",
    "EngineClosed",
    "Evaluation",
    "Game",
    "Line",
    "Move",
    "PieceKind",
    "PlayedMove",
    "Position",
    "Result",
    "executable_path",
]
