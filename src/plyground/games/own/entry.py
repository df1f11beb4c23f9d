"""A game in a Python file, made known by its name, so that a server can offer it."""

from __future__ import annotations

import inspect
import re
import sys
import textwrap
from dataclasses import dataclass
from html import escape
from typing import Any

from plyground.errors import GameNameError, PositionTextError, shown
from plyground.games.family import Entry, Face, Names
from plyground.games.names import entry_of, register_own
from plyground.games.own.guess import diagram_of
from plyground.games.own.view import OwnView
from plyground.games.position import Position
from plyground.games.python_file import games_in, names_file, start_in_file

_NAME = re.compile(r"[a-z][a-z0-9_-]{0,40}")
_SMALL = ("a", "an", "and", "in", "of", "or", "the", "to")  # words in a title
_LONGEST_TITLE = 30


@dataclass(frozen=True, kw_only=True)
class OwnGame(Entry):
    """A game written in Python, as a server offers it."""

    about: str  #: what its author wrote about it after its summary, as plain text

    @property
    def rules(self) -> str:
        """What the author wrote about the game, as HTML."""
        parts = [part for part in re.split(r"\n\s*\n", self.about) if part.strip()]
        body = "\n".join(map(_paragraph, parts))
        lead, link = escape(self.face.summary), f'class="button primary" href="/?game={self.name}"'
        play = f"<p><a {link}>Play {escape(self.face.title)}</a></p>"
        return f'<p class="lead">{lead}</p>\n{play}\n{body}'


def _paragraph(text: str) -> str:
    r"""Return a paragraph of a docstring as HTML; indented lines stay as they are.

    >>> _paragraph("A move is\na cell."), _paragraph("    a < b")
    ('<p>A move is a cell.</p>', '<pre>a &lt; b</pre>')
    """
    if all(line.startswith(" ") for line in text.splitlines()):
        return f"<pre>{escape(textwrap.dedent(text))}</pre>"
    return f"<p>{escape(' '.join(text.split()))}</p>"


def registered(name: str) -> str:
    """Return the name of a game; one in a Python file is made known by it in this process.

    >>> registered("squatter(6)")
    'squatter(6)'
    """
    if not names_file(name):
        return name
    start = start_in_file(name)
    if entry_of(start) is None:
        register(start)
    return str(start.game)


def register(start: Position) -> OwnGame:
    """Make a game known by its name in this process; raises PlygroundError with the reason.

    A class that can read its own ``text`` has a class method ``from_text(text)``.
    """
    kind, name = type(start), str(start.game)
    if not _NAME.fullmatch(name):
        raise GameNameError(
            f"{kind.__name__}.game is {shown(name)}; expected small letters, digits, - and _"
        )
    from_text = getattr(kind, "from_text", None)

    def read(_: object, text: str) -> Position:
        if text == start.text:
            return start
        if from_text is None:
            raise PositionTextError(
                f"{name} cannot read positions: add a class method from_text() to {kind.__name__}"
            )
        found = from_text(text)
        if type(found) is not kind:
            raise PositionTextError(f"from_text() of {name} did not return a {kind.__name__}")
        return found

    title, summary, about = _described(kind)
    diagram = diagram_of(start)
    counts = diagram is not None and bool(diagram.counts)
    entry = OwnGame(
        names=Names(name),
        start=lambda _: start,
        from_text=read,
        about=about,
        face=Face(
            title=title,
            meaning=summary,
            summary=summary,
            unit=diagram.unit if diagram is not None else "",
            presets={name: "Standard"},
            sample=(name, None, ()),
            counts_margin=counts,
            setup="text" if from_text is not None else None,
        ),
        view=OwnView(),
    )
    register_own(kind, entry)
    return entry


def _described(kind: type[Any]) -> tuple[str, str, str]:
    """Return title, summary and rules of a game: ``Nim: take matches.`` has the first two.

    They begin the docstring of the module, or that of the class where a file has several games.
    """
    module = inspect.getdoc(sys.modules.get(kind.__module__)) or ""
    own = "" if kind.__doc__ is None else inspect.cleandoc(kind.__doc__)
    if own.startswith(f"{kind.__name__}("):  # which a dataclass writes by itself
        own = ""
    parts = [own] if len(games_in(sys.modules.get(kind.__module__))) > 1 else [module, own]
    about = "\n\n".join(filter(None, parts))
    first, _, rules = about.partition("\n\n")
    first = " ".join(first.split())
    title, colon, summary = first.partition(": ")
    if not colon or len(title) > _LONGEST_TITLE:
        title, summary = _spaced(kind.__name__), first
    summary = summary or "A game written in Python."
    return title, summary[0].upper() + summary[1:], rules


def _spaced(name: str) -> str:
    """Return the name of a class as a title.

    >>> _spaced("DotsAndBoxes"), _spaced("Tic_Tac_Toe")
    ('Dots and Boxes', 'Tic Tac Toe')
    """
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name.replace("_", " ")).split()
    return " ".join(w.lower() if i and w.lower() in _SMALL else w for i, w in enumerate(words))
