"""Says so when the code of a game in Python does not come back: nothing else would move."""

from __future__ import annotations

import gc
import inspect
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from itertools import accumulate, chain, repeat, starmap
from operator import itemgetter
from pathlib import PurePath
from types import FrameType

from plyground.games.position import Position

PATIENCE = 5.0  # seconds for one call
_LOOKS = 5  # within that time

_watched: dict[str, object] = {}  # by file: what tells one watch from a later one


def watch(game: Position, say: Callable[[str], object], seconds: float = PATIENCE) -> None:
    """Say one line when a call into a game's file takes too long, once for each line of the file.

    The call goes on: whoever waits for it decides.
    """
    with suppress(TypeError, OSError):  # a game that was typed at a prompt has no file
        file = inspect.getfile(type(game))
        if file not in _watched:
            token = _watched[file] = object()
            args = (file, token, say, seconds)
            threading.Thread(target=_look_on, args=args, daemon=True, name="slow").start()


def rest() -> None:
    """Stop looking, where what was watched has ended and the process goes on."""
    _watched.clear()


def _look_on(file: str, token: object, say: Callable[[str], object], seconds: float) -> None:
    since: dict[FrameType, float] = {}
    told: set[int] = set()
    while _watched.get(file) is token:
        time.sleep(seconds / _LOOKS)
        now = time.monotonic()
        stacks = map(_stack, sys._current_frames())
        calls = {call[0]: call[1] for call in map(_call_into(file), stacks) if call}
        since = {entered: since.get(entered, now) for entered in calls}
        for entered, line in calls.items():
            if now - since[entered] >= seconds and line not in told:
                told.add(line)
                name = PurePath(file).name
                say(f"{name}, line {line} has not returned for {seconds:g} s. Ctrl-C stops it.")


def _stack(thread: int) -> list[FrameType]:
    """Return the frames of a thread, innermost first.

    One call of C code does all of it, so that the thread stands still meanwhile. If it ran on
    between two steps, the frame of a generator that is left would lead into memory that is used
    for something else by then, and end the interpreter.
    """
    frames: deque[FrameType | None] = deque()
    top = map(itemgetter(thread), starmap(sys._current_frames, [()]))
    collects = gc.isenabled()
    gc.disable()  # which could run Python code as well
    try:
        with suppress(AttributeError, KeyError):  # after the outermost frame; the thread has ended
            frames.extend(accumulate(chain(top, repeat("f_back")), getattr))
    finally:
        if collects:
            gc.enable()
    return [frame for frame in frames if frame is not None]


def _call_into(file: str) -> Callable[[list[FrameType]], tuple[FrameType, int] | None]:
    """Return what finds the outermost call into a file in a stack, and the line where it is now."""

    def found(stack: list[FrameType]) -> tuple[FrameType, int] | None:
        inside = [
            frame
            for frame in stack
            if frame.f_code.co_filename == file and frame.f_code.co_name != "<module>"
        ]
        return (inside[-1], inside[0].f_lineno) if inside else None

    return found
