"""Scores as the browser shows them: from the first side's view, with a winning chance."""

from __future__ import annotations

import math

from plyground._core import Side
from plyground.evaluation.terms import featured
from plyground.games.names import play_of
from plyground.games.position import Position
from plyground.players.result import Line, is_proven, result_of
from plyground.web.shared.models import Proven, Score, ScoredLine
from plyground.web.shared.views import SIDES


def line_view(position: Position, line: Line) -> ScoredLine:
    """Return a line of a search with its score."""
    moves = [str(move) for move in line.moves]
    return ScoredLine(
        move=moves[0], moves=moves, score=score_view(position, line.score, line.bound)
    )


def score_view(position: Position, score: int, bound: str = "exact") -> Score:
    """Return a score of the core, from the view of the side to move, as the first side sees it.

    >>> import plyground as ply
    >>> score_view(ply.position("kalah(6,4)"), -125, "lower").text  # the page shows the bound
    '−1.25'
    """
    mine = position.turn == Side.FIRST
    if not mine:
        score, bound = -score, {"lower": "upper", "upper": "lower"}.get(bound, bound)
    if is_proven(score):
        margin, plies = result_of(score)
        return _proven(position, margin, plies, bound)
    value = score / 100
    return Score.model_validate(
        {
            "value": value,
            "text": f"{value:+.2f}".replace("-", "−"),
            "chance": chance(position, value),
            "bound": bound,
            "proven": None,
        }
    )


def exact_view(position: Position, margin: int) -> Score:
    """Return the score of a margin that is certain, given from the view of the side to move."""
    return _proven(position, margin if position.turn == Side.FIRST else -margin)


def chance(position: Position, value: float) -> float:
    """Return the first side's winning chance for a value."""
    scale = play_of(position).win_scale
    return round(1 / (1 + math.exp(-max(min(value / scale, 30.0), -30.0))), 4)


def _proven(
    position: Position, margin: int, plies: int | None = None, bound: str | None = None
) -> Score:
    """Return a certain result: one that a search has seen, with its bound, or a solved one."""
    winner = None if margin == 0 else Side.FIRST if margin > 0 else Side.SECOND
    has_margin = plies is None and featured(position).face.counts_margin
    if winner is None:
        text = "draw"
    else:
        how = f" by {abs(margin)}" if has_margin else f" in {plies}" if plies is not None else ""
        text = f"{position.side_name(winner)} wins{how}"
    return Score.model_validate(
        {
            "value": float(margin) if has_margin else None,
            "text": text,
            "chance": 0.5 if winner is None else float(winner == Side.FIRST),
            "bound": bound or "exact",
            "proven": Proven(
                winner=None if winner is None else SIDES[winner],
                margin=abs(margin) if has_margin else None,
                plies=plies,
                solved=bound is None,
            ),
        }
    )
