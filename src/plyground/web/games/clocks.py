"""The clocks of a game with people in it: they run while somebody thinks, and flags fall."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from plyground._core import Side
from plyground.arena.referee.clock import Control, GameClock
from plyground.web.games.models import Clock, ClockState
from plyground.web.games.store import Left
from plyground.web.shared.views import SIDES

_LATE = 0.01  # a flag is looked at when it has certainly fallen


class Clocks:
    """Both clocks; without a time control they only measure how long a move took."""

    def __init__(self, control: Clock | None, on_flag: Callable[[], None]) -> None:
        self.control = control
        self._on_flag = on_flag
        timed = Control()
        if control is not None:
            timed = Control(game_time=control.initial, increment=control.increment)
        self.game_clock = GameClock(timed)
        self._began = time.monotonic()
        self._running: Side | None = None
        self._flag: asyncio.TimerHandle | None = None

    @property
    def is_timed(self) -> bool:
        """Whether anybody can run out of time."""
        return self.control is not None

    @property
    def has_flag(self) -> bool:
        """Whether a person's time is running."""
        return self._flag is not None

    @property
    def initial(self) -> Left:
        """What both sides begin with."""
        seconds = self.game_clock.control.game_time
        return seconds, seconds

    def spent(self) -> float:
        """Return the seconds since this turn began."""
        return time.monotonic() - self._began

    def charge(self, side: Side, seconds: float) -> Left | None:
        """Return the clocks as they stand after a move; None if it came too late.

        They stand so from the next turn on: until then the move may still fail to be written.
        """
        before = self.game_clock.left
        in_time = self._running is None or self.game_clock.charge(side, seconds)
        after = self.game_clock.left
        self.game_clock.restore(before)
        return after if in_time else None

    def begin_turn(self, left: Left, running: Side | None, *, is_human: bool) -> None:
        """Start the clock of a side, or of nobody; a person who is too slow loses."""
        self.stop()
        self._began = time.monotonic()
        self.game_clock.restore(left)
        self._running = running if self.is_timed else None
        if self._running is not None and is_human:
            allowed = self.game_clock.allowed(self._running) or 0.0
            loop = asyncio.get_running_loop()
            self._flag = loop.call_later(allowed + _LATE, self._flag_falls)

    def stop(self) -> None:
        """Let no flag fall."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None

    def view(self) -> ClockState | None:
        """Return the clocks as they stand now."""
        if self.control is None:
            return None
        left = [seconds or 0.0 for seconds in self.game_clock.left]
        if self._running is not None:
            left[self._running] = max(left[self._running] - self.spent(), 0.0)
        return ClockState(
            initial=self.control.initial,
            increment=self.control.increment,
            first=round(left[0], 3),
            second=round(left[1], 3),
            running=None if self._running is None else SIDES[self._running],
        )

    def _flag_falls(self) -> None:
        self._flag = None
        self._on_flag()
