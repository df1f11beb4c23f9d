"""Plays well, but leaves a process behind that has left its session and closed its files."""

import os
import time
from typing import Any

STARTED: list[bool] = []


def choose(position: Any, _clock: Any) -> Any:
    if not STARTED:
        STARTED.append(True)
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.closerange(0, 256)
                time.sleep(1e6)
            os._exit(0)
    return position.legal_moves[0]
