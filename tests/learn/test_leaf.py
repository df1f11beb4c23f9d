"""The leaf of a search explains its score, and its features are the gradient."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

import plyground as ply
from plyground.evaluation.weights import Weights, shipped
from plyground.games.native import NativePosition, is_native
from plyground.learn.leaf import leaf_of, leaf_position, rows_of, with_rows
from plyground.learn.selfplay import Lesson, SelfPlay, opening
from plyground.learn.tdleaf import td_errors
from plyground.players.score import is_proven

GAMES = ["kalah(6,4)", "kalah-manchester", "squatter(6)", "squatter(7)", "watch-your-back"]


def start(game: str) -> NativePosition:
    found = ply.position(game)
    assert is_native(found)
    return found


def weights_of(game: str) -> Weights:
    return shipped(game.partition("(")[0].removesuffix("-manchester"))


@pytest.mark.parametrize("quiescence", [True, False], ids=["quiescence", "plain"])
@pytest.mark.parametrize("game", GAMES)
def test_the_leafs_evaluation_is_the_score(game: str, quiescence: bool) -> None:
    weights = weights_of(game)
    engine = ply.PVS(weights=weights, table_mb=1, quiescence=quiescence)
    longer = judged = 0
    for number in range(60):
        here = opening(start(game), 60, random.Random(number))
        depth = 1 + number % 5
        found = engine.search(here, ply.Limit(depth=depth))
        end = leaf_position(here, found)
        if end.is_over:
            assert is_proven(found.score) or found.score == end.margin == 0
        elif not is_proven(found.score):
            assert is_native(end)
            value = end._evaluate(weights.native)
            assert (value if end.turn == here.turn else -value) == found.score
            judged += 1
            longer += len(found.line) > depth
    assert judged > 20
    if quiescence or game.startswith("kalah"):  # where extra turns cost no depth
        assert longer > 0


@pytest.mark.parametrize("game", GAMES)
def test_a_leaf_evaluates_as_the_core_does(game: str) -> None:
    weights = weights_of(game)
    rows = rows_of(weights)
    for number in range(100):
        here = opening(start(game), 80, random.Random(number))
        sign = 1 if here.turn == ply.Side.FIRST else -1
        assert leaf_of(here).evaluation(rows) == pytest.approx(
            sign * ply.evaluate(here, weights), abs=0.2
        )  # the core rounds every weight


@pytest.mark.parametrize("game", GAMES)
def test_features_are_the_gradient(game: str) -> None:
    rows = rows_of(weights_of(game))
    leaf = leaf_of(opening(start(game), 30, random.Random(5)))
    gradient = [[0.0] * len(row) for row in rows]
    leaf.add_to(gradient, 1.0)
    before = leaf.evaluation(rows)
    for phase, row in enumerate(rows):
        for i in range(len(row)):
            row[i] += 1.0
            assert leaf.evaluation(rows) - before == pytest.approx(gradient[phase][i])
            row[i] -= 1.0


def test_rows_and_weights_are_the_same_numbers() -> None:
    weights = shipped("squatter")
    assert with_rows(weights, rows_of(weights)) == weights


@pytest.mark.parametrize("lambda_", [0.0, 0.4, 1.0])
def test_errors_are_those_of_the_formula(lambda_: float) -> None:
    how = SelfPlay(start("kalah(6,4)"), 2, 6, 6.0, counts_margin=False)
    trace = how.open().play(Lesson(0, "0/0", shipped("kalah")))
    values = [*trace.values, trace.outcome]
    differences = [after - before for before, after in pairwise(values)]
    wanted = [
        sum(lambda_ ** (j - t) * differences[j] for j in range(t, len(differences)))
        for t, leaf in enumerate(trace.leaves)
        if leaf is not None
    ]
    errors = [error for _, error in td_errors(trace, lambda_)]
    assert errors == pytest.approx(wanted[::-1], abs=1e-12)


@pytest.mark.parametrize("game", ["kalah(6,4)", "squatter(5)", "watch-your-back(max_turns=320)"])
def test_a_trace_is_a_whole_game(game: str) -> None:
    how = SelfPlay(start(game), 2, 10, 4.0, counts_margin=False)
    player = how.open()
    lessons = [Lesson(n, f"3/{n}", weights_of(game)) for n in range(4)]
    traces = [player.play(lesson) for lesson in lessons]
    for trace in traces:
        assert len(trace.values) == len(trace.leaves) > 5
        assert trace.outcome in (-1.0, 0.0, 1.0)
        assert all(-1 <= value <= 1 for value in trace.values)
    # A game depends on its lesson alone, not on those played before it.
    assert how.open().play(lessons[-1]) == traces[-1]
