"""A game in Python with features: two runners, twelve steps."""

from __future__ import annotations

from dataclasses import dataclass

import plyground as ply

GOAL = 12


@dataclass(frozen=True)
class Race(ply.Position):
    """A move is one to three steps, or a jump of five, once each; the margin is the lead."""

    mine: int = 0
    theirs: int = 0
    my_jumps: int = 1
    their_jumps: int = 1
    turn: ply.Side = ply.Side.FIRST

    @property
    def is_over(self) -> bool:
        return self.theirs >= GOAL

    @property
    def legal_moves(self) -> tuple[int, ...]:
        return () if self.is_over else (1, 2, 3, 5)[: 3 + self.my_jumps]

    @property
    def margin(self) -> int:
        return self.mine - self.theirs

    def play(self, move: int) -> Race:
        jumps = self.my_jumps - (move == 5)
        return Race(self.theirs, self.mine + move, self.their_jumps, jumps, self.turn.other)

    def features(self) -> dict[str, tuple[float, float]]:
        return {"steps": (self.mine, self.theirs), "jumps": (self.my_jumps, self.their_jumps)}
