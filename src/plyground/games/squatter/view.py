"""Squatter to draw: pieces and captured land."""

from __future__ import annotations

from typing import Any

from plyground.errors import PlygroundError
from plyground.games.drawing.text import square_name
from plyground.games.names import position as named_position
from plyground.games.position import Position as AnyPosition
from plyground.games.setup import COLOURS, Setup, check_known, colour_of
from plyground.games.squatter.position import Position, with_loops_filled

Json = dict[str, Any]

#: Its number in wasm/games.hpp, and the module of the static site that draws it.
SITE = (2, "territory")

_COLOURS = {"W": "white", "B": "black"}


def board(position: Position) -> Json:
    """Return the cells with their labels."""
    cells = [
        _cell(square_name(column, row), piece, owner)
        for row, (pieces, owners) in enumerate(zip(position.board, position.owners, strict=True))
        for column, (piece, owner) in enumerate(zip(pieces, owners, strict=True))
    ]
    return {
        "kind": "grid",
        "look": "plain",
        "columns": position.size,
        "rows": position.size,
        "cells": cells,
    }


def counts(position: Position) -> dict[str, int]:
    """Return the cells that each colour has captured."""
    return dict(zip(_COLOURS.values(), position.scores, strict=True))


def legal(position: Position, move: str) -> Json:  # noqa: ARG001 - every game's is called alike
    """Return a legal move with the cell to click."""
    return {"move": move, "to": move, "label": f"place on {move}"}


def set_up(wish: Setup, start: Position) -> AnyPosition:
    """Return the position; where no owners are given, closed loops own what they enclose."""
    names = [[square_name(x, y) for x in range(start.size)] for y in range(start.size)]
    known = {name for row in names for name in row}
    check_known(wish.cells, known)
    check_known(wish.owners or {}, known)
    pieces = {cell: colour_of(cell, value) for cell, value in wish.cells.items()}
    owners = {cell: colour_of(cell, value) for cell, value in (wish.owners or {}).items()}
    turn = wish.turn or start.turn_name
    if turn not in COLOURS:
        raise PlygroundError(f"{turn!r} is not a side; expected white or black")
    if wish.owners is None:
        board = "".join(pieces.get(name, ".") for row in names for name in row)
        return with_loops_filled(start, board, turn)
    rows = ["".join(_symbol(pieces.get(name), owners.get(name)) for name in row) for row in names]
    land = ["".join(owners.get(name, ".") for name in row) for row in names]
    return named_position(wish.game, f"{'/'.join(rows)} {'/'.join(land)} {turn}")


def _symbol(piece: str | None, owner: str | None) -> str:
    if piece is None:
        return "+" if owner is None else "-"
    return piece if owner in (None, piece) else piece.lower()


def _cell(name: str, piece: str, owner: str) -> Json:
    cell: Json = {"id": name, "state": "free" if owner == "." else "land"}
    words = [name]
    if piece.upper() in _COLOURS:
        cell["piece"] = _COLOURS[piece.upper()]
        words.append(f"{cell['piece']} piece")
    if piece.islower():
        cell["dead"] = True
        words[-1] = f"dead {words[-1]}"
    if owner in _COLOURS:
        cell["owner"] = _COLOURS[owner]
        words.append(f"{cell['owner']} land")
    if len(words) == 1:
        words.append("empty")
    return cell | {"label": ", ".join(words)}
