"""Threads, guesses, goals and other orders change the work, never the result."""

from __future__ import annotations

from typing import Any

import pytest

import plyground as ply
from plyground.errors import PlygroundError
from plyground.solving.solver import first_guess, solve
from tests.support.searching import check_line
from tests.support.strategies import start

SOLVED = [("kalah(4,5)", 4), ("kalah(4,6)", 0), ("squatter(4)", 0), ("connect-four(5,5)", 0)]


def line_margin(position: ply.Position, solution: ply.Solution) -> int:
    """Play the best line to the end of the game; return its margin for the side to move now."""
    end = check_line(position, solution.line)
    assert end.is_over
    return end.margin if end.turn == position.turn else -end.margin


@pytest.mark.parametrize(("game", "margin"), SOLVED)
@pytest.mark.parametrize("threads", [2, 3])
def test_threads_find_the_same(game: str, margin: int, threads: int) -> None:
    solution = solve(start(game), table_mb=16, threads=threads)
    assert solution.margin == margin
    assert line_margin(start(game), solution) == margin


@pytest.mark.parametrize("options", [{"guess": 9}, {"guess": -40}, {"variation": 1}])
def test_questions_and_order_change_nothing(options: dict[str, Any]) -> None:
    usual = solve(start("kalah(4,5)"))
    other = solve(start("kalah(4,5)"), **options)
    assert other.margin == usual.margin
    assert other.nodes != usual.nodes
    assert line_margin(start("kalah(4,5)"), other) == usual.margin


@pytest.mark.parametrize(("goal", "reaches"), [(2, True), (4, True), (5, False), (6, False)])
def test_one_question(goal: int, reaches: bool) -> None:
    found = solve(start("kalah(4,5)"), goal=goal, threads=2)
    assert found.lower >= goal if reaches else found.upper < goal


def test_a_node_limit_holds_for_all_threads_together() -> None:
    found = solve(start("kalah(6,4)"), ply.Limit(nodes=300_000), threads=2)
    assert not found.is_exact
    assert found.nodes < 600_000


def test_live_progress_says_what_is_asked() -> None:
    heard: list[ply.Solution] = []
    solve(start("kalah(4,6)"), on_progress=heard.append)
    assert all(0 <= found.share <= 1 for found in heard)
    assert heard[-1].is_exact
    assert [found.lower for found in heard] == sorted(found.lower for found in heard)


def test_an_error_while_threads_run_is_raised() -> None:
    def fail(_: ply.Solution) -> None:
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        solve(start("kalah(5,4)"), threads=2, on_progress=fail)


def test_the_first_guess() -> None:
    guess = first_guess(start("kalah(6,4)"))
    assert guess is not None
    assert abs(guess - 8) <= 8  # which is the truth
    assert first_guess(start("connect-four")) is None


@pytest.mark.parametrize("threads", [0, -1, 2000])
def test_impossible_threads(threads: int) -> None:
    with pytest.raises(PlygroundError, match="expected a whole number 1 to 1024"):
        solve(start("kalah(3,3)"), threads=threads)
