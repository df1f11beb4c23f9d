"""Scores for people: the margin and the chances that a score lets one expect.

>>> import plyground as ply
>>> start = ply.position("kalah(6,4)")
>>> expect(start, 20_008)
Expectation(margin=8.0, chances=Chances(win=1.0, draw=0.0, loss=0.0))
>>> expect(start, 300).margin > expect(start, -300).margin
True
"""

from __future__ import annotations

import math

from plyground.evaluation.calibration import (
    Calibration,
    Chances,
    Expectation,
    calibration_of,
    own_calibration,
)
from plyground.evaluation.value_net import board_name
from plyground.games.names import entry_of, family_of, scoring_of
from plyground.games.position import Position
from plyground.players.score import is_proven, proven_margin, score_text

USUAL_NODES = 100_000  #: of a search, where nobody says how many it had
# Scores at a chance of 73 %: of a tree search (core/search/mcts_options.hpp), and of other searches
# where no games were played to find it out.
_TREE_SCALE, _GENERAL_SCALE = 400.0, 100.0


def expect(
    position: Position, score: int, nodes: int = USUAL_NODES, *, is_tree: bool = False
) -> Expectation:
    """Return what a score for the side to move lets it expect.

    A proven score is its result. Others are read from the table of the game, or from the nearest
    one of the family. Where there is none, a unit ahead wins 73 of 100 games. The score of a tree
    search is a chance to begin with.
    """
    if is_proven(score):
        return certain(position, proven_margin(score))
    table = table_of(position)
    if table is None:
        has_margin = scoring_of(position).margin is not None and counts_margin(position)
        margin = score / 100 if has_margin and not is_tree else None
        win = _logistic(score / (_TREE_SCALE if is_tree else _GENERAL_SCALE))
        return Expectation(margin, Chances(win, 0.0, 1 - win))
    left = scoring_of(position).left(position)
    if is_tree:
        return table.expectation(
            table.score_worth(_logistic(score / _TREE_SCALE), left, nodes), left, nodes
        )
    return table.expectation(score, left, nodes)


def even_chance(
    position: Position, score: int, nodes: int = USUAL_NODES, *, is_tree: bool = False
) -> float:
    """Return the points to expect of a score, 0 to 1, whoever of the two is to move.

    Comparing positions before and after a move needs that: the side to move may err next, so that
    the same position looks a little worse for it than for its opponent.
    """
    own, other = (
        expect(position, one, nodes, is_tree=is_tree).chances.value for one in (score, -score)
    )
    return (own + 1 - other) / 2


def certain(position: Position, margin: int) -> Expectation:
    """Return what a proven margin lets one expect: itself, where the game counts margins."""
    chances = Chances(float(margin > 0), float(margin == 0), float(margin < 0))
    return Expectation(float(margin) if counts_margin(position) else None, chances)


def counts_margin(position: Position) -> bool:
    """Whether the rules of a game count by how much it was won."""
    entry = entry_of(position)
    return entry is None or entry.face.counts_margin


def table_of(position: Position) -> Calibration | None:
    """Return the table by which scores of a position are read."""
    return (
        own_calibration(position) if family_of(position) is None else calibration_of(position.game)
    )


def unit_of(position: Position) -> str:
    """Return what margins of a game are counted in: ``seeds``; empty where nobody says."""
    entry = entry_of(position)
    return "" if entry is None else entry.face.unit.split(" ")[0]


def margin_text(position: Position, margin: float) -> str:
    """Write an expected margin: ``+3.2 seeds``."""
    text = f"{margin:+.1f}".replace("-", "−")
    return f"{'0.0' if text[1:] == '0.0' else text} {unit_of(position)}".rstrip()


def expectation_text(position: Position, expected: Expectation) -> str:
    """Write what to expect: ``+3.2 seeds · 71 % / 12 % / 17 %``, the chances to win, draw, lose."""
    margin = [] if expected.margin is None else [margin_text(position, expected.margin)]
    return " · ".join([*margin, str(expected.chances)])


def expected_text(position: Position, score: int) -> str:
    """Write a score of which nobody says how it was searched for."""
    if is_proven(score):
        return score_text(score)
    return expectation_text(position, expect(position, score))


def source_note(position: Position) -> str:
    """Say where expectations come from, if not from games of the same kind; else nothing."""
    table = table_of(position)
    if table is None:
        return f"Margins and chances by a general rule: there is no table for {position.game}."
    if family_of(position) is not None and table.game != board_name(position.game):
        return f"Margins and chances as in {table.game}: there is no table for {position.game}."
    return ""


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-max(min(value, 30.0), -30.0)))
