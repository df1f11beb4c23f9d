"""Says so when the code of a game in Python does not come back: nothing else would move."""

from __future__ import annotations

import inspect
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import PurePath
from types import FrameType

from plyground.games.position import Position

PATIENCE = 5.0  # seconds for one call
_LOOKS = 5  # within that time

_watched: set[str] = set()


def watch(game: Position, say: Callable[[str], object], seconds: float = PATIENCE) -> None:
    """Say one line when a call into a game's file takes too long, once for each line of the file.

    The call goes on: whoever waits for it decides.
    """
    with suppress(TypeError, OSError):  # a game that was typed at a prompt has no file
        file = inspect.getfile(type(game))
        if file not in _watched:
            _watched.add(file)
            thread = threading.Thread(
                target=_look_on, args=(file, say, seconds), daemon=True, name="slow"
            )
            thread.start()


def _look_on(file: str, say: Callable[[str], object], seconds: float) -> None:
    since: dict[FrameType, float] = {}
    told: set[int] = set()
    while True:
        time.sleep(seconds / _LOOKS)
        now = time.monotonic()
        calls = {call[0]: call[1] for call in map(_call_into(file), _frames()) if call}
        since = {entered: since.get(entered, now) for entered in calls}
        for entered, line in calls.items():
            if now - since[entered] >= seconds and line not in told:
                told.add(line)
                name = PurePath(file).name
                say(f"{name}, line {line} has not returned for {seconds:g} s. Ctrl-C stops it.")


def _frames() -> list[FrameType]:
    return list(sys._current_frames().values())


def _call_into(file: str) -> Callable[[FrameType], tuple[FrameType, int] | None]:
    """Return what finds the outermost call into a file in a stack, and the line where it is now."""

    def found(innermost: FrameType) -> tuple[FrameType, int] | None:
        call, line = None, 0
        frame: FrameType | None = innermost
        while frame is not None:
            if frame.f_code.co_filename == file and frame.f_code.co_name != "<module>":
                call, line = frame, line or frame.f_lineno
            frame = frame.f_back
        return None if call is None else (call, line)

    return found
