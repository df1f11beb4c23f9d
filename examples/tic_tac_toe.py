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
        cells, other = self.cells, "OX"[self.turn]
        for a, b, c in LINES:
            if cells[a] == other == cells[b] == cells[c]:
                return -1
        return 0

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

    # Optional: the board in the browser, in notebooks and at the terminal.
    def diagram(self) -> ply.Diagram:
        won = next((line for line in LINES if self._is_full(line)), ())
        return ply.Diagram.grid(
            [self.cells[i : i + 3] for i in (0, 3, 6)],
            {
                "X": ply.Piece("blue", "cross", name="cross"),
                "O": ply.Piece("red", "ring", name="ring"),
            },
            marked=["abc"[cell % 3] + str(cell // 3 + 1) for cell in won],
        )

    def _is_full(self, line: tuple[int, ...]) -> bool:
        return self.cells[line[0]] != "." and len({self.cells[i] for i in line}) == 1

    def side_name(self, side: ply.Side) -> str:
        return "crosses" if side == ply.Side.FIRST else "rings"

    # Optional: reading the text of a position lets people set one up.
    @property
    def text(self) -> str:
        return f"{self.cells} {'XO'[self.turn]}"

    @classmethod
    def from_text(cls, text: str) -> "TicTacToe":
        cells, _, turn = text.partition(" ")
        if len(cells) != 9 or set(cells) - set("XO.") or turn not in ("X", "O"):
            raise ply.PositionTextError("expected nine cells and who moves, e.g. 'X...O.... X'")
        return cls(cells, ply.Side("XO".index(turn)))


if __name__ == "__main__":
    game, engine = ply.Game(TicTacToe()), ply.PVS(depth=9)
    while not game.is_over:
        game.push(engine.search(game.position).move)
        print(game, game.result or "", end="\n\n")
