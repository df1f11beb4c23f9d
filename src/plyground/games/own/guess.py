"""The board of a position, described by its class or guessed from a field that is a grid."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from plyground.games.own.diagram import Diagram, DiagramError, Piece
from plyground.games.position import Position

_EMPTY = (".", " ", "", "-", "_", "·", "+", 0, None)
_MOST_VALUES = 16  # different ones: more are numbers of something else than pieces
# What most authors write for the two sides; other values are shown as they are.
_FIRST = {"X", "x", "W", "w", "R", "1", "f", "F"}
_SECOND = {"O", "o", "B", "b", "Y", "2", "-1", "s", "S"}


def diagram_of(position: Position) -> Diagram | None:
    """Return the board that a class describes, or one that its fields look like; None if neither.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Mill(Position):
    ...     cells: str = "X..O....."
    >>> diagram_of(Mill()).cells[3].words
    'a2, O'
    """
    described = getattr(position, "diagram", None)
    if described is None:
        return _guessed(position)
    found = described() if callable(described) else described
    if not isinstance(found, Diagram):
        name = type(position).__name__
        raise DiagramError(f"{name}.diagram is not a ply.Diagram but {type(found).__name__}")
    return found


def _guessed(position: Position) -> Diagram | None:
    grids = [rows for value in _values(position) if (rows := _rows(value)) is not None]
    if not grids:
        return None
    rows = max(grids, key=lambda rows: len(rows) * len(rows[0]))
    return Diagram.grid(rows, {v: _piece(v) for row in rows for v in row if v not in _EMPTY})


def _values(position: Position) -> Iterator[Any]:
    if is_dataclass(position):
        for one in fields(position):
            yield getattr(position, one.name)
    else:
        yield from vars(position).values()


def _rows(value: Any) -> list[Sequence[Any]] | None:
    """Return a value as rows of a board, if it is rows of one length or fills a square."""
    if isinstance(value, str):
        parts: list[Any] = value.replace("/", "\n").split("\n")
    elif isinstance(value, tuple | list):
        parts = list(value)
    else:
        return None
    if len(parts) == 1 and isinstance(value, str):
        parts = list(value)
    if not all(isinstance(part, str | tuple | list) and len(part) > 1 for part in parts):
        parts = _square(parts)
    is_grid = 2 <= len(parts) <= 26 and 2 <= len(parts[0]) <= 26
    if not is_grid or any(len(part) != len(parts[0]) for part in parts):
        return None
    values = [one for part in parts for one in part]
    if not all(one is None or (isinstance(one, str | int) and len(str(one)) < 3) for one in values):
        return None
    return parts if len(set(values)) <= _MOST_VALUES else None


def _square(parts: list[Any]) -> list[Any]:
    side = math.isqrt(len(parts))
    if side < 3 or side * side != len(parts):
        return []
    return [parts[i : i + side] for i in range(0, len(parts), side)]


def _piece(value: Any) -> Piece:
    text = str(value)
    if text in _FIRST:
        return Piece("white", "disc", "" if text == "1" else text, name=text)
    if text in _SECOND:
        return Piece("black", "tile", "" if text in ("2", "-1") else text, name=text)
    return Piece("grey", "tile", text, name=text)
