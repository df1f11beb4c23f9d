"""Kalah to draw: houses ``s1``… and ``n1``… from their owner's left, and the stores.

The path of the seeds follows from the house alone; what was captured and swept is read off the
board after the move, which the core has played.
"""

from __future__ import annotations

from typing import Any

from plyground.errors import PlygroundError
from plyground.games.kalah.position import SEATS, Position
from plyground.games.names import position as named_position
from plyground.games.position import Position as AnyPosition
from plyground.games.setup import CellValue, Setup, check_known

Json = dict[str, Any]
Cells = dict[str, int]  # seeds by the name of the house or store

_NEVER, _ALWAYS = 2, 1  # how the core counts the kinds of capture


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
        return {"move": move, "label": "swap seats"}
    cell = f"{position.turn_name[0]}{move}"
    seeds = position.houses[SEATS.index(position.turn_name)][int(move) - 1]
    return {"move": move, "to": cell, "label": f"sow house {move}, {_seeds(seeds)}"}


def events(before: Position, move: str, after: Position) -> tuple[list[Json], list[str]]:
    """Return what happens in a move, and the same in sentences."""
    seat = before.turn_name
    if move == "swap":
        return [{"type": "swap"}], ["The players change seats."]
    origin = f"{seat[0]}{move}"
    cells = _cells(before)
    path = _path(before, origin, cells[origin])
    found: list[Json] = [
        {"type": "lift", "at": origin, "seeds": cells[origin]},
        {"type": "sow", "path": path},
    ]
    sentences = [f"{seat.capitalize()} sows house {move}."]
    cells[origin] = 0
    for cell in path:
        cells[cell] += 1
    goal = _cells(after)
    if taken := _taken(before, path[-1], cells, goal):
        seeds = _empty(cells, taken, seat)
        found.append({"type": "take", "from": taken, "to": seat, "seeds": seeds})
        sentences.append(f"It captures {_seeds(seeds)}.")
    elif path[-1] == seat and after.turn == before.turn and not after.is_over:
        sentences.append("The last seed falls into the store.")
    for sweep in _sweeps(cells, goal):
        found.append(sweep)
        sentences.append(f"{sweep['to'].capitalize()} gets the {_seeds(sweep['seeds'])} left.")
    return found, sentences


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


def _cells(position: Position) -> Cells:
    cells = dict(zip(SEATS, position.stores, strict=True))
    for seat, houses in zip(SEATS, position.houses, strict=True):
        cells |= {f"{seat[0]}{house}": seeds for house, seeds in enumerate(houses, start=1)}
    return cells


def _path(position: Position, origin: str, seeds: int) -> list[str]:
    """Return the cells that get a seed, in order: the mover's store, never the other one."""
    seat = position.turn_name
    other = SEATS[1 - SEATS.index(seat)]
    numbers = range(1, position.rules.houses + 1)
    ring = [f"{seat[0]}{n}" for n in numbers] + [seat] + [f"{other[0]}{n}" for n in numbers]
    at = ring.index(origin)
    lap = [*ring[at + 1 :], *ring[: at + 1]]
    if position.rules.skip_origin:
        lap.remove(origin)
    return [lap[seed % len(lap)] for seed in range(seeds)]


def _taken(before: Position, last: str, cells: Cells, goal: Cells) -> list[str]:
    """Return the houses that are captured from, or none.

    At the end of a game houses are emptied for another reason too, so that the board after the
    move does not tell alone.
    """
    rules, seat = before.rules, before.turn_name
    if last in SEATS or last[0] != seat[0] or cells[last] != 1 or goal[last] != 0:
        return []
    opposite = f"{'n' if last[0] == 's' else 's'}{rules.houses + 1 - int(last[1:])}"
    if rules.capture == _NEVER or (rules.capture != _ALWAYS and not cells[opposite]):
        return []
    return [cell for cell in (last, opposite) if cells[cell]]


def _empty(cells: Cells, houses: list[str], store: str) -> int:
    seeds = sum(cells[house] for house in houses)
    for house in houses:
        cells[house] = 0
    cells[store] += seeds
    return seeds


def _sweeps(cells: Cells, goal: Cells) -> list[Json]:
    """Return how the seeds left at the end went to the stores: all to one, or to their owners'."""
    houses = [cell for cell in cells if cell not in SEATS and cells[cell] and not goal[cell]]
    if not houses:
        return []
    gainers = [seat for seat in SEATS if goal[seat] > cells[seat]]
    together = len(gainers) == 1
    found: list[Json] = []
    for seat in gainers:
        given = [house for house in houses if together or house[0] == seat[0]]
        found.append(
            {"type": "sweep", "from": given, "to": seat, "seeds": _empty(cells, given, seat)}
        )
    return found
