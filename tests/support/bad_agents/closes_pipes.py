"""Closes everything that it talks through, and stays."""

import os
import sys
import time
from typing import Any


def choose(_position: Any, _clock: Any) -> Any:
    print("offence", time.time(), file=sys.stderr, flush=True)
    os.closerange(0, 256)
    time.sleep(1e6)
