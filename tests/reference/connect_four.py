"""Connect Four, slow and plain: a dictionary of stones, and lines walked cell by cell.

A cell is (column, row) from (0, 0) at the bottom left. A move is the column's number from 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache

RED, YELLOW = "R", "Y"
SIDE_NAMES = {RED: "red", YELLOW: "yellow"}
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))

Cell = tuple[int, int]


@dataclass(frozen=True)
class ConnectFour:
    """A position: the stones, and the size of the board. Red begins and the sides alternate."""

    width: int = 7
    height: int = 6
    stones: dict[Cell, str] = field(default_factory=dict)

    @staticmethod
    def from_text(width: int, height: int, text: str) -> ConnectFour:
        """Read a one-line position text: rows from the top, then the side to move."""
        board, side = text.split(" ")
        stones = {
            (column, height - 1 - line): symbol
            for line, row in enumerate(board.split("/"))
            for column, symbol in enumerate(row)
            if symbol != "."
        }
        position = ConnectFour(width, height, stones)
        assert side == SIDE_NAMES[position.side]
        return position

    @property
    def turn(self) -> int:
        """The player to move: 0 is Red."""
        return len(self.stones) % 2

    @property
    def side(self) -> str:
        """The colour to move."""
        return (RED, YELLOW)[self.turn]

    def landing(self, column: int) -> Cell | None:
        """Return the lowest empty cell of a column; None if it is full."""
        free = [(column, row) for row in range(self.height) if (column, row) not in self.stones]
        return free[0] if free else None

    def winner(self) -> str | None:
        """Return the colour that has four in a line."""
        for line in lines(self.width, self.height):
            colours = {self.stones.get(cell) for cell in line}
            if len(colours) == 1 and None not in colours:
                return colours.pop()
        return None

    def legal_moves(self) -> list[str]:
        """List the columns that are not full; none after the end."""
        if self.winner() is not None:
            return []
        return [str(c + 1) for c in range(self.width) if self.landing(c) is not None]

    def play(self, move: str) -> ConnectFour:
        """Return the position after a stone was dropped into a column."""
        if move not in self.legal_moves():
            raise ValueError(f"illegal move {move}")
        cell = self.landing(int(move) - 1)
        assert cell is not None
        return replace(self, stones={**self.stones, cell: self.side})

    def is_over(self) -> bool:
        """Tell whether somebody has won or the board is full."""
        return self.winner() is not None or len(self.stones) == self.width * self.height

    def margin(self) -> int:
        """Return 1, 0 or -1: the result as the player to move sees it."""
        if not self.is_over():
            raise ValueError("the game is not over")
        winner = self.winner()
        return 0 if winner is None else 1 if winner == self.side else -1

    def board(self) -> list[str]:
        """Return the rows from the top: `R`, `Y`, and `.` for an empty cell."""
        return [
            "".join(self.stones.get((column, row), ".") for column in range(self.width))
            for row in reversed(range(self.height))
        ]

    def text(self) -> str:
        """Return the one-line position text."""
        return f"{'/'.join(self.board())} {SIDE_NAMES[self.side]}"


@cache
def lines(width: int, height: int) -> list[list[Cell]]:
    """List all lines of four cells on a board."""
    found = []
    for column in range(width):
        for row in range(height):
            for right, up in DIRECTIONS:
                line = [(column + i * right, row + i * up) for i in range(4)]
                if all(0 <= c < width and 0 <= r < height for c, r in line):
                    found.append(line)
    return found
