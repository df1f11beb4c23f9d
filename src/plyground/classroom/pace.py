"""Which agents keep a worker waiting: they must not hold up the rest of the class.

Where processor time counts, a move may take long by the wall clock without any computing. Agents
that do so share some of the workers; the others never wait behind them.
"""

from __future__ import annotations

import time
from collections import defaultdict, deque
from collections.abc import Sequence
from typing import Any

from plyground.arena.agents.agents import Agent
from plyground.arena.referee.clock import GameClock
from plyground.arena.running.result import GameResult
from plyground.arena.sandbox.limits import Failure
from plyground.games.position import Position
from plyground.system import busyness

_PATIENCE = 3.0  # seconds
_REMEMBERED = 3  # games; of an opponent that waits only some are to be expected


def patience() -> float:
    """Return how many seconds a check or a game may wait without computing; more on a busy machine.

    >>> patience() >= 3.0
    True
    """
    return _PATIENCE * busyness()


class Paces:
    """Whose games have waited lately."""

    def __init__(self) -> None:
        self._waits: defaultdict[str, deque[bool]] = defaultdict(lambda: deque(maxlen=_REMEMBERED))

    def enter(self, result: GameResult, names: tuple[str, str], seconds: float) -> None:
        """Take in a game that took so long by the wall clock."""
        has_waited = seconds - sum(result.seconds) > patience()
        for name in names:
            self._waits[name].append(has_waited)

    def enter_slow(self, name: str) -> None:
        """Take in that the check of a player has waited."""
        self._waits[name].append(True)

    def is_slow(self, name: str) -> bool:
        """Whether all of its latest games have waited, against whomever."""
        waits = self._waits.get(name, ())
        return len(waits) > 0 and all(waits)


def room_for_slow(workers: int, slow: int) -> tuple[bool, bool]:
    """Say whether one more slow job may begin: before others, and where nothing else is waiting.

    One worker is kept for the others, unless there is no other one.

    >>> room_for_slow(3, 0), room_for_slow(3, 1), room_for_slow(3, 2)
    ((True, True), (False, True), (False, False))
    """
    return slow < max(1, workers // 2), slow < max(1, workers - 1)


class KeptWaiting(Exception):  # noqa: N818 - it says what the matter is
    """An agent has waited for longer than it may."""


class Watched:
    """An agent whose waiting is measured; ``patience`` ends it, by KeptWaiting."""

    def __init__(self, one: Agent, patience: float | None) -> None:
        self.name, self.only = one.name, getattr(one, "only", None)
        self.waited = 0.0  #: seconds
        self._one, self._patience = one, patience

    def begin(self, start: Position) -> float | None:
        """Get ready for a new game; all of it is waiting."""
        began = time.monotonic()
        try:
            return self._one.begin(start)
        finally:
            self._wait(time.monotonic() - began)

    def answer(
        self, position: Position, moves: Sequence[Any], clock: GameClock
    ) -> tuple[Any, float]:
        """Return a move, and the seconds that it took; a fault is told, however late it comes."""
        began = time.monotonic()
        try:
            move, seconds = self._one.answer(position, moves, clock)
        except Failure:
            self.waited += time.monotonic() - began
            raise
        self._wait(time.monotonic() - began - seconds)
        return move, seconds

    def _wait(self, seconds: float) -> None:
        self.waited += max(seconds, 0.0)
        if self._patience is not None and self.waited > self._patience:
            raise KeptWaiting

    @property
    def last_errors(self) -> str:
        """The last lines on standard error in this game."""
        return self._one.last_errors

    def measure(self) -> float | None:
        """Return the most memory that the game took."""
        return self._one.measure()

    def close(self) -> None:
        """Leave nothing running."""
        self._one.close()
