"""Takes 10 GB that are shared with a child, which limits of the system do not see."""

import mmap
import os
import sys
import time
from typing import Any


def choose(position: Any, _clock: Any) -> Any:
    print("offence", time.time(), file=sys.stderr, flush=True)
    shared = mmap.mmap(-1, 10 << 30)
    if os.fork() == 0:
        time.sleep(1e6)
    block = b"x" * (16 << 20)
    for place in range(0, len(shared), len(block)):
        shared[place : place + len(block)] = block
    return position.legal_moves[0]
