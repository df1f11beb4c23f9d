"""Record files: games as plain text that people can read, edit and compare.

A file holds any number of games. Each has headers, a blank line, and its moves; lines that begin
with ``#`` are comments::

    Game: kalah(6,4)
    First: Ann
    Second: random
    Result: first +8

    3 6 2 1 4 5

``Game`` comes first and is the only required header. ``Start`` is the text of a start position
other than the game's own. ``Result`` is for readers: ``first``, ``second`` or ``draw`` with the
margin, ``first by resignation``, or ``unfinished``. Only a resignation is read back, because the
position does not show it.
"""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterable
from pathlib import Path

from plyground._core import Side
from plyground.errors import PlygroundError, RecordError
from plyground.games.names import position
from plyground.games.position import move_text
from plyground.games.record import Game
from plyground.storage import read_text, write_whole

_OWN_HEADERS = ("Game", "Start", "Result")
_RESIGNED = {"first by resignation": Side.SECOND, "second by resignation": Side.FIRST}
_RESULTS = ("first", "second", "draw", "unfinished")


def dumps(games: Iterable[Game]) -> str:
    """Return games as the text of a record file.

    >>> import plyground as ply
    >>> print(dumps([ply.game("kalah(6,4)")]), end="")
    Game: kalah(6,4)
    Result: unfinished
    <BLANKLINE>
    """
    return "\n".join(_dump(game) for game in games)


def save(path: str | os.PathLike[str], games: Iterable[Game]) -> None:
    """Write a record file atomically: if anything fails, the old file is kept.

    >>> import plyground as ply
    >>> import tempfile
    >>> game = ply.game("squatter(7)")
    >>> game.push("d4")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save(f"{folder}/games.txt", [game])
    ...     [read] = load(f"{folder}/games.txt")
    >>> read.moves
    ('d4',)
    """
    target = Path(path)
    try:
        content = dumps(games).encode("utf-8")
    except UnicodeEncodeError:
        raise RecordError(f"{target}: a header is not UTF-8 text") from None
    write_whole(target, content, RecordError)


def load(path: str | os.PathLike[str]) -> list[Game]:
    """Read a record file; raises RecordError with file and line.

    >>> load("missing.txt")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    plyground.errors.RecordError: ...missing.txt...
    """
    return loads(read_text(path, RecordError), source=str(path))


def loads(text: str, *, source: str = "record") -> list[Game]:
    r"""Read games from the text of a record file; raises RecordError with the line.

    >>> [game] = loads("Game: kalah(6,4)\n\n3 6 2\n")
    >>> game.moves
    ('3', '6', '2')
    """
    reader = _Reader(source)
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            reader.read(line.strip())
        except PlygroundError as error:
            raise RecordError(f"{source}:{number}: {error}") from error
    return reader.finish()


def _dump(game: Game) -> str:
    lines = [f"Game: {game.start.game}"]
    if game.start != position(game.start.game):
        lines.append(f"Start: {game.start.text}")
    for key, value in game.headers.items():
        if key not in _OWN_HEADERS:
            _check_key(key)
            lines.append(f"{key}: {' '.join(value.split())}")
    lines += [f"Result: {_result_text(game)}", ""]
    lines += textwrap.wrap(" ".join(map(move_text, game.moves)), 78)
    return "\n".join(lines) + "\n"


def _check_key(key: str) -> None:
    """Refuse a header that would not read back as itself."""
    if not key or ":" in key or key.startswith("#") or " ".join(key.split()) != key:
        raise RecordError(
            f"header {key!r} is not a valid name; expected words without a colon or #"
        )


def _result_text(game: Game) -> str:
    if game.resigned is not None:
        return f"{game.result} by resignation"
    if game.result in ("first", "second"):
        return f"{game.result} +{abs(game.position.margin)}"
    return game.result or "unfinished"


class _Reader:
    """Reads a record line by line; every ``Game`` header begins a new game."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._games: list[Game] = []
        self._name: str | None = None
        self._headers: dict[str, str] = {}
        self._game: Game | None = None

    def read(self, line: str) -> None:
        """Take in one line."""
        if not line:
            if self._name is not None and self._game is None:
                self._begin()
        elif not line.startswith("#"):
            key, colon, value = line.partition(":")
            if colon:
                self._read_header(" ".join(key.split()), " ".join(value.split()))
            else:
                self._read_moves(line)

    def finish(self) -> list[Game]:
        """Close the last game and return all."""
        if self._name is not None and self._game is None:
            self._begin()
        self._close()
        return self._games

    def _read_header(self, key: str, value: str) -> None:
        if key == "Game":
            if self._name is not None and self._game is None:
                self._begin()
            self._close()
            self._name = value
            position(value)  # an unknown game is an error of this line
        elif self._name is None or self._game is not None:
            raise PlygroundError(
                f"header {key!r} outside a game's headers; expected 'Game: …' first"
            )
        elif key in self._headers:
            raise PlygroundError(f"header {key!r} is given twice")
        else:
            _check_key(key)
            if key == "Result" and value.split(" ")[0] not in _RESULTS:
                raise PlygroundError(f"result {value!r}; expected one of {', '.join(_RESULTS)}")
            if key == "Start":
                position(self._name, value)
            self._headers[key] = value

    def _read_moves(self, line: str) -> None:
        if self._name is None:
            raise PlygroundError(f"expected 'Game: …' before {line.split()[0]!r}")
        if self._game is None:
            raise PlygroundError(f"expected 'Header: value' or a blank line, found {line!r}")
        for move in line.split():
            self._game.push(move)

    def _begin(self) -> None:
        assert self._name is not None
        self._game = Game(position(self._name, self._headers.get("Start")))
        self._game.headers = {k: v for k, v in self._headers.items() if k not in _OWN_HEADERS}

    def _close(self) -> None:
        if self._game is None:
            return
        resigned = _RESIGNED.get(self._headers.get("Result", ""))
        if resigned is not None and not self._game.is_over:
            self._game.resign(resigned)
        self._games.append(self._game)
        self._name, self._headers, self._game = None, {}, None
