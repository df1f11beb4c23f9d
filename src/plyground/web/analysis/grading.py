"""How good were the moves of a game: grades, and an accuracy for each player.

A move is judged by what it costs: how much of the winning chance was lost with it, against the best
move there was.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from plyground.games.position import Position
from plyground.web.analysis.models import Grade, ReviewedMessage
from plyground.web.analysis.searching import Judged
from plyground.web.shared.models import Side
from plyground.web.shared.views import SIDES

GRADES: tuple[Grade, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")
FORCED: Grade = "forced"
_LIMITS = (0.0, 0.05, 0.1, 0.2)  # of the loss, for each grade but the last
_STEEPNESS = 4.5  # an accuracy of 64 for a loss of 0.1, of 11 for a loss of 0.5


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


def accuracy(losses: Sequence[float]) -> float | None:
    """Return the accuracy of some moves, 0 to 100; None where there was nothing to decide.

    >>> accuracy([0.0, 0.0]), accuracy([0.1])
    (100.0, 63.8)
    """
    if not losses:
        return None
    each = [100 * math.exp(-_STEEPNESS * loss) for loss in losses]
    return round(sum(each) / len(each), 1)


def summary(number: int, graded: Iterable[tuple[Side, Grade, float]]) -> ReviewedMessage:
    """Sum up a review: (side, grade, loss) of every move."""
    moves = list(graded)
    counts = {side: Counter(g for s, g, _ in moves if s == side) for side in SIDES.values()}
    losses = {
        side: [loss for s, g, loss in moves if s == side and g != FORCED] for side in SIDES.values()
    }
    return ReviewedMessage(
        id=number,
        accuracy={side: accuracy(losses[side]) for side in losses},
        counts={side: {g: counts[side][g] for g in GRADES} for side in counts},
    )
