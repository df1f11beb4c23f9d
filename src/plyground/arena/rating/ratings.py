"""Ratings of many players from the games between them: Bradley–Terry, with 95 % intervals.

Player i scores 1/(1 + 10^((r_j − r_i)/400)) on average against player j, and a draw is half a win.
Models with a parameter for draws (Davidson, Rao–Kupper) were not chosen: how often games are drawn
depends on the game and the strength of both, and where such a model errs, its ratings err too. Half
a win needs only the mean score to be right. What draws and pairs of games do to the spread around
the mean is measured instead: the variance of a score is f·p(1−p) per game, and f = 1 − m·4p(1−p),
since unequal players draw little. m is estimated from all meetings, and f of each two players as
far as their own games say more than that. The ratings r maximise the likelihood; their covariance
is the sandwich H⁻¹ M H⁻¹ with H = Σ p(1−p) x xᵀ and M = Σ f p(1−p) x xᵀ over all games, where x is
the difference of the two players.

The prior: every player has also drawn half a game with a player at the mean. It is worth less than
the error as soon as there are a few games, and it keeps the rating of one who won everything, or
met nobody of the others, finite (with an interval that says how little is known).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass

from plyground.arena.rating.statistics import NORMAL, Z95, Estimate, expected
from plyground.arena.running.result import Meeting, Points, by_players
from plyground.errors import PlygroundError, shown

ELO = 400 / math.log(10)  # Elo points per natural unit
PRIOR_GAMES = 0.5  # drawn with a player at the mean
_PRIOR_SPREAD = 1.0  # worth of the guess m = 0, as a sum of p(1−p): four even games
_SHRINKAGE = 5.0  # worth of the common m where two players' own f is estimated, likewise
_LONGEST_STEP = 2.0  # of Newton's method, in natural units
_CLOSE = 1e-9
_MOST_ELO = 1e6  # of an anchor

Matrix = list[list[float]]


@dataclass(frozen=True)
class Rating:
    """A player's rating in Elo, with its 95 % interval."""

    player: str
    elo: Estimate
    games: int
    points: float

    def __str__(self) -> str:
        return f"{self.player}  {self.elo}  {self.points:g}/{self.games}"


@dataclass(frozen=True)
class _Record:
    """All games of two players, numbered in the order of the table."""

    one: int
    other: int
    points: float
    games: int
    met: Sequence[Meeting]


class Ratings:
    """The ratings of all players, the best first.

    >>> from plyground.arena.running.result import Pairing
    >>> table = rate({Pairing("a", "b", n): float(n % 4 > 0) for n in range(40)})
    >>> [str(rating) for rating in table]
    ['a  +95 ± 62  30/40', 'b  -95 ± 62  10/40']
    >>> print(table.difference("a", "b"))
    +189 ± 125
    """

    def __init__(self, table: Sequence[Rating], covariance: Matrix) -> None:
        order = sorted(range(len(table)), key=lambda i: (-table[i].elo.value, table[i].player))
        self.table = tuple(table[i] for i in order)
        self._covariance = [[covariance[i][j] for j in order] for i in order]
        self._place = {rating.player: i for i, rating in enumerate(self.table)}

    def __len__(self) -> int:
        return len(self.table)

    def __iter__(self) -> Iterator[Rating]:
        return iter(self.table)

    @property
    def players(self) -> Set[str]:
        """Who is rated."""
        return self._place.keys()

    def of(self, player: str) -> Rating:
        """Return a player's rating."""
        return self.table[self._index(player)]

    def difference(self, one: str, other: str) -> Estimate:
        """Return by how much one player is stronger, which is surer than two ratings."""
        i, j = self._index(one), self._index(other)
        value = self.table[i].elo.value - self.table[j].elo.value
        error = Z95 * self._deviation(i, j)
        return Estimate(value, value - error, value + error)

    def superiority(self, one: str, other: str) -> float:
        """Return the chance that one player is stronger than another.

        >>> rate({}, players=["a", "b"]).superiority("a", "b")
        0.5
        """
        i, j = self._index(one), self._index(other)
        deviation = self._deviation(i, j)
        gap = self.table[i].elo.value - self.table[j].elo.value
        return NORMAL.cdf(gap / deviation) if deviation else 0.5

    def _deviation(self, i: int, j: int) -> float:
        c = self._covariance
        return math.sqrt(max(c[i][i] + c[j][j] - 2 * c[i][j], 0.0))

    def _index(self, player: str) -> int:
        if player not in self._place:
            raise PlygroundError(f"there is no rating of {shown(player)}; it has no games")
        return self._place[player]


def rate(
    points: Points, *, players: Iterable[str] = (), anchor: tuple[str, float] | None = None
) -> Ratings:
    """Rate all players who met, and those given besides.

    The mean of all ratings is 0, or ``anchor`` is a player and its rating, which then has no error.

    >>> from plyground.arena.running.result import Pairing
    >>> won_all = {Pairing("a", "b", n): 1.0 for n in range(10)}
    >>> print(rate(won_all, anchor=("b", 1500.0)).of("a"))
    a  +2186 ± 723  10/10
    """
    together = by_players(points)
    names = sorted({name for pair in together for name in pair} | set(players))
    if anchor is not None and not abs(anchor[1]) <= _MOST_ELO:
        raise PlygroundError(
            f"a rating of {anchor[1]:g} is not valid; expected -{_MOST_ELO:g} to {_MOST_ELO:g}"
        )
    if anchor is not None and anchor[0] not in names:
        raise PlygroundError(f"{shown(anchor[0])} has no games to anchor the ratings at")
    number = {name: i for i, name in enumerate(names)}
    records = [
        _Record(number[a], number[b], sum(m.points for m in met), sum(m.games for m in met), met)
        for (a, b), met in together.items()
    ]
    ratings = _fit(len(names), records)
    covariance = _covariance(ratings, records)
    pivot = None if anchor is None else number[anchor[0]]
    values = [ELO * r for r in ratings]
    zero = sum(values) / len(values) if pivot is None and values else 0.0
    if anchor is not None:
        zero = values[number[anchor[0]]] - anchor[1]
    covariance = _relative(covariance, pivot)
    table = []
    for i, name in enumerate(names):
        value, error = values[i] - zero, Z95 * math.sqrt(max(covariance[i][i], 0.0))
        games, gained = _totals(i, records)
        table.append(Rating(name, Estimate(value, value - error, value + error), games, gained))
    return Ratings(table, covariance)


