"""Files in TOML: written by us, and read by ``tomllib`` within limits.

A writer of our own: the libraries that write TOML do not align the comments behind values, which
is what makes a file of weights readable.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from plyground.errors import PlygroundError, visible

Value = str | int | float | Mapping[str, int] | Sequence[float]

_BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_DEEPEST = 16  # values in values; our files have three
_PART = r"""(?>[\w-]+|"[^"\n]*"|'[^'\n]*')"""
# tomllib takes a time that grows with the square of the parts of a key, a.b.c.d
_LONG_KEY = re.compile(rf"(?<![\w-]){_PART}(?>[ \t]*\.[ \t]*{_PART}){{{_DEEPEST}}}")


def toml(heading: Iterable[str], values: Mapping[str, Value], *tables: str) -> str:
    """Return a file: comments at its top, values, and tables as ``table`` writes them.

    >>> print(toml(["What it is."], {"game": "kalah", "version": 1}, table("boxes", {"a b": 2})))
    # What it is.
    <BLANKLINE>
    game = "kalah"
    version = 1
    <BLANKLINE>
    [boxes]
    "a b" = 2
    <BLANKLINE>
    """
    top = "\n".join([*(f"# {line}" for line in heading), "", *_lines(values)])
    return "\n\n".join([top, *tables]) + "\n"


def table(name: str, values: Mapping[str, Value], comments: Mapping[str, str] | None = None) -> str:
    """Return a table; where there are comments, each stands behind its value, all in one column.

    >>> print(table("late", {"a": 0.5, "beyond": 2.0}, {"a": "the first", "beyond": "the second"}))
    [late]
    a = 0.5       # the first
    beyond = 2.0  # the second
    """
    lines = list(_lines(values))
    if comments and any(comments.values()):
        width = max(map(len, lines), default=0)
        lines = [
            f"{line:<{width}}  # {comments[key]}" for line, key in zip(lines, values, strict=True)
        ]
    return "\n".join([f"[{_key(name)}]", *lines])


def read_toml(text: str, where: str) -> dict[str, Any]:
    """Return what a text in TOML says; raises PlygroundError, which begins with ``where``.

    >>> read_toml("a = 1", "here")
    {'a': 1}
    """
    try:
        if _LONG_KEY.search(text):
            raise RecursionError
        plain = tomllib.loads(text)
        if not _is_shallow(plain):
            raise RecursionError
    except RecursionError:
        raise PlygroundError(
            f"{where}: values are nested too deeply; at most {_DEEPEST} levels are read"
        ) from None
    except ValueError as error:  # tomllib's own, and Python's about numbers of 4300 digits
        raise PlygroundError(f"{where}: not TOML: {visible(str(error), keep='')}") from None
    return plain


def _is_shallow(plain: dict[str, Any]) -> bool:
    level: list[Any] = [plain]
    for _ in range(_DEEPEST):
        inner = chain.from_iterable(one.values() if type(one) is dict else one for one in level)
        level = [one for one in inner if type(one) in (dict, list)]
    return not level


def _lines(values: Mapping[str, Value]) -> Iterable[str]:
    return (f"{_key(key)} = {_value(value)}" for key, value in values.items())


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _string(key)


def _value(value: Value) -> str:
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, Mapping):
        return f"{{ {', '.join(_lines(value))} }}"
    if isinstance(value, Sequence):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, float):
        text = f"{value:.4f}".rstrip("0")
        return text + "0" if text.endswith(".") else text
    return str(value)


def _string(text: str) -> str:
    """Write a string as JSON does, but for the one character that TOML does not take raw."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
