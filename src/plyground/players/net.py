"""A network as a player, without any search."""

from __future__ import annotations

import random
from typing import Any

from plyground.errors import PlygroundError, shown
from plyground.evaluation.net import Net
from plyground.games.position import Position
from plyground.players.limits import Limit


class NetPlayer:
    """Plays the move that a network likes best, or draws one by how much it likes them."""

    def __init__(self, file: str, temperature: float = 0.0, seed: int | None = None) -> None:
        self.net = Net.load(file)
        self._file = file
        self._temperature = temperature
        self._chance = random.Random(seed)

    def choose(self, position: Position, limit: Limit | None = None) -> Any:  # noqa: ARG002
        """Take the best move, or draw one."""
        try:
            shares, _ = self.net.judge(position)
        except PlygroundError as error:
            raise PlygroundError(f"{shown(self._file)}: {error}") from None
        moves = list(position.legal_moves)
        if self._temperature == 0:
            return moves[shares.index(max(shares))]
        powers = [share ** (1 / self._temperature) for share in shares]
        return self._chance.choices(moves, powers)[0]
