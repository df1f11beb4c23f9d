"""Where the code of a game in Python failed, as one line for people."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterable
from pathlib import Path, PurePath

# Where code is that no game's author has written.
_OURS = ("<", str(Path(__file__).parents[2]), sys.base_prefix, sys.prefix)


def place_in(stack: Iterable[traceback.FrameSummary]) -> str | None:
    """Return the innermost line of a stack that is neither ours nor Python's own."""
    outside = [frame for frame in stack if not frame.filename.startswith(_OURS)]
    return f"{PurePath(outside[-1].filename).name}, line {outside[-1].lineno}" if outside else None


def fault_line(error: BaseException, place: str | None = None) -> str | None:
    """Return what failed in which line: ``nim.py, line 12: KeyError: 3``.

    None if the error does not come from a game; ``place`` is said where no line is known.
    """
    where = place_in(traceback.extract_tb(error.__traceback__)) or place
    if where is None:
        return None
    return ": ".join(filter(None, (where, type(error).__name__, str(error))))
