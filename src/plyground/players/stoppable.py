"""Ending a search early: from any thread, by Ctrl-C, and never by a stop that came too late."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from plyground import _core
from plyground.errors import PlygroundError
from plyground.games.position import Position

Live = Callable[[dict[str, Any]], None]


class StoppableEngine:
    """A native engine that runs one search at a time."""

    def __init__(self, engine: _core.Engine) -> None:
        self._engine = engine
        self._lock = threading.RLock()  # reentrant: the handler of a signal may come in between
        self._is_searching = self._was_stopped = False

    def search(
        self, position: Position, limits: _core.Limits, live: Live | None = None
    ) -> dict[str, Any]:
        """Search until a limit, a stop or Ctrl-C; return the core's report."""
        with self._lock:
            if self._is_searching:
                raise PlygroundError("this engine is searching already; make one for each thread")
            self._is_searching = True
            late_stop, self._was_stopped = self._was_stopped, False
        try:
            with self._interrupts() as was_interrupted:
                if late_stop:
                    self._take_late_stop(position)
                report = self._engine.search(position, limits, live)
            return report | {"interrupted": report["interrupted"] or was_interrupted()}
        finally:
            with self._lock:
                self._is_searching = False

    def stop(self) -> None:
        """End the running search, if any."""
        with self._lock:
            if self._is_searching:
                self._was_stopped = True
                self._engine.stop()

    def clear(self) -> None:
        """Forget everything learned so far."""
        self._engine.clear()

    def _take_late_stop(self, position: Position) -> None:
        """Search a little: the core may have kept the stop for whatever comes next."""
        self._engine.search(position, _core.Limits(depth=1, nodes=1))
        with self._lock:
            if self._was_stopped:  # meanwhile, and it is this search that was meant
                self._engine.stop()

    @contextmanager
    def _interrupts(self) -> Iterator[Callable[[], bool]]:
        """Let Ctrl-C stop the search; a second one raises, as a game in Python may itself hang.

        Without this it would come out of a callback, or out of the code of a game in Python, as
        an exception, and what was found would be lost.
        """
        presses = 0

        def stop(*_: object) -> None:
            nonlocal presses
            presses += 1
            if presses > 1:
                raise KeyboardInterrupt
            self.stop()

        is_ours = threading.current_thread() is threading.main_thread()
        if not is_ours or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
            yield lambda: False
            return
        signal.signal(signal.SIGINT, stop)
        try:
            yield lambda: presses > 0
        finally:
            signal.signal(signal.SIGINT, signal.default_int_handler)
