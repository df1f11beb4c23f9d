"""Games written in Python: two good ones, and many that break one law each."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Self

import plyground as ply
from plyground import Side

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@dataclass(frozen=True)
class Nim(ply.Position):
    """Take one to three matches; whoever takes the last one wins."""

    heap: int = 7
    turn: Side = Side.FIRST

    @property
    def legal_moves(self) -> tuple[Any, ...]:
        return tuple(range(1, min(3, self.heap) + 1))

    def play(self, move: Any) -> Self:
        return replace(self, heap=self.heap - move, turn=self.turn.other)

    @property
    def is_over(self) -> bool:
        return self.heap == 0

    @property
    def margin(self) -> int:
        return -1


@dataclass(frozen=True)
class TicTacToe(ply.Position):
    """Three in a row; cells are numbered from 0 at the top left."""

    cells: str = "........."
    turn: Side = Side.FIRST

    @property
    def legal_moves(self) -> list[int]:
        return [] if self.is_over else [i for i, cell in enumerate(self.cells) if cell == "."]

    def play(self, move: int) -> Self:
        cells = f"{self.cells[:move]}{'XO'[self.turn]}{self.cells[move + 1 :]}"
        return replace(self, cells=cells, turn=self.turn.other)

    @property
    def is_over(self) -> bool:
        return self._has_row or "." not in self.cells

    @property
    def margin(self) -> int:
        return -1 if self._has_row else 0  # the last move was the opponent's

    @property
    def _has_row(self) -> bool:
        rows = ({self.cells[i] for i in line} for line in LINES)
        return any(row in ({"X"}, {"O"}) for row in rows)


class WrongWinner(Nim):
    """The loser is called the winner."""

    @property
    def winner(self) -> Side | None:
        return self.turn if self.is_over else None


class MarginOfNobody(Nim):
    """Both sides have the same margin."""

    def margin_for(self, side: Side) -> int:  # noqa: ARG002
        return self.margin


class MarginOfTheOther(Nim):
    """The margin is the other side's."""

    def margin_for(self, side: Side) -> int:
        return -super().margin_for(side)

    @property
    def winner(self) -> Side | None:
        return self.turn if self.is_over else None


class Unhashable(Nim):
    """As a dataclass is that is not frozen."""

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True)
class ListInside(Nim):
    """Frozen, but made of a list."""

    history: list[int] = field(default_factory=list)


class ListsAsMoves(Nim):
    """Moves that cannot be put into a set."""

    @property
    def legal_moves(self) -> tuple[Any, ...]:
        return tuple([move] for move in super().legal_moves)

    def play(self, move: Any) -> Self:
        return super().play(move[0])


class PlaysOnItself(Nim):
    """A move changes the position that it is made in."""

    def play(self, move: Any) -> Self:
        object.__setattr__(self, "heap", self.heap - move)
        object.__setattr__(self, "turn", self.turn.other)
        return self


class ForgetsToCopy(Nim):
    """A move returns a new position but spoils the old one, too."""

    def play(self, move: Any) -> Self:
        child = super().play(move)
        object.__setattr__(self, "heap", child.heap)
        return child


class StandsStill(Nim):
    """A move that changes nothing."""

    def play(self, move: Any) -> Self:  # noqa: ARG002
        return self


class AnotherKind(Nim):
    """A move leads into another game."""

    def play(self, move: Any) -> Any:
        return Nim(self.heap - move, self.turn.other)


class MovesAfterTheEnd(Nim):
    """One can go on when it is over."""

    @property
    def legal_moves(self) -> tuple[Any, ...]:
        return super().legal_moves or (0,)


class NoMovesBeforeTheEnd(Nim):
    """Stuck, but not over."""

    @property
    def legal_moves(self) -> tuple[Any, ...]:
        return () if self.heap == 1 else super().legal_moves


class TwiceTheSame(Nim):
    """A move is listed twice."""

    @property
    def legal_moves(self) -> tuple[Any, ...]:
        return super().legal_moves * 2


class Endless(Nim):
    """The heap grows."""

    def play(self, move: Any) -> Self:  # noqa: ARG002
        return replace(self, heap=self.heap + 1, turn=self.turn.other)


class HashedByPlace(Nim):
    """Equal positions, unequal hashes."""

    def __hash__(self) -> int:
        return id(self)


class Unpicklable(Nim):
    """Cannot be sent to another process."""

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("this stays here")


class TurnOfNobody(Nim):
    """The turn is a third player's."""

    def play(self, move: Any) -> Self:
        return replace(self, heap=self.heap - move, turn=Side.SECOND + 1)  # type: ignore[arg-type]


class SameTexts(Nim):
    """All moves read alike."""

    @property
    def legal_moves(self) -> tuple[Any, ...]:
        return tuple(Blank(move) for move in super().legal_moves)


class Blank(int):
    """A number that does not show."""

    def __str__(self) -> str:
        return "take"


@dataclass(frozen=True)
class NoTurn(ply.Position):
    """Says nothing about whose move it is."""

    legal_moves = ()
    is_over = True
    margin = 0


@dataclass(frozen=True)
class NoPlay(ply.Position):
    """Says nothing about what a move does."""

    turn: Side = Side.FIRST
    legal_moves = (1,)
    is_over = False
    margin = 0


@dataclass(frozen=True)
class NoMargin(ply.Position):
    """Says nothing about who has won."""

    turn: Side = Side.FIRST
    legal_moves = ()
    is_over = True

    def play(self, move: Any) -> Self:  # noqa: ARG002
        return self
