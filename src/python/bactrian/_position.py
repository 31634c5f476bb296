"""Games, positions, moves and analyses: the answers of the JSON protocol with names and types."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from types import TracebackType
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Type, Union

from ._engine import BactrianError, Engine, Json, Request

__all__ = ["Analysis", "Ending", "Evaluation", "Game", "Line", "Move", "PieceKind", "PlayedMove", "Position", "Result"]


@dataclass(frozen=True)
class PieceKind:
    """A kind of piece of a game."""

    text: str
    """As White's piece is written in FEN."""
    name: str
    betza: Optional[str]
    """How it moves, in Betza's notation; `None` where that cannot say it."""
    royal: bool
    pawn: bool


@dataclass(frozen=True)
class Game:
    """A game that the engine plays."""

    name: str
    title: str
    summary: str
    files: int
    ranks: int
    start: str
    """The FEN of the array."""
    double_turns: bool
    """Whether a side can have two turns in a row."""
    pieces: Tuple[PieceKind, ...]

    @classmethod
    def read(cls, answer: Json) -> "Game":
        """A game of the answers to `games` and `define`."""
        return cls(
            name=answer["name"],
            title=answer["title"],
            summary=answer["summary"],
            files=answer["files"],
            ranks=answer["ranks"],
            start=answer["start"],
            double_turns=answer["doubleTurns"],
            pieces=tuple(
                PieceKind(piece["text"], piece["name"], piece["betza"], piece["royal"], piece["pawn"])
                for piece in answer["pieces"]
            ),
        )


@dataclass(frozen=True)
class Move:
    """A legal move of a position."""

    move: str
    """In coordinate notation."""
    san: str
    source: str
    """The square from which the piece goes; `N@` if it is dropped."""
    target: str
    """The square to which it goes; the same if it acts in place."""
    verb: str
    """`moves`, `captures`, `castles`, `becomes`, or a game's own, such as `freezes`."""
    words: str
    captures: Tuple[str, ...]
    """The squares of the pieces that disappear."""
    again: bool
    """Whether the same side moves again."""

    def __str__(self) -> str:
        return self.move


@dataclass(frozen=True)
class PlayedMove:
    """A move that was made."""

    move: str
    san: str
    verb: str
    source: str
    target: str
    side: str
    captures: Tuple[str, ...]
    """The pieces that disappeared."""


@dataclass(frozen=True)
class Ending:
    """How a game has ended. A draw by rule can be played on."""

    words: str
    result: str
    """`1-0`, `0-1` or `1/2-1/2`."""


@dataclass(frozen=True)
class Line:
    """A line of an analysis; scores are White's."""

    rank: int
    """1 for the best."""
    depth: int
    """In plies."""
    selective_depth: int
    score: Optional[int]
    """In centipawns; `None` where `mate` is known."""
    mate: Optional[int]
    """Mate in so many moves, by Black if negative."""
    bound: Optional[str]
    """`lower` or `upper`, where the score is not exact."""
    chances: Tuple[int, int, int]
    """White's win, draw and loss, in thousandths."""
    nodes: int
    time: float
    """In seconds."""
    moves: Tuple[str, ...]
    san: Tuple[str, ...]


@dataclass(frozen=True)
class Result:
    """How a search ended; scores are White's."""

    best: Optional[str]
    """The move, `None` if there is no legal one."""
    san: Optional[str]
    score: Optional[int]
    """In centipawns."""
    mate: Optional[int]
    depth: int
    nodes: int
    ended: str
    """`limit`, `stopped` or `replaced` (by the next search)."""


@dataclass(frozen=True)
class Evaluation:
    """The static evaluation of a position."""

    score: int
    """In centipawns, White's."""
    terms: str
    """What it is made of, a table as text."""


class Analysis(Iterator[Line]):
    """The lines of a search as they come. Leave it by `stop`, or use it in a `with` statement."""

    def __init__(self, engine: Engine, request: Request) -> None:
        self._engine = engine
        self._request = request
        self._result: Optional[Result] = None

    def __enter__(self) -> "Analysis":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.stop()

    def __next__(self) -> Line:
        while self._result is None:
            message = self._request.next()
            if "ok" in message:
                self._result = _result(message["ok"])
            elif message["event"] == "line":
                return _line(message)
        raise StopIteration

    def stop(self) -> None:
        """Ends the search, if it still runs. `result` then has what it found."""
        if self._result is None:
            self._engine.request("stop")
            for _ in self:
                pass

    @property
    def result(self) -> Result:
        """Waits for the end of the search."""
        for _ in self:
            pass
        assert self._result is not None
        return self._result


