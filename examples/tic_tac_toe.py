"""Tic-tac-toe: three in a row, column or diagonal win."""

from dataclasses import dataclass

import plyground as ply

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@dataclass(frozen=True)
class TicTacToe(ply.Position):
    """A move is the number of a cell, from 0 at the top left."""

    cells: str = "." * 9
    turn: ply.Side = ply.Side.FIRST

    @property
    def legal_moves(self) -> list[int]:
        return [] if self.is_over else [i for i, cell in enumerate(self.cells) if cell == "."]

    def play(self, move: int) -> "TicTacToe":
        cells = self.cells[:move] + "XO"[self.turn] + self.cells[move + 1 :]
        return TicTacToe(cells, self.turn.other)

    @property
    def is_over(self) -> bool:
        return self.margin != 0 or "." not in self.cells

    @property
    def margin(self) -> int:  # only the opponent, who has just moved, can have three
        return -any(all(self.cells[i] == "OX"[self.turn] for i in line) for line in LINES)

    # Optional: symmetries let a learner treat eight mirror images as one position.
    num_symmetries = 8

    def transformed(self, symmetry: int) -> "TicTacToe":
        from_cells = sorted(range(9), key=lambda cell: self.transformed_move(cell, symmetry))
        return TicTacToe("".join(self.cells[cell] for cell in from_cells), self.turn)

    def transformed_move(self, move: int, symmetry: int) -> int:
        row, column = divmod(move, 3)
        if symmetry & 4:
            row, column = column, row
        return 3 * (2 - row if symmetry & 2 else row) + (2 - column if symmetry & 1 else column)

    def __str__(self) -> str:
        return "\n".join(" ".join(self.cells[i : i + 3]) for i in (0, 3, 6))


if __name__ == "__main__":
    game, engine = ply.Game(TicTacToe()), ply.PVS(depth=9)
    while not game.is_over:
        game.push(engine.search(game.position).move)
        print(game, game.result or "", end="\n\n")
