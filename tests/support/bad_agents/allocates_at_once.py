"""Asks for 10 GB in one piece."""

import sys
import time
from typing import Any


def choose(position: Any, _clock: Any) -> Any:
    print("offence", time.time(), file=sys.stderr, flush=True)
    return position.legal_moves[len(b"x" * (10 << 30)) - (10 << 30)]
