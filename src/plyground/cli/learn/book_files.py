"""What the commands on opening books share: books by file or game, and a progress bar."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from plyground.books.book import SUFFIX
from plyground.cli.shared.output import console
from plyground.storage import read_bytes

HELP = f"Book file (*{SUFFIX}), or a game with a shipped book"
_GZIP = b"\x1f\x8b"
_Advance = Callable[[str, int], None]


def is_book_file(source: str) -> bool:
    """Whether a book is given by its file, and not by its game or by a record of it."""
    if source.endswith(SUFFIX):
        return True
    path = Path(source)
    return path.is_file() and read_bytes(path)[:2] == _GZIP


@contextmanager
def book_progress(total: int, *, quiet: bool) -> Iterator[_Advance]:
    """Show how many positions are done, on a terminal."""
    screen = console(stderr=True)
    columns = (
        BarColumn(), MofNCompleteColumn(), TextColumn("positions  {task.description}"),
        TimeElapsedColumn(),
    )  # fmt: skip
    hidden = quiet or not screen.is_terminal
    with Progress(*columns, console=screen, disable=hidden) as progress:
        task = progress.add_task("", total=total)
        yield lambda text, done: progress.update(task, description=text, completed=done)
