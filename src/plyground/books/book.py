"""An opening book: positions with scored moves, stored once per symmetry, in a small file.

>>> from plyground.games.names import position
>>> start = position("squatter(7)")
>>> book = Book("squatter(7)", {folded(start).text: (BookMove("d4", 120, 9),)})
>>> book.probe(start)
(BookMove(move='d4', score=120, depth=9, avoid=False),)

A file is JSON compressed with gzip. Its keys are the texts of the positions, so a lookup compares
the whole position and never confuses two.
"""

from __future__ import annotations

import gzip
import json
import os
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from plyground.errors import GameNameError, PlygroundError, shown
from plyground.games import symmetry
from plyground.games.names import parse_name
from plyground.games.native import NativePosition, is_native
from plyground.games.position import Position
from plyground.storage import read_bytes, write_whole

VERSION = 1  #: of the file's format
SUFFIX = ".book"
HORIZON = 100  #: plies that a symmetry must hold for: farther than a book or its searches look
_MOST_CHOICE = 3  # moves that a player draws from; each of them has to be checked
_LARGEST = 64 << 20  # bytes unpacked; a book is a thousand times smaller


class BookMove(NamedTuple):
    """A move in the book, with its score."""

    move: str
    score: int  #: from the view of the side to move; a hundredth of a seed, cell or piece
    depth: int  #: plies that the score looks ahead: those in the book and those searched
    avoid: bool = False  #: losing according to a check: kept, but never played


Entry = tuple[BookMove, ...]


@dataclass
class Book:
    """An opening book of one game: the scored moves of each position, best first."""

    game: str  #: the canonical name
    positions: dict[str, Entry] = field(default_factory=dict)  #: by the text of the folded position
    origin: str = ""  #: how the book was made

    def __len__(self) -> int:
        return len(self.positions)

    def __contains__(self, position: object) -> bool:
        return isinstance(position, Position) and folded(position).text in self.positions

    def known(self, position: Position) -> Entry:
        """Return all moves of the book for this position, best first, including those to avoid."""
        if position.game != self.game:
            raise PlygroundError(f"this is a book of {self.game}, not of {position.game}")
        image = folded(position)
        entry = self.positions.get(image.text)
        if not entry:
            return ()
        legal = set(image.legal_moves)
        back = symmetry.way(image, position, HORIZON)
        return tuple(
            move._replace(move=symmetry.transformed_move(image, move.move, back))
            for move in entry
            if move.move in legal
        )

    def probe(self, position: Position) -> Entry:
        """Return the moves that the book may play here, best first; empty if it has none.

        Of moves that are mirror images of each other, the book has only one.
        """
        return tuple(move for move in self.known(position) if not move.avoid)

    def near_best(self, position: Position, variety: float = 0.0) -> Entry:
        """Return up to three moves, at most ``variety`` seeds, cells or pieces below the best.

        >>> from plyground.games.names import position
        >>> moves = (BookMove("3", 40, 9), BookMove("2", 35, 9), BookMove("1", -200, 9))
        >>> start = position("kalah(6,4)")
        >>> [m.move for m in Book("kalah(6,4)", {start.text: moves}).near_best(start, 0.1)]
        ['3', '2']
        """
        moves = self.probe(position)[:_MOST_CHOICE]
        return tuple(m for m in moves if m.score >= moves[0].score - round(100 * variety))

    def line(self, position: Position) -> tuple[str, ...]:
        """Return the best moves of both sides from a position on, to the end of the book."""
        line: list[str] = []
        while moves := self.probe(position):
            line.append(moves[0].move)
            position = position.play(moves[0].move)
        return tuple(line)

    def to_bytes(self) -> bytes:
        """Return the content of a book file; equal books have equal files."""
        plain = {
            "plyground-book": VERSION,
            "game": self.game,
            "origin": self.origin,
            "positions": {
                text: [[m.move, m.score, m.depth, *([1] if m.avoid else [])] for m in moves]
                for text, moves in sorted(self.positions.items())
            },
        }
        text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
        return gzip.compress(text.encode(), mtime=0)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a book file atomically."""
        write_whole(path, self.to_bytes())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Book:
        """Read a book file; raises PlygroundError if it is invalid."""
        return cls.from_bytes(read_bytes(path), shown(path))

    @classmethod
    def from_bytes(cls, content: bytes, where: str) -> Book:
        """Read the content of a book file; ``where`` names it in messages."""
        try:
            plain: Any = json.loads(_unpacked(content, where))
        except (ValueError, RecursionError) as error:
            if isinstance(error, PlygroundError):
                raise
            raise PlygroundError(f"{where}: not an opening book: the content is not JSON") from None
        if not isinstance(plain, dict) or "plyground-book" not in plain:
            raise PlygroundError(
                f"{where}: not an opening book; create one with plyground book build"
            )
        version = plain["plyground-book"]
        if version != VERSION:
            raise PlygroundError(f"{where}: version {version!r} is unknown; this is {VERSION}")
        positions = plain.get("positions")
        if not isinstance(positions, dict):
            raise PlygroundError(f"{where}: the book's positions are missing")
        return cls(_game(plain, where), _entries(positions, where), str(plain.get("origin", "")))


def folded(position: Position) -> NativePosition:
    """Return the one position that represents a position and all its mirror images.

    >>> from plyground.games.names import position
    >>> start = position("squatter(7)")
    >>> folded(start.play("b3")) == folded(start.play("e6"))
    True
    """
    if not is_native(position):
        raise PlygroundError(f"{position.game} is a game in Python: it has no opening book")
    return symmetry.folded(position, HORIZON)


def _unpacked(content: bytes, where: str) -> bytes:
    unpacking = zlib.decompressobj(wbits=31)
    try:
        text = unpacking.decompress(content, _LARGEST)
    except zlib.error:
        raise PlygroundError(
            f"{where}: not an opening book; create one with plyground book build"
        ) from None
    if not unpacking.eof:
        what = "too large" if unpacking.unconsumed_tail else "truncated"
        raise PlygroundError(f"{where}: the book is {what}")
    return text


def _game(plain: Mapping[str, Any], where: str) -> str:
    try:
        family, values = parse_name(str(plain.get("game")))
    except GameNameError as error:
        raise PlygroundError(f"{where}: {error}") from None
    return family.canonical(values)


def _entries(positions: Mapping[str, Any], where: str) -> dict[str, Entry]:
    try:
        return {text: tuple(map(_move, moves)) for text, moves in positions.items()}
    except (TypeError, ValueError):
        raise PlygroundError(
            f"{where}: a position's moves must be lists of a move, its score and its depth"
        ) from None


def _move(item: Any) -> BookMove:
    move, score, depth, *avoid = item
    if not (type(move) is str and type(score) is int and type(depth) is int and avoid in ([], [1])):
        raise ValueError
    return BookMove(move, score, depth, bool(avoid))
