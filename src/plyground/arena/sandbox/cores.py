"""A core of its own for an agent that may compute on its opponent's time.

A core is claimed by a name that only one process of the machine can have at a time, and that the
system takes back when the process ends.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

_NAME = "plyground-core"


@dataclass(frozen=True)
class Core:
    """A core that nobody else has claimed."""

    number: int
    _claim: socket.socket

    def close(self) -> None:
        """Give it back."""
        self._claim.close()

    def holds(self, pids: Collection[int]) -> bool:
        """Whether all threads of these processes stay on it."""
        for pid in pids:
            with suppress(OSError):
                for thread in os.listdir(f"/proc/{pid}/task"):
                    if os.sched_getaffinity(int(thread)) != {self.number}:
                        return False
        return True


def claim() -> Core | None:
    """Return a core that nobody has; None if there is not one left for everybody who computes.

    One core is enough for one agent, but its opponent would have none.
    """
    ours = sorted(os.sched_getaffinity(0))
    if len(ours) < 2:
        return None
    for number in ours:
        held = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            held.bind(f"\0{_NAME}-{number}")
        except OSError:
            held.close()
            continue
        return Core(number, held)
    return None


@contextmanager
def on(core: Core | None) -> Iterator[None]:
    """Start processes on a core: they inherit it from the thread that starts them."""
    if core is None:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core.number})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
