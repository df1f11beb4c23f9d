"""Leaves children behind that hold its pipes open, in sessions of their own, and exits."""

import os
import sys
import time
from typing import Any


def choose(_position: Any, _clock: Any) -> Any:
    for _ in range(3):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(1e6)
            os._exit(0)
    print("offence", time.time(), file=sys.stderr, flush=True)
    os._exit(3)
