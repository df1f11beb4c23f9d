"""Squatter, slow and plain: pieces and territory are two dictionaries, captures one flood.

A cell is (row, column) from (0, 0) at the top left; its text is the column letter, then the row
number: (0, 0) is a1, (2, 0) is a3, (0, 2) is c1.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

WHITE, BLACK = "W", "B"
SIDE_NAMES = {WHITE: "white", BLACK: "black"}

Cell = tuple[int, int]


@dataclass(frozen=True)
class Squatter:
    """A position: who has a piece where, who owns which captured cell, whose move it is.

    A piece is *live* while its cell is not captured territory of anybody.
    """

    size: int
    first: str = WHITE
    side: str = WHITE
    pieces: dict[Cell, str] = field(default_factory=dict)
    owners: dict[Cell, str] = field(default_factory=dict)

    @staticmethod
    def start(size: int, first: str = WHITE) -> Squatter:
        """Return the empty board with `first` to move."""
        return Squatter(size, first, first)

    @staticmethod
    def from_text(size: int, first: str, text: str) -> Squatter:
        """Read a one-line position text."""
        board, owners, side_name = text.split(" ")
        position = Squatter(size, first, WHITE if side_name == "white" else BLACK)
        symbols = zip(position.cells(), board.replace("/", ""), strict=True)
        if owners == "-":
            owners = "." * size * size
        territory = zip(position.cells(), owners.replace("/", ""), strict=True)
        return replace(
            position,
            pieces={cell: symbol.upper() for cell, symbol in symbols if symbol not in "+-"},
            owners={cell: owner for cell, owner in territory if owner != "."},
        )

    @property
    def turn(self) -> int:
        """The player to move: 0 is the one who moved first."""
        return 0 if self.side == self.first else 1

    def cells(self) -> list[Cell]:
        """List all cells, row by row."""
        return [(row, column) for row in range(self.size) for column in range(self.size)]

    def free_cells(self) -> list[Cell]:
        """List the cells that can be played on: empty and not captured."""
        return [c for c in self.cells() if c not in self.pieces and c not in self.owners]

    def legal_moves(self) -> list[str]:
        """List the free cells as text."""
        return [cell_text(cell) for cell in self.free_cells()]

    def play(self, move: str) -> Squatter:
        """Return the position after the side to move places a piece on a free cell."""
        if move not in self.legal_moves():
            raise ValueError(f"illegal move {move}")
        pieces = {**self.pieces, cell_from_text(move): self.side}
        placed = replace(self, pieces=pieces, side=BLACK if self.side == WHITE else WHITE)
        captured = placed.enclosed_by(self.side)
        return replace(placed, owners={**self.owners, **dict.fromkeys(captured, self.side)})

    def enclosed_by(self, side: str) -> list[Cell]:
        """List the cells that the edge cannot reach without crossing a live piece of `side`."""
        walls = {c for c, owner in self.pieces.items() if owner == side and c not in self.owners}
        last = self.size - 1
        edge = [(r, c) for r, c in self.cells() if r in (0, last) or c in (0, last)]
        reached: set[Cell] = set()
        to_visit = [cell for cell in edge if cell not in walls]
        while to_visit:
            cell = to_visit.pop()
            if cell in reached:
                continue
            reached.add(cell)
            row, column = cell
            for near in (
                (row - 1, column),
                (row + 1, column),
                (row, column - 1),
                (row, column + 1),
            ):
                on_board = 0 <= near[0] <= last and 0 <= near[1] <= last
                if on_board and near not in walls and near not in reached:
                    to_visit.append(near)
        return [cell for cell in self.cells() if cell not in reached and cell not in walls]

    def score(self, side: str) -> int:
        """Count the cells of this side's territory without a piece of its own on them."""
        return sum(
            1
            for cell, owner in self.owners.items()
            if owner == side and self.pieces.get(cell) != side
        )

    def is_over(self) -> bool:
        """Tell whether no free cell is left."""
        return not self.free_cells()

    def margin(self) -> int:
        """Return the final score difference as the player to move sees it."""
        if not self.is_over():
            raise ValueError("the game is not over")
        difference = self.score(WHITE) - self.score(BLACK)
        return difference if self.side == WHITE else -difference

    def symbol(self, cell: Cell) -> str:
        """Return one of `W B w b + -`; a piece in enemy territory is written in lower case."""
        piece, owner = self.pieces.get(cell), self.owners.get(cell)
        if piece is None:
            return "+" if owner is None else "-"
        return piece if owner in (None, piece) else piece.lower()

    def board(self) -> list[str]:
        """Return the rows of symbols."""
        return _rows([self.symbol(cell) for cell in self.cells()], self.size)

    def owner_rows(self) -> list[str]:
        """Return the rows of owners, `.` where a cell is not captured."""
        return _rows([self.owners.get(cell, ".") for cell in self.cells()], self.size)

    def text(self) -> str:
        """Return the one-line position text."""
        owners = "/".join(self.owner_rows()) if self.owners else "-"
        return f"{'/'.join(self.board())} {owners} {SIDE_NAMES[self.side]}"


def cell_text(cell: Cell) -> str:
    """Name a cell.

    >>> cell_text((2, 0))
    'a3'
    """
    row, column = cell
    return "abcdefghijk"[column] + str(row + 1)


def cell_from_text(text: str) -> Cell:
    """Read a cell's name; the inverse of `cell_text`."""
    return int(text[1:]) - 1, "abcdefghijk".index(text[0])


def _rows(symbols: list[str], size: int) -> list[str]:
    return ["".join(symbols[start : start + size]) for start in range(0, size * size, size)]
