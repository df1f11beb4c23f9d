"""Whether starts are fair: with best play by both sides, nobody wins."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from plyground._core import UNBOUNDED_MARGIN
from plyground.games.native import NativePosition
from plyground.players.engines import PVS
from plyground.players.limits import Limit
from plyground.solving.solver import LimitReached, Solution, reach_each

_GUESS_NODES = 3_000  # a few milliseconds, to ask first what will probably be enough


def is_fair(position: NativePosition, limit: Limit | None = None, *, table_mb: int = 256) -> bool:
    """Whether the value of a position is 0; raises LimitReached if that is not decided.

    Who wins, and by how much, may stay open, so it takes less than solving the position.

    >>> import plyground as ply
    >>> is_fair(ply.position("kalah(4,6)")), is_fair(ply.position("kalah(3,4)"))
    (True, False)
    """
    verdicts = list[bool]()
    if not fair_each([position], lambda _, fair: verdicts.append(fair), limit, table_mb=table_mb):
        raise LimitReached(Solution(-UNBOUNDED_MARGIN, UNBOUNDED_MARGIN, (), 0, 0.0))
    return verdicts[0]


def fair_each(
    positions: Sequence[NativePosition],
    on_verdict: Callable[[int, bool], None],
    limit: Limit | None = None,
    *,
    table_mb: int = 256,
) -> bool:
    """Tell of each position of one game, by its number, whether it is fair.

    They share a table. Whether all were decided within the limit; nothing is told of the others.

    >>> import plyground as ply
    >>> start = ply.position("kalah(3,2)")
    >>> positions = [start, *map(start.play, start.legal_moves)]
    >>> fair_each(positions, lambda number, fair: print(number, fair))
    0 False
    1 False
    2 False
    3 True
    True
    """

    def note(number: int, lower: int, upper: int) -> None:
        if lower == upper or not lower <= 0 <= upper:
            on_verdict(number, lower == upper == 0)

    inquiries = [(one, _goals(one)) for one in positions]
    return reach_each(inquiries, limit, table_mb=table_mb, on_answer=note)


def _goals(position: NativePosition) -> list[int]:
    """Whether the mover wins, and whether it loses: the question that is probably enough first."""
    if position.is_over:
        return [1, 0]
    likely = PVS(table_mb=1).search(position, Limit(nodes=_GUESS_NODES)).score
    return [1, 0] if likely > 0 else [0, 1]
