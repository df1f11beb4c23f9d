"""Printing: as wide as the terminal, and whole where the output goes to a file or a program."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

_WHOLE = 1_000_000  # columns: nothing is wrapped or cut


def console(*, stderr: bool = False) -> Console:
    """Return a console that prints texts as they are."""
    from rich.console import Console

    made = Console(stderr=stderr, highlight=False, markup=False, emoji=False)
    if not made.is_terminal:
        made.width = _WHOLE
    return made


def terminal_width() -> int | None:
    """Return how wide the terminal is; None if the output goes elsewhere."""
    screen = console()
    return screen.width if screen.is_terminal else None


def tell(text: str) -> None:
    """Print a text for people: words are wrapped at a terminal, and nowhere else."""
    from rich.text import Text

    console().print(Text(text))


def fitting(text: str, width: int) -> str:
    """Cut lines that a live picture has no room for."""
    return "\n".join(
        line if len(line) <= width else f"{line[: width - 1]}…" for line in text.split("\n")
    )