def _totals(player: int, records: Iterable[_Record]) -> tuple[int, float]:
    games, points = 0, 0.0
    for record in records:
        if player in (record.one, record.other):
            games += record.games
            points += record.points if player == record.one else record.games - record.points
    return games, points


def _chance(gap: float) -> float:
    return expected(ELO * gap)


def _fit(players: int, records: Sequence[_Record]) -> list[float]:
    """Return the most likely ratings in natural units, by Newton's method."""
    ratings = [0.0] * players
    while True:
        slope = [PRIOR_GAMES * (0.5 - _chance(r)) for r in ratings]
        for record in records:
            p = _chance(ratings[record.one] - ratings[record.other])
            slope[record.one] += record.points - record.games * p
            slope[record.other] -= record.points - record.games * p
        inverse = _inverse(_information(ratings, records))
        step = [sum(x * y for x, y in zip(row, slope, strict=True)) for row in inverse]
        longest = max(map(abs, step), default=0.0)
        # The likelihood has one peak; a shorter step keeps the first ones from jumping over it.
        scale = min(1.0, _LONGEST_STEP / longest) if longest else 1.0
        ratings = [r + scale * s for r, s in zip(ratings, step, strict=True)]
        if longest < _CLOSE:
            return ratings


def _information(
    ratings: Sequence[float], records: Sequence[_Record], spreads: Sequence[float] | None = None
) -> Matrix:
    """Return H, or M where the spread f of each two players is given."""
    size = len(ratings)
    matrix = [[0.0] * size for _ in range(size)]
    for i, r in enumerate(ratings):
        matrix[i][i] = PRIOR_GAMES * _chance(r) * _chance(-r)
    for k, record in enumerate(records):
        i, j = record.one, record.other
        p = _chance(ratings[i] - ratings[j])
        weight = record.games * p * (1 - p) * (spreads[k] if spreads else 1.0)
        matrix[i][i] += weight
        matrix[j][j] += weight
        matrix[i][j] -= weight
        matrix[j][i] -= weight
    return matrix


def _covariance(ratings: Sequence[float], records: Sequence[_Record]) -> Matrix:
    """Return H⁻¹ M H⁻¹ in Elo²."""
    inverse = _inverse(_information(ratings, records))
    middle = _information(ratings, records, _spreads(ratings, records))
    product = _times(_times(inverse, middle), inverse)
    return [[ELO * ELO * x for x in row] for row in product]


def _spreads(ratings: Sequence[float], records: Sequence[_Record]) -> list[float]:
    """Return f for each pairing: the variance seen over that of independent games."""
    seen, plain, even = [], [], []
    for record in records:
        p = _chance(ratings[record.one] - ratings[record.other])
        seen.append(sum((met.points - met.games * p) ** 2 for met in record.met))
        plain.append(record.games * p * (1 - p))
        even.append(4 * p * (1 - p))
    meetings = sum(len(record.met) for record in records)
    # Ratings that were fitted to the scores are nearer to them than the true ones.
    freedom = meetings - len(ratings) + 1
    fitted = meetings / freedom if freedom > 0 else 1.0
    informed = sum(v * e for v, e in zip(plain, even, strict=True)) + _PRIOR_SPREAD
    missing = min((sum(plain) - fitted * sum(seen)) / informed, 1.0)
    return [
        (fitted * s + _SHRINKAGE * (1 - missing * e)) / (v + _SHRINKAGE)
        for s, v, e in zip(seen, plain, even, strict=True)
    ]


def _relative(covariance: Matrix, pivot: int | None) -> Matrix:
    """Return the covariance of the ratings less the mean of all, or less one player's."""
    size = range(len(covariance))
    if pivot is None:
        rows = [sum(row) / len(row) for row in covariance]
        mean = sum(rows) / len(rows) if rows else 0.0
    else:
        rows = [row[pivot] for row in covariance]
        mean = rows[pivot]
    return [[covariance[i][j] - rows[i] - rows[j] + mean for j in size] for i in size]


def _times(left: Matrix, right: Matrix) -> Matrix:
    columns = list(zip(*right, strict=True))
    return [[sum(map(float.__mul__, row, column)) for column in columns] for row in left]


def _inverse(matrix: Matrix) -> Matrix:
    """Invert a symmetric matrix whose pivots are positive, as information with a prior is."""
    size = len(matrix)
    work = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i, row in enumerate(work):
        pivot = row[i]
        work[i] = row = [x / pivot for x in row]
        for j, other in enumerate(work):
            if j != i and other[i]:
                factor = other[i]
                work[j] = [x - factor * y for x, y in zip(other, row, strict=True)]
    return [row[size:] for row in work]
