"""Where games begin: opening number k of a source is the same position in every run.

| source | openings |
|---|---|
| ``random`` | a few random moves; no two alike, mirror images included |
| ``book`` or ``book:FILE`` | a few moves from the game's book, or from a book file |
| ``fair`` | the shipped list of positions that give both sides equal chances |
| ``file:FILE`` | the games of a record file, or the position texts of a plain file, one per line |
| ``start`` | always the game's own start |
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

from plyground.books.book import Book, folded
from plyground.books.fair import fair_openings
from plyground.books.opening import required
from plyground.errors import PlygroundError, shown
from plyground.games.files import loads
from plyground.games.names import position
from plyground.games.native import is_native
from plyground.games.position import Position
from plyground.storage import read_text

PLIES = 4  #: moves of a random opening
_LONGER_AFTER = 50  # tries without a new opening, until openings become a move longer
_GIVE_UP_AFTER = 1000  # tries: the game is so small that openings repeat from here on
_KINDS = ("random", "book", "fair", "file", "start")

Pick = Callable[[Position, random.Random], Any]  # the next move, or None to end here


class Openings(Protocol):
    """Numbered start positions; ``size`` is None where there is no end of them."""

    @property
    def size(self) -> int | None:
        """How many there are, where that is known."""
        ...

    def __getitem__(self, number: int) -> Position:
        """Return an opening; where there are fewer, they come again from the first on."""
        ...


class Listed:
    """Openings from a list.

    >>> from plyground.games.names import position
    >>> Listed([position("kalah(6,4)")])[7].game
    'kalah(6,4)'
    """

    def __init__(self, positions: Sequence[Position]) -> None:
        self._positions = tuple(positions)
        if not self._positions:
            raise PlygroundError("the list of openings is empty; expected at least one position")

    @property
    def size(self) -> int:
        """How many there are."""
        return len(self._positions)

    def __getitem__(self, number: int) -> Position:
        return self._positions[number % self.size]


class Same:
    """Every game begins with the same position: for players that vary by themselves."""

    size = None

    def __init__(self, start: Position) -> None:
        self._start = start

    def __getitem__(self, number: int) -> Position:
        return self._start


class Walks:
    """Openings made by a few moves from the start, no two of them mirror images of each other.

    They are found in the order of their numbers, and only when asked for. Of each, only the number
    of the try that led to it is kept.

    >>> from plyground.games.names import position
    >>> one, other = (Walks(position("kalah(6,4)"), seed=1) for _ in range(2))
    >>> one[20] == other[20], one[20] == one[21], one[20].is_over
    (True, False, False)
    """

    def __init__(
        self, start: Position, pick: Pick | None = None, plies: int = PLIES, seed: int = 0
    ) -> None:
        if plies < 0:
            raise PlygroundError(f"plies={plies} is not valid; expected 0 or more")
        self._start = start
        self._pick = pick or _any_move
        self._plies = plies
        self._seed = seed
        self._tries = array("Q")  # the try, and the length of its walk
        self._lengths = array("H")
        self._seen: set[int] = set()
        self._next_try = 0
        self._is_complete = False
        self._walk = lru_cache(64)(self._walk_anew)

    @property
    def size(self) -> int | None:
        """How many there are, once all of a small game's have been found."""
        return len(self._tries) if self._is_complete else None

    def __getitem__(self, number: int) -> Position:
        while number >= len(self._tries) and not self._is_complete:
            self._find_one()
        number %= len(self._tries)
        found = self._walk(self._tries[number], self._lengths[number])
        assert found is not None
        return found

    def _find_one(self) -> None:
        for failed in range(_GIVE_UP_AFTER):
            length = self._plies + failed // _LONGER_AFTER
            found = self._walk(self._next_try, length)
            self._next_try += 1
            key = None if found is None else _key(found)
            if key is not None and key not in self._seen:
                self._seen.add(key)
                self._tries.append(self._next_try - 1)
                self._lengths.append(length)
                return
        if not self._tries:
            raise PlygroundError(f"{self._start.game}: no opening of {self._plies} moves was found")
        self._is_complete = True

    def _walk_anew(self, attempt: int, plies: int) -> Position | None:
        """Return where a try leads to; None if it is no position to begin a game with."""
        chance = random.Random(f"{self._seed}/{attempt}")
        here = self._start
        for _ in range(plies):
            move = None if here.is_over else self._pick(here, chance)
            if move is None:
                break
            here = here.play(move)
        return here if _can_begin(here) else None


