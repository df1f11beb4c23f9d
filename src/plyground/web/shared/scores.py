"""Scores as the browser shows them: from the first side's view, with margin and chances."""

from __future__ import annotations

from plyground._core import Side
from plyground.evaluation.calibration import Expectation
from plyground.games.position import Position, move_text
from plyground.players.expectation import (
    certain,
    counts_margin,
    expectation_text,
    margin_text,
)
from plyground.players.result import Line, SearchResult
from plyground.players.score import is_proven, result_of
from plyground.web.shared.models import Chances, Proven, Score, ScoredLine
from plyground.web.shared.views import SIDES


def line_view(found: SearchResult, line: Line) -> ScoredLine:
    """Return a line of a search with its score."""
    moves = [move_text(move) for move in line.moves]
    return ScoredLine(move=moves[0], moves=moves, score=score_view(found, line))


def score_view(found: SearchResult, line: Line) -> Score:
    """Return the score of a line, from the view of the side to move, as the first side sees it.

    >>> import plyground as ply
    >>> found = ply.PVS(table_mb=1).search(ply.position("kalah(4,3)"), ply.Limit(nodes=100))
    >>> view = score_view(found, ply.Line(("1",), -20_008, "lower"))
    >>> view.text, view.chances.loss  # the page shows the bound
    ('north wins by 8', 1.0)
    """
    position: Position = found.position
    score, bound = line.score, line.bound
    expected, chance = found.expected(line), found.even_chance(line)
    if position.turn != Side.FIRST:
        score, bound = -score, {"lower": "upper", "upper": "lower"}.get(bound, bound)
        expected, chance = expected.reversed, 1 - chance
    if is_proven(score):
        margin, plies = result_of(score)
        return _proven(position, margin, plies, bound)
    text = expectation_text(position, expected)
    words = _words(position, expected)
    return _score(
        expected, chance, value=score / 100, text=text, words=words, bound=bound, proven=None
    )


def exact_view(position: Position, margin: int) -> Score:
    """Return the score of a margin that is certain, given from the view of the side to move."""
    return _proven(position, margin if position.turn == Side.FIRST else -margin)


def _score(expected: Expectation, chance: float, **rest: object) -> Score:
    margin, chances = expected
    return Score.model_validate(
        {
            "margin": None if margin is None else round(margin, 2),
            "chances": Chances(**{n: round(c, 4) for n, c in chances._asdict().items()}),
            "chance": round(chance, 4),
            **rest,
        }
    )


def _proven(
    position: Position, margin: int, plies: int | None = None, bound: str | None = None
) -> Score:
    """Return a certain result: one that a search has seen, with its bound, or a solved one."""
    winner = None if margin == 0 else Side.FIRST if margin > 0 else Side.SECOND
    has_margin = plies is None and counts_margin(position)
    if winner is None:
        text = "draw"
    else:
        how = f" by {abs(margin)}" if has_margin else f" in {plies}" if plies is not None else ""
        text = f"{position.side_name(winner)} wins{how}"
    proven = Proven(
        winner=None if winner is None else SIDES[winner],
        margin=abs(margin) if has_margin else None,
        plies=plies,
        solved=bound is None,
    )
    value = float(margin) if has_margin else None
    expected = certain(position, margin)
    return _score(
        expected, expected.chances.value, value=value, text=text, words=text,
        bound=bound or "exact", proven=proven,
    )  # fmt: skip


def _words(position: Position, expected: Expectation) -> str:
    """Say what the first side is to expect, for those who listen to the page."""
    first, second = (position.side_name(side) for side in SIDES)
    win, draw, loss = expected.chances.percents
    said = f"{first} wins {win} %, draw {draw} %, {second} wins {loss} %"
    if expected.margin is None:
        return said
    ahead = f"{first if expected.margin > 0 else second} ahead by"
    size = margin_text(position, abs(expected.margin)).removeprefix("+")
    return f"{'even' if round(expected.margin, 1) == 0 else f'{ahead} {size}'}: {said}"
