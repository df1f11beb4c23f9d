"""Which game of the ladder is played next.

First every new version meets the staff agents, all on the same openings: that gives a rating within
a minute. Then those two meet whose game says most. A game of players whose difference has the
variance V (in natural units) and an even chance p lowers that variance by the share

    V p(1 − p) / (1 + V p(1 − p)),

so close players that are not known well yet meet first. The k-th pair of games of any two players
begins at opening k.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from plyground.arena.rating.ratings import ELO, Ratings
from plyground.arena.rating.statistics import Z95, expected
from plyground.arena.running.result import Pairing

_UNKNOWN = (600.0 / ELO) ** 2  # the variance of a difference of which nothing is known
_BUSY = 0.5  # how much less a game is worth for each that a player plays just now


@dataclass(frozen=True)
class Known:
    """What is known when a game is chosen."""

    counts: Mapping[tuple[str, str], int]  #: games of each two players, those in progress as well
    is_begun: Callable[[Pairing], bool]  #: whether a game is over, or in progress
    playing: Counter[str]  #: games in progress of each player
    ratings: Ratings | None
    may_play: Callable[[str], bool]  #: whether a player's quota allows another game


def first_games(version: str, staff: Sequence[str], pairs: int) -> Iterator[Pairing]:
    """Yield the games of a new version with the staff agents, one pair with each in turn.

    >>> [game.players for game in first_games("a v1", ["easy", "hard"], 1)][:3]
    [('a v1', 'easy'), ('easy', 'a v1'), ('a v1', 'hard')]
    """
    for opening in range(pairs):
        for one in staff:
            for swapped in (False, True):
                yield Pairing(version, one, opening, swapped)


def informative(
    versions: Sequence[str], staff: Sequence[str], most: int, known: Known
) -> Pairing | None:
    """Return the game that says most; None if all have played what they may.

    The other half of a pair that was begun comes first.
    """
    free = [name for name in versions if known.may_play(name)]
    best: tuple[float, str, str, int] | None = None
    for place, a in enumerate(free):
        for b in (*free[place + 1 :], *staff):
            one, other = (a, b) if b in staff or a < b else (b, a)
            number = known.counts.get((one, other), 0)
            if number >= 2 * most:
                continue
            worth = _worth(a, b, known) * (2.0 if number % 2 else 1.0) / (1 + number / 20)
            if best is None or worth > best[0]:
                best = worth, one, other, number
    return None if best is None else _next(*best[1:], known.is_begun)


def _next(a: str, b: str, number: int, is_begun: Callable[[Pairing], bool]) -> Pairing:
    """Return the first game of two players that was not begun, of whom a number were."""
    for opening in count(number // 2):
        for swapped in (False, True):
            game = Pairing(a, b, opening, swapped)
            if not is_begun(game):
                return game
    raise AssertionError("there is always another opening")


def _worth(a: str, b: str, known: Known) -> float:
    variance, chance = _UNKNOWN, 0.5
    if known.ratings is not None and {a, b} <= known.ratings.players:
        between = known.ratings.difference(a, b)
        variance = (between.error / Z95 / ELO) ** 2
        chance = expected(between.value)
    said = variance * chance * (1 - chance)
    busy = known.playing[a] + known.playing[b]
    return said / (1 + said) / (1 + _BUSY * busy)
