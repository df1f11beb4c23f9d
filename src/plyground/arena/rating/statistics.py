"""What the games between two players say: score, Elo with its error, chance of being better.

The unit is the pair: one opening played twice with sides swapped. Its five outcomes (0, ½, 1, 1½,
2 points) are counted, because the two games of a pair are not independent. With x the mean score
of a pair in 0…1, s its mean over n pairs and v its variance:

    Elo            e(s) = −400 log10(1/s − 1), 95 % interval e(s ± t √(v/n))
    normalised Elo (s − ½) / √(2v) · 800/ln 10: what one game tells, alike for all draw rates
    superiority    Φ((s − ½) / √(v/n)): the chance that the player is the better one

Games without a partner enter these numbers only where there is no pair at all; then each game
counts by itself, and 2v becomes v.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from plyground.arena.running.result import Meeting, Points, by_players, meetings
from plyground.errors import PlygroundError

NORMAL = NormalDist()
Z95 = NORMAL.inv_cdf(0.975)
NORMALISED = 800 / math.log(10)  # makes normalised Elo about Elo where half of the games are drawn
_MOST_GAMES = 10**15  # sums of more lose games to rounding

Counts = Sequence[int]  # of 5 outcomes of a pair, or of 3 outcomes of a game; the worst first


def elo_of(score: float) -> float:
    """Return the rating difference that explains a mean score.

    >>> round(elo_of(0.75)), elo_of(1)
    (191, inf)
    """
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else 400 * math.log10(score / (1 - score))


def expected(elo: float) -> float:
    """Return the mean score that a rating difference explains.

    >>> round(expected(191), 3)
    0.75
    """
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True)
class Estimate:
    """A number with its 95 % interval.

    >>> print(Estimate(12.2, 4.1, 20.4)), print(Estimate(338, 20, math.inf))
    +12 ± 8
    +338 [+20, +∞]
    (None, None)
    """

    value: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half the length of the interval."""
        return (self.high - self.low) / 2

    def __str__(self) -> str:
        # A plus-minus would lie about an interval that leans to one side by more than a fifth.
        lean = abs(self.high + self.low - 2 * self.value)
        if math.isfinite(lean) and lean <= max(0.4 * self.error, 2):
            return f"{_signed(self.value)} ± {self.error:.0f}"
        return f"{_signed(self.value)} [{_signed(self.low)}, {_signed(self.high)}]"


def _signed(value: float) -> str:
    if math.isnan(value):
        return "?"
    return f"{value:+.0f}" if math.isfinite(value) else f"{'+' if value > 0 else '-'}∞"


