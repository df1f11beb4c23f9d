"""When an agent may run: on its own turn, and otherwise only where that costs nobody anything.

Out of turn it is frozen. If it may ponder it has a core of its own, or pays for what it computes.
"""

from __future__ import annotations

import threading
import time

from plyground.arena.sandbox.accounting import Usage
from plyground.arena.sandbox.cores import Core

_LINGER_SECONDS = 0.25


class Turns:
    """The turns of one agent; from any thread."""

    def __init__(self, usage: Usage, core: Core | None, *, ponder: bool) -> None:
        self.is_awaited = False  #: whether it is to answer
        self._usage = usage
        self._core = core
        self._ponder = ponder
        self._is_killed = False
        self._cpu_at_rest: float | None = None  # what it had used when that was last looked at
        self._unasked = 0.0  # processor time that it has used out of turn
        self._lingers_until: float | None = None
        self._lock = threading.RLock()  # what is killed must not be frozen again

    def wake(self) -> float:
        """Let it run and answer; returns the processor time that it has to pay for, used unasked.

        With a core of its own, or frozen for good, it has taken nothing from its opponent.
        """
        with self._lock:
            self.is_awaited, self._lingers_until = True, None
            if not self._ponder:
                self._usage.thaw()
            elif self._core is None:
                self._count_unasked()
            unasked, self._unasked, self._cpu_at_rest = self._unasked, 0.0, None
        return unasked

    def rest(self) -> None:
        """Its turn is over: freeze it, unless it may go on computing."""
        with self._lock:
            self.is_awaited = False
            if self._is_killed:
                return
            if not self._ponder:
                self._usage.freeze()
            elif self._core is None:
                self._count_unasked()

    def linger(self) -> None:
        """Let it finish what it does after a game, for a moment, while nobody's clock runs."""
        with self._lock:
            if not self.is_awaited and not self._is_killed and not self._ponder:
                self._usage.thaw()
                self._lingers_until = time.perf_counter() + _LINGER_SECONDS

    def look(self) -> None:
        """Out of turn: see to it that it takes nothing from its opponent, or pays for it."""
        with self._lock:
            if self.is_awaited or self._is_killed:
                return
            if self._lingers_until is not None:
                if time.perf_counter() > self._lingers_until:
                    self._lingers_until = None
                    self._usage.freeze()
            elif self._core is not None and not self._core.holds(self._usage.processes):
                self._give_back_core()
                self._count_unasked()
            elif not self._ponder and not self._usage.holds_firmly:
                self._usage.freeze()
                self._count_unasked()

    def kill(self) -> None:
        """Begin to kill all its processes, frozen or not."""
        with self._lock:
            self._is_killed = True
            self._usage.kill()

    def close(self) -> None:
        """Leave nothing behind; all processes are dead by now."""
        self._usage.close()
        self._give_back_core()

    def _give_back_core(self) -> None:
        if self._core is not None:
            self._core.close()
        self._core = None

    def _count_unasked(self) -> None:
        """Add the processor time since the last call, which was out of turn as this is."""
        now = self._usage.cpu_seconds()
        if self._cpu_at_rest is not None:
            self._unasked += max(now - self._cpu_at_rest, 0.0)
        self._cpu_at_rest = now
