"""Games for the tests of compiled games: each uses other parts of Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import plyground as ply

LAST_CELL = 8


def line_of(cells: tuple[int, ...], first: int, step: int) -> bool:
    """Whether three cells in a row belong to one side."""
    owner = cells[first]
    return owner != 0 and owner == cells[first + step] == cells[first + 2 * step]


def texts(cells: tuple[int, ...]) -> list[str]:
    return [str(cells[:3]), *texts(cells[3:])] if cells else []


@ply.compiled
@dataclass(frozen=True)
class Cells(ply.Position):
    """Tic-tac-toe where the centre moves again, with tuples, a helper, a constant and a method."""

    cells: tuple[int, ...] = (0,) * 9
    turn: ply.Side = ply.Side.FIRST
    moved_again: bool = False

    STARTS: ClassVar[tuple[tuple[int, int], ...]] = (
        (0, 1), (3, 1), (6, 1), (0, 3), (1, 3), (2, 3), (0, 4), (2, 2),
    )  # fmt: skip

    @property
    def legal_moves(self) -> list[int]:
        if self.is_over:
            return []
        return [cell for cell in range(LAST_CELL + 1) if self.cells[cell] == 0]

    def play(self, move: int) -> Cells:
        cells = ply.replaced(self.cells, move, self.turn + 1)
        again = move == 4 and not self.moved_again
        return Cells(cells, turn=self.turn if again else self.turn.other, moved_again=again)

    @property
    def has_line(self) -> bool:
        for first, step in self.STARTS:  # noqa: SIM110 - numba has no generator expressions
            if line_of(self.cells, first, step):
                return True
        return False

    @property
    def is_over(self) -> bool:
        return self.has_line or self.count(0) == 0

    @property
    def margin(self) -> int:
        if not self.has_line:
            return 0
        return 1 if self.moved_again else -1  # whoever has moved has the line

    def evaluate(self) -> float:
        mine, centre = self.turn + 1, self.cells[4]
        return 0.0 if centre == 0 else 12.5 if centre == mine else -12.5

    def shown(self) -> str:  # which no search uses
        return "\n".join(texts(self.cells))

    def count(self, owner: int) -> int:
        return sum([1 for cell in self.cells if cell == owner])


@ply.compiled
@dataclass(frozen=True)
class Faulty(ply.Position):
    """Counts down from a number; goes wrong in another way below each of some numbers."""

    left: int = 30
    fault: int = 0
    turn: ply.Side = ply.Side.FIRST

    @property
    def legal_moves(self) -> Sequence[int]:
        if self.left < 20 and self.fault == 1:
            return [self.left // (self.fault - 1)]
        if self.left < 20 and self.fault == 2:
            return [-1]
        if self.left < 20 and self.fault == 3:
            return list(range(2000))
        if self.left < 20 and self.fault == 4:
            return [1 for number in range(self.fault) if number < 0]
        if self.left == 1:
            moves = []
            moves.append(1)
            return moves
        return tuple(range(1, min(2, self.left) + 1))

    def play(self, move: int) -> Faulty:
        if self.left < 20 and self.fault == 5:
            move = (1, 2, 3)[self.left]
        if self.left < 20 and self.fault == 6:
            raise RuntimeError("broken on purpose")
        return Faulty(self.left - move, self.fault, self.turn.other)

    @property
    def is_over(self) -> bool:
        return self.left == 0

    @property
    def margin(self) -> int:
        if self.fault == 7:
            return 1 << 40
        return -1
