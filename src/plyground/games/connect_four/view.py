"""Connect Four to draw: stones in columns, and the lines that win."""

from __future__ import annotations

from typing import Any

from plyground.errors import PlygroundError
from plyground.games.connect_four.position import COLOURS, Position
from plyground.games.drawing.text import square, square_name
from plyground.games.effects import Placement
from plyground.games.names import position as named_position
from plyground.games.position import Position as AnyPosition
from plyground.games.setup import Setup, check_known

Json = dict[str, Any]

#: Its number in wasm/games.hpp, and the module of the static site that draws it.
SITE = (0, "columns")

_COLOURS = {"R": "red", "Y": "yellow"}


def board(position: Position) -> Json:
    """Return the cells from the top, with their labels; rows count from the bottom."""
    winning = set(position.winning_cells)
    cells = [
        _cell((column, position.height - 1 - line), stone, winning)
        for line, row in enumerate(position.board)
        for column, stone in enumerate(row)
    ]
    return {
        "kind": "grid",
        "look": "columns",
        "columns": position.width,
        "rows": position.height,
        "cells": cells,
        "upright": True,
    }


def counts(position: Position) -> dict[str, int]:  # noqa: ARG001 - every game's is called alike
    """Return nothing: neither side is ahead by anything that can be counted."""
    return {}


def legal(position: Position, move: str) -> Json:
    """Return a legal move with the cell it falls to; the cells above can be clicked as well."""
    stone, *_ = position.effects(move)
    assert isinstance(stone, Placement)
    column, row = square(stone.at)
    above = [square_name(column, higher) for higher in range(row + 1, position.height)]
    return {"move": move, "to": stone.at, "also": above, "label": f"column {move}"}


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


def _cell(place: tuple[int, int], stone: str, winning: set[str]) -> Json:
    cell: Json = {"id": square_name(*place), "state": "hole"}
    words = f"column {place[0] + 1}, row {place[1] + 1}"
    if stone not in _COLOURS:
        return cell | {"label": f"{words}, empty"}
    cell |= {"piece": _COLOURS[stone], "label": f"{words}, {_COLOURS[stone]} stone"}
    if cell["id"] in winning:
        cell |= {"line": True, "label": f"{cell['label']}, in the winning line"}
    return cell
