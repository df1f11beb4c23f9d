"""A player by the book alone: for the opening, with others behind it."""

from __future__ import annotations

from typing import Any

from plyground.books.opening import Opening, required
from plyground.games.position import Position
from plyground.players.limits import Limit
from plyground.players.simple import Greedy


class BookPlayer:
    """Plays from an opening book; where the book has no move, the move that looks best at once.

    >>> import plyground as ply
    >>> BookPlayer().knows(ply.position("squatter(7)"))
    True
    """

    def __init__(
        self, file: str = "default", variety: float = 0.0, seed: int | None = None
    ) -> None:
        self._file = file
        self._opening = Opening(file, variety, seed)
        self._outside = Greedy(seed)

    def knows(self, position: Position) -> bool:
        """Whether the book has a move here; raises PlygroundError where there is no book at all."""
        if self._file == "default":
            required(position)
        return self._opening.knows(position)

    def choose(self, position: Position, limit: Limit | None = None) -> Any:
        """Take a move of the book, or else the one that looks best."""
        if self.knows(position):
            return self._opening.choose(position)
        return self._outside.choose(position, limit)
