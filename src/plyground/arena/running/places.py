"""Everybody's place in a tournament, as its kind decides it.

A table by points says it all for a round robin. In a knockout it does not: who came further stands
higher, whoever scored how much on the way. A bye of a Swiss tournament counts as a match won.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from plyground.arena.rating.statistics import Score, standings
from plyground.arena.running.result import Points
from plyground.arena.running.schedule import Knockout, Schedule, Swiss


@dataclass(frozen=True)
class Place:
    """A player's place; ``points`` has those of byes as well."""

    rank: int
    player: str
    points: float
    score: Score


def places(schedule: Schedule | None, players: Iterable[str], points: Points) -> list[Place]:
    """Order the players, the first one first.

    >>> from plyground.arena.running.result import Pairing
    >>> games = {Pairing("a", "b"): 1.0, Pairing("a", "c", round=1): 0.0}
    >>> [(one.rank, one.player) for one in places(None, "abc", games)]
    [(1, 'c'), (2, 'a'), (3, 'b')]
    """
    table = standings(players, points)
    if isinstance(schedule, Knockout):
        won = _won(schedule, points)
        return _ranked(
            [Place(0, one.player, one.score.points, one.score) for one in table],
            lambda place: won[place.player],
        )
    if isinstance(schedule, Swiss):
        byes = _byes(schedule, points)
        return _ranked(
            [
                Place(0, one.player, one.score.points + byes.get(one.player, 0.0), one.score)
                for one in table
            ],
            lambda place: place.points,
        )
    return [Place(one.rank, one.player, one.score.points, one.score) for one in table]


def _ranked(table: list[Place], worth: Callable[[Place], float]) -> list[Place]:
    """Order a table by what counts first; what is equal keeps its order, and shares a rank."""
    ordered = sorted(table, key=lambda place: -worth(place))
    values = [worth(place) for place in ordered]
    return [
        Place(1 + sum(other > value for other in values), one.player, one.points, one.score)
        for one, value in zip(ordered, values, strict=True)
    ]


def _won(schedule: Knockout, points: Points) -> dict[str, int]:
    """Return how many matches everybody won, a bye included."""
    won = dict.fromkeys(schedule.players, 0)
    for matches in schedule.bracket(points):
        for match in matches:
            if match.winner is not None:
                won[match.winner] += 1
    return won


def _byes(schedule: Swiss, points: Points) -> dict[str, float]:
    """Return what byes are worth to everybody, in rounds that are over."""
    gained: dict[str, float] = {}
    for each in schedule.played(points):
        if each.bye is not None and _is_over(each.meetings, each.number, schedule, points):
            gained[each.bye] = gained.get(each.bye, 0.0) + 2 * schedule.pairs
    return gained


def _is_over(
    meetings: Sequence[tuple[str, str]], number: int, schedule: Swiss, points: Points
) -> bool:
    games = sum(game.round == number for game in points)
    return games == 2 * schedule.pairs * len(meetings)
