"""Modules and styles as they travel: without comments and indentation, which only people read."""

from __future__ import annotations

import re

# Comments here begin a line or follow a space; between slash and star they may stand inside code.
_BLOCK = re.compile(r"/\*.*?\*/ ?", re.DOTALL)
_LINE = re.compile(r"(?:^|(?<= ))// .*$", re.MULTILINE)
_MARGIN = re.compile(r"^\s+|[ \t]+$", re.MULTILINE)


def script(text: str) -> str:
    r"""Return a module of ours with the same tokens in less text.

    >>> script("/** What it does. */\nlet a = /** @type {any} */ (1); // one\n\n  f(a);\n")
    'let a = (1);\nf(a);\n'
    """
    return _MARGIN.sub("", _LINE.sub("", _BLOCK.sub("", text)))


def style(text: str) -> str:
    r"""Return a style sheet of ours in less text.

    >>> style("/* Cells. */\n.cell {\n  color: red;\n}\n")
    '.cell {\ncolor: red;\n}\n'
    """
    return _MARGIN.sub("", _BLOCK.sub("", text))
