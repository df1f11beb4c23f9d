"""A progress bar, on a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from plyground.cli.shared.output import console

Advance = Callable[[str, int], None]  # what is being done, and how much has been


@contextmanager
def progress_bar(noun: str, total: int, *, quiet: bool) -> Iterator[Advance]:
    """Show how many games, positions, … are done."""
    screen = console(stderr=True)
    columns = (
        BarColumn(), MofNCompleteColumn(), TextColumn(noun + "  {task.description}"),
        TimeElapsedColumn(),
    )  # fmt: skip
    hidden = quiet or not screen.is_terminal
    with Progress(*columns, console=screen, disable=hidden) as progress:
        task = progress.add_task("", total=total)
        yield lambda text, done: progress.update(task, description=text, completed=done)
