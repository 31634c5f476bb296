"""The running executable, and its JSON protocol over pipes (`bactrian help json`)."""

from __future__ import annotations

import itertools
import json
import os
import queue
import shutil
import subprocess
import sys
import sysconfig
import threading
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Mapping, Optional, Sequence, Type, Union

if TYPE_CHECKING:
    from ._position import Game, Position

Json = Dict[str, Any]
"""A JSON object of the protocol."""


class BactrianError(Exception):
    """The engine refused a request: `code` is for programs (`illegal_move`, `bad_fen`, ...), the text for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class EngineClosed(Exception):
    """The engine was closed, or its program has ended."""


def executable_path() -> str:
    """The executable: that of this installation if there is one, else the first on the path.

    Raises `FileNotFoundError` if there is none.
    """
    name = "bactrian.exe" if os.name == "nt" else "bactrian"
    folders = [sysconfig.get_path("scripts")]
    user_scheme = f"{os.name}_user"
    if user_scheme in sysconfig.get_scheme_names():
        folders.append(sysconfig.get_path("scripts", user_scheme))
    # pip install --target puts it into a folder `bin` beside the module.
    folders.append(str(Path(__file__).parent.parent / "bin"))
    folders.append(str(Path(sys.executable).parent))
    for folder in folders:
        path = Path(folder) / name
        if path.is_file():
            return str(path)
    found = shutil.which("bactrian")
    if found is None:
        raise FileNotFoundError(f"no executable {name} in {', '.join(folders)} or on the path")
    return found


class Request:
    """A request that was sent: its events, and its answer."""

    def __init__(self, engine: "Engine", id: int) -> None:
        self._engine = engine
        self._id = id
        self._messages: "queue.SimpleQueue[Optional[Json]]" = queue.SimpleQueue()

    def put(self, message: Optional[Json]) -> None:
        """A message of the engine with the request's `id`, or `None`, if none comes any more."""
        self._messages.put(message)

    def next(self) -> Json:
        """Waits for the next event or answer. Raises `BactrianError` or `EngineClosed` in place of an answer."""
        message = self._messages.get()
        if message is None:
            raise EngineClosed("the engine has ended")
        if "error" in message:
            raise BactrianError(message["error"]["code"], message["error"]["message"])
        return message

    def answer(self) -> Json:
        """Waits for the answer, without the events before it."""
        while True:
            message = self.next()
            if "ok" in message:
                answer: Json = message["ok"]
                return answer


class Engine:
    """A running executable. Close it, or use it in a `with` statement. All methods may be called from several threads."""

    def __init__(
        self,
        executable: Union[str, "os.PathLike[str]", None] = None,
        *,
        games: Iterable[Union[str, "os.PathLike[str]"]] = (),
        arguments: Sequence[str] = (),
        options: Optional[Mapping[str, object]] = None,
    ) -> None:
        """Starts the engine.

        `executable` is the one to start, `games` are files of games to load, `arguments` go before the protocol as on the
        command line (`["--weights", "chess=mine.txt"]`), `options` are set as by `set`.
        """
        command = [os.fspath(executable) if executable is not None else executable_path()]
        for file in games:
            command += ["--games", os.fspath(file)]
        command += arguments
        self._ids = itertools.count(1)
        self._lock = threading.Lock()
        self._requests: Dict[int, Request] = {}
        self._closed = False
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        self._reader = threading.Thread(target=self._read, name="bactrian", daemon=True)
        self._reader.start()
        self._say("json")
        try:
            self.name: str = self.request("hello")["engine"]
            for name, value in (options or {}).items():
                self.set(name, value)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "Engine":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Engine {self.name}>"

    def close(self) -> None:
        """Ends the engine; a search that runs ends with it."""
        with self._lock:
            self._closed = True
        try:
            if self._process.stdin is not None:
                self._process.stdin.close()
        except OSError:
            pass  # It has ended already.
        try:
            self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if threading.current_thread() is not self._reader:
            self._reader.join()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def send(self, do: str, **arguments: object) -> Request:
        """Sends a request of the JSON protocol, without what is `None`, and does not wait for its answer."""
        request = Request(self, next(self._ids))
        message = {"id": request._id, "do": do, **{name: value for name, value in arguments.items() if value is not None}}
        with self._lock:
            if self._closed:
                raise EngineClosed("the engine is closed")
            self._requests[request._id] = request
        self._say(json.dumps(message))
        return request

    def request(self, do: str, **arguments: object) -> Json:
        """Sends a request of the JSON protocol and waits for its answer.

        Raises `BactrianError` if the engine refuses it, `EngineClosed` if it has ended.
        """
        return self.send(do, **arguments).answer()

    def set(self, name: str, value: object = None) -> None:
        """Sets an option, such as `Hash` (mebibytes) or `Threads`; a button has no value."""
        self.request("set", name=name, value=value)

    def games(self) -> List["Game"]:
        """The games that it plays."""
        from ._position import Game

        return [Game.read(game) for game in self.request("games")["games"]]

    def game(self, name: str) -> "Game":
        """The game of this name. Raises `KeyError` if there is none."""
        for game in self.games():
            if game.name == name:
                return game
        raise KeyError(f"no game '{name}'")

    def define(self, text: str, name: str = "games.ini") -> List["Game"]:
        """Loads the games of a definition (`bactrian help games`): the text of a file, `name` is for messages.

        Raises `BactrianError` (`bad_games`) with all problems if one of the games cannot be loaded; the others are there all the same.
        """
        from ._position import Game

        answer = self.request("define", text=text, name=name)
        if answer["problems"]:
            raise BactrianError("bad_games", "\n".join(problem["text"] for problem in answer["problems"]))
        return [Game.read(game) for game in answer["games"]]

    def position(self, game: str = "chess", fen: Optional[str] = None, moves: Iterable[str] = ()) -> "Position":
        """A position: of a game from its array or from `fen`, after `moves`.

        Moves are in coordinate or algebraic notation. Raises `BactrianError` for an unknown game, a wrong FEN or an illegal move.
        """
        from ._position import Position

        return Position(self, game, fen, tuple(moves))

    def read_pgn(self, text: str, game: Optional[str] = None) -> List[Json]:
        """Reads records of games, as in `read` of the JSON protocol; `game` is that of records that name none.

        Raises `BactrianError` (`bad_pgn`) with the messages if a record cannot be read.
        """
        answer = self.request("read", pgn=text, game=game)
        if answer["errors"]:
            raise BactrianError("bad_pgn", "\n".join(answer["errors"]))
        records: List[Json] = answer["games"]
        return records

    def write_pgn(self, record: Json) -> str:
        """The record as PGN."""
        text: str = self.request("write", record=record)["pgn"]
        return text

    def _say(self, line: str) -> None:
        try:
            with self._lock:
                assert self._process.stdin is not None
                self._process.stdin.write(line + "\n")
                self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise EngineClosed("the engine has ended") from error

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            message = json.loads(line)
            with self._lock:
                request = self._requests.get(message.get("id"))
                if request is not None and "event" not in message:
                    del self._requests[message["id"]]
            if request is not None:
                request.put(message)
        with self._lock:
            self._closed = True
            waiting = list(self._requests.values())
            self._requests.clear()
        for request in waiting:
            request.put(None)
