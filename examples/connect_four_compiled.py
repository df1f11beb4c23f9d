"""Connect Four again, compiled to machine code: compare with connect_four.py.

Needs numba (pip install 'plyground[compiled]'); without it the game runs as plain Python.
"""

from dataclasses import dataclass

from connect_four import board

import plyground as ply


@ply.compiled
@dataclass(frozen=True)
class CompiledConnectFour(ply.Position):
    """A move is a column. A column has seven bits; the highest one is always empty."""

    own: int = 0  #: stones of the side to move
    taken: int = 0  #: stones of both sides
    turn: ply.Side = ply.Side.FIRST

    @property
    def legal_moves(self) -> list[int]:  # centre first: good moves first speed up the search
        top = 0 if self.is_over else ~self.taken >> 5
        return [column for column in (3, 2, 4, 1, 5, 0, 6) if top >> 7 * column & 1]

    def play(self, move: int) -> "CompiledConnectFour":
        taken = self.taken | self.taken + (1 << 7 * move)  # the carry sets the lowest free cell
        return CompiledConnectFour(self.taken ^ self.own, taken, self.turn.other)

    @property
    def is_over(self) -> bool:
        return self.margin != 0 or self.taken.bit_count() == 42

    @property
    def margin(self) -> int:
        s = self.taken ^ self.own  # only the opponent, who has just moved, can have four
        for n in (1, 6, 7, 8):  # numba compiles loops, but no generator expressions
            if s & s >> n & s >> 2 * n & s >> 3 * n:
                return -1
        return 0

    def diagram(self) -> ply.Diagram:  # only what a search calls is compiled
        first = self.own if self.turn == ply.Side.FIRST else self.taken ^ self.own
        return board(first, self.taken, self.legal_moves)

    def side_name(self, side: ply.Side) -> str:
        return "red" if side == ply.Side.FIRST else "yellow"


if __name__ == "__main__":
    game, engine = ply.Game(CompiledConnectFour()), ply.PVS(nodes=100_000, threads=2)
    while not game.is_over:
        game.push(engine.search(game.position).move)
        print(f"column {game.moves[-1]}", game.result or "")
