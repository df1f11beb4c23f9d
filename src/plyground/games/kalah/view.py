"""Kalah to draw: houses ``s1``… and ``n1``… from their owner's left, and the stores."""

from __future__ import annotations

from typing import Any

from plyground.errors import PlygroundError
from plyground.games.kalah.position import SEATS, Position
from plyground.games.names import position as named_position
from plyground.games.position import Position as AnyPosition
from plyground.games.setup import CellValue, Setup, check_known

Json = dict[str, Any]

#: Its number in wasm/games.hpp, and the module of the static site that draws it.
SITE = (1, "houses")


def board(position: Position) -> Json:
    """Return the houses and stores with their labels."""
    cells = [
        {
            "id": f"{seat[0]}{house}",
            "seat": seat,
            "house": house,
            "seeds": seeds,
            "label": f"{seat} house {house}, {_seeds(seeds)}",
        }
        for seat, houses in zip(SEATS, position.houses, strict=True)
        for house, seeds in enumerate(houses, start=1)
    ]
    stores = [
        {"id": seat, "seat": seat, "seeds": seeds, "label": f"{seat} store, {_seeds(seeds)}"}
        for seat, seeds in zip(SEATS, position.stores, strict=True)
    ]
    return {"kind": "houses", "houses": position.rules.houses, "cells": cells, "stores": stores}


def counts(position: Position) -> dict[str, int]:
    """Return what each seat has gathered."""
    return dict(zip(SEATS, position.stores, strict=True))


def legal(position: Position, move: str) -> Json:
    """Return a legal move with the house to click."""
    if move == "swap":
        return {"move": move, "label": "swap sides (take South's position)"}
    cell = f"{position.turn_name[0]}{move}"
    seeds = position.houses[SEATS.index(position.turn_name)][int(move) - 1]
    return {"move": move, "to": cell, "label": f"sow house {move}, {_seeds(seeds)}"}


def set_up(wish: Setup, start: Position) -> AnyPosition:
    """Return the position with these seeds in houses and stores."""
    numbers = range(1, start.rules.houses + 1)
    known = {f"{seat[0]}{number}" for seat in SEATS for number in numbers} | set(SEATS)
    check_known(wish.cells, known)
    seeds = {cell: _number(cell, wish.cells.get(cell, 0)) for cell in known}
    sides = [
        f"{','.join(str(seeds[f'{seat[0]}{number}']) for number in numbers)}/{seeds[seat]}"
        for seat in SEATS
    ]
    return named_position(wish.game, " ".join([*sides, wish.turn or SEATS[0]]))


def _number(cell: str, value: CellValue) -> int:
    if not isinstance(value, int):
        raise PlygroundError(f"{cell} holds {value!r}; expected a number of seeds")
    return value


def _seeds(count: int) -> str:
    return f"{count} seed{'s' * (count != 1)}"
