"""Start positions of Kalah that differ from the usual one by a few seeds."""

from __future__ import annotations

from collections.abc import Iterator

from plyground.games.kalah.position import Position


def moved(start: Position, seeds: int) -> Iterator[Position]:
    """Yield all positions that are exactly so many moved seeds away from a start.

    A seed moves from a house to any other house or store of either side. Seeds in a store stay.

    >>> import plyground as ply
    >>> len(list(moved(ply.position("kalah(6,4)"), 1)))
    156
    """
    places = start.rules.houses + 1
    first = (*start.houses[0], start.stores[0], *start.houses[1], start.stores[1])
    reached, seen = [first], {first}
    for _ in range(seeds):
        further = []
        for board in reached:
            for origin, target in _pairs(board, places):
                after = list(board)
                after[origin] -= 1
                after[target] += 1
                if (key := tuple(after)) not in seen:
                    seen.add(key)
                    further.append(key)
        reached = further
    for board in reached:
        yield Position(
            start.rules, list(board[:places]), list(board[places:]),
            start.north_to_move, start.swapped, start.stage,
        )  # fmt: skip


def _pairs(board: tuple[int, ...], places: int) -> Iterator[tuple[int, int]]:
    houses = [i for i in range(2 * places) if i % places != places - 1]
    return ((i, j) for i in houses if board[i] for j in range(2 * places) if i != j)
