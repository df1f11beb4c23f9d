"""Perfect play in small games: any of the best moves, by lot."""

from __future__ import annotations

import random
from typing import Any

from plyground.errors import PlygroundError
from plyground.games.native import is_native
from plyground.games.position import Position
from plyground.players.limits import Limit
from plyground.solving.solver import solve_moves

_MOST_POSITIONS = 200_000  # of a game in Python
_PATIENCE = Limit(nodes=2_000_000)  # of one search in a native one
_TABLE_MB = 4


class Perfect:
    """A player that never gives anything away; remembers what it has found out.

    >>> import plyground as ply
    >>> Perfect(random.Random(1)).choose(ply.position("kalah(2,2)"))
    '2'
    """

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self._best: dict[Position, list[Any]] = {}
        self._margins: dict[Position, int] = {}  # for the side to move, with best play

    def choose(self, position: Position, limit: Limit | None = None) -> Any:  # noqa: ARG002
        """Draw one of the best moves."""
        return self.chance.choice(self.best_moves(position))

    def best_moves(self, position: Position) -> list[Any]:
        """Return all moves with the best margin; raises PlygroundError if the game is too large."""
        if position not in self._best:
            margins = self._move_margins(position)
            most = max(margins.values())
            self._best[position] = [move for move, margin in margins.items() if margin == most]
        return self._best[position]

    def _move_margins(self, position: Position) -> dict[Any, int]:
        if not is_native(position):  # a solver would ask it for the same positions again and again
            return {move: self._after(position, move) for move in position.legal_moves}
        found = solve_moves(position, _PATIENCE, table_mb=_TABLE_MB)
        margins = {move: margin for move, margin in found.items() if margin is not None}
        if len(margins) < len(found):
            raise _too_large(position)
        return margins

    def _after(self, position: Position, move: Any) -> int:
        child = position.play(move)
        if child not in self._margins:
            if len(self._margins) >= _MOST_POSITIONS:
                raise _too_large(position)
            self._margins[child] = (
                child.margin
                if child.is_over
                else max(self._after(child, reply) for reply in child.legal_moves)
            )
        return self._margins[child] if child.turn == position.turn else -self._margins[child]


def _too_large(position: Position) -> PlygroundError:
    return PlygroundError(
        f"{position.game} is too large to be played perfectly; choose another opponent"
    )
