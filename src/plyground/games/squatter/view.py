"""Squatter to draw: pieces, captured land, and the loops that a move closes."""

from __future__ import annotations

from typing import Any

from plyground.errors import PlygroundError
from plyground.games.drawing.text import square, square_name
from plyground.games.names import position as named_position
from plyground.games.position import Position as AnyPosition
from plyground.games.setup import COLOURS, Setup, check_known, colour_of
from plyground.games.squatter.position import Position, with_loops_filled

Json = dict[str, Any]
Place = tuple[int, int]  # column and row, counted from 0

_COLOURS = {"W": "white", "B": "black"}
_SIDEWAYS = ((0, -1), (-1, 0), (1, 0), (0, 1))


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


def events(before: Position, move: str, after: Position) -> tuple[list[Json], list[str]]:
    """Return what happens in a move, and the same in sentences."""
    colour = before.turn_name
    found: list[Json] = [{"type": "place", "at": move, "piece": colour}]
    sentences = [f"{colour.capitalize()} places on {move}."]
    old, new = before.owners, after.owners
    taken = {
        (column, row)
        for row, owners in enumerate(new)
        for column, owner in enumerate(owners)
        if owner != old[row][column]
    }
    for region in _regions(taken, square(move)):
        loop = _loop(after, set(region), colour)
        cells = [square_name(*place) for place in region]
        found.append({"type": "enclose", "by": colour, "loop": loop, "cells": cells})
        sentences.append(f"It encloses {len(cells)} cell{'s' * (len(cells) != 1)}.")
    return found, sentences


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


def _regions(cells: set[Place], move: Place) -> list[list[Place]]:
    """Return the cells that hang together, each region from the move outwards."""
    left, regions = set(cells), []
    while left:
        region, edge = set[Place](), [min(left)]
        while edge:
            place = edge.pop()
            if place in left:
                left.remove(place)
                region.add(place)
                edge += [(place[0] + x, place[1] + y) for x, y in _SIDEWAYS]
        regions.append(sorted(region, key=lambda place: (_distance(place, move), place)))
    return sorted(regions)


def _distance(one: Place, other: Place) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _loop(after: Position, region: set[Place], colour: str) -> list[str]:
    """Return the live pieces of a colour beside a region: they touch each other at corners."""
    letter, board, owners = colour[0].upper(), after.board, after.owners
    touching = {
        (x + right, y + down) for x, y in region for right, down in _SIDEWAYS
    } - region  # a region never touches the edge, so that these are all on the board
    return [
        square_name(*place)
        for place in sorted(touching)
        if board[place[1]][place[0]] == letter and owners[place[1]][place[0]] == "."
    ]
