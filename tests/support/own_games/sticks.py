"""Take one, two or three sticks; whoever takes the last one wins. It describes no board."""

from __future__ import annotations

from dataclasses import dataclass

import plyground as ply


@dataclass(frozen=True)
class Sticks(ply.Position):
    """A move is the number of sticks to take."""

    heap: int = 9
    turn: ply.Side = ply.Side.FIRST

    @property
    def legal_moves(self) -> list[int]:
        return list(range(1, min(3, self.heap) + 1))

    def play(self, move: int) -> Sticks:
        return Sticks(self.heap - move, self.turn.other)

    @property
    def is_over(self) -> bool:
        return self.heap == 0

    @property
    def margin(self) -> int:
        return -1
