"""How good were the moves of a game: grades, and an accuracy for each player.

A move is judged by what it costs: how much of the winning chance was lost with it, against the best
move there was. An accuracy compares what all moves have cost with what was at stake: 100 for moves
that cost nothing, 0 for moves that cost as much as random ones. Decided positions and only moves,
where nothing is at stake, do not count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from plyground.games.position import Position
from plyground.web.analysis.models import Grade, ReviewedMessage
from plyground.web.analysis.searching import Judged
from plyground.web.shared.models import Side
from plyground.web.shared.views import SIDES

GRADES: tuple[Grade, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")
FORCED: Grade = "forced"
SERIOUS: frozenset[Grade] = frozenset(("mistake", "blunder"))  #: which call for an explanation
_LIMITS = (0.0, 0.05, 0.1, 0.2)  # of the loss, for each grade but the last
_NOISE = 0.02  # a loss that small is the judge's own error
_LEAST_STAKE = 0.05  # of a whole game: below that it says nothing about the player


def grade(before: Position, move: str, judged: Judged, after: Judged) -> tuple[Grade, float]:
    """Return the grade of a move and its loss, from the judgements before and after it."""
    if len(before.legal_moves) == 1:
        return FORCED, 0.0
    if move == judged.best:
        return GRADES[0], 0.0
    loss = judged.chance(before.turn) - after.chance(before.turn)
    if judged.exact and after.exact and judged.score.value == after.score.value:
        loss = 0.0  # another best move
    elif loss <= 0:
        loss = 0.001  # not the judge's choice, but as good as that
    return next(
        (g for g, most in zip(GRADES, _LIMITS, strict=False) if loss <= most), GRADES[-1]
    ), (round(min(loss, 1.0), 4))


def accuracy(moves: Sequence[tuple[float, float]]) -> float | None:
    """Return the accuracy of moves, 0 to 100, by (loss, stake); None where nothing was at stake.

    >>> accuracy([(0.0, 0.3), (0.1, 0.2)]), accuracy([(0.6, 0.3)]), accuracy([(0.0, 0.0)])
    (80.0, 0.0, None)
    """
    at_stake = sum(stake for _, stake in moves)
    if at_stake < _LEAST_STAKE:
        return None
    lost = sum(loss for loss, _ in moves if loss > _NOISE)
    return round(100 * max(1 - lost / at_stake, 0.0), 1)


@dataclass(frozen=True)
class Graded:
    """A move of a game as a review judges it."""

    side: Side
    grade: Grade
    loss: float
    stake: float


def summary(number: int, moves: Sequence[Graded]) -> ReviewedMessage:
    """Sum up a review: what every move of the game was."""
    counts = {side: Counter(m.grade for m in moves if m.side == side) for side in SIDES.values()}
    return ReviewedMessage(
        id=number,
        accuracy={
            side: accuracy([(m.loss, m.stake) for m in moves if m.side == side])
            for side in SIDES.values()
        },
        counts={side: {g: counts[side][g] for g in GRADES} for side in counts},
    )
