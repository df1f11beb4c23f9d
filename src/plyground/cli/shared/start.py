"""Where a command starts: a game by name, a record file, or a game in Python, and moves from there.

Every command that takes a position takes all of these.
"""

from __future__ import annotations

import re
from pathlib import Path

import plyground as ply
from plyground.cli.shared.output import warn
from plyground.errors import GameNameError, PlygroundError, shown
from plyground.games.native import is_native
from plyground.games.own.entry import registered
from plyground.games.own.honest import demand_honest
from plyground.games.own.slow import watch
from plyground.games.python_file import names_file, start_in_file

_NUMBERED = re.compile(r"(?P<file>.+):(?P<number>[0-9]+)", re.DOTALL)


def start(
    source: str, position: str | None = None, moves: str = "", game: str | None = None
) -> ply.Game:
    """Return the record to begin with.

    ``source`` is a game's name, a Python file with a game, or a record file: the last game of
    ``FILE``, or the third of ``FILE:3``. ``game`` is the Python file of the game in a record file.

    >>> start("kalah(6,4)", moves="3 6").position.turn_name
    'north'
    """
    if game is not None and in_record_file(source) is None:
        raise PlygroundError("--game goes with a record file; leave it out")
    record = _begun(source, position, game)
    for move in moves.split():
        record.push(move)
    if not is_native(record.position):
        demand_honest(record.position)
    return record


def game_or_start(game: str) -> str | ply.Position:
    """Return a game's name as it is; for a Python file, the start of the game in it."""
    if not names_file(game):
        return game
    found = start_in_file(game)
    watch(found, lambda line: warn(f"plyground: {line}"))
    return found


def in_record_file(source: str) -> tuple[Path, int | None] | None:
    """Return the record file that a source names, and the number of the game; None if none."""
    if names_file(source):
        return None
    if (path := Path(source).expanduser()).is_file():
        return path, None
    numbered = _NUMBERED.fullmatch(source)
    if numbered and (path := Path(numbered["file"]).expanduser()).is_file():
        return path, int(numbered["number"])
    return None


def loaded(path: Path, game: str | None = None) -> list[ply.Game]:
    """Read a record file; ``game`` is the Python file of the game in it."""
    if game is not None:
        registered(game)
    try:
        return ply.load(path)
    except ply.RecordError as error:
        if game is None and isinstance(error.__cause__, GameNameError):
            hint = "if this is a game in Python, give its file with --game"
            raise PlygroundError(f"{error}; {hint}") from None
        raise


def chosen(path: Path, number: int | None, game: str | None) -> tuple[list[ply.Game], ply.Game]:
    """Read a record file; returns the other games of it, and the one that was asked for."""
    games = loaded(path, game)
    if not games:
        raise PlygroundError(f"{shown(path)} holds no game")
    place = len(games) if number is None else number
    if not 1 <= place <= len(games):
        raise PlygroundError(
            f"{shown(path)} holds no game {place}; expected a number from 1 to {len(games)}"
        )
    return [*games[: place - 1], *games[place:]], games[place - 1]


def _begun(source: str, position: str | None, game: str | None) -> ply.Game:
    if (file := in_record_file(source)) is not None:
        if position is not None:
            raise PlygroundError(
                f"{shown(source)} already gives a position; leave out --position, or name a game"
            )
        return chosen(*file, game)[1]
    own = game_or_start(source)
    if isinstance(own, str):
        if "/" in own or Path(own).suffix:
            raise PlygroundError(f"there is no file {shown(own)}; expected a game or a record file")
        return ply.game(own, position)
    return ply.Game(own) if position is None else ply.game(registered(source), position)
