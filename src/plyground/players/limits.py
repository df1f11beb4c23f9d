"""How long a player may think: per move, for the whole game, or by work instead of time."""

from __future__ import annotations

import time
from dataclasses import dataclass

from plyground import _core
from plyground.errors import PlygroundError
from plyground.games.names import play_of
from plyground.games.position import Position

# What a reply costs besides the search: starting it, and a busy machine's turn-taking, of which
# the clock of a process's own time sees nothing.
_OVERHEAD, _CPU_OVERHEAD = 0.005, 0.0005

# More than any search reaches; larger numbers would not fit into the core's.
_MOST_DEPTH, _MOST_NODES = 1_000_000, 2**63


@dataclass(frozen=True)
class Limit:
    """The limits of one search; all given limits apply together.

    >>> Limit(time=0.5, nodes=100_000).time
    0.5
    """

    depth: int | None = None
    nodes: int | None = None
    time: float | None = None  #: seconds for this move
    clock: float | None = None  #: seconds left for the whole game
    increment: float = 0.0  #: seconds added to the clock after every move
    cpu: bool = False  #: measure this process's processor time instead of the wall clock

    def __post_init__(self) -> None:
        for name in ("depth", "nodes"):
            value = getattr(self, name)
            if value is not None and not (isinstance(value, int) and value >= 1):
                raise PlygroundError(
                    f"{name}={value} is not valid; expected a whole number, 1 or more"
                )
        for name in ("time", "clock", "increment"):
            value = getattr(self, name)
            is_time = isinstance(value, int | float) and value >= 0  # which also refuses nan
            if value is not None and not is_time:
                raise PlygroundError(f"{name}={value} is not valid; expected 0 or more seconds")

    @property
    def is_open(self) -> bool:
        """Whether there is no limit."""
        return self.depth is None and self.nodes is None and not self.is_timed

    @property
    def is_timed(self) -> bool:
        """Whether there is a time limit."""
        return self.time is not None or self.clock is not None

    @property
    def only_depth(self) -> bool:
        """Whether the depth is the only limit."""
        return self.depth is not None and self.nodes is None and not self.is_timed

    def now(self) -> float:
        """Read the clock that this limit uses."""
        return time.process_time() if self.cpu else time.perf_counter()

    def native(self, position: Position, spent: float = 0.0) -> _core.Limits:
        """Return the limits for the core; a clock is divided by the moves still expected.

        ``spent`` is the time already used, for example to allocate a table.
        """
        soft, hard = None, None if self.time is None else max(self.time - spent, 0.0)
        if self.clock is not None:
            clock = max(self.clock - spent, 0.0)
            overhead = _CPU_OVERHEAD if self.cpu else _OVERHEAD
            soft, hard_share = shares(clock, self.increment, moves_left(position), overhead)
            hard = hard_share if hard is None else min(hard, hard_share)
        return _core.Limits(
            depth=_within(self.depth, _MOST_DEPTH),
            nodes=_within(self.nodes, _MOST_NODES),
            soft_time=soft,
            hard_time=hard,
            cpu=self.cpu,
        )


def _within(number: int | None, most: int) -> int | None:
    return None if number is None else min(number, most)


def shares(
    clock: float, increment: float, moves: int, overhead: float = _OVERHEAD
) -> tuple[float, float]:
    """Divide a clock: the soft and the hard time limit for this move.

    ``overhead`` is the time that every move costs besides the search.

    >>> soft, hard = shares(60.0, 0.0, 30)
    >>> 1.5 < soft < 2.5 and soft < hard < 12
    True
    """
    usable = max(clock - (10 + moves) * overhead, clock / 8)
    soft = min(usable / moves + 0.75 * increment, usable / 2)
    hard = min(3.5 * soft, usable / 4 + 0.75 * increment, usable * 0.8)
    return max(soft, 0.0), max(hard - overhead, hard / 4, 0.0)


def moves_left(position: Position) -> int:
    """Estimate how many more moves the side to move will make in this game."""
    return play_of(position).moves_left(position)
