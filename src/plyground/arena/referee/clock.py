"""Time in a game: what the players are allowed, what they have used, and what they are told."""

from __future__ import annotations

import re
import time
from dataclasses import asdict, dataclass, field
from typing import Any

from plyground._core import Side
from plyground.errors import PlygroundError, shown
from plyground.games.position import Position
from plyground.players.limits import Limit, moves_left, shares
from plyground.system import busyness
from plyground.ugi.session import Go

# Time on the processor says nothing about waiting: so much longer may a move take by the wall,
# and more on a busy machine, which is nobody's fault.
_WALL_FACTOR, _WALL_SECONDS = 4.0, 2.0

SOFT = 3.0  #: times its limit that a move may take while an overrun is forgiven

_NUMBER = r"((?:[0-9]+(?:\.[0-9]+)?)|(?:\.[0-9]+))"  # read in one pass, however long it is
_GAME_TIME = re.compile(rf"{_NUMBER}(?:\+{_NUMBER})?")


@dataclass(frozen=True)
class Control:
    """How long the players may think; whatever is given holds, and nothing given means no limit.

    >>> Control.parse("60+0.5") == Control(game_time=60.0, increment=0.5)
    True
    """

    move_time: float | None = None  #: seconds for each move
    game_time: float | None = None  #: seconds for all moves of a game
    increment: float = 0.0  #: seconds added to the clock after every move
    depth: int | None = None
    nodes: int | None = None
    cpu: bool = False  #: measure processor time instead of the wall clock
    grace: float = 0.05  #: seconds that a move may be late: a busy machine is nobody's fault
    overruns: int = 0  #: moves of a game that may take longer, up to ``SOFT`` times as long

    def __post_init__(self) -> None:
        if self.increment and self.game_time is None:
            raise PlygroundError("an increment needs a time for the game; expected e.g. 60+0.5")
        if self.overruns and (self.move_time is None or self.overruns < 0):
            raise PlygroundError(
                f"overruns={self.overruns} is not valid; expected 0 or more, and a time per move"
            )
        if not self.grace >= 0:
            raise PlygroundError(f"grace={self.grace} is not valid; expected 0 or more seconds")
        for name in ("move_time", "game_time"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise PlygroundError(f"{name}={value} is not valid; expected more than 0")
        Limit(self.depth, self.nodes, increment=self.increment)  # which checks them

    @classmethod
    def parse(cls, text: str) -> Control:
        """Read a time for the whole game: ``60`` or ``60+0.5``, in seconds."""
        found = _GAME_TIME.fullmatch(text.strip())
        if not found:
            raise PlygroundError(f"{shown(text)} is not a time control; expected e.g. 60 or 60+0.5")
        return cls(game_time=float(found[1]), increment=float(found[2] or 0))

    @property
    def settings(self) -> dict[str, Any]:
        """The control as plain values for a store; older stores do not know the newer ones."""
        newer = {"overruns": 0}
        return dict(item for item in asdict(self).items() if item not in newer.items())

    @property
    def is_timed(self) -> bool:
        """Whether time is limited at all."""
        return self.move_time is not None or self.game_time is not None


UNTIMED = Control()


@dataclass(frozen=True)
class Clock:
    """What a player is told when it is to move; it may hand ``limit`` to an engine of ours.

    >>> Clock(Limit(time=0.5)).seconds
    0.5
    """

    limit: Limit
    opponent_left: float | None = None  #: seconds on the opponent's clock
    began: float = field(default_factory=time.perf_counter)

    @property
    def seconds(self) -> float:
        """How long this move may take at the very most; infinite if nothing limits it."""
        given = [t for t in (self.limit.time, self.limit.clock) if t is not None]
        return min(given, default=float("inf"))

    @property
    def left(self) -> float | None:
        """Seconds left for the whole game, None if it is not limited."""
        return self.limit.clock

    @property
    def increment(self) -> float:
        """Seconds that come back after this move."""
        return self.limit.increment

    @property
    def elapsed(self) -> float:
        """Seconds since this move began."""
        return time.perf_counter() - self.began

    def share(self, position: Position) -> float:
        """Suggest how long to think about this move, with the rest of the game in mind."""
        if self.limit.clock is None:
            return self.seconds * 0.9
        soft, _ = shares(self.limit.clock, self.limit.increment, moves_left(position))
        return min(soft, self.seconds * 0.9)


class GameClock:
    """The clocks of both players in one game."""

    def __init__(self, control: Control) -> None:
        self.control = control
        self.used = [0.0, 0.0]
        self.overruns = [0, 0]  #: late moves that were forgiven
        self._left = [control.game_time, control.game_time]
        same = Limit(control.depth, control.nodes, time=control.move_time, cpu=control.cpu)
        # Without a clock that runs down the limit is the same for every move.
        self._same = same if control.game_time is None else None

    def limit(self, side: Side) -> Limit:
        """Return what a side may use for its next move."""
        if self._same is not None:
            return self._same
        control = self.control
        return Limit(
            control.depth, control.nodes, control.move_time, self._left[side], control.increment,
            control.cpu,
        )  # fmt: skip

    @property
    def left(self) -> tuple[float | None, float | None]:
        """The seconds that each side has left for the game; None where nothing limits it."""
        return self._left[0], self._left[1]

    def restore(self, left: tuple[float | None, float | None]) -> None:
        """Set the clocks as they stood at some moment of this game."""
        self._left = list(left)

    def allowed(self, side: Side) -> float | None:
        """Return the seconds after which a side's move loses, the grace included."""
        move_time = self.control.move_time
        if move_time is not None and self.overruns[side] < self.control.overruns:
            move_time *= SOFT
        given = [t for t in (move_time, self._left[side]) if t is not None]
        return min(given) + self.control.grace if given else None

    def wall_allowed(self, side: Side) -> float | None:
        """Return the seconds by the wall after which nobody waits any longer."""
        allowed = self.allowed(side)
        if allowed is None or not self.control.cpu:
            return allowed
        return (allowed * _WALL_FACTOR + _WALL_SECONDS) * busyness()

    def charge(self, side: Side, seconds: float) -> bool:
        """Take the time of a move off a side's clock; returns whether it was in time."""
        self.used[side] += seconds
        allowed = self.allowed(side)
        move_time = self.control.move_time
        if move_time is not None and seconds > move_time + self.control.grace:
            self.overruns[side] += 1
        left = self._left[side]
        if left is not None:
            self._left[side] = max(left - seconds, 0.0) + self.control.increment
        return allowed is None or seconds <= allowed

    def spend(self, side: Side, seconds: float) -> None:
        """Take time off a side's clock that no move took."""
        self.used[side] += seconds
        left = self._left[side]
        if left is not None:
            self._left[side] = max(left - seconds, 0.0)

    def go(self) -> Go:
        """Return the UGI command that tells the clocks."""
        control = self.control
        first, second = self._left
        increment = _milliseconds(control.increment) if control.game_time is not None else None
        return Go(
            p1time=_milliseconds(first), p2time=_milliseconds(second),
            p1inc=increment, p2inc=increment, movetime=_milliseconds(control.move_time),
            depth=control.depth, nodes=control.nodes,
        )  # fmt: skip


def _milliseconds(seconds: float | None) -> int | None:
    return None if seconds is None else int(seconds * 1000)
