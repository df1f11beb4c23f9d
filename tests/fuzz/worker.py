"""Runs the cases of one target in a process of its own: ``driver`` starts and watches it.

It writes the number of each case before running it, so that the driver knows at what it died.
"""

from __future__ import annotations

import json
import mmap
import resource
import struct
import sys
import time
import traceback
import warnings
from pathlib import Path

from tests.fuzz.all_targets import BAD, TARGETS

MEMORY = 3 << 30  # bytes; a case that needs more is a bomb


def main(name: str, seed: int, first: int, seconds: float, progress: Path) -> None:
    """Run cases until the time is over; print those that fail, a line of JSON for each."""
    warnings.simplefilter("ignore")
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    chosen = (TARGETS | BAD)[name]
    with open(progress, "r+b") as file, mmap.mmap(file.fileno(), 8) as shared:
        number, end = first, time.monotonic() + seconds
        while time.monotonic() < end:
            shared[:8] = struct.pack("<q", number)
            case = chosen.case(seed, number)
            try:
                chosen.try_case(case)
            except BaseException:
                print(json.dumps({"number": number, "why": traceback.format_exc()}), flush=True)
            number += 1
        shared[:8] = struct.pack("<q", -number)  # all done


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]), Path(sys.argv[5]))
