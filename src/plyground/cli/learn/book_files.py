"""What the commands on opening books share: how a book is given."""

from __future__ import annotations

from pathlib import Path

from plyground.books.book import SUFFIX, Book
from plyground.books.opening import required
from plyground.cli.shared.start import start
from plyground.errors import PlygroundError
from plyground.storage import read_bytes

HELP = f"Book file (*{SUFFIX}), or a game with a book"
_GZIP = b"\x1f\x8b"


def opened(source: str, game: str | None) -> Book:
    """Return the book in a file, or that of a game; one of a game in Python needs its file."""
    own = None if game is None else start(game).start
    if is_book_file(source):
        return Book.load(source, own)
    if own is not None:
        raise PlygroundError(f"{source} is not a book file; leave --game out")
    return required(start(source).start)


def is_book_file(source: str) -> bool:
    """Whether a book is given by its file, and not by its game or by a record of it."""
    if source.endswith(SUFFIX):
        return True
    path = Path(source)
    return path.is_file() and read_bytes(path)[:2] == _GZIP
