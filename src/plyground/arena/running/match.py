"""Matches: two players, the same openings for both, each played twice with sides swapped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Unpack

from plyground.arena.rating.sprt import Decision, Sprt, State
from plyground.arena.rating.statistics import Estimate, Score
from plyground.arena.referee.referee import Competitor
from plyground.arena.running.ledger import Ledger
from plyground.arena.running.report import Reports, troubles_text
from plyground.arena.running.result import GameResult, Pairing, Points
from plyground.arena.running.run import DEFAULT_GAME, Options, Plan, entries, run, with_options
from plyground.arena.running.schedule import RoundRobin
from plyground.errors import PlygroundError
from plyground.games.position import Position
from plyground.players.engines import Engine

MOST_PAIRS = 50_000  # of a sequential test that finds no answer


@dataclass(frozen=True)
class MatchResult:
    """How a match ended, from the view of its first player."""

    a: str
    b: str
    game: str
    score: Score
    points: Points = field(repr=False)
    reports: Reports = field(repr=False)  #: of both players, with their faults
    games: Sequence[GameResult] = field(repr=False)  #: empty where they went to a store
    test: State | None = None  #: of a sequential test

    @property
    def elo(self) -> Estimate:
        """The rating difference, with its 95 % interval."""
        return self.score.elo

    @property
    def pentanomial(self) -> tuple[int, int, int, int, int]:
        """How many pairs gave 0, ½, 1, 1½ and 2 points."""
        return self.score.pentanomial

    @property
    def decision(self) -> Decision | None:
        """What a sequential test has said; None if this was none."""
        return None if self.test is None else self.test.decision

    def __str__(self) -> str:
        lines = [
            f"{self.a} against {self.b}, {self.game}",
            f"{self.score}",
            f"+{self.score.wins} ={self.score.draws} -{self.score.losses}, "
            f"pairs with 0, ½, 1, 1½, 2 points: {', '.join(map(str, self.pentanomial))}",
        ]
        lines += [str(self.test)] if self.test else []
        lines += [troubles_text(self.reports.of(player) for player in (self.a, self.b))]
        return "\n".join(filter(None, lines))


def match(
    a: Competitor | Engine, b: Competitor | Engine, game: str | Position = DEFAULT_GAME,
    pairs: int = 100, **options: Unpack[Options],
) -> MatchResult:  # fmt: skip
    """Play a match of opening pairs; see ``Terms`` for the options.

    Players are specs, or engines and players in Python, which then play in this process.

    >>> result = match("pvs:depth=4,table_mb=1", "random", "kalah(4,3)", pairs=5, seed=1, workers=0)
    >>> result.score.games, result.score.mean > 0.5
    (10, True)
    """
    return _play(a, b, game, _Length(pairs), options)


def sprt(
    a: Competitor | Engine, b: Competitor | Engine, test: Sprt,
    game: str | Position = DEFAULT_GAME, pairs: int = MOST_PAIRS, **options: Unpack[Options],
) -> MatchResult:  # fmt: skip
    """Play until a sequential test has its answer, or all pairs are over.

    The test looks at pairs in the order of their openings, whatever the order they ended in: the
    answer depends neither on the number of workers nor on quick games coming in first.

    >>> result = sprt("pvs:depth=4,table_mb=1", "random", Sprt(0, 50), "kalah(4,3)", workers=0)
    >>> print(result.decision)
    accept
    """
    return _play(a, b, game, _Length(pairs, test), options)


@dataclass
class _Length:
    """When a match ends: after its pairs, or when a test has its answer."""

    pairs: int
    test: Sprt | None = None
    state: State | None = None
    counts: list[int] = field(default_factory=lambda: [0] * 5)

    def is_decided(self, first: Pairing, ledger: Ledger) -> bool:
        """Take in the pairs that are over, in their order, until there is an answer."""
        assert self.test is not None
        while self.state is None or self.state.decision == Decision.CONTINUE:
            number = sum(self.counts)
            points = ledger.pair(Pairing(first.a, first.b, number, False, first.round))
            if points is None:
                return False
            self.counts[points] += 1
            self.state = self.test.state(self.counts)
        return True


def _play(
    a: Competitor | Engine, b: Competitor | Engine, game: str | Position, length: _Length,
    options: Options,
) -> MatchResult:  # fmt: skip
    terms = with_options(game, options)
    players = entries([a, b])
    one, other = players
    start = terms.start
    _check_openings(terms.opening_source(start).size, length)
    settings: dict[str, Any] = {"pairs": length.pairs, "test": repr(length.test)}
    kind = "match" if length.test is None else "sprt"
    games: list[GameResult] = []
    reports = Reports()

    def on_game(result: GameResult) -> None:
        reports.add(result)
        if terms.store is None and terms.keep_games:
            games.append(result)

    test = length.test
    decide = None if test is None else lambda ledger: length.is_decided(Pairing(one, other), ledger)
    plan = Plan(kind, players, RoundRobin((one, other), length.pairs), settings, decide)
    ledger = run(plan, terms, on_game)
    score, points = ledger.score(one, other), ledger
    if test is not None:
        points = _first(points, one, other, sum(length.counts))
        score = points.score(one, other)
        length.state = length.state or test.state(length.counts)
    return MatchResult(one, other, start.game, score, points, reports, tuple(games), length.state)


def _first(points: Points, one: str, other: str, pairs: int) -> Ledger:
    """Return the points of the pairs that a test has looked at."""
    games = (Pairing(one, other, n, swapped) for n in range(pairs) for swapped in (False, True))
    return Ledger({game: points[game] for game in games})


def _check_openings(size: int | None, length: _Length) -> None:
    if size is not None and size < length.pairs:
        if length.test is None:
            raise PlygroundError(
                f"there are {size} openings for {length.pairs} pairs; give more, or fewer pairs"
            )
        length.pairs = size
