"""Who plays whom, as a function of the results so far: round robin, gauntlet, Swiss, knockout.

A schedule remembers nothing. ``ready(points)`` yields the games that can be played now, in order,
without those that have been; so to resume a run is to ask again with the stored points.
Games may be played at once and in any order. When all that were yielded are over, ask again (the
next round of a Swiss or knockout depends on them), and end when there are none. The same players,
seed and points give the same games, in whatever order the results came in.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from typing import Protocol

from plyground.arena.running.result import Pairing, Points
from plyground.errors import PlygroundError, shown


class Schedule(Protocol):
    """What a tournament asks for its games."""

    def ready(self, points: Points) -> Iterator[Pairing]:
        """Yield the games that can be played now and have not been."""
        ...


def _check(players: tuple[str, ...], pairs: int, least: int = 2) -> None:
    if len(players) < least:
        raise PlygroundError(f"{len(players)} players are too few; {least} or more are needed")
    twice = next((name for i, name in enumerate(players) if name in players[:i]), None)
    if twice is not None:
        raise PlygroundError(f"{shown(twice)} takes part twice; give each player its own name")
    if pairs < 1:
        raise PlygroundError(f"pairs={pairs} is not valid; expected 1 or more")


def _shuffled(players: tuple[str, ...], seed: int) -> list[str]:
    order = list(players)
    random.Random(seed).shuffle(order)
    return order


def _unplayed(a: str, b: str, opening: int, number: int, points: Points) -> Iterator[Pairing]:
    """Yield the games of a pair that have not been played."""
    for swapped in (False, True):
        game = Pairing(a, b, opening, swapped, number)
        if game not in points:
            yield game


def _gained(a: str, b: str, openings: range, number: int, points: Points) -> float | None:
    """Return a's points in some pairs of games, or None where one is still to be played."""
    total = 0.0
    for opening in openings:
        for swapped in (False, True):
            score = points.get(Pairing(a, b, opening, swapped, number))
            if score is None:
                return None
            total += score
    return total


@dataclass(frozen=True)
class RoundRobin:
    """Everybody meets everybody, with the same openings.

    The table is fair at all times: before a second pair is played, all have played their first.

    >>> [game.players for game in RoundRobin(("a", "b"), pairs=1).ready({})]
    [('a', 'b'), ('b', 'a')]
    """

    players: tuple[str, ...]
    pairs: int = 1
    seed: int = 0

    def __post_init__(self) -> None:
        _check(self.players, self.pairs)

    @property
    def games(self) -> int:
        """How many games there are in all."""
        return self.pairs * len(self.players) * (len(self.players) - 1)

    def ready(self, points: Points) -> Iterator[Pairing]:
        """Yield all games not yet played, in rounds in which nobody plays twice."""
        for opening in range(self.pairs):
            for a, b in self._meetings():
                yield from _unplayed(a, b, opening, 0, points)

    def _meetings(self) -> Iterator[tuple[str, str]]:
        """Yield every two players: all turn around a table, but the first, who keeps its seat."""
        seats: list[str | None] = [*_shuffled(self.players, self.seed)]
        if len(seats) % 2:
            seats.append(None)
        place = {name: i for i, name in enumerate(self.players)}
        for _ in range(len(seats) - 1):
            half = len(seats) // 2
            for a, b in zip(seats[:half], reversed(seats[half:]), strict=True):
                if a is not None and b is not None:
                    yield (a, b) if place[a] < place[b] else (b, a)
            seats = [seats[0], seats[-1], *seats[1:-1]]


@dataclass(frozen=True)
class Gauntlet:
    """The first ``heroes`` players meet all the others, who do not meet each other.

    >>> sum(1 for _ in Gauntlet(("new", "a", "b"), pairs=5).ready({}))
    20
    """

    players: tuple[str, ...]
    pairs: int = 1
    heroes: int = 1

    def __post_init__(self) -> None:
        _check(self.players, self.pairs)
        if not 1 <= self.heroes < len(self.players):
            raise PlygroundError(
                f"heroes={self.heroes} is not valid; expected 1 to {len(self.players) - 1}"
            )

    @property
    def games(self) -> int:
        """How many games there are in all."""
        return 2 * self.pairs * self.heroes * (len(self.players) - self.heroes)

    def ready(self, points: Points) -> Iterator[Pairing]:
        """Yield all games not yet played, one pair with every opponent before the next."""
        for opening in range(self.pairs):
            for rival in self.players[self.heroes :]:
                for hero in self.players[: self.heroes]:
                    yield from _unplayed(hero, rival, opening, 0, points)


