"""Plays on a house that is not there."""

import sys
import time
from typing import Any


def choose(_position: Any, _clock: Any) -> Any:
    print("offence", time.time(), file=sys.stderr, flush=True)
    return "99"
