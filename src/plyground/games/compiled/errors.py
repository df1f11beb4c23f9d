"""Why a game cannot be compiled, in one line: the member, the line, and numba's reason."""

from __future__ import annotations

import re
from pathlib import Path
from types import CodeType, FunctionType

from plyground.games.compiled.shape import CompileError, members

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_PLACE = re.compile(r'File "(?P<file>[^"\n]+)", line (?P<line>\d+):')
_ASKED = re.compile(
    r"^def (?P<member>play|legal_moves|margin|evaluate|features)\(words", re.MULTILINE
)
_STEP = re.compile(r"Failed in nopython mode pipeline \(step: [^)]*\)\s*")
_NO_WAY = re.compile(r"No implementation of function .*?>>> (?P<call>[^\n]*)", re.DOTALL)
_OURS = re.compile(r"plyground: (?P<reason>[^\n]*)")  # what code.py raises
_TRAIL = re.compile(r"\n\s*(?:\n|During|raised from)")  # how numba came there
_GAME_TYPE = re.compile(r"(?P<name>\w+?)_game_\w+")

#: What to write instead, for the commonest reasons.
_HINTS = {
    "yield in a closure": "write a loop instead of a generator expression",
    "class<int64>(Side) as a callable": "write ply.Side.FIRST if ... else ply.Side.SECOND",
    "re-entrant": "it calls itself: write a loop",
    "list(undefined)": "an empty list needs numbers to come from, as in [m for m in moves if ...]",
    "Untyped global name": "compiled code can use numbers, tuples and functions from its module",
}


def compile_error(kind: type, error: Exception) -> CompileError:
    """Return the one line for an error of numba, which says it in a hundred.

    Numba reports from the inside out: the first place in the game's own code is the one to change.
    """
    text = _COLOUR.sub("", str(error))
    member, where, before = "", "", text
    for found in _PLACE.finditer(text):
        name = _member_at(kind, found["file"], int(found["line"]))
        if name:
            member = name
            where = f" ({Path(found['file']).name}, line {found['line']})"
            before = text[: found.start()]
            break
    else:
        if asked := _ASKED.findall(text):
            member, where = asked[-1], _first_line(kind, asked[-1])
    name = f"{kind.__name__}.{member}" if member else kind.__name__
    return CompileError(f"{name} cannot be compiled{where}: {_reason(before)}")


def _first_line(kind: type, member: str) -> str:
    code = getattr(_function(members(kind).get(member)), "__code__", None)
    return f" ({Path(code.co_filename).name}, line {code.co_firstlineno})" if code else ""


def _function(member: object) -> object:
    return member.fget if isinstance(member, property) else member


def _member_at(kind: type, file: str, line: int) -> str | None:
    for name, value in members(kind).items():
        function = _function(value)
        if isinstance(function, FunctionType) and _holds(function.__code__, file, line):
            return name
    return None


def _holds(code: CodeType, file: str, line: int) -> bool:
    lines = [number for _, _, number in code.co_lines() if number is not None]
    same = Path(file).name == Path(code.co_filename).name  # numba shortens folders
    return same and min(lines) <= line <= max(lines)


def _reason(text: str) -> str:
    last = _STEP.split(text)[-1]
    if ours := _OURS.search(text):
        reason = ours["reason"]
    elif no_way := _NO_WAY.search(last):
        reason = f"numba cannot compile {no_way['call']}"
    else:
        reason = _TRAIL.split(last.strip())[0]
    reason = " ".join(_GAME_TYPE.sub(r"\g<name>", reason).split()).rstrip(".")
    hints = [hint for sign, hint in _HINTS.items() if sign in text]
    return f"{reason}; {hints[0]}" if hints else reason
