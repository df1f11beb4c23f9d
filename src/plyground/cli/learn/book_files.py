"""What the commands on opening books share: how a book is given."""

from __future__ import annotations

from pathlib import Path

from plyground.books.book import SUFFIX
from plyground.storage import read_bytes

HELP = f"Book file (*{SUFFIX}), or a game with a shipped book"
_GZIP = b"\x1f\x8b"


def is_book_file(source: str) -> bool:
    """Whether a book is given by its file, and not by its game or by a record of it."""
    if source.endswith(SUFFIX):
        return True
    path = Path(source)
    return path.is_file() and read_bytes(path)[:2] == _GZIP
