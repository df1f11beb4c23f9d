"""Traces one Python process for walk.py: which functions of ours run, and which hand things on.

Lines "path FILE:FUNCTION" and "all FILE:FUNCTION" go to a file as soon as they are known, so that a
process that is killed has told its part. An agent in a sandbox can write no file: it prints what
``summary`` returns.
"""

from __future__ import annotations

import asyncio
import io
import os
import sys
import threading
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

_OURS = f"{os.sep}plyground{os.sep}"
# What sends, by the names that the functions of the interpreter and of extensions in C have.
_SENDS = {
    "write", "send", "sendall", "execute", "executemany", "put", "print", "input", "fork_exec",
    "call_soon_threadsafe",
}  # fmt: skip
_ALWAYS = {"print", "input", "fork_exec", "put"}  # screen, keyboard, new process, other thread
_CORE = ("parse_move", "search", "_engine")  # what the core is asked to do with a move
# How the request, the move and the result look when they pass.
_TEXTS = ("\ngo", "bestmove", "INSERT INTO games", "INSERT INTO web_moves", "Pairing", "GameResult",
          '"type":')  # fmt: skip
# Beside the way: getting ready, watching, cleaning up.
_ASIDE = {
    "check_player", "is_used", "own_files", "load", "_greet", "_watch", "close", "finish",
    "__exit__", "measure",
}  # fmt: skip

_path: set[str] = set()
_all: set[str] = set()
_names: dict[CodeType, str | None] = {}
_file: int | None = None
_switch: Path | None = None


def start(*, in_sandbox: bool = False) -> None:
    """Trace this thread and all that it starts; what is on the stack of a sandbox counts, too."""
    global _file, _switch
    if in_sandbox:
        _note_stack(sys._getframe(1))
    else:
        folder = os.environ.get("PLYGROUND_WALK")
        if folder is None:
            return
        place = os.path.join(folder, f"{os.getpid()}.calls")
        _file = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        if os.path.exists(os.path.join(folder, "by-switch")):
            _switch = Path(folder, "recording")
    _watch_core()
    threading.setprofile(_trace)
    sys.setprofile(_trace)


def _watch_core() -> None:
    """Notice when the core is asked, or a task is made: the interpreter does not tell of that."""
    from plyground import _core

    def watched(asked: Any) -> Any:
        def ask(*given: Any, **named: Any) -> Any:
            if _records():
                _note_stack(sys._getframe(1))
            return asked(*given, **named)

        return ask

    # A new task carries on what its maker was given.
    loop = asyncio.BaseEventLoop
    loop.create_task = watched(loop.create_task)  # type: ignore[method-assign]
    for kind in vars(_core).values():
        for name in _CORE if isinstance(kind, type) else ():
            if name in vars(kind):
                setattr(kind, name, watched(getattr(kind, name)))


def summary() -> list[str]:
    """Return all that is known, in lines that are short enough to be kept with a game."""
    lines = [""]
    for name in sorted(_all):
        entry = f"{'path' if name in _path else 'all'} {name};"
        if len(lines[-1]) + len(entry) > 400:
            lines.append("")
        lines[-1] += entry
    return [f";{line}" for line in lines]


def _trace(frame: FrameType, event: str, arg: Any) -> None:
    if event == "call":
        name = _name(frame.f_code)
        if name is not None and name not in _all and _records() and not _is_importing(frame):
            _note("all", name, _all)
    elif event == "c_call":
        what = getattr(arg, "__name__", "")
        if what in _SENDS and _records():
            is_shown = getattr(arg, "__self__", None) in (sys.stdout, sys.__stdout__)
            if is_shown or what in _ALWAYS or any(map(_passes, frame.f_locals.values())):
                _note_stack(frame)
    elif event == "return" and _name(frame.f_code) is not None and _passes(arg) and _records():
        _note_stack(frame)


def _passes(value: Any) -> bool:
    """Whether this is the request, the move or the result, or holds it as text."""
    if type(value).__name__ == "GameResult":
        return True
    if isinstance(value, io.BytesIO):
        value = value.getvalue()
    if isinstance(value, bytes | bytearray | memoryview):
        value = bytes(value).decode("latin-1")
    return isinstance(value, str) and any(text in value for text in _TEXTS)


def _records() -> bool:
    return _switch is None or _switch.exists()


def _note_stack(frame: FrameType | None) -> None:
    found = []
    while frame is not None:
        code = frame.f_code
        if _is_module(frame) or (code.co_name in _ASIDE and _name(code) is not None):
            return
        if (name := _name(code)) is not None:
            found.append(name)
        frame = frame.f_back
    for name in found:
        _note("all", name, _all)
        _note("path", name, _path)


def _note(how: str, name: str, known: set[str]) -> None:
    if name not in known:
        known.add(name)
        if _file is not None:
            os.write(_file, f"{how} {name}\n".encode())


def _name(code: CodeType) -> str | None:
    """Return "file:function" for a function of ours that has a name, else None."""
    if code not in _names:
        _, ours, inside = code.co_filename.rpartition(_OURS)
        is_named = not any(part.startswith("<") for part in (code.co_name, inside))
        name = code.co_qualname.replace(".<locals>", "")
        _names[code] = f"{inside}:{name}" if ours and is_named else None
    return _names[code]


def _is_importing(frame: FrameType | None) -> bool:
    while frame is not None:
        if _is_module(frame):
            return True
        frame = frame.f_back
    return False


def _is_module(frame: FrameType) -> bool:
    """Whether a module of ours is being imported here, and not run as a program."""
    code = frame.f_code
    if code.co_name != "<module>" or _OURS not in code.co_filename:
        return False
    return frame.f_globals.get("__name__") != "__main__"
