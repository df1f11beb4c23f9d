"""Every target, by name."""

from __future__ import annotations

import os
import signal

from tests.fuzz import calls, files_read, texts
from tests.fuzz.target import TARGETS, Target

__all__ = ["BAD", "TARGETS", "calls", "files_read", "texts"]


def _raise(number: int) -> None:
    raise LookupError(number)


def _hang(number: int) -> None:
    while number >= 0:
        pass


def _crash(number: int) -> None:
    os.kill(os.getpid(), signal.SIGSEGV if number >= 0 else 0)


# What the driver itself is tested with.
BAD = {
    name: Target(name, lambda chance: chance.randrange(9), run, ())
    for name, run in (("traceback", _raise), ("hang", _hang), ("crash", _crash))
}
