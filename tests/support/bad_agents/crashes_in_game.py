"""Raises an error in the middle of the game."""

import sys
import time
from typing import Any


def choose(position: Any, _clock: Any) -> Any:
    print("offence", time.time(), file=sys.stderr, flush=True)
    return position.legal_moves[len(position.legal_moves)]
