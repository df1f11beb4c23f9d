"""Ratings: equal to a plain optimisation, finite where they must be, and as sure as they say."""

from __future__ import annotations

import math
import random
from itertools import combinations

import pytest

from plyground.arena.rating.ratings import PRIOR_GAMES, rate
from plyground.arena.rating.statistics import expected
from plyground.arena.running.result import Pairing
from plyground.errors import PlygroundError

# What a tournament may look like: players, pairs of each two, spread in Elo, draws, opening bias.
SETTINGS = {
    "usual": (6, 20, 200.0, 0.4, 0.5),
    "no draws": (6, 20, 200.0, 0.0, 0.0),
    "many draws": (4, 30, 100.0, 0.9, 0.0),
    "one-sided openings": (6, 20, 100.0, 0.2, 0.9),
    "a class": (20, 2, 200.0, 0.2, 0.5),
    "two players": (2, 100, 60.0, 0.5, 0.5),
}
Setting = tuple[int, int, float, float, float]


def pair_scores(p: float, draws: float, bias: float, chance: random.Random) -> tuple[float, float]:
    """Play an opening twice; it helps one side by chance, and the mean score is p."""
    room = min(p, 1 - p)
    shift = chance.uniform(-1, 1) * bias * room
    return game_score(p + shift, draws, chance), game_score(p - shift, draws, chance)


def game_score(p: float, draws: float, chance: random.Random) -> float:
    drawn = draws * 2 * min(p, 1 - p)
    drawn_or_won = p + drawn / 2
    roll = chance.random()
    return 1.0 if roll < drawn_or_won - drawn else 0.5 if roll < drawn_or_won else 0.0


def tournament(
    setting: Setting, chance: random.Random
) -> tuple[dict[str, float], dict[Pairing, float]]:
    players, pairs, spread, draws, bias = setting
    true = {f"p{i:02}": chance.gauss(0, spread) for i in range(players)}
    points = {}
    for a, b in combinations(true, 2):
        p = expected(true[a] - true[b])
        for opening in range(pairs):
            game = Pairing(a, b, opening)
            points[game], points[game.partner] = pair_scores(p, draws, bias, chance)
    return true, points


def coverage(setting: Setting, tournaments: int) -> float:
    """Return how often the intervals hold the true ratings."""
    chance = random.Random(tournaments)
    held, all_ratings = 0, 0
    for _ in range(tournaments):
        true, points = tournament(setting, chance)
        mean = sum(true.values()) / len(true)
        for rating in rate(points):
            held += rating.elo.low <= true[rating.player] - mean <= rating.elo.high
            all_ratings += 1
    return held / all_ratings


@pytest.mark.parametrize("name", ["usual", "no draws", "two players"])
def test_intervals_hold_the_truth(name: str) -> None:
    assert 0.92 <= coverage(SETTINGS[name], 150) <= 0.98


@pytest.mark.slow
@pytest.mark.parametrize("name", SETTINGS)
def test_intervals_hold_the_truth_in_two_thousand_tournaments(name: str) -> None:
    assert 0.93 <= coverage(SETTINGS[name], 2000) <= 0.97


def test_ratings_are_the_most_likely_ones() -> None:
    _, points = tournament((4, 5, 300.0, 0.3, 0.5), random.Random(7))
    table = rate(points)

    def log_likelihood(ratings: dict[str, float]) -> float:
        mean = sum(ratings.values()) / len(ratings)
        total = 0.0
        for rating in ratings.values():
            p = expected(rating - mean)
            total += PRIOR_GAMES / 2 * math.log(p * (1 - p))
        for game, score in points.items():
            p = expected(ratings[game.a] - ratings[game.b])
            total += score * math.log(p) + (1 - score) * math.log(1 - p)
        return total

    best = {rating.player: rating.elo.value for rating in table}
    top = log_likelihood(best)
    for player in best:
        for step in (-1.0, 1.0):
            assert log_likelihood(best | {player: best[player] + step}) < top + 1e-4


