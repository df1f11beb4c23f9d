"""Scores as the core counts them: an evaluation in hundredths of a unit, or a proven result."""

from __future__ import annotations

from plyground._core import FAST_WIN_SCORE, MAX_MARGIN, WIN_SCORE


def is_proven(score: int) -> bool:
    """Whether a score is a proven result rather than an evaluation."""
    return abs(score) > WIN_SCORE


def proven_margin(score: int) -> int:
    """Return the margin of a result; where a game counts none, 1 or −1.

    >>> proven_margin(20_008), proven_margin(-31_995), proven_margin(0)
    (8, -1, 0)
    """
    return result_of(score)[0] if is_proven(score) else 0


def proven_score(margin: int) -> int:
    """Return the score of a margin that is proven, in a game that counts margins.

    >>> proven_score(3), proven_score(-2), proven_score(0)
    (20003, -20002, 0)
    """
    size = min(abs(margin), MAX_MARGIN)
    return WIN_SCORE + size if margin > 0 else -WIN_SCORE - size if margin < 0 else 0


def score_text(score: int) -> str:
    """Write a score for people, from the view of the side to move.

    >>> score_text(125), score_text(20_008), score_text(-31_995)
    ('+1.25', 'win by 8', 'loss in 5')
    """
    if not is_proven(score):
        return f"{score / 100:+.2f}"
    result = "win" if score > 0 else "loss"
    margin, plies = result_of(score)
    return f"{result} by {abs(margin)}" if plies is None else f"{result} in {plies}"


def result_of(score: int) -> tuple[int, int | None]:
    """Return the margin behind a proven score, and the plies to it where those are counted.

    >>> result_of(-20_008), result_of(31_995)
    ((-8, None), (1, 5))
    """
    sign = 1 if score > 0 else -1
    if abs(score) > WIN_SCORE + MAX_MARGIN:
        return sign, FAST_WIN_SCORE - abs(score)
    return sign * (abs(score) - WIN_SCORE), None
