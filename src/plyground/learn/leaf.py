"""The leaf of a search: the end of the principal line, whose evaluation is the score.

Learning from leaves needs exactly that equality: the score of the root then is a linear function of
the weights, and its gradient is the leaf's features. The core keeps whole lines, quiescence moves
included, so it holds for every search to a given depth by an engine with one line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from plyground._core import Side
from plyground.evaluation.explain import values_of
from plyground.evaluation.weights import Weights
from plyground.games.position import Position
from plyground.players.result import SearchResult

Rows = list[list[float]]  # the weights of each phase, in the order of the features


class Leaf(NamedTuple):
    """The features of a leaf from the view of the side that moves first, and its phase."""

    values: tuple[float, ...]  #: the first side's minus the second side's
    phase: int
    later: int
    part: float  #: of the way from the phase to the later one

    def evaluation(self, rows: Rows) -> float:
        """Return the evaluation for the first side, in units of the game."""
        here, there, part = rows[self.phase], rows[self.later], self.part
        return sum(
            value * (a + part * (b - a))
            for value, a, b in zip(self.values, here, there, strict=True)
            if value
        )

    def add_to(self, rows: Rows, times: float) -> None:
        """Add the gradient of the evaluation to one number for each weight."""
        here, there = rows[self.phase], rows[self.later]
        for share, row in ((times * (1 - self.part), here), (times * self.part, there)):
            if share:
                for i, value in enumerate(self.values):
                    if value:
                        row[i] += share * value


def leaf_position(position: Position, found: SearchResult) -> Position:
    """Return the position at the end of the principal line."""
    for move in found.line:
        position = position.play(move)
    return position


def leaf_of(position: Position) -> Leaf:
    """Return the features of a running game.

    >>> import plyground as ply
    >>> from plyground.evaluation.weights import load
    >>> start = ply.position("kalah(6,4)").play("1")
    >>> weights = load("kalah")
    >>> value = leaf_of(start).evaluation(rows_of(weights))
    >>> abs(value - -ply.evaluate(start, weights)) < 0.02  # north is to move
    True
    """
    own, opponent, (phase, later, part) = values_of(position)
    one, other = (own, opponent) if position.turn == Side.FIRST else (opponent, own)
    return Leaf(tuple(a - b for a, b in zip(one, other, strict=True)), phase, later, part)


def rows_of(weights: Weights) -> Rows:
    """Return the weights of the evaluation as lists, one for each phase."""
    return [[*weights[phase].values()] for phase in weights.terms.phases]


def with_rows(weights: Weights, rows: Sequence[Sequence[float]]) -> Weights:
    """Return weights with other numbers for the evaluation; those of actions stay."""
    return weights.updated({
        f"{phase}.{name}": number
        for phase, row in zip(weights.terms.phases, rows, strict=True)
        for name, number in zip(weights.terms.features, row, strict=True)
    })  # fmt: skip
