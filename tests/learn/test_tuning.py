"""Weight search: which weights may change, and whether planted ones are found again."""

from __future__ import annotations

from typing import Any

import pytest

from plyground.arena.rating.sprt import Sprt
from plyground.arena.rating.statistics import Score
from plyground.arena.running.match import match
from plyground.errors import PlygroundError
from plyground.evaluation.weights import load, shipped
from plyground.learn.method import Task
from plyground.learn.tuning.cmaes import Cmaes
from plyground.learn.tuning.duels import Duel, Duels
from plyground.learn.tuning.grid import Grid
from plyground.learn.tuning.knockout import Knockout
from plyground.learn.tuning.search import Strategy
from plyground.learn.tuning.space import Space, read_space
from plyground.learn.tuning.spsa import Spsa
from tests.support.planted import PLANTED, Cards, Taker, space

DEFAULTS: dict[str, Any] = {
    "games": 100_000, "field": 16, "shake": 0.1, "rate": 0.05, "spread": 0.2, "population": None,
}  # fmt: skip


def searched(
    kind: type[Strategy], box: Space, games: int, pairs: int, seed: int = 0
) -> tuple[Strategy, int]:
    """Let a search play the planted game; returns it, and how many games it took."""
    task = Task(Cards(), DEFAULTS, seed)
    search, played, number = kind(box, task), 0, 0
    duels = Duels(Cards(), Taker, pairs, Sprt(0, 60) if kind is Grid else Sprt(-30, 30))
    while played < games and not search.is_over:
        openings = task.chance("openings", number).randrange(1 << 40)
        outcomes = [
            duels.play(Duel(i, one, other, openings))
            for i, (one, other) in enumerate(search.ask(number))
        ]
        search.tell(number, outcomes)
        played += sum(outcome.score.games for outcome in outcomes)
        number += 1
    return search, played


def against_planted(search: Strategy, pairs: int) -> Score:
    return match(Taker(search.best), Taker(PLANTED), Cards(), pairs, workers=0, seed=99).score


@pytest.mark.parametrize(
    ("kind", "games", "pairs"), [(Knockout, 3000, 20), (Spsa, 2000, 10), (Cmaes, 3000, 20)]
)
def test_planted_weights_are_found_again(kind: type[Strategy], games: int, pairs: int) -> None:
    search, _ = searched(kind, space(size=3), games, pairs)
    assert against_planted(search, 100).mean >= 0.48


def test_a_grid_finds_planted_weights_again() -> None:
    search, played = searched(Grid, space(size=2, step=0.5), 100_000, pairs=30)
    assert search.is_over
    assert played < 49 * 60  # the test has ended most duels early
    assert against_planted(search, 100).mean >= 0.48


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", [Knockout, Spsa, Cmaes])
def test_four_planted_weights_are_found_again(kind: type[Strategy], seed: int) -> None:
    search, _ = searched(kind, space(), 12_000, pairs=20, seed=seed)
    assert against_planted(search, 400).mean >= 0.48


@pytest.mark.slow
def test_a_fine_grid_finds_planted_weights_again() -> None:
    search, _ = searched(Grid, space(size=2, step=0.1), 200_000, pairs=50)
    assert search.is_over
    assert against_planted(search, 400).mean >= 0.48


def test_zero_weights_lose_to_planted_ones() -> None:
    """The planted game can tell: otherwise, finding weights again would prove nothing."""
    for weights in ((0.0,) * 4, (1.0, -0.3, -0.7, 0.5), (0.0, 0.3, -0.7, 0.5)):
        assert match(Taker(weights), Taker(PLANTED), Cards(), 100, workers=0).score.mean < 0.45


@pytest.mark.parametrize("kind", [Grid, Knockout, Spsa, Cmaes])
def test_a_restored_search_goes_on_alike(kind: type[Strategy]) -> None:
    task = Task(Cards(), DEFAULTS, 7)
    one, duels = kind(space(size=2), task), Duels(Cards(), Taker, 2, Sprt(-30, 30))
    for number in range(3):
        asked = one.ask(number)
        one.tell(number, [duels.play(Duel(i, *pair, 5)) for i, pair in enumerate(asked)])
    other = kind(space(size=2), task)
    other.restore(one.state())
    assert other.best == one.best
    assert other.ask(3) == one.ask(3)


# Spaces.


def test_axes_are_read() -> None:
    weights = shipped("kalah")
    box = read_space("hoard=0..2:0.1, late.empty", weights, 0.5)
    hoard, empty = box.axes
    assert hoard.keys == ("opening.hoard", "late.hoard")
    assert len(hoard.points) == 21
    assert (hoard.points[0], hoard.points[-1]) == (0.0, 2.0)
    now = weights["late"]["empty"]
    assert (empty.low, empty.high) == (now - 0.5, now + 0.5)
    changed = box.applied(weights, (1.0, -0.25))
    assert {c.key for c in weights.differences(changed)} == {*hoard.keys, "late.empty"}
    assert changed["late"]["empty"] == -0.25


def test_actions_are_named_apart_from_features() -> None:
    (threat, own) = read_space("double_threat,actions.captures", shipped("squatter"), 1.0).axes
    assert threat.keys == ("opening.double_threat", "late.double_threat")
    assert own.keys == ("actions.captures",)
    (rescue,) = read_space("rescue", shipped("kalah"), 1.0).axes
    assert rescue.keys == ("actions.rescue",)


def test_nothing_named_means_every_weight_of_the_evaluation() -> None:
    weights = load("material", "squatter")
    box = read_space("", weights, 1.0)
    assert box.size == 2 * len(weights.terms.features)
    assert box.applied(weights, box.start) == weights
    assert box.from_unit(box.to_unit(box.start)) == pytest.approx(box.start)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hord", "hord is not a weight; did you mean"),
        ("late.hord", "did you mean late.hoard"),
        ("hoard=1", "'hoard=1' is not a range"),
        ("hoard=a..b", "is not a range; expected WEIGHT"),
        ("hoard=2..1", "must rise"),
        ("hoard=0..1:0", "must rise"),
        ("hoard=0..1:-1", "must rise"),
        ("hoard=0..nan", "must rise"),
        ("hoard=0..5000", "must rise"),
        ("hoard,late.hoard", "late.hoard is searched twice"),
    ],
)
def test_bad_axes_are_one_line(text: str, message: str) -> None:
    with pytest.raises(PlygroundError) as error:
        read_space(text, shipped("kalah"), 1.0)
    assert message.replace("'", "") in str(error.value).replace("'", "")
    assert "\n" not in str(error.value)


def test_a_grid_must_fit_its_budget() -> None:
    with pytest.raises(PlygroundError, match="2,401 points, too many for 100 games"):
        Grid(space(), Task(Cards(), {"games": 100}))


def test_cmaes_needs_two_weights() -> None:
    with pytest.raises(PlygroundError, match="two weights"):
        Cmaes(space(size=1), Task(Cards(), DEFAULTS))
