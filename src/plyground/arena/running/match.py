"""Matches: two players, the same openings for both, each played twice with sides swapped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Unpack

from plyground.arena.rating.sprt import Decision, Sprt, State
from plyground.arena.rating.statistics import Estimate, Score
from plyground.arena.referee.referee import Competitor
from plyground.arena.running.ledger import Ledger
from plyground.arena.running.report import Reports, troubles_text
from plyground.arena.running.result import GameResult, Pairing, Points
from plyground.arena.running.run import OnProgress, Run
from plyground.arena.running.spec import DEFAULT_GAME, Options, RunSpec, entries
from plyground.games.position import Position
from plyground.players.engines import Engine

_TRIES = 4  # games in which a player does not start before the match ends
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
    pairs: int = 100, on_progress: OnProgress | None = None, **options: Unpack[Options],
) -> MatchResult:  # fmt: skip
    """Play a match of opening pairs; see ``RunSpec`` for the options.

    Players are specs, or engines and players in Python, which then play in this process.

    >>> result = match("pvs:depth=4,table_mb=1", "random", "kalah(4,3)", pairs=5, seed=1, workers=0)
    >>> result.score.games, result.score.mean > 0.5
    (10, True)
    """
    return play_match(RunSpec(entries([a, b]), game, pairs=pairs, **options), on_progress)


def sprt(
    a: Competitor | Engine, b: Competitor | Engine, test: Sprt,
    game: str | Position = DEFAULT_GAME, pairs: int = MOST_PAIRS,
    on_progress: OnProgress | None = None, **options: Unpack[Options],
) -> MatchResult:  # fmt: skip
    """Play until a sequential test has its answer, or all pairs are over.

    >>> result = sprt("pvs:depth=4,table_mb=1", "random", Sprt(0, 50), "kalah(4,3)", workers=0)
    >>> print(result.decision)
    accept
    """
    spec = RunSpec(entries([a, b]), game, "sprt", pairs, test=test, **options)
    return play_match(spec, on_progress)


def play_match(spec: RunSpec, on_progress: OnProgress | None = None) -> MatchResult:
    """Play the match that a spec describes; with a test, until it has its answer.

    It also ends when one of the players does not start, again and again.
    """
    one, other = spec.players
    games: list[GameResult] = []
    reports = Reports()
    test = None if spec.test is None else _TestInOrder(spec.test, one, other)

    def on_game(result: GameResult) -> None:
        reports.add(result)
        if spec.store is None and spec.keep_games:
            games.append(result)

    stored: int | None = None  # games of a run that is resumed: the player may start now

    def is_decided(ledger: Ledger) -> bool:
        nonlocal stored
        stored = len(ledger) if stored is None else stored
        met = (reports.of(one), reports.of(other))
        if len(ledger) - stored >= _TRIES and any(report.never_started for report in met):
            return True
        return test is not None and test.is_decided(ledger)

    points = Run(spec, on_game, on_progress, is_decided).play()
    if test is not None:
        points = test.counted(points)
    score = points.score(one, other)
    state = None if test is None else test.state
    return MatchResult(one, other, spec.start.game, score, points, reports, tuple(games), state)


class _TestInOrder:
    """A sequential test that looks at pairs in the order of their openings.

    Whatever the order they ended in: the answer depends neither on the number of workers nor on
    quick games coming in first.
    """

    def __init__(self, test: Sprt, one: str, other: str) -> None:
        self._test, self._one, self._other = test, one, other
        self._counts = [0] * 5
        self.state: State = test.state(self._counts)

    def is_decided(self, ledger: Ledger) -> bool:
        """Take in the pairs that are over, in their order, until there is an answer."""
        while self.state.decision == Decision.CONTINUE:
            points = ledger.pair(Pairing(self._one, self._other, sum(self._counts)))
            if points is None:
                return False
            self._counts[points] += 1
            self.state = self._test.state(self._counts)
        return True

    def counted(self, points: Points) -> Ledger:
        """Return the points of the pairs that the test has looked at."""
        games = (
            Pairing(self._one, self._other, number, swapped)
            for number in range(sum(self._counts))
            for swapped in (False, True)
        )
        return Ledger({game: points[game] for game in games})