@dataclass(frozen=True)
class Round:
    """A round of a Swiss tournament: who meets, and who has a bye."""

    number: int
    meetings: tuple[tuple[str, str], ...]
    bye: str | None


@dataclass(frozen=True)
class Swiss:
    """In each round players meet whose points are alike, and nobody twice while that is avoidable.

    The first round goes by lot (the seed); later ones by points, then by the opponents' points
    (Buchholz), then by lot. With an odd number, the last one in that order of those with the fewest
    byes has a bye, which counts as won games. Each meeting is ``pairs`` pairs; openings are new in
    every round.

    >>> cup = Swiss(("a", "b", "c", "d"), rounds=2)
    >>> [game.players for game in cup.ready({})]
    [('c', 'a'), ('a', 'c'), ('b', 'd'), ('d', 'b')]
    """

    players: tuple[str, ...]
    rounds: int
    pairs: int = 1
    seed: int = 0

    def __post_init__(self) -> None:
        _check(self.players, self.pairs)
        if self.rounds < 1:
            raise PlygroundError(f"rounds={self.rounds} is not valid; expected 1 or more")

    @property
    def games(self) -> int:
        """How many games there are in all."""
        return 2 * self.pairs * self.rounds * (len(self.players) // 2)

    def ready(self, points: Points) -> Iterator[Pairing]:
        """Yield what is left of the round that is being played."""
        for one_round in self.played(points):
            left = False
            for a, b in one_round.meetings:
                for opening in self._openings(one_round.number):
                    for game in _unplayed(a, b, opening, one_round.number, points):
                        left = True
                        yield game
            if left:
                return

    def played(self, points: Points) -> Iterator[Round]:
        """Yield the rounds that are over, and the one that is being played."""
        lot = _shuffled(self.players, self.seed)
        total = dict.fromkeys(lot, 0.0)
        byes = dict.fromkeys(lot, 0)
        met: dict[str, list[str]] = {name: [] for name in lot}
        for number in range(self.rounds):
            one_round = self._round(number, self._order(lot, total, met), byes, met)
            yield one_round
            if one_round.bye is not None:
                byes[one_round.bye] += 1
                total[one_round.bye] += 2 * self.pairs
            for a, b in one_round.meetings:
                gained = _gained(a, b, self._openings(number), number, points)
                if gained is None:
                    return
                total[a] += gained
                total[b] += 2 * self.pairs - gained
                met[a].append(b)
                met[b].append(a)

    def _openings(self, number: int) -> range:
        return range(number * self.pairs, (number + 1) * self.pairs)

    @staticmethod
    def _order(lot: list[str], total: dict[str, float], met: dict[str, list[str]]) -> list[str]:
        buchholz = {name: sum(total[rival] for rival in met[name]) for name in lot}
        return sorted(lot, key=lambda name: (-total[name], -buchholz[name]))

    @staticmethod
    def _round(
        number: int, order: list[str], byes: dict[str, int], met: dict[str, list[str]]
    ) -> Round:
        """Pair up a round; of those who may have the bye, the last one without whom it works."""
        if len(order) % 2 == 0:
            return Round(number, tuple(_pair_up(order, met)[0]), None)
        fewest = min(byes.values())
        candidates = [name for name in reversed(order) if byes[name] == fewest]
        found: tuple[int, str, list[tuple[str, str]]] | None = None
        for bye in candidates:
            meetings, repeats = _pair_up([name for name in order if name != bye], met)
            if found is None or repeats < found[0]:
                found = repeats, bye, meetings
            if repeats == 0:
                break
        assert found is not None
        return Round(number, tuple(found[2]), found[1])


def _pair_up(order: Sequence[str], met: dict[str, list[str]]) -> tuple[list[tuple[str, str]], int]:
    """Pair neighbours as nearly as possible; returns the pairs and how many of them met before."""
    pairs = _matching(tuple(order), tuple(tuple(met[name]) for name in order))
    return list(pairs), sum(b in met[a] for a, b in pairs)


@lru_cache(256)  # a schedule remembers nothing: it is asked for its first rounds again and again
def _matching(
    order: tuple[str, ...], met: tuple[tuple[str, ...], ...]
) -> tuple[tuple[str, str], ...]:
    """Return the perfect matching in which nobody meets again more often than unavoidable.

    Of those, the one that is best for the first in the order, then for the next one who is left,
    and so on: each prefers whom it has met least often, then the next in the order. As weights,
    the wishes of a player outweigh those of all who come later.
    """
    import networkx  # takes its time to import, and only a Swiss needs it

    size = len(order)
    for most in count():
        graph = networkx.Graph()
        graph.add_nodes_from(range(size))
        for a in range(size):
            others = sorted(range(a + 1, size), key=lambda b: met[a].count(order[b]))
            for place, b in enumerate(others):
                if met[a].count(order[b]) <= most:
                    graph.add_edge(a, b, weight=-place * (size + 1) ** (size - a))
        found = networkx.max_weight_matching(graph, maxcardinality=True)
        if 2 * len(found) == size:
            break
    return tuple((order[a], order[b]) for a, b in sorted(map(sorted, found)))


@dataclass(frozen=True)
class Match:
    """A match of a knockout; without points where one player has no opponent."""

    round: int
    a: str
    b: str | None
    points: tuple[float, float] = (0.0, 0.0)
    winner: str | None = None  #: None while it is being played


@dataclass(frozen=True)
class Knockout:
    """The loser of a match is out. Players are given in the order of their seeds, the best first.

    Seeds meet as late as they can, and the first ones have no opponent in the first round where the
    number of players is no power of two. A match is ``pairs`` pairs, all of them played. If it is
    level, up to ``extra`` more pairs are played, until one is not level; if all are, the player
    with the better seed advances.

    >>> [game.players for game in Knockout(("a", "b", "c")).ready({})]
    [('b', 'c'), ('c', 'b')]
    """

    players: tuple[str, ...]
    pairs: int = 1
    extra: int = 5

    def __post_init__(self) -> None:
        _check(self.players, self.pairs)
        if self.extra < 0:
            raise PlygroundError(f"extra={self.extra} is not valid; expected 0 or more")

    def ready(self, points: Points) -> Iterator[Pairing]:
        """Yield what is left of the matches whose players are known."""
        for one_round in self.bracket(points):
            for match in one_round:
                if match.b is not None and match.winner is None:
                    yield from self._left(match.a, match.b, match.round, points)

    def bracket(self, points: Points) -> list[list[Match]]:
        """Return the matches of all rounds as far as their players are known."""
        size = len(self.players)
        alive = [self.players[i] if i < size else None for i in _seats(size)]
        rounds: list[list[Match]] = []
        while len(alive) > 1:
            couples = zip(alive[::2], alive[1::2], strict=True)
            matches = [self._match(a, b, len(rounds), points) for a, b in couples]
            alive = [match.winner if match else None for match in matches]
            rounds.append([match for match in matches if match])
        return rounds

    def champion(self, points: Points) -> str | None:
        """Return who won it all, or None while that is open."""
        final = self.bracket(points)[-1]
        return final[0].winner if final else None

    def _match(self, a: str | None, b: str | None, number: int, points: Points) -> Match | None:
        if a is None or b is None:
            # Only the first round has empty seats; later, an empty one is still to be filled.
            there = a or b
            return Match(0, there, None, winner=there) if there and number == 0 else None
        if self.players.index(b) < self.players.index(a):
            a, b = b, a
        mine = _gained(a, b, range(self.pairs), number, points)
        if mine is None:
            return Match(number, a, b)
        theirs = 2 * self.pairs - mine
        for opening in range(self.pairs, self.pairs + self.extra):
            if mine != theirs:
                break
            more = _gained(a, b, range(opening, opening + 1), number, points)
            if more is None:
                return Match(number, a, b, (mine, theirs))
            mine, theirs = mine + more, theirs + 2 - more
        return Match(number, a, b, (mine, theirs), a if mine >= theirs else b)

    def _left(self, a: str, b: str, number: int, points: Points) -> Iterator[Pairing]:
        """Yield the rest of a match's own pairs, or else of the first extra pair not yet over."""
        openings = [range(self.pairs)]
        openings += [range(i, i + 1) for i in range(self.pairs, self.pairs + self.extra)]
        for part in openings:
            if _gained(a, b, part, number, points) is None:
                for opening in part:
                    yield from _unplayed(a, b, opening, number, points)
                return


def _seats(players: int) -> list[int]:
    """Return the seeds in the order of the bracket, filled up to a power of two.

    >>> _seats(6)
    [0, 7, 3, 4, 1, 6, 2, 5]
    """
    seats = [0]
    while len(seats) < players:
        last = 2 * len(seats) - 1
        seats = [seed for pair in ((seat, last - seat) for seat in seats) for seed in pair]
    return seats
