"""Kills its parent, its parent's group and its own."""

import os
import signal
import sys
import time
from typing import Any


def choose(_position: Any, _clock: Any) -> Any:
    print("offence", time.time(), file=sys.stderr, flush=True)
    if os.fork() == 0:
        os.setsid()
        time.sleep(1e6)
    for kill, target in ((os.killpg, os.getpgid(os.getppid())), (os.kill, os.getppid())):
        try:
            if target not in (0, os.getpgrp()):
                kill(target, signal.SIGKILL)
        except OSError as error:
            print(error, file=sys.stderr)
    os.killpg(0, signal.SIGKILL)
