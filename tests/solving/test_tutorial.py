"""Tutorials: about ten steps per game, each with moves that reach its goal."""

from __future__ import annotations

import pytest

import plyground as ply
from plyground.errors import PlygroundError
from plyground.games.names import families
from plyground.games.position import move_text
from plyground.solving.tutorial import reaches, tutorial

FAMILIES = [family.name for family in families()]


@pytest.mark.parametrize("family", FAMILIES)
def test_every_step_can_be_done_and_most_can_be_missed(family: str) -> None:
    steps = tutorial(family)
    assert 8 <= len(steps) <= 12
    missable = 0
    for step in steps:
        legal = [move_text(move) for move in step.position.legal_moves]
        assert set(step.accepted) <= set(legal)
        assert step.accepted
        assert step.hint is None or step.hint in step.accepted
        assert all(text.strip() for text in (step.title, step.text, step.done))
        missable += len(step.accepted) < len(legal)
    assert missable >= 7


def test_goals_are_asked_of_the_rules() -> None:
    start = ply.position("connect-four").play("3").play("3").play("4").play("4")
    assert [m for m in start.legal_moves if reaches(start, m, {"wins": 3})] == ["2", "5"]
    row = start.play("5").play("7")
    assert [m for m in row.legal_moves if reaches(row, m, {"over": "win"})] == ["2", "6"]
    assert all(reaches(start, move, "any") for move in start.legal_moves)


def test_an_unknown_goal_is_refused() -> None:
    start = ply.position("kalah(3,3)")
    with pytest.raises(PlygroundError, match="a goal is one of"):
        reaches(start, "1", {"wish": 1})
