"""Blocks every signal that can be blocked, and spins."""

import signal
import sys
import time
from typing import Any


def choose(_position: Any, clock: Any) -> Any:
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    print("offence", time.time() + clock.seconds, file=sys.stderr)
    while True:
        pass
