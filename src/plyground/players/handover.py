"""Where the exact solver will finish in time, it answers instead of the search."""

from __future__ import annotations

from dataclasses import replace

from plyground._core import Limits, SolveSettings, StopToken
from plyground.games.names import play_of
from plyground.games.native import is_native
from plyground.games.position import Position
from plyground.players.interrupts import stopped_by_ctrl_c
from plyground.players.limits import Limit
from plyground.players.result import Line, SearchResult
from plyground.players.score import proven_score

# How much of the time an attempt may take. Of a clock it is more than a move's share: once a
# position is solved, the rest of the game costs next to nothing.
_OF_MOVE, _OF_CLOCK = 0.5, 0.3

# An attempt begins where half of all positions like this one need at most this part of its time.
# Efforts vary by a factor of five either way, and an attempt in vain takes time from the search.
_USUAL_PART = 0.3

_FIRST_SPEED = 1e6  # nodes per second, until attempts have shown it
_TELLING_NODES = 20_000  # an attempt of so many shows it
_MOST_MB = 64


class HandOver:
    """Asks the solver where it is likely to finish, and measures its speed on the way."""

    def __init__(self, table_mb: int) -> None:
        self._table_mb = min(table_mb, _MOST_MB)
        self._speed = _FIRST_SPEED

    def solve(
        self, position: Position, limit: Limit, stop: StopToken | None
    ) -> tuple[SearchResult | None, Limit]:
        """Return the solved result, or None, and what is left of the limit."""
        effort = play_of(position).solve_effort
        if effort is None or not is_native(position):
            return None, limit
        seconds = _budget(limit)
        if effort(position) > _USUAL_PART * seconds * self._speed:
            return None, limit
        began = limit.now()
        token = StopToken() if stop is None else stop.child()
        with stopped_by_ctrl_c(token) as was_interrupted:
            allowed = Limits(hard_time=seconds, cpu=limit.cpu)
            found = position._solve(
                allowed, self._table_mb, None, token, SolveSettings(), None, None
            )
        if found["interrupted"] or was_interrupted():
            raise KeyboardInterrupt
        if found["nodes"] >= _TELLING_NODES:
            self._speed = found["nodes"] / found["seconds"]
        margin, line = found["lower"], tuple(found["line"])
        if margin != found["upper"] or not line:
            return None, shortened(limit, limit.now() - began)
        return SearchResult(
            lines=(Line(line, proven_score(margin)),),
            depth=len(line),
            selective_depth=len(line),
            nodes=found["nodes"],
            seconds=found["seconds"],
            is_solved=True,
            position=position,
        ), limit


def _budget(limit: Limit) -> float:
    """Return the seconds that an attempt may take; 0 where depth or nodes decide."""
    if limit.depth is not None or limit.nodes is not None:
        return 0.0
    given = ((limit.time, _OF_MOVE), (limit.clock, _OF_CLOCK))
    return min((part * seconds for seconds, part in given if seconds is not None), default=0.0)


def shortened(limit: Limit, spent: float) -> Limit:
    """Return what is left of a limit after so many seconds."""

    def left(seconds: float | None) -> float | None:
        return None if seconds is None else max(seconds - spent, 0.0)

    return replace(limit, time=left(limit.time), clock=left(limit.clock))
