"""Play from a book: which book belongs to a game, and which of its moves to play."""

from __future__ import annotations

import random
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from plyground.books.book import SUFFIX, Book
from plyground.errors import PlygroundError
from plyground.games.names import family_of, file_stem
from plyground.games.names import position as named_position
from plyground.games.position import Position
from plyground.games.python_file import file_beside


@cache
def shipped(game: str) -> Book | None:
    """Return the shipped book of a game, by its canonical name, or None.

    >>> shipped("kalah(2,2)") is None
    True
    """
    name = file_name(game)
    file = resources.files("plyground.books") / "shipped" / name
    return Book.from_bytes(file.read_bytes(), name) if file.is_file() else None


def default_book(position: Position) -> Book | None:
    """Return the book that a game has: the shipped one, or the file beside a game in Python."""
    if family_of(position) is not None:
        return shipped(position.game)
    path = own_path(position)
    return _read(path, path.stat().st_mtime_ns, type(position)) if path and path.is_file() else None


def own_path(position: Position) -> Path | None:
    """Return where the book of a game in Python belongs: ``my_game.book`` beside its file."""
    if family_of(position) is not None:
        return None
    return file_beside(position, SUFFIX.removeprefix("."))


@lru_cache(maxsize=8)
def _read(path: Path, changed: int, kind: type[Position]) -> Book:  # noqa: ARG001 - or read again
    return Book.load(path, kind())


def required(game: str | Position) -> Book:
    """Return the book that a game has; raises PlygroundError if there is none."""
    start = named_position(game) if isinstance(game, str) else game
    book = default_book(start)
    if book is None:
        kind = "shipped book" if family_of(start) is not None else "book"
        raise PlygroundError(
            f"there is no {kind} of {start.game}; build one with plyground book build"
        )
    return book


def file_name(game: str) -> str:
    """Return the file name of a game's book.

    >>> file_name("squatter(7,first=black)")
    'squatter-7-first-black.book'
    """
    return file_stem(game) + SUFFIX


class Opening:
    """A player's opening knowledge: ``none``, the game's book (``default``), a file, or a book.

    >>> from plyground.games.names import position
    >>> Opening("default").choose(position("kalah(2,2)")) is None  # there is no book of this game
    True
    """

    def __init__(
        self, source: str | Path | Book = "default", variety: float = 0.0, seed: int | None = None
    ) -> None:
        self._source = source
        self._variety = variety
        self._random = random.Random(seed)
        self._loaded: Book | None = source if isinstance(source, Book) else None

    def begin_anew(self, seed: int | None) -> None:
        """Restart the random draws with this seed."""
        self._random = random.Random(seed)

    def knows(self, position: Position) -> bool:
        """Whether the book has a move for this position."""
        book = self._book(position)
        return book is not None and bool(book.probe(position))

    def choose(self, position: Position) -> Any:
        """Draw one of the best moves, within ``variety``; None if the book has none."""
        book = self._book(position)
        moves = () if book is None else book.near_best(position, self._variety)
        return position.parse_move(self._random.choice(moves).move) if moves else None

    def _book(self, position: Position) -> Book | None:
        if self._source == "none":
            return None
        if self._source == "default":
            return default_book(position)
        if self._loaded is None:
            self._loaded = Book.load(str(self._source), position)
        return self._loaded
