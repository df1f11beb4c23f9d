"""Sleeps for ever."""

import sys
import time
from typing import Any


def choose(_position: Any, clock: Any) -> Any:
    print("offence", time.time() + clock.seconds, file=sys.stderr)
    time.sleep(1e6)
