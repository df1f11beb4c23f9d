"""Whether a start is fair: with best play by both sides, nobody wins."""

from __future__ import annotations

from plyground._core import StopToken
from plyground.games.position import Position
from plyground.players.limits import Limit
from plyground.solving.solver import LimitReached, Solution, solve


def is_fair(position: Position, limit: Limit | None = None, *, table_mb: int = 256) -> bool:
    """Whether the value of a position is 0; raises LimitReached if that is not decided.

    Who wins, and by how much, may stay open, so it takes less than solving the position.

    >>> import plyground as ply
    >>> is_fair(ply.position("kalah(4,6)")), is_fair(ply.position("kalah(3,4)"))
    (True, False)
    """
    stop = StopToken()

    def look(found: Solution) -> None:
        if found.lower > 0 or found.upper < 0:
            stop.stop()

    found = solve(position, limit, table_mb=table_mb, on_progress=look, stop=stop)
    if found.lower <= 0 <= found.upper and not found.is_exact:
        raise LimitReached(found)
    return found.lower == found.upper == 0
