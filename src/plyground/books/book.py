"""An opening book: positions with scored moves, stored once per symmetry, in a small file.

>>> from plyground.games.names import position
>>> start = position("squatter(7)")
>>> book = Book("squatter(7)", {folded(start).text: (BookMove("d4", 120, 9),)})
>>> book.probe(start)
(BookMove(move='d4', score=120, depth=9, avoid=False),)

A file is JSON compressed with gzip. Its keys are the texts of the positions, so a lookup compares
the whole position and never confuses two. A book of a game in Python needs the start of that game
to be read, because the file does not hold its code.
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
from plyground.games.names import family_of, parse_name
from plyground.games.names import position as named_position
from plyground.games.position import Position, move_text
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
    own: Position | None = None  #: the start of a game in Python

    @property
    def start(self) -> Position:
        """The position that the book begins with."""
        return named_position(self.game) if self.own is None else self.own

    def boards(self) -> dict[str, Position]:
        """Return the positions of the book, by their texts; raises PlygroundError for wrong ones.

        Those of a game in Python are found by playing the book's moves.
        """
        if self.own is None:
            found = {text: named_position(self.game, text) for text in self.positions}
        else:
            found = self._followed(folded(self.own))
        for text in self.positions:
            if text not in found or folded(found[text]).text != text:
                raise PlygroundError(
                    f"{text!r} is not the canonical text of a position of {self.game}"
                )
        return found

    def _followed(self, start: Position) -> dict[str, Position]:
        found = {start.text: start} if start.text in self.positions else {}
        for text in (order := list(found)):
            for move in self.positions[text]:
                child = folded(played(found[text], move.move))
                if child.text in self.positions and child.text not in found:
                    found[child.text] = child
                    order.append(child.text)
        return found

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
        legal = {move_text(move): move for move in image.legal_moves}
        back = symmetry.way(image, position, HORIZON)
        return tuple(
            move._replace(move=move_text(symmetry.transformed_move(image, legal[move.move], back)))
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
            position = played(position, moves[0].move)
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
    def load(cls, path: str | os.PathLike[str], start: Position | None = None) -> Book:
        """Read a book file; raises PlygroundError if it is invalid.

        ``start`` is that of the game that the book is wanted for: one in Python has to be given.
        """
        return cls.from_bytes(read_bytes(path), shown(path), start)

    @classmethod
    def from_bytes(cls, content: bytes, where: str, start: Position | None = None) -> Book:
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
        own = None if start is None or family_of(start) is not None else start
        game = _game(plain, where, own)
        return cls(game, _entries(positions, where), str(plain.get("origin", "")), own)


def played(position: Position, move: str) -> Position:
    """Return the position after a move of a book, which is the text of a move."""
    return position.play(position.parse_move(move))


def folded(position: Position) -> Position:
    """Return the one position that represents a position and all its mirror images.

    >>> from plyground.games.names import position
    >>> start = position("squatter(7)")
    >>> folded(start.play("b3")) == folded(start.play("e6"))
    True
    """
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


def _game(plain: Mapping[str, Any], where: str, own: Position | None) -> str:
    name = str(plain.get("game"))
    if own is not None:
        if name != own.game:
            raise PlygroundError(f"{where}: this is a book of {shown(name)}, not of {own.game}")
        return name
    try:
        family, values = parse_name(name)
    except GameNameError as error:
        raise PlygroundError(
            f"{where}: {error}; if this is a game in Python, give its file with --game"
        ) from None
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
