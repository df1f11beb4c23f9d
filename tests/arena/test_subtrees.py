"""Solving on workers: the result is that of one solver."""

from __future__ import annotations

import pytest

import plyground as ply
from plyground.arena.running.subtrees import Plan, Subtrees, solve_on_workers
from plyground.errors import PlygroundError
from tests.support.strategies import start


@pytest.mark.parametrize(
    ("game", "moves"), [("kalah(3,3)", ""), ("kalah(4,3)", "4"), ("squatter(4)", "a1 b2 c3 d4")]
)
@pytest.mark.parametrize("workers", ["0", "2"])
def test_workers_find_the_same(game: str, moves: str, workers: str) -> None:
    position = start(game)
    for move in moves.split():
        position = position.play(move)
    heard: list[ply.Solution] = []
    found = solve_on_workers(position, workers, Subtrees(8, 1), on_progress=heard.append)
    assert found.margin == ply.solve(position).margin
    assert all(one.lower <= found.margin <= one.upper for one in heard)


@pytest.mark.slow
def test_a_cluster_finds_the_same() -> None:
    pytest.importorskip("ray")
    assert solve_on_workers(start("kalah(4,4)"), "ray", Subtrees(16, 1)).margin == 2


def test_a_result_is_verified() -> None:
    plan = Plan(ply.Limit(), 16, 2)
    found = plan.run(start("kalah(4,4)"), None)
    assert plan.verify(start("kalah(4,4)"), found)
    wrong = ply.Solution(found.lower + 2, found.lower + 2, found.line, 0, 0.0)
    with pytest.raises(PlygroundError, match="not verified: \\+4, and \\+2 in a second run"):
        plan.verify(start("kalah(4,4)"), wrong)


def test_options_that_do_not_go_together() -> None:
    with pytest.raises(PlygroundError, match="--resume needs --save"):
        Plan(ply.Limit(), 16, 1, resume=True).run(start("kalah(3,3)"), None)
    with pytest.raises(PlygroundError, match="leave out --workers"):
        Plan(ply.Limit(), 16, 1, save="x", workers="2").run(start("kalah(3,3)"), None)
