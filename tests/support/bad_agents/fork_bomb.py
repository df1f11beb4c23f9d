"""Forks as fast as it can, up to a number that a machine survives."""

import os
import sys
import time
from contextlib import suppress
from typing import Any


def choose(_position: Any, _clock: Any) -> Any:
    print("offence", time.time(), file=sys.stderr, flush=True)
    with suppress(OSError):  # the system may refuse one before the referee has looked
        for _ in range(150):
            if os.fork() == 0:
                time.sleep(1e6)
    time.sleep(1e6)