@dataclass(frozen=True)
class Score:
    """The games of one player against one or more others.

    >>> score = Score.from_pairs((2, 30, 100, 58, 10))
    >>> print(score)
    +38 ± 20 Elo (LOS 100 %), 400 games, 55.5 %
    """

    wins: int
    draws: int
    losses: int
    pentanomial: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    @classmethod
    def of(cls, player: str, points: Points) -> Score:
        """Count the games of a player.

        >>> from plyground.arena.running.result import Pairing
        >>> game = Pairing("a", "b")
        >>> Score.of("b", {game: 1.0, game.partner: 0.5})
        Score(wins=0, draws=1, losses=1, pentanomial=(0, 1, 0, 0, 0))
        """
        mine = (met for met in meetings(points) if player in (met.a, met.b))
        return cls.from_meetings(met if met.a == player else met.turned for met in mine)

    @classmethod
    def from_meetings(cls, met: Iterable[Meeting]) -> Score:
        """Count meetings, as their first player saw them.

        >>> Score.from_meetings([Meeting("a", "b", (1.0, 0.0))]).pentanomial
        (0, 0, 1, 0, 0)
        """
        single, pairs = [0] * 3, [0] * 5
        for meeting in met:
            for score in meeting.scores:
                single[round(2 * score)] += 1
            if meeting.games == 2:
                pairs[round(2 * meeting.points)] += 1
        return cls(single[2], single[1], single[0], _five(pairs))

    @classmethod
    def from_pairs(cls, counts: Counts) -> Score:
        """Make a score of pair counts alone; pairs with one point count as two draws.

        >>> Score.from_pairs((0, 0, 0, 1, 1)).wins
        3
        """
        if len(counts) != 5 or not all(type(n) is int and 0 <= n < _MOST_GAMES for n in counts):
            raise PlygroundError(f"{tuple(counts)}: expected the counts of the five pair outcomes")
        lost, behind, level, ahead, won = counts
        wins, losses = 2 * won + ahead, 2 * lost + behind
        return cls(wins, ahead + behind + 2 * level, losses, _five(counts))

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A point for each win and half a point for each draw."""
        return self.wins + self.draws / 2

    @property
    def mean(self) -> float:
        """Points per game; ½ without any."""
        return self.points / self.games if self.games else 0.5

    @property
    def draw_rate(self) -> float:
        """The part of the games that were drawn."""
        return self.draws / self.games if self.games else 0.0

    @property
    def counts(self) -> tuple[int, ...]:
        """What the numbers below and a sequential test rest on: the pairs, or else the games."""
        return self.pentanomial if any(self.pentanomial) else (self.losses, self.draws, self.wins)

    @property
    def elo(self) -> Estimate:
        """The rating difference, with its 95 % interval."""
        mean, low, high = interval(self.counts)
        return Estimate(elo_of(mean), elo_of(low), elo_of(high))

    @property
    def normalised_elo(self) -> Estimate:
        """The rating difference in units of what one game tells; ∞ where there is no variance."""
        size, mean, variance = moments(self.counts)
        games_each = 2 if len(self.counts) == 5 else 1
        if not size:
            return Estimate(0.0, -math.inf, math.inf)
        error = Z95 * NORMALISED / math.sqrt(size * games_each)
        if variance == 0:
            value = 0.0 if mean == 0.5 else math.copysign(math.inf, mean - 0.5)
        else:
            value = (mean - 0.5) / math.sqrt(games_each * variance) * NORMALISED
        return Estimate(value, value - error, value + error)

    @property
    def superiority(self) -> float:
        """The chance that the player is the better one (LOS), 0 to 1."""
        size, mean, variance = moments(self.counts)
        if variance > 0:
            return NORMAL.cdf((mean - 0.5) / math.sqrt(variance / size))
        # All alike: Laplace's rule for a coin that showed one face only.
        if mean == 0.5:
            return 0.5
        return 1 - 0.5 ** (size + 1) if mean > 0.5 else 0.5 ** (size + 1)

    def __add__(self, other: Score) -> Score:
        left, right = self.pentanomial, other.pentanomial
        return Score(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            _five([x + y for x, y in zip(left, right, strict=True)]),
        )

    def __str__(self) -> str:
        games = f"{self.games} game{'' if self.games == 1 else 's'}"
        if not self.games:
            return games
        return f"{self.elo} Elo (LOS {self.superiority:.0%}), {games}, {self.mean:.1%}".replace(
            "%", " %"
        )


def _five(counts: Counts) -> tuple[int, int, int, int, int]:
    lost, behind, level, ahead, won = counts
    return lost, behind, level, ahead, won


def moments(counts: Counts) -> tuple[int, float, float]:
    """Return the number of outcomes, their mean on a scale of 0…1, and their variance.

    >>> moments((1, 0, 1))
    (2, 0.5, 0.25)
    """
    size, top = sum(counts), len(counts) - 1
    if not size:
        return 0, 0.5, 0.0
    mean = sum(i * n for i, n in enumerate(counts)) / (top * size)
    variance = sum(n * (i / top - mean) ** 2 for i, n in enumerate(counts)) / size
    return size, mean, variance


def interval(counts: Counts) -> tuple[float, float, float]:
    """Return the mean outcome on a scale of 0…1 and its 95 % interval.

    Where all outcomes are alike, they have shown no variance: then the interval is the exact one
    for an outcome of that kind, with the worst assumed of all others.

    >>> [round(x, 3) for x in interval((0, 0, 0, 0, 10))]
    [1.0, 0.692, 1.0]
    """
    size, mean, variance = moments(counts)
    if not size:
        return 0.5, 0.0, 1.0
    if variance == 0:
        sure = 0.025 ** (1 / size)
        return mean, mean * sure, 1 - (1 - mean) * sure
    error = _student(size - 1) * math.sqrt(variance / (size - 1))
    return mean, max(mean - error, 0.0), min(mean + error, 1.0)


def _student(freedom: int) -> float:
    """Return the 97.5 % point of Student's t, by its expansion around the normal one's."""
    z = Z95
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    return z + first / freedom + second / freedom**2


@dataclass(frozen=True)
class Standing:
    """A line of a tournament's table."""

    rank: int  #: from 1; equals share one
    player: str
    score: Score

    def __str__(self) -> str:
        return (
            f"{self.rank:>3}  {self.player}  {self.score.points:g}/{self.score.games}  "
            f"+{self.score.wins} ={self.score.draws} -{self.score.losses}"
        )


def standings(players: Iterable[str], points: Points) -> list[Standing]:
    """Order players by points, then by points per game, then by name.

    >>> from plyground.arena.running.result import Pairing
    >>> [print(line) for line in standings(["a", "b"], {Pairing("a", "b"): 0.0})]
      1  b  1/1  +1 =0 -0
      2  a  0/1  +0 =0 -1
    [None, None]
    """
    table = cross_table(points)
    totals = {player: Score(0, 0, 0) for player in players}
    for (player, _), score in table.items():
        if player in totals:
            totals[player] += score
    worth = {
        player: (score.points, score.mean if score.games else -1.0)
        for player, score in totals.items()
    }
    ordered = sorted(totals, key=lambda player: (*(-x for x in worth[player]), player))
    ranks: dict[tuple[float, float], int] = {}
    for place, player in enumerate(ordered, 1):
        ranks.setdefault(worth[player], place)
    return [Standing(ranks[worth[player]], player, totals[player]) for player in ordered]


def cross_table(points: Points) -> dict[tuple[str, str], Score]:
    """Return the score of every player (first name) against every other (second name).

    >>> from plyground.arena.running.result import Pairing
    >>> cross_table({Pairing("a", "b"): 1.0})["b", "a"].losses
    1
    """
    table = {}
    for (a, b), met in sorted(by_players(points).items()):
        table[a, b] = Score.from_meetings(met)
        table[b, a] = Score.from_meetings(one.turned for one in met)
    return table
