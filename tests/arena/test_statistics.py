"""Scores and sequential tests: published numbers, plain optimisation, and simulated matches."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.arena.rating.sprt import (
    Decision,
    Sprt,
    most_likely_with_mean,
    most_likely_with_t,
)
from plyground.arena.rating.statistics import (
    NORMALISED,
    Estimate,
    Score,
    cross_table,
    elo_of,
    expected,
    interval,
    moments,
    standings,
)
from plyground.arena.running.result import Pairing
from plyground.errors import PlygroundError

# The numbers of fastchess (app/tests/elo_test.cpp, sprt_test.cpp; MIT), which tests them to 1 %.
# Its pairs are LL, LD, WL, DD, WD, WW; ours add WL and DD.
PUBLISHED_PAIRS = [
    # counts, normalised Elo and error, Elo and error, superiority
    ((34, 54, 31 + 32, 64, 75), (57.94, 28.28), (55.58, 27.65), 1.0),
    ((332, 433, 457 + 41, 333, 334), (-9.17, 10.96), (-8.64, 10.33), 0.0505),
    ((7895, 8757, 5485 + 200, 568, 9999), (-19.01, 2.65), (-21.04, 2.95), 0.0),
]
PUBLISHED_RATIOS = [
    ("normalised", (36027, 68692, 36433), 0, 2, 0.92),
    ("normalised", (10650, 20431, 10871), -1.75, 0.25, 2.30),
    ("logistic", (21184, 40708, 21404), 0.5, 2.5, -1.57),
    ("logistic", (57030, 106593, 57433), 0, 2, -2.59),
    ("normalised", (365, 16618, 36229, 16974, 390), 0, 2, 2.25),
    ("normalised", (127, 4883, 10712, 5150, 104), -1.75, 0.25, 3.01),
    ("logistic", (223, 9863, 21279, 10037, 246), 0.5, 2.5, -3.07),
    ("logistic", (871, 26175, 55983, 26678, 821), 0, 2, -4.98),
    # From a published match that ended there: 76 wins, 2 losses.
    ("normalised", (0, 0, 2, 0, 37), 0, 20, 2.96),
]
Chances = tuple[float, ...]


# Scores.


@pytest.mark.parametrize(("counts", "normalised", "elo", "superiority"), PUBLISHED_PAIRS)
def test_pairs_give_the_published_numbers(
    counts: Chances, normalised: Chances, elo: Chances, superiority: float
) -> None:
    score = Score.from_pairs([int(n) for n in counts])
    assert (score.normalised_elo.value, score.normalised_elo.error) == pytest.approx(
        normalised, abs=0.0051
    )
    assert score.elo.value == pytest.approx(elo[0], abs=0.0051)
    assert score.elo.error == pytest.approx(elo[1], rel=0.01)  # ours has Student's t
    assert score.superiority == pytest.approx(superiority, abs=5e-5)


@pytest.mark.parametrize(
    ("wins", "draws", "losses", "normalised", "superiority"),
    [
        (76, 123, 89, (-20.76, 40.13), 0.1553),
        (136, 111, 96, (49.77, 36.77), 0.9960),
        (34, 0, 356, (-508.44, 34.48), 0.0),
    ],
)
def test_games_give_the_published_numbers(
    wins: int, draws: int, losses: int, normalised: Chances, superiority: float
) -> None:
    score = Score(wins, draws, losses)
    assert (score.normalised_elo.value, score.normalised_elo.error) == pytest.approx(
        normalised, abs=0.0051
    )
    assert score.superiority == pytest.approx(superiority, abs=5e-5)


def test_games_of_a_player_are_counted_in_pairs() -> None:
    points = {}
    for opening, scores in enumerate([(1.0, 1.0), (1.0, 0.5), (0.5, 0.5), (0.0, 1.0), (0.0, 0.0)]):
        game = Pairing("a", "b", opening)
        points[game], points[game.partner] = scores
    points[Pairing("b", "a", 9)] = 1.0  # half a pair, which b won
    assert Score.of("a", points) == Score(4, 3, 4, (1, 0, 2, 1, 1))
    assert Score.of("b", points) == Score(4, 3, 4, (1, 1, 2, 0, 1))
    assert Score.of("a", points).counts == (1, 0, 2, 1, 1)
    assert Score.of("nobody", points).games == 0


def test_a_score_reads_well() -> None:
    assert str(Score.from_pairs((2, 30, 100, 58, 10))) == (
        "+38 ± 20 Elo (LOS 100 %), 400 games, 55.5 %"
    )
    assert str(Score(1, 0, 0)) == "+∞ [-636, +∞] Elo (LOS 75 %), 1 game, 100.0 %"
    assert str(Score(0, 0, 0)) == "0 games"
    assert str(Estimate(0.2, -3.1, 3.5)) == "+0 ± 3"


def test_one_sided_matches_are_not_sure_of_anything_infinite() -> None:
    for games in (1, 5, 50):
        won = Score.from_pairs((0, 0, 0, 0, games))
        assert won.elo.value == won.elo.high == math.inf
        assert -math.inf < won.elo.low
        assert 0.5 < won.superiority < 1
        level = Score.from_pairs((0, 0, games, 0, 0))
        assert level.elo.low < 0 < level.elo.high
        assert level.superiority == 0.5


@given(st.lists(st.integers(0, 30), min_size=5, max_size=5))
def test_scores_are_the_same_from_the_other_side(counts: list[int]) -> None:
    one, other = Score.from_pairs(counts), Score.from_pairs(counts[::-1])
    assert one.mean + other.mean == pytest.approx(1)
    assert one.superiority + other.superiority == pytest.approx(1)
    if sum(counts):
        assert one.elo.low == pytest.approx(-other.elo.high)
        mean, low, high = interval(counts)
        assert 0 <= low <= mean <= high <= 1


@pytest.mark.parametrize("pairs", [10, 40, 200])
@pytest.mark.parametrize("chances", [(0.1, 0.2, 0.4, 0.2, 0.1), (0.02, 0.08, 0.3, 0.3, 0.3)])
def test_elo_intervals_hold_the_truth(pairs: int, chances: Chances) -> None:
    chance = random.Random(pairs)
    truth = elo_of(sum(i / 4 * p for i, p in enumerate(chances)))
    held = 0
    for _ in range(2000):
        drawn = chance.choices(range(5), chances, k=pairs)
        elo = Score.from_pairs([drawn.count(i) for i in range(5)]).elo
        held += elo.low <= truth <= elo.high
    assert 0.93 <= held / 2000 <= 0.97


def test_standings_and_cross_table() -> None:
    points = {Pairing("a", "b"): 1.0, Pairing("c", "a"): 0.5, Pairing("b", "c"): 0.0}
    table = standings("abcd", points)
    assert [(line.rank, line.player) for line in table] == [(1, "a"), (1, "c"), (3, "b"), (4, "d")]
    assert str(table[0]) == "  1  a  1.5/2  +1 =1 -0"
    cross = cross_table(points)
    assert cross["a", "b"].wins == cross["b", "a"].losses == 1
    assert ("a", "d") not in cross
    with pytest.raises(PlygroundError, match="five pair outcomes"):
        Score.from_pairs((1, 2, 3))


# Sequential tests.


@pytest.mark.parametrize(("model", "counts", "elo0", "elo1", "llr"), PUBLISHED_RATIOS)
def test_ratios_are_the_published_ones(
    model: str, counts: tuple[int, ...], elo0: float, elo1: float, llr: float
) -> None:
    test = Sprt(elo0, elo1, model="logistic" if model == "logistic" else "normalised")
    assert test.llr(counts) == pytest.approx(llr, abs=0.0051)


def test_bounds_are_the_published_ones() -> None:
    assert (Sprt(0, 2).lower, Sprt(0, 2).upper) == pytest.approx((-2.9444, 2.9444), abs=1e-4)
    uneven = Sprt(0, 2, alpha=0.01, beta=0.1)
    assert (uneven.lower, uneven.upper) == pytest.approx((math.log(0.1 / 0.99), math.log(90)))


def likelihood(counts: Chances, chances: Chances) -> float:
    return sum(n * math.log(p) for n, p in zip(counts, chances, strict=True))


def t_value(chances: Chances) -> float:
    top = len(chances) - 1
    mean = sum(i / top * p for i, p in enumerate(chances))
    return (mean - 0.5) / math.sqrt(sum(p * (i / top - mean) ** 2 for i, p in enumerate(chances)))


def mean_value(chances: Chances) -> float:
    return sum(i / (len(chances) - 1) * p for i, p in enumerate(chances))


def climb(counts: Chances, value: Callable[[Chances], float], wanted: float) -> float:
    """Find the best likelihood under a constraint by chance: steps that help are kept."""

    def constrained(weights: list[float]) -> Chances:
        """Tilt weights towards winning until the constraint holds."""
        low, high = -50.0, 50.0
        for _ in range(45):
            middle = (low + high) / 2
            raw = [math.exp(w + middle * i) for i, w in enumerate(weights)]
            chances = tuple(x / sum(raw) for x in raw)
            low, high = (middle, high) if value(chances) < wanted else (low, middle)
        return chances

    chance = random.Random(0)
    weights = [math.log(n) for n in counts]
    best, size = likelihood(counts, constrained(weights)), 0.3
    for _ in range(1000):
        step = [w + chance.gauss(0, size) for w in weights]
        found = likelihood(counts, constrained(step))
        if found > best:
            weights, best, size = step, found, size * 1.5
        else:
            size = max(size * 0.95, 1e-7)
    return best


@pytest.mark.parametrize("counts", [(3, 20, 50, 24, 4), (5, 1, 3, 30, 11), (10, 30, 20)])
@pytest.mark.parametrize("elo", [-40.0, 0.0, 25.0])
def test_most_likely_chances_are_found(counts: Chances, elo: float) -> None:
    seen = [(i / (len(counts) - 1), n / sum(counts)) for i, n in enumerate(counts)]
    mean = tuple(p for _, p in most_likely_with_mean(seen, expected(elo)))
    assert sum(mean) == pytest.approx(1)
    assert mean_value(mean) == pytest.approx(expected(elo))
    assert likelihood(counts, mean) == pytest.approx(
        climb(counts, mean_value, expected(elo)), abs=1e-4
    )
    wanted = elo / NORMALISED
    even = tuple(p for _, p in most_likely_with_t(seen, wanted))
    assert sum(even) == pytest.approx(1)
    assert t_value(even) == pytest.approx(wanted, abs=1e-9)
    assert likelihood(counts, even) == pytest.approx(climb(counts, t_value, wanted), abs=1e-4)


@given(
    st.lists(st.integers(0, 1000), min_size=5, max_size=5)
    | st.lists(st.integers(0, 1000), min_size=3, max_size=3),
    st.floats(-200, 190),
    st.floats(1, 10),
    st.booleans(),
)
@settings(deadline=None, max_examples=150)
def test_any_counts_have_a_ratio_and_its_mirror(
    counts: list[int], elo0: float, width: float, logistic: bool
) -> None:
    model = "logistic" if logistic else "normalised"
    elo1 = elo0 + width
    ratio = Sprt(elo0, elo1, model=model).llr(counts)  # type: ignore[arg-type]
    mirror = Sprt(-elo1, -elo0, model=model).llr(counts[::-1])  # type: ignore[arg-type]
    assert math.isfinite(ratio)
    assert ratio == pytest.approx(-mirror, rel=1e-5, abs=1e-5)


def test_a_test_ends_by_itself_where_all_is_alike() -> None:
    test = Sprt(0, 20)
    assert test.state((0, 0, 0, 0, 200)).decision == Decision.ACCEPT
    assert test.state((200, 0, 0, 0, 0)).decision == Decision.REJECT
    assert test.state((0, 0, 5000, 0, 0)).decision == Decision.REJECT
    assert test.state((0, 0, 0, 0, 0)).decision == Decision.CONTINUE


def error_rate(chances: Chances, test: Sprt, tests: int, wrong: Decision) -> float:
    """Return how often a test that looks after every fourth pair ends with the wrong answer."""
    chance, errors = random.Random(1), 0
    for _ in range(tests):
        counts = [0] * 5
        while True:
            for outcome in chance.choices(range(5), chances, k=4):
                counts[outcome] += 1
            decision = test.state(counts).decision
            if decision != Decision.CONTINUE:
                errors += decision == wrong
                break
    return errors / tests


def with_t(nelo: float) -> Chances:
    """Return the chances of pairs between players of a given normalised difference."""
    even = [(i / 4, p) for i, p in enumerate((0.05, 0.2, 0.5, 0.2, 0.05))]
    return tuple(p for _, p in most_likely_with_t(even, nelo / NORMALISED * math.sqrt(2)))


def test_errors_are_rare_in_a_short_simulation() -> None:
    test = Sprt(0, 120)
    assert error_rate(with_t(0), test, 60, Decision.ACCEPT) <= 0.12
    assert error_rate(with_t(120), test, 60, Decision.REJECT) <= 0.12


@pytest.mark.slow
@pytest.mark.parametrize("nelo", [0.0, 40.0])
def test_errors_are_as_rare_as_asked_for(nelo: float) -> None:
    wrong = Decision.ACCEPT if nelo == 0 else Decision.REJECT
    assert 0.03 <= error_rate(with_t(nelo), Sprt(0, 40), 1000, wrong) <= 0.065


def test_bad_tests_are_refused() -> None:
    with pytest.raises(PlygroundError, match="elo0=5 must be less than elo1=5"):
        Sprt(5, 5)
    with pytest.raises(PlygroundError, match=r"alpha=0.7 is not between 0 and 0.5"):
        Sprt(0, 5, alpha=0.7)
    with pytest.raises(PlygroundError, match="no Elo model 'bayes'"):
        Sprt(0, 5, model="bayes")  # type: ignore[arg-type]
    with pytest.raises(PlygroundError, match=r"\[0, 300\] is too wide"):
        Sprt(0, 300)
    with pytest.raises(PlygroundError, match="3 or 5 outcomes"):
        Sprt(0, 5).llr((1, 2))
    assert moments(()) == (0, 0.5, 0.0)
