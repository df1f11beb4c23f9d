"""Connect Four in Python: stones fall to the lowest free cell of a column; four in a line win."""

from dataclasses import dataclass

import plyground as ply


@dataclass(frozen=True)
class ConnectFour(ply.Position):
    """A move is a column. A column has seven bits; the highest one is always empty."""

    own: int = 0  #: stones of the side to move
    taken: int = 0  #: stones of both sides
    turn: ply.Side = ply.Side.FIRST

    @property
    def legal_moves(self) -> list[int]:  # centre first: good moves first speed up the search
        top = 0 if self.is_over else ~self.taken >> 5
        return [column for column in (3, 2, 4, 1, 5, 0, 6) if top >> 7 * column & 1]

    def play(self, move: int) -> "ConnectFour":
        taken = self.taken | self.taken + (1 << 7 * move)  # the carry sets the lowest free cell
        return ConnectFour(self.taken ^ self.own, taken, self.turn.other)

    @property
    def is_over(self) -> bool:
        return self.margin != 0 or self.taken.bit_count() == 42

    @property
    def margin(self) -> int:
        s = self.taken ^ self.own  # only the opponent, who has just moved, can have four
        return -any(s & s >> n & s >> 2 * n & s >> 3 * n for n in (1, 6, 7, 8))

    def diagram(self) -> ply.Diagram:
        first = self.own if self.turn == ply.Side.FIRST else self.taken ^ self.own
        return board(first, self.taken, self.legal_moves)

    def side_name(self, side: ply.Side) -> str:
        return "red" if side == ply.Side.FIRST else "yellow"


def board(first: int, taken: int, columns: list[int]) -> ply.Diagram:
    """Stones fall: any free cell of a column chooses it, and the lowest one shows the move."""
    stones = {bit: "RY"[not first >> bit & 1] for bit in range(49) if taken >> bit & 1}
    rows = [[stones.get(7 * column + row, " ") for column in range(7)] for row in range(5, -1, -1)]
    clicks = {}
    for column in columns:
        free = [row for row in range(6) if 7 * column + row not in stones]
        lowest, *above = (f"{'abcdefg'[column]}{row + 1}" for row in free)
        clicks[column] = ply.Click([lowest], also=above, label=f"column {column + 1}")
    pieces = {"R": ply.Piece("red"), "Y": ply.Piece("yellow", "tile")}
    return ply.Diagram.grid(
        rows, pieces, ground="hole", bottom_up=True, clicks=clicks, upright=True
    )


if __name__ == "__main__":
    game, engine = ply.Game(ConnectFour()), ply.PVS(nodes=10_000)
    while not game.is_over:
        game.push(engine.search(game.position).move)
        print(f"column {game.moves[-1]}", game.result or "")