class Position:
    """A position of a game, with the moves that led to it. It never changes."""

    def __init__(self, engine: Engine, game: str, start: Optional[str], moves: Tuple[str, ...]) -> None:
        """As `Engine.position`."""
        self.engine = engine
        self.game = game
        self.start = start
        """The FEN from which the game started; `None` for the array."""
        self.moves = moves
        """The moves made since."""
        self._answer = engine.request("position", **self._arguments)

    @property
    def _arguments(self) -> Dict[str, Any]:
        return {"game": self.game, "fen": self.start, "moves": list(self.moves)}

    def __repr__(self) -> str:
        return f"<Position {self.game} {self.fen}>"

    @property
    def fen(self) -> str:
        """The position as FEN."""
        fen: str = self._answer["fen"]
        return fen

    @property
    def side(self) -> str:
        """Who is to move, `white` or `black`."""
        side: str = self._answer["side"]
        return side

    @property
    def number(self) -> int:
        """The number of the move."""
        number: int = self._answer["number"]
        return number

    @property
    def check(self) -> Tuple[str, ...]:
        """The squares of the kings in check."""
        return tuple(self._answer["check"])

    @property
    def pieces(self) -> Mapping[str, str]:
        """The pieces by their squares, as FEN writes them."""
        pieces: Dict[str, str] = self._answer["pieces"]
        return pieces

    @property
    def hands(self) -> Optional[Mapping[str, int]]:
        """How many of each piece are in hand, as FEN writes them; `None` in games without pieces in hand."""
        hands: Optional[Dict[str, int]] = self._answer["hands"]
        return hands

    @property
    def details(self) -> Sequence[Json]:
        """What the position has beyond pieces, such as who has the Cube: `details` of the JSON protocol."""
        details: List[Json] = self._answer["details"]
        return details

    @property
    def ending(self) -> Optional[Ending]:
        """How the game has ended, `None` if it goes on."""
        ending = self._answer["ending"]
        return Ending(ending["words"], ending["result"]) if ending else None

    @cached_property
    def legal_moves(self) -> Tuple[Move, ...]:
        """The legal moves; empty after mate or stalemate."""
        return tuple(
            Move(
                move=move["move"],
                san=move["san"],
                source=move["from"],
                target=move["to"],
                verb=move["verb"],
                words=move["words"],
                captures=tuple(move["captures"]),
                again=move["again"],
            )
            for move in self._answer["moves"]
        )

    @cached_property
    def history(self) -> Tuple[PlayedMove, ...]:
        """All moves made, as the engine writes them."""
        moves = self.engine.request("position", history=True, **self._arguments)["last"]
        return tuple(
            PlayedMove(
                move=move["move"],
                san=move["san"],
                verb=move["verb"],
                source=move["from"],
                target=move["to"],
                side=move["side"],
                captures=tuple(move["captures"]),
            )
            for move in moves
        )

    def find(self, move: Union[str, Move]) -> Move:
        """The legal move that is written so, in coordinate or algebraic notation or another that people use.

        Raises `BactrianError` (`illegal_move`) if there is none.
        """
        text = str(move)
        for legal in self.legal_moves:
            if text in (legal.move, legal.san):
                return legal
        played = self.push(text)._answer["last"][-1]["move"]
        for legal in self.legal_moves:
            if played == legal.move:
                return legal
        raise BactrianError("illegal_move", f"'{text}' is not a legal move")

    def san(self, move: Union[str, Move]) -> str:
        """The move in algebraic notation."""
        return self.find(move).san

    def push(self, *moves: Union[str, Move]) -> "Position":
        """The position after the moves. Raises `BactrianError` (`illegal_move`) for one that is not legal."""
        return Position(self.engine, self.game, self.start, self.moves + tuple(str(move) for move in moves))

    def analyse(
        self,
        *,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        time: Optional[float] = None,
        lines: Optional[int] = None,
        level: Optional[int] = None,
        only: Optional[Iterable[Union[str, Move]]] = None,
    ) -> Analysis:
        """Searches, and gives the lines as they are found; the first limit that is reached ends it, without one `stop`.

        `depth` in plies, `time` in seconds; `lines` is the number of best lines, `level` (0 to 20) makes it play weaker,
        `only` are the moves to look at. An engine runs one search at a time: the next one ends it.
        """
        return Analysis(self.engine, self._search(depth, nodes, time, lines, level, only))

    def play(
        self,
        *,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        time: Optional[float] = None,
        level: Optional[int] = None,
    ) -> Move:
        """The move that the engine plays within the limits. Raises `ValueError` without a limit or a legal move."""
        if depth is None and nodes is None and time is None:
            raise ValueError("expected a limit: depth, nodes or time")
        result = Analysis(self.engine, self._search(depth, nodes, time, None, level, None)).result
        if result.best is None:
            raise ValueError(f"no legal move in {self.fen}")
        return self.find(result.best)

    def evaluate(self) -> Evaluation:
        """The static evaluation, without a search."""
        answer = self.engine.request("evaluate", **self._arguments)
        return Evaluation(answer["score"], answer["terms"])

    def svg(self, *, flip: bool = False) -> str:
        """A picture of the board, complete in itself; `flip` shows Black's side below."""
        board: str = self.engine.request("position", picture={"flip": flip}, **self._arguments)["picture"]
        symbols: str = self.engine.request("pictures", game=self.game)["svg"]
        inner = symbols[symbols.index(">") + 1 : symbols.rindex("</svg>")]
        head = board.index(">") + 1
        return board[:head] + inner + board[head:]

    def _search(
        self,
        depth: Optional[int],
        nodes: Optional[int],
        time: Optional[float],
        lines: Optional[int],
        level: Optional[int],
        only: Optional[Iterable[Union[str, Move]]],
    ) -> Request:
        return self.engine.send(
            "search",
            depth=depth,
            nodes=nodes,
            time=None if time is None else max(1, round(time * 1000)),
            lines=lines,
            level=level,
            only=None if only is None else [str(move) for move in only],
            **self._arguments,
        )


def _line(event: Json) -> Line:
    win, draw, loss = event["chances"]
    return Line(
        rank=event["rank"],
        depth=event["depth"],
        selective_depth=event["selectiveDepth"],
        score=event.get("score"),
        mate=event.get("mate"),
        bound=event.get("bound"),
        chances=(win, draw, loss),
        nodes=event["nodes"],
        time=event["time"] / 1000,
        moves=tuple(event["moves"]),
        san=tuple(event["san"]),
    )


def _result(answer: Json) -> Result:
    return Result(
        best=answer.get("best"),
        san=answer.get("san"),
        score=answer.get("score"),
        mate=answer.get("mate"),
        depth=answer["depth"],
        nodes=answer["nodes"],
        ended=answer["ended"],
    )
