"""The accuracy of a review: what counts, and that it tells good play from bad."""

from __future__ import annotations

from statistics import mean

import pytest

import plyground as ply
from benchmarks.accuracy import GAMES, measured, played, reviewed
from plyground.web.analysis.grading import accuracy
from plyground.web.analysis.searching import Judge


def test_moves_that_cost_nothing_have_full_accuracy_and_random_ones_none() -> None:
    assert accuracy([(0.0, 0.3), (0.01, 0.1)]) == 100
    assert accuracy([(0.3, 0.3), (0.5, 0.4)]) == 0
    assert accuracy([(0.1, 0.4), (0.0, 0.1)]) == 80


def test_decided_positions_and_only_moves_do_not_count() -> None:
    assert accuracy([(0.0, 0.0)] * 50) is None
    assert accuracy([(0.0, 0.0)] * 50 + [(0.2, 0.2)]) == 0
    judge = Judge(1000)
    lost = ply.position("kalah(4,3)", "1,0,0,1/1 4,4,4,4/6 south")
    only = ply.position("kalah(4,3)", "0,0,0,1/1 4,4,4,4/6 south")
    assert judge.stake(lost) < 0.01
    assert judge.stake(only) == 0
    assert judge.stake(ply.position("kalah(4,3)")) > 0.05


@pytest.mark.parametrize("game", ["kalah(4,3)", "squatter(5)"])
def test_accuracy_tells_random_play_from_good_play(game: str) -> None:
    means = []
    for spec in ("random", "pvs:nodes=2000"):
        games = [reviewed(*played(spec, game, seed), nodes=2000) for seed in (1, 2)]
        means.append(mean(one for game_sides in games for one in game_sides))
    assert means[0] < 50 < 80 < means[1]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_accuracy_of_random_play_is_low_and_of_the_highest_level_high(game: str) -> None:
    found = {
        spec: float(str(measured(spec, game, games)["accuracy"]))
        for spec, games in (("random", 20), ("pvs:level=4", 20), ("pvs:nodes=20000", 10))
    }
    assert found["random"] <= 50
    assert found["random"] < found["pvs:level=4"] < found["pvs:nodes=20000"]
    assert found["pvs:nodes=20000"] >= 90