def openings(source: str, start: Position, *, plies: int | None = None, seed: int = 0) -> Openings:
    """Return the openings that a source names; ``plies`` says how long they are.

    >>> from plyground.games.names import position
    >>> openings("start", position("squatter(6)"))[3].turn_name
    'white'
    """
    kind, _, rest = source.strip().partition(":")
    if kind not in _KINDS and Path(source).is_file():
        kind, rest = "file", source
    length = PLIES if plies is None else plies
    if kind == "random" and not rest:
        return Walks(start, None, length, seed)
    if kind == "start" and not rest:
        return Same(start)
    if kind == "book":
        return Walks(start, _book_move(_book(rest, start)), length, seed)
    if kind == "fair" and not rest:
        positions = list(fair_openings(start.game))
        random.Random(seed).shuffle(positions)
        return Listed(positions)
    if kind == "file" and rest:
        return Listed(_from_file(Path(rest).expanduser(), start, length))
    raise PlygroundError(
        f"{shown(source)} is not a source of openings; expected random, start, fair, book, "
        "book:FILE or file:FILE"
    )


def _any_move(here: Position, chance: random.Random) -> Any:
    return chance.choice(here.legal_moves)


def _book(file: str, start: Position) -> Book:
    book = Book.load(Path(file).expanduser(), start) if file else required(start)
    if book.game != start.game:
        raise PlygroundError(f"this is a book of {book.game}, not of {start.game}")
    return book


def _book_move(book: Book) -> Pick:
    def pick(here: Position, chance: random.Random) -> Any:
        moves = book.probe(here)
        return here.parse_move(chance.choice(moves).move) if moves else None

    return pick


def _key(here: Position) -> int:
    """Return a number that a position shares with its mirror images, and with nothing else."""
    return hash(folded(here)) if is_native(here) else hash(here)


def _can_begin(here: Position) -> bool:
    return not here.is_over and len(here.legal_moves) > 1


def _from_file(path: Path, start: Position, plies: int) -> list[Position]:
    text = read_text(path)
    lines = [line.strip() for line in text.splitlines()]
    content = [line for line in lines if line and not line.startswith("#")]
    is_record = bool(content) and content[0].startswith("Game:")
    found = _records(text, path, start, plies) if is_record else _texts(lines, path, start)
    once = {_key(here): here for here in reversed(found) if _can_begin(here)}
    if not once:
        raise PlygroundError(
            f"{shown(path)}: no usable opening; expected positions with two or more legal moves"
        )
    return list(reversed(once.values()))


def _records(text: str, path: Path, start: Position, plies: int) -> list[Position]:
    """Return where each game stands: unfinished ones at their end, others after some moves."""
    found = []
    for game in loads(text, source=str(path)):
        if game.start.game != start.game:
            raise PlygroundError(
                f"{shown(path)}: holds a game of {game.start.game}, not of {start.game}"
            )
        found.append(game.positions[min(plies, len(game.moves))] if game.is_over else game.position)
    return found


def _texts(lines: Sequence[str], path: Path, start: Position) -> list[Position]:
    found = []
    for number, line in enumerate(lines, 1):
        if line and not line.startswith("#"):
            try:
                found.append(position(start.game, line))
            except PlygroundError as error:
                raise PlygroundError(f"{shown(path)}:{number}: {error}") from None
    return found