def test_two_players_without_prior_noise_have_the_elo_of_their_score() -> None:
    points = {Pairing("a", "b", i): float(i % 4 > 0) for i in range(40_000)}
    assert rate(points).difference("a", "b").value == pytest.approx(190.85, abs=0.05)


def test_winning_everything_gives_a_finite_rating_with_a_wide_interval() -> None:
    points: dict[Pairing, float] = {}
    for opening in range(50):
        for rival in ("b", "c"):
            game = Pairing("a", rival, opening)
            points |= {game: 1.0, game.partner: 1.0}
        game = Pairing("b", "c", opening)
        points |= {game: 1.0, game.partner: 0.0}
    best = rate(points).table[0]
    assert best.player == "a"
    assert 500 < best.elo.value < 1500
    assert 200 < best.elo.error < 1500


def test_groups_that_never_met_are_far_from_sure() -> None:
    points: dict[Pairing, float] = {}
    for opening in range(50):
        for a, b in (("a", "b"), ("c", "d")):
            points |= {Pairing(a, b, opening): 1.0, Pairing(a, b, opening, True): 0.5}
    table = rate(points)
    assert table.difference("a", "c").error > 3 * table.difference("a", "b").error


def test_anchor_mean_and_differences() -> None:
    _, points = tournament((5, 10, 200.0, 0.3, 0.5), random.Random(3))
    free, anchored = rate(points), rate(points, anchor=("p01", 1500.0))
    assert sum(rating.elo.value for rating in free) == pytest.approx(0, abs=1e-6)
    assert anchored.of("p01").elo.value == 1500
    assert anchored.of("p01").elo.error == pytest.approx(0, abs=1e-4)
    for one, other in combinations(("p00", "p01", "p04"), 2):
        a, b = free.difference(one, other), anchored.difference(one, other)
        assert (a.value, a.error) == pytest.approx((b.value, b.error))
        assert free.superiority(one, other) == pytest.approx(1 - free.superiority(other, one))
    difference = anchored.difference("p00", "p01")
    assert anchored.of("p00").elo.error == pytest.approx(difference.error)


def test_swapping_the_names_of_a_pairing_changes_nothing() -> None:
    _, points = tournament((3, 5, 200.0, 0.3, 0.5), random.Random(4))
    turned = {
        Pairing(game.b, game.a, game.opening, not game.swapped): 1 - score
        for game, score in points.items()
    }
    for one, other in zip(rate(points), rate(turned), strict=True):
        assert one.player == other.player
        assert one.elo.value == pytest.approx(other.elo.value)
        assert one.elo.error == pytest.approx(other.elo.error)


def test_drawn_pairs_make_sure_ratings() -> None:
    def error(scores: tuple[float, float]) -> float:
        points: dict[Pairing, float] = {}
        for opening in range(100):
            first, second = scores if opening % 2 else (1 - scores[0], 1 - scores[1])
            points |= {Pairing("a", "b", opening): first, Pairing("a", "b", opening, True): second}
        return rate(points).of("a").elo.error

    assert error((1.0, 0.0)) < error((0.5, 1.0)) < error((1.0, 1.0))


def test_forty_players_and_none() -> None:
    _, points = tournament((40, 1, 200.0, 0.3, 0.5), random.Random(5))
    table = rate(points)
    assert len(table) == 40
    assert all(0 < rating.elo.error < 400 for rating in table)
    assert len(rate({})) == 0


def test_a_player_without_games_is_an_error() -> None:
    with pytest.raises(PlygroundError, match="nobody has no games"):
        rate({Pairing("a", "b"): 1.0}, anchor=("nobody", 0.0))
    with pytest.raises(PlygroundError, match="no rating of nobody"):
        rate({Pairing("a", "b"): 1.0}).of("nobody")
