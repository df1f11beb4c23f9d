"""Schedules: every game once, nobody twice in Swiss, and the same games after any stop."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.arena.rating.statistics import standings
from plyground.arena.running.places import places
from plyground.arena.running.result import Pairing
from plyground.arena.running.schedule import (
    Gauntlet,
    Knockout,
    RoundRobin,
    Schedule,
    Swiss,
    _pair_up,
)
from plyground.errors import PlygroundError


def names(count: int) -> tuple[str, ...]:
    return tuple(f"p{i}" for i in range(count))


def outcome(game: Pairing, seed: int) -> float:
    """Return a result that depends on the game only, not on when it is played."""
    return random.Random(f"{seed} {game.key}").choice((0.0, 0.5, 1.0))


def play(schedule: Schedule, seed: int = 0) -> dict[Pairing, float]:
    points: dict[Pairing, float] = {}
    while games := list(schedule.ready(points)):
        for game in games:
            assert game not in points
            points[game] = outcome(game, seed)
    return points


def play_with_stops(schedule: Schedule, seed: int, chance: random.Random) -> dict[Pairing, float]:
    """Play some of the games that are ready, in any order, and ask again."""
    points: dict[Pairing, float] = {}
    while games := list(schedule.ready(points)):
        for game in chance.sample(games, chance.randint(1, len(games))):
            points[game] = outcome(game, seed)
    return points


SCHEDULES: list[Schedule] = [
    RoundRobin(names(5), pairs=3, seed=1),
    RoundRobin(names(6), pairs=2),
    Gauntlet(names(6), pairs=2, heroes=2),
    Swiss(names(8), rounds=4, pairs=2, seed=1),
    Swiss(names(7), rounds=7, seed=2),
    Knockout(names(8), pairs=1, extra=2),
    Knockout(names(6), pairs=3, extra=0),
]


@pytest.mark.parametrize("schedule", SCHEDULES, ids=repr)
@pytest.mark.parametrize("seed", range(5))
def test_any_order_of_results_and_any_stop_lead_to_the_same_games(
    schedule: Schedule, seed: int
) -> None:
    whole = play(schedule, seed)
    assert whole == play(schedule, seed)
    for stops in range(3):
        assert play_with_stops(schedule, seed, random.Random(stops)) == whole
    assert all(game.partner in whole for game in whole)


@given(st.integers(2, 9), st.integers(1, 3), st.integers(0, 100))
@settings(deadline=None, max_examples=30)
def test_round_robin_plays_everybody_equally(count: int, pairs: int, seed: int) -> None:
    schedule = RoundRobin(names(count), pairs, seed)
    games = list(schedule.ready({}))
    assert len(games) == len(set(games)) == schedule.games
    meetings = Counter(frozenset(game.players) for game in games)
    assert set(meetings) == set(map(frozenset, combinations(names(count), 2)))
    assert set(meetings.values()) == {2 * pairs}
    assert Counter(game.players[0] for game in games) == dict.fromkeys(
        names(count), pairs * (count - 1)
    )


def test_round_robin_is_fair_at_all_times() -> None:
    games = list(RoundRobin(names(6), pairs=2).ready({}))
    for done in range(0, len(games), 6):
        played = Counter(name for game in games[:done] for name in game.players)
        assert len(set(played.values())) <= 1


def test_big_schedules_are_lazy() -> None:
    first = next(RoundRobin(names(100), pairs=10**9).ready({}))
    assert first.opening == 0


def test_gauntlet_leaves_the_others_alone() -> None:
    schedule = Gauntlet(names(5), pairs=2, heroes=2)
    games = list(schedule.ready({}))
    assert len(games) == schedule.games == 24
    assert all({"p0", "p1"} & set(game.players) for game in games)


@pytest.mark.parametrize(("count", "rounds"), [(8, 7), (7, 7), (12, 11), (40, 6), (11, 11), (2, 1)])
@pytest.mark.parametrize("seed", range(3))
def test_swiss_repeats_no_meeting_while_it_can(count: int, rounds: int, seed: int) -> None:
    """Up to a whole round robin, which pairing the best with the best alone would miss."""
    schedule = Swiss(names(count), rounds, seed=seed)
    points = play(schedule, seed)
    assert len(points) == schedule.games
    played = list(schedule.played(points))
    assert len(played) == rounds
    assert [one.bye is None for one in played] == [count % 2 == 0] * rounds
    byes = Counter(one.bye for one in played if one.bye)
    assert max(byes.values(), default=1) == 1
    if avoidable(schedule, points):
        met = Counter(frozenset(pair) for one in played for pair in one.meetings)
        assert max(met.values()) == 1


def avoidable(schedule: Swiss, points: dict[Pairing, float]) -> bool:
    """Whether a repeated meeting was avoidable in each round, by plain search."""
    met: set[frozenset[str]] = set()
    for one in schedule.played(points):
        repeats = [pair for pair in one.meetings if frozenset(pair) in met]
        if repeats:
            active = tuple(name for name in schedule.players if name != one.bye)
            assert not matchable(active, met), "a repeated meeting was avoidable"
            return False
        met |= {frozenset(pair) for pair in one.meetings}
    return True


def matchable(active: tuple[str, ...], met: set[frozenset[str]]) -> bool:
    if not active:
        return True
    first, *rest = active
    return any(
        matchable(tuple(name for name in rest if name != other), met)
        for other in rest
        if frozenset((first, other)) not in met
    )


def plainly_paired(
    order: tuple[str, ...], met: dict[str, list[str]], most: int
) -> list[tuple[str, str]] | None:
    """Try one opponent after the other, the one that was met least first."""
    if not order:
        return []
    first, *rest = order
    for other in sorted(rest, key=met[first].count):
        if met[first].count(other) <= most:
            left = tuple(name for name in rest if name != other)
            if (found := plainly_paired(left, met, most)) is not None:
                return [(first, other), *found]
    return None


@given(st.integers(1, 4), st.randoms(use_true_random=False), st.integers(0, 30))
@settings(deadline=None, max_examples=100)
def test_pairs_are_those_of_plain_backtracking(
    half: int, chance: random.Random, meetings: int
) -> None:
    players = names(2 * half)
    met: dict[str, list[str]] = {name: [] for name in players}
    for _ in range(meetings):
        one, other = chance.sample(players, 2)
        met[one].append(other)
        met[other].append(one)
    wanted = next(
        found for most in range(40) if (found := plainly_paired(players, met, most)) is not None
    )
    pairs, repeats = _pair_up(players, met)
    assert pairs == wanted
    assert repeats == sum(b in met[a] for a, b in wanted)


def test_swiss_goes_on_when_everybody_has_met() -> None:
    schedule = Swiss(names(4), rounds=7)
    points = play(schedule)
    met = Counter(frozenset(pair) for one in schedule.played(points) for pair in one.meetings)
    assert sorted(met.values()) == [2, 2, 2, 2, 3, 3]


def test_swiss_pairs_equals() -> None:
    """With 16 players of clear strength, the best two have met after four rounds."""
    schedule = Swiss(names(16), rounds=4, seed=3)
    points: dict[Pairing, float] = {}
    while games := list(schedule.ready(points)):
        points |= {game: float(int(game.a[1:]) < int(game.b[1:])) for game in games}
    total = Counter[str]()
    for game, gained in points.items():
        total[game.a] += int(gained)
        total[game.b] += int(1 - gained)
    assert total.most_common(1) == [("p0", 8)]
    assert sorted(total.values(), reverse=True)[1] < 8


@pytest.mark.parametrize("count", range(2, 18))
def test_knockout_of_any_size_ends_with_a_champion(count: int) -> None:
    schedule = Knockout(names(count), pairs=1, extra=3)
    for seed in range(3):
        points = play(schedule, seed)
        champion = schedule.champion(points)
        bracket = schedule.bracket(points)
        assert champion in names(count)
        losers = [
            name
            for one_round in bracket
            for match in one_round
            for name in (match.a, match.b)
            if match.b is not None and name != match.winner
        ]
        assert len(losers) == len(set(losers)) == count - 1
    assert schedule.champion({}) is None


def test_knockout_seeds_meet_late() -> None:
    schedule = Knockout(names(8))
    points: dict[Pairing, float] = {}
    while games := list(schedule.ready(points)):
        points |= dict.fromkeys(games, 1.0)  # the better seed is always player a
    rounds = [[(m.a, m.b) for m in one_round] for one_round in schedule.bracket(points)]
    assert rounds[1] == [("p0", "p3"), ("p1", "p2")]
    assert rounds[2] == [("p0", "p1")]


def test_knockout_plays_extra_pairs_until_one_is_not_level() -> None:
    schedule = Knockout(("a", "b"), pairs=2, extra=2)
    level = dict.fromkeys(schedule.ready({}), 0.5)
    assert len(level) == 4
    more = list(schedule.ready(level))
    assert [game.opening for game in more] == [2, 2]
    assert schedule.champion(level | dict(zip(more, (0.0, 0.5), strict=True))) == "b"
    level |= dict.fromkeys(more, 0.5)
    level |= dict.fromkeys(schedule.ready(level), 0.5)
    assert not list(schedule.ready(level))
    assert schedule.champion(level) == "a"  # the better seed


def test_bad_schedules_are_refused() -> None:
    with pytest.raises(PlygroundError, match="1 players are too few"):
        RoundRobin(("a",))
    with pytest.raises(PlygroundError, match="a takes part twice"):
        Swiss(("a", "b", "a"), rounds=2)
    with pytest.raises(PlygroundError, match="pairs=0"):
        Knockout(("a", "b"), pairs=0)
    with pytest.raises(PlygroundError, match="heroes=2 is not valid; expected 1 to 1"):
        Gauntlet(("a", "b"), heroes=2)
    with pytest.raises(PlygroundError, match="rounds=0"):
        Swiss(("a", "b"), rounds=0)


def test_who_comes_further_in_a_knockout_stands_higher() -> None:
    cup = Knockout(names(4), pairs=1)
    points = dict.fromkeys(cup.ready({}), 0.5)
    while games := list(cup.ready(points)):
        points |= dict.fromkeys(games, 1.0)
    points |= {Pairing("p1", "p2", n): 1.0 for n in range(2, 9)}  # points alone would mislead
    assert standings(cup.players, points)[0].player == "p1"
    table = places(cup, cup.players, points)
    assert table[0].player == cup.champion(points) == "p0"
    assert [one.rank for one in table] == [1, 2, 3, 3]


def test_a_bye_of_a_swiss_counts_as_won() -> None:
    cup = Swiss(names(3), rounds=1, pairs=2, seed=1)
    [one_round] = cup.played({})
    [(a, b)] = one_round.meetings
    points = dict.fromkeys(cup.ready({}), 1.0)
    table = {one.player: one for one in places(cup, cup.players, points)}
    assert table[one_round.bye or ""].points == 4
    assert table[one_round.bye or ""].rank == 1
    assert table[one_round.bye or ""].score.games == 0
    assert {table[a].score.games, table[b].score.games} == {4}
    unfinished = dict(list(points.items())[:2])
    assert places(cup, cup.players, unfinished)[0].player != one_round.bye
