"""Tournaments: many players, one schedule, a table at the end."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, Unpack, get_args

from plyground.arena.rating.plots import plot_cross_table, plot_ratings
from plyground.arena.rating.ratings import Ratings, rate
from plyground.arena.rating.statistics import Score, Standing, cross_table, standings
from plyground.arena.referee.referee import Competitor
from plyground.arena.running.ledger import Ledger
from plyground.arena.running.report import (
    Reports,
    cross_table_text,
    standings_text,
    troubles_text,
)
from plyground.arena.running.run import (
    DEFAULT_GAME,
    Options,
    Plan,
    Terms,
    entries,
    run,
    with_options,
)
from plyground.arena.running.schedule import Gauntlet, Knockout, RoundRobin, Schedule, Swiss
from plyground.errors import PlygroundError, shown
from plyground.games.position import Position
from plyground.players.engines import Engine

Kind = Literal["round-robin", "gauntlet", "swiss", "knockout"]
KINDS: tuple[str, ...] = get_args(Kind)


@dataclass(frozen=True)
class Format:
    """Who meets whom, and how often.

    >>> Format("swiss").schedule(tuple("abcde"), seed=1).rounds
    3
    """

    kind: str = "round-robin"
    pairs: int = 1  #: of games that two players play when they meet
    rounds: int | None = None  #: of a Swiss; None: as many as find a winner
    heroes: int = 1  #: players of a gauntlet who meet all others

    def schedule(self, players: tuple[str, ...], seed: int) -> Any:
        """Return the schedule for these players."""
        if self.kind not in KINDS:
            raise PlygroundError(
                f"{shown(self.kind)} is no kind of tournament; there are {', '.join(KINDS)}"
            )
        if self.rounds is not None and self.kind != "swiss":
            raise PlygroundError(f"a {self.kind} has no number of rounds; only a swiss has")
        if self.kind == "round-robin":
            return RoundRobin(players, self.pairs, seed)
        if self.kind == "gauntlet":
            return Gauntlet(players, self.pairs, self.heroes)
        if self.kind == "knockout":
            return Knockout(players, self.pairs)
        rounds = self.rounds or max(1, math.ceil(math.log2(max(len(players), 2))))
        return Swiss(players, rounds, self.pairs, seed)

    def openings_needed(self, schedule: Schedule) -> int:
        """Return how many different openings the schedule may ask for."""
        if isinstance(schedule, Swiss):
            return schedule.rounds * self.pairs
        return self.pairs + (schedule.extra if isinstance(schedule, Knockout) else 0)


@dataclass(frozen=True)
class TournamentResult:
    """How a tournament ended."""

    format: Format
    players: tuple[str, ...]
    game: str
    points: Ledger = field(repr=False)
    reports: Reports = field(repr=False)
    schedule: Schedule = field(repr=False)

    @cached_property
    def standings(self) -> list[Standing]:
        """The table by points, the best first."""
        return standings(self.players, self.points)

    @cached_property
    def ratings(self) -> Ratings:
        """Everybody's Elo with its interval."""
        return rate(self.points, players=self.players)

    @cached_property
    def cross_table(self) -> dict[tuple[str, str], Score]:
        """What every player scored against every other."""
        return cross_table(self.points)

    @property
    def winner(self) -> str | None:
        """Who won: the champion of a knockout, otherwise the first of the table."""
        if isinstance(self.schedule, Knockout):
            return self.schedule.champion(self.points)
        first = self.standings[0]
        is_shared = len(self.standings) > 1 and self.standings[1].rank == first.rank
        return None if is_shared else first.player

    @property
    def order(self) -> list[str]:
        """The players, the best first."""
        return [standing.player for standing in self.standings]

    def __str__(self) -> str:
        scores = {standing.player: standing.score for standing in self.standings}
        parts = [
            f"{self.format.kind}, {self.game}, {len(self.points)} games",
            standings_text(self.order, scores, self.ratings),
            "Elo is relative to the mean of all players; ± is the 95 % interval.",
            "\nPoints of each player (row) against each other (column, by rank):",
            cross_table_text(self.order, self.cross_table),
            self._story(),
            troubles_text(self.reports.of(player) for player in self.players),
        ]
        return "\n".join(part for part in parts if part)

    def _story(self) -> str:
        """Return what the table alone does not show: byes, and who put whom out."""
        if isinstance(self.schedule, Swiss):
            byes = [(r.bye, r.number + 1) for r in self.schedule.played(self.points) if r.bye]
            return "\n".join(
                f"{shown(bye)} had no opponent in round {number}, which counted as won"
                for bye, number in byes
            )
        if not isinstance(self.schedule, Knockout):
            return ""
        lines = []
        for number, matches in enumerate(self.schedule.bracket(self.points), 1):
            for met in matches:
                if met.b is not None:
                    mine, theirs = met.points
                    lines.append(
                        f"round {number}: {shown(met.a)} {mine:g} - {theirs:g} {shown(met.b)}"
                    )
        return "\n".join([*lines, f"winner: {shown(self.winner)}" if self.winner else ""])

    def plot(self, path: str | Path) -> list[Path]:
        """Draw the ratings to a file, and the cross table to a second one beside it."""
        path = Path(path)
        table = path.with_name(f"{path.stem}-table{path.suffix}")
        best_first = [rating.player for rating in self.ratings]
        plot_ratings(self.ratings, path, f"{self.game}: ratings")
        plot_cross_table(self.points, best_first, table, f"{self.game}: who beat whom")
        return [path, table]


def tournament(
    players: Sequence[Competitor | Engine], game: str | Position = DEFAULT_GAME,
    how: Format | None = None, **options: Unpack[Options],
) -> TournamentResult:  # fmt: skip
    """Play a tournament; see ``Format`` for its kinds, and ``Terms`` for the options.

    >>> cup = tournament(["random", "greedy", "pvs:depth=3,table_mb=1"], "kalah(4,3)", workers=0)
    >>> len(cup.points), cup.ratings.of("random").games
    (6, 4)
    """
    how = how or Format()
    terms = with_options(game, options)
    given = entries(list(players))
    schedule = how.schedule(tuple(given), terms.seed)
    _check_openings(terms, how.openings_needed(schedule))
    settings = {
        "pairs": how.pairs, "rounds": how.rounds, "heroes": how.heroes, "order": list(given)
    }  # fmt: skip
    reports = Reports()
    points = run(Plan(how.kind, given, schedule, settings), terms, reports.add)
    return TournamentResult(how, tuple(given), terms.start.game, points, reports, schedule)


def _check_openings(terms: Terms, needed: int) -> None:
    size = terms.opening_source(terms.start).size
    if size is not None and size < needed:
        raise PlygroundError(
            f"there are {size} openings, and {needed} are needed; give more, or fewer pairs"
        )
