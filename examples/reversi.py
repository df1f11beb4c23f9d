"""Reversi: enclose the opponent's discs in a line to turn them; more discs at the end win."""

from dataclasses import dataclass

import plyground as ply

SIZE = 8
WAYS = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]
NAMES = [f"{'abcdefgh'[i % SIZE]}{i // SIZE + 1}" for i in range(SIZE * SIZE)]
# For every cell, the cells in each direction up to the edge.
RAYS = [
    [
        [(r + k * dr) * SIZE + c + k * dc for k in range(1, SIZE)
         if 0 <= r + k * dr < SIZE and 0 <= c + k * dc < SIZE]
        for dr, dc in WAYS
    ]
    for r in range(SIZE) for c in range(SIZE)
]  # fmt: skip
START = "." * 27 + "WB" + "." * 6 + "BW" + "." * 27


@dataclass(frozen=True)
class Reversi(ply.Position):
    """A move is a cell such as d3; who cannot turn any disc must pass. Black moves first."""

    cells: str = START
    turn: ply.Side = ply.Side.FIRST

    def _turned(self, cell: int, side: ply.Side) -> list[int]:
        """Return the discs that a disc on an empty cell would turn."""
        own, other = "BW" if side == ply.Side.FIRST else "WB"
        found = []
        for ray in RAYS[cell]:
            run: list[int] = []
            for i in ray:
                if self.cells[i] != other:
                    found += run if self.cells[i] == own else []
                    break
                run.append(i)
        return found

    def _moves(self, side: ply.Side) -> list[str]:
        free = (i for i, cell in enumerate(self.cells) if cell == ".")
        return [NAMES[i] for i in free if self._turned(i, side)]

    @property
    def legal_moves(self) -> list[str]:
        moves = self._moves(self.turn)
        return moves or ([] if self.is_over else ["pass"])

    def play(self, move: str) -> "Reversi":
        if move == "pass":
            return Reversi(self.cells, self.turn.other)
        cell, cells = NAMES.index(move), list(self.cells)
        for i in (cell, *self._turned(cell, self.turn)):
            cells[i] = "BW"[self.turn]
        return Reversi("".join(cells), self.turn.other)

    @property
    def is_over(self) -> bool:
        return not self._moves(self.turn) and not self._moves(self.turn.other)

    @property
    def margin(self) -> int:
        own, other = "BW" if self.turn == ply.Side.FIRST else "WB"
        return self.cells.count(own) - self.cells.count(other)

    def features(self) -> dict[str, tuple[int, int]]:
        """Return what counts, for the mover and the opponent; reversi.weights.toml weighs it."""
        own, other = "BW" if self.turn == ply.Side.FIRST else "WB"
        corners = [self.cells[i] for i in (0, 7, 56, 63)]
        return {
            "corners": (corners.count(own), corners.count(other)),
            "mobility": (len(self._moves(self.turn)), len(self._moves(self.turn.other))),
        }

    def diagram(self) -> ply.Diagram:
        return ply.Diagram.grid(
            [self.cells[i : i + SIZE] for i in range(0, SIZE * SIZE, SIZE)],
            {"B": ply.Piece("black"), "W": ply.Piece("white")},
            ground="green",
            counts={side: self.cells.count("BW"[side]) for side in ply.Side},
            unit="discs",
        )

    def side_name(self, side: ply.Side) -> str:
        return "black" if side == ply.Side.FIRST else "white"

    @property
    def text(self) -> str:
        """The rows from the top, and who moves."""
        rows = [self.cells[i : i + SIZE] for i in range(0, SIZE * SIZE, SIZE)]
        return f"{'/'.join(rows)} {'BW'[self.turn]}"

    @classmethod
    def from_text(cls, text: str) -> "Reversi":
        cells, _, turn = text.replace("/", "").partition(" ")
        if len(cells) != SIZE * SIZE or set(cells) - set("BW.") or turn not in ("B", "W"):
            raise ply.PositionTextError(f"expected 8 rows of 8 cells and who moves: {cls().text}")
        return cls(cells, ply.Side("BW".index(turn)))


if __name__ == "__main__":
    game, engine = ply.Game(Reversi()), ply.PVS(nodes=500)
    while not game.is_over:
        game.push(engine.search(game.position).move)
    print(game, game.result)
