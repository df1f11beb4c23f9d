"""Printing: as wide as the terminal, and whole where the output goes to a file or a program.

Everything that a command prints goes through here, because much of it was written by others: an
agent's errors, a player's name, a server's goodbye. What would act on the terminal is made visible.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from typing import TYPE_CHECKING, Any

from plyground.errors import visible

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

_WHOLE = 1_000_000  # columns: nothing is wrapped or cut


def say(text: object) -> None:
    """Print a line."""
    print(visible(str(text)), flush=True)


def warn(text: object) -> None:
    """Print a line on the standard error."""
    print(visible(str(text)), file=sys.stderr, flush=True)


def say_json(plain: Any) -> None:
    """Print plain values as a line of JSON, in visible ASCII."""
    print(json.dumps(plain).replace("\x7f", "\\u007f"), flush=True)


def say_either(what: str | dict[str, Any]) -> None:
    """Print a text for people, or values as JSON."""
    say(what) if isinstance(what, str) else say_json(what)


def console(*, stderr: bool = False) -> Console:
    """Return a console that prints texts as they are, and their control characters visibly."""
    made = _console_class()(stderr=stderr, highlight=False, markup=False, emoji=False)
    if not made.is_terminal:
        made.width = _WHOLE
    return made


@cache
def _console_class() -> type[Console]:
    """Return the class, made when it is first needed: importing rich takes its time."""
    from rich.console import Console
    from rich.segment import Segment

    class VisibleConsole(Console):
        """Escapes what is printed; what rich itself says to the terminal passes."""

        def render_str(self, text: str, **options: Any) -> Any:
            return super().render_str(visible(text), **options)

        def render(
            self, renderable: RenderableType, options: ConsoleOptions | None = None
        ) -> Iterable[Segment]:
            for text, style, control in super().render(renderable, options):
                yield Segment(text if control else visible(text), style, control)

    return VisibleConsole


def terminal_width() -> int | None:
    """Return how wide the terminal is; None if the output goes elsewhere."""
    screen = console()
    return screen.width if screen.is_terminal else None


def tell(text: str) -> None:
    """Print a text for people: words are wrapped at a terminal, and nowhere else."""
    from rich.text import Text

    console().print(Text(visible(text)))


def fitting(text: str, width: int) -> str:
    """Cut lines that a live picture has no room for."""
    return "\n".join(
        line if len(line) <= width else f"{line[: width - 1]}…" for line in text.split("\n")
    )
