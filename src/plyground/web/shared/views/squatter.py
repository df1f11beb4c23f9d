"""Squatter to draw: pieces, captured land, and the loops that a move closes."""

from __future__ import annotations

from typing import Any

from plyground.games.drawing.text import column_letter, square
from plyground.games.squatter import Position

Json = dict[str, Any]
Place = tuple[int, int]  # column and row, counted from 0

_COLOURS = {"W": "white", "B": "black"}
_SIDEWAYS = ((0, -1), (-1, 0), (1, 0), (0, 1))


def name(place: Place) -> str:
    """Return the name of a cell.

    >>> name((2, 10))
    'c11'
    """
    return f"{column_letter(place[0])}{place[1] + 1}"


def board(position: Position) -> Json:
    """Return the cells with their labels."""
    cells = [
        _cell(name((column, row)), piece, owner)
        for row, (pieces, owners) in enumerate(zip(position.board, position.owners, strict=True))
        for column, (piece, owner) in enumerate(zip(pieces, owners, strict=True))
    ]
    return {"kind": "grid", "columns": position.size, "rows": position.size, "cells": cells}


def counts(position: Position) -> dict[str, int]:
    """Return the cells that each colour has captured."""
    return dict(zip(_COLOURS.values(), position.scores, strict=True))


def legal(move: str) -> Json:
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
        cells = [name(place) for place in region]
        found.append({"type": "enclose", "by": colour, "loop": loop, "cells": cells})
        sentences.append(f"It encloses {len(cells)} cell{'s' * (len(cells) != 1)}.")
    return found, sentences


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
        name(place)
        for place in sorted(touching)
        if board[place[1]][place[0]] == letter and owners[place[1]][place[0]] == "."
    ]
