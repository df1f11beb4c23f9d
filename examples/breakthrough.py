"""Breakthrough: the first pawn to reach the far row wins; pawns capture diagonally."""

from dataclasses import dataclass

import plyground as ply

COLUMNS, ROWS = 6, 6


def name(column: int, row: int) -> str:
    """Return what a cell is called."""
    return f"{'abcdefgh'[column]}{row + 1}"


@dataclass(frozen=True)
class Breakthrough(ply.Position):
    """A pawn moves one row forward: straight to an empty cell, or diagonally to any but its own.

    Rows count from White's side. A move names both cells: b2b3.
    """

    rows: tuple[str, ...] = ("WWWWWW", "WWWWWW", "......", "......", "BBBBBB", "BBBBBB")
    turn: ply.Side = ply.Side.FIRST

    @property
    def legal_moves(self) -> list[str]:
        if self.is_over:
            return []
        own, ahead = ("W", 1) if self.turn == ply.Side.FIRST else ("B", -1)
        moves = []
        for row, cells in enumerate(self.rows):
            for column, cell in enumerate(cells):
                if cell != own:
                    continue
                for aside in (-1, 1, 0):  # captures first
                    to = column + aside
                    if not 0 <= to < COLUMNS:
                        continue
                    there = self.rows[row + ahead][to]
                    if there == "." or (aside and there != own):
                        moves.append(name(column, row) + name(to, row + ahead))
        return moves

    def play(self, move: str) -> "Breakthrough":
        rows = [list(row) for row in self.rows]
        start, end = (("abcdefgh".index(m[0]), int(m[1]) - 1) for m in (move[:2], move[2:]))
        rows[end[1]][end[0]] = rows[start[1]][start[0]]
        rows[start[1]][start[0]] = "."
        return Breakthrough(tuple(map("".join, rows)), self.turn.other)

    @property
    def is_over(self) -> bool:  # only the opponent, who has just moved, can have won
        if self.turn == ply.Side.FIRST:
            return "B" in self.rows[0] or not any("W" in row for row in self.rows)
        return "W" in self.rows[-1] or not any("B" in row for row in self.rows)

    @property
    def margin(self) -> int:
        return -1

    def evaluate(self) -> int:
        """Return 100 for each pawn, and 10 for each row that the foremost one has come."""
        white = [row for row, cells in enumerate(self.rows) for cell in cells if cell == "W"]
        black = [5 - row for row, cells in enumerate(self.rows) for cell in cells if cell == "B"]
        value = 100 * (len(white) - len(black)) + 10 * (max(white) - max(black))
        return value if self.turn == ply.Side.FIRST else -value

    def diagram(self) -> ply.Diagram:
        pieces = {"W": ply.Piece("white", "up"), "B": ply.Piece("black", "down")}
        counts = {side: sum(row.count("WB"[side]) for row in self.rows) for side in ply.Side}
        rows = reversed(self.rows)
        return ply.Diagram.grid(
            rows, pieces, ground="checkered", bottom_up=True, note=_note(counts)
        )

    def side_name(self, side: ply.Side) -> str:
        return "white" if side == ply.Side.FIRST else "black"


def _note(counts: dict[ply.Side, int]) -> str:
    return f"{counts[ply.Side.FIRST]} white and {counts[ply.Side.SECOND]} black pawns"


if __name__ == "__main__":
    game, engine = ply.Game(Breakthrough()), ply.PVS(nodes=2000)
    while not game.is_over:
        game.push(engine.search(game.position).move)
    print(game, game.result)
