"""Positions as arrays and moves as numbers, for libraries that know nothing else.

What a side sees, of the game that it plays:

| game | array |
|---|---|
| Kalah, m houses | 2m + 3 numbers: own houses and store, the opponent's, 1 if it is to move |
| Squatter, n by n | n × n × 5: own pieces, the opponent's, own land, the opponent's, to move |
| Watch Your Back! | 8 × 8 × 7: own pieces, the opponent's, corners, gone, moving, clock, to move |

The clock of Watch Your Back! goes from 1 down to 0 until the board shrinks, or the game ends.

A game in Python is seen as its ``encoding``, or as the values of its fields (see
``plyground.evaluation.own_encoding``), and two more numbers: 1 for the second player, 1 if it is to
move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from plyground._core import Side
from plyground.errors import PlygroundError, shown
from plyground.evaluation.own_encoding import OwnEncoding
from plyground.games.names import competition_name, family_of
from plyground.games.names import position as named_position
from plyground.games.native import is_native
from plyground.games.position import Position, move_text
from plyground.games.python_file import names_file, start_in_file

#: A name, a Python file with a game, its class, or a position to start from.
Source = str | Position | type[Position]
Array = NDArray[np.float32]
Mask = NDArray[np.int8]
Observe = Callable[[Any, Side], ArrayLike]


@dataclass(frozen=True)
class Encoding:
    """How one game is written as numbers."""

    start: Position
    moves: tuple[str, ...] | None  #: all there are, by their numbers; None for a built-in game
    observe: Observe
    least: float
    most: float

    @property
    def num_actions(self) -> int:
        """How many numbers of moves there are; some of them may never be legal."""
        return self._native.num_actions if self.moves is None else len(self.moves)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of what a side sees."""
        return self.observation(self.start, Side.FIRST).shape

    @property
    def _native(self) -> Any:
        return self.start

    def index(self, move: Any) -> int:
        """Return the number of a move."""
        if self.moves is None:
            return int(self._native.move_index(move))
        try:
            return self.moves.index(move_text(move))
        except ValueError:
            raise PlygroundError(
                f"{shown(move)} is a legal move of {self.start.game}, but not among the "
                f"{len(self.moves)} known ones; list all of them in all_moves, or give moves=…"
            ) from None

    def move(self, index: int) -> str:
        """Return the text of the move with a number."""
        return str(self._native.move_at(index)) if self.moves is None else self.moves[index]

    def legal(self, position: Position) -> list[int]:
        """List the numbers of the legal moves, in order."""
        return sorted(self.index(move) for move in position.legal_moves)

    def mask(self, position: Position) -> Mask:
        """Return 1 for each legal move and 0 for all others."""
        mask = np.zeros(self.num_actions, np.int8)
        mask[self.legal(position)] = 1
        return mask

    def observation(self, position: Position, side: Side) -> Array:
        """Return what a side sees."""
        return np.asarray(self.observe(position, side), np.float32)


def start_of(game: Source) -> Position:
    """Return where a game begins. As in matches, ``watch-your-back`` means the one that ends."""
    if isinstance(game, type):
        return game()
    if not isinstance(game, str):
        return game
    return start_in_file(game) if names_file(game) else named_position(competition_name(game))


def encoding(
    game: Source, moves: Iterable[Any] | None = None, observe: Observe | None = None
) -> Encoding:
    """Return the encoding of a game, by its name, file, class or start.

    For a game in Python, ``moves`` are all that it can have, and ``observe(position, side)`` is
    what a side sees. Both are found out by random play where they are not given.

    >>> encoding("kalah(6,4)").mask(named_position("kalah(6,4)").play("3"))
    array([1, 1, 0, 1, 1, 1], dtype=int8)
    """
    start = start_of(game)
    if is_native(start):
        if moves is not None:
            raise PlygroundError(f"{start.game} numbers its moves itself; leave moves out")
        family = family_of(start)
        assert family is not None
        seen = family.observation
        return Encoding(start, None, observe or seen.see, 0.0, seen.most(start))
    found = _found(cast(Any, start)) if moves is None or observe is None else None
    known = found.moves if moves is None and found is not None else moves or ()
    largest = float(np.finfo(np.float32).max)
    return Encoding(
        start, tuple(map(move_text, known)), observe or _OwnSight(found), -largest, largest
    )


@lru_cache(maxsize=8)
def _found(start: Any) -> OwnEncoding:
    """Find out by random play how a game becomes numbers: it takes a second or two."""
    return OwnEncoding.found(start)


class _OwnSight:
    """What a side sees of a game in Python that does not say it."""

    def __init__(self, encoding: OwnEncoding | None) -> None:
        assert encoding is not None
        self._encoding = encoding

    def __call__(self, position: Position, side: Side) -> list[float]:
        numbers, _ = self._encoding(position)
        return [*numbers, float(side == Side.SECOND), float(side == position.turn)]
