"""Liar: a game that does what it should not, by the move that is played."""

from __future__ import annotations

import time
from dataclasses import dataclass

import plyground as ply

MOVES = (
    "ok", "crash", "huge", "exit", "text", "sleep", "hang", "flip", "lie", "none", "end",
)  # fmt: skip
ASKED = [0]


@dataclass(frozen=True)
class Liar(ply.Position):
    """Every move but ``ok`` and ``end`` breaks a rule."""

    last: str = "ok"
    count: int = 0
    turn: ply.Side = ply.Side.FIRST

    @property
    def legal_moves(self) -> list[str]:
        return [] if self.last in ("end", "none") else list(MOVES)

    def play(self, move: str) -> Liar:
        if move == "crash":
            raise IndexError("there is\nno such cell")
        if move == "huge":
            bytearray(1 << 60)
        if move == "exit":
            raise SystemExit("goodbye")
        if move == "text":
            return move  # type: ignore[return-value]
        if move == "sleep":
            time.sleep(3600)
        while move == "hang":
            pass
        return Liar(move, self.count + 1, self.turn.other)

    @property
    def is_over(self) -> bool:
        if self.last == "flip":
            ASKED[0] += 1
            return ASKED[0] % 2 == 0
        return self.last in ("end", "lie")

    @property
    def margin(self) -> int:
        return -1
