"""Ctrl-C ends a search with what it has found."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from plyground._core import StopToken


@contextmanager
def stopped_by_ctrl_c(token: StopToken) -> Iterator[Callable[[], bool]]:
    """Let Ctrl-C stop a token; a second one raises, as a game in Python may itself hang.

    Without this it would come out of a callback, or out of the code of a game in Python, as an
    exception, and the result so far would be lost. Yields a function that tells whether it came.
    """
    presses = 0

    def stop(*_: object) -> None:
        nonlocal presses
        presses += 1
        if presses > 1:
            raise KeyboardInterrupt
        token.stop()

    is_ours = threading.current_thread() is threading.main_thread()
    if not is_ours or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield lambda: False
        return
    signal.signal(signal.SIGINT, stop)
    try:
        yield lambda: presses > 0
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
