"""Takes 10 GB, and uses them."""

import sys
import time
from typing import Any


def choose(position: Any, _clock: Any) -> Any:
    print("offence", time.time(), file=sys.stderr, flush=True)
    taken = []
    for _ in range(640):
        taken.append(b"x" * (16 << 20))
    return position.legal_moves[0]
