"""Connect Four to draw: stones in columns, and the lines that win."""

from __future__ import annotations

from typing import Any

from plyground.errors import PlygroundError
from plyground.games.connect_four.position import COLOURS, Position
from plyground.games.drawing.text import square_name
from plyground.games.names import position as named_position
from plyground.games.position import Position as AnyPosition
from plyground.games.setup import Setup, check_known

Json = dict[str, Any]

_COLOURS = {"R": "red", "Y": "yellow"}


def board(position: Position) -> Json:
    """Return the cells from the top, with their labels; rows count from the bottom."""
    cells = [
        _cell(square_name(column, position.height - 1 - line), stone)
        for line, row in enumerate(position.board)
        for column, stone in enumerate(row)
    ]
    return {
        "kind": "grid",
        "columns": position.width,
        "rows": position.height,
        "cells": cells,
        "upright": True,
    }


def counts(position: Position) -> dict[str, int]:  # noqa: ARG001 - every game's is called alike
    """Return nothing: neither side is ahead by anything that can be counted."""
    return {}


def legal(position: Position, move: str) -> Json:
    """Return a legal move with the cell that the stone falls to; the whole column can be clicked."""
    column = int(move) - 1
    empty = [row for row in range(position.height) if _stone(position, column, row) == "."]
    cells = [square_name(column, row) for row in empty]
    return {"move": move, "to": cells[0], "also": cells[1:], "label": f"column {move}"}


def events(before: Position, move: str, after: Position) -> tuple[list[Json], list[str]]:
    """Return what happens in a move, and the same in sentences."""
    colour, cell = before.turn_name, legal(before, move)["to"]
    found: list[Json] = [{"type": "place", "at": cell, "piece": colour}]
    sentences = [f"{colour.capitalize()} plays column {move}."]
    return found, sentences


def set_up(wish: Setup, start: Position) -> AnyPosition:
    """Return the position with these stones; their number says who is to move."""
    names = [
        [square_name(column, row) for column in range(start.width)]
        for row in reversed(range(start.height))
    ]
    check_known(wish.cells, {name for row in names for name in row})
    for cell, value in wish.cells.items():
        if value not in COLOURS:
            raise PlygroundError(f"{cell} holds {value!r}; expected red or yellow")
    letters = {colour: letter for letter, colour in _COLOURS.items()}
    rows = [
        "".join(letters[str(wish.cells[name])] if name in wish.cells else "." for name in row)
        for row in names
    ]
    turn = COLOURS["".join(rows).count("R") > "".join(rows).count("Y")]
    return named_position(wish.game, f"{'/'.join(rows)} {turn}")


def _stone(position: Position, column: int, row: int) -> str:
    return position.board[position.height - 1 - row][column]


def _cell(name: str, stone: str) -> Json:
    if stone not in _COLOURS:
        return {"id": name, "state": "free", "label": f"{name}, empty"}
    colour = _COLOURS[stone]
    return {"id": name, "state": "free", "piece": colour, "label": f"{name}, {colour} stone"}
