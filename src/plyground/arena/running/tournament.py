"""Tournaments: many players, one schedule, a table at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Unpack

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
from plyground.arena.running.run import OnProgress, Run
from plyground.arena.running.schedule import Knockout, Swiss
from plyground.arena.running.spec import DEFAULT_GAME, TOURNAMENTS, Options, RunSpec, entries
from plyground.errors import shown
from plyground.games.position import Position
from plyground.players.engines import Engine


class Format(Options, total=False):
    """Who meets whom and how often, and everything else that can be said; see ``RunSpec``."""

    pairs: int
    rounds: int | None
    heroes: int


@dataclass(frozen=True)
class TournamentResult:
    """How a tournament ended."""

    spec: RunSpec
    points: Ledger = field(repr=False)
    reports: Reports = field(repr=False)

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, as they were given."""
        return tuple(self.spec.players)

    @property
    def game(self) -> str:
        """The game that was played."""
        return self.spec.start.game

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
        if isinstance(self.spec.schedule, Knockout):
            return self.spec.schedule.champion(self.points)
        first = self.standings[0]
        is_shared = len(self.standings) > 1 and self.standings[1].rank == first.rank
        return None if is_shared else first.player

    @property
    def order(self) -> list[str]:
        """The players, the best first."""
        return [standing.player for standing in self.standings]

    def __str__(self) -> str:
        return self.text()

    def text(self, line: int | None = None) -> str:
        """Return the report; names are whole, and all columns shown, unless a line has a width."""
        scores = {standing.player: standing.score for standing in self.standings}
        parts = [
            f"{self.spec.kind}, {self.game}, {len(self.points)} games",
            standings_text(self.order, scores, self.ratings, line),
            "Elo is relative to the mean of all players; ± is the 95 % interval.",
            "\nPoints of each player (row) against each other (column, by rank):",
            cross_table_text(self.order, self.cross_table, line),
            self._story(),
            troubles_text(self.reports.of(player) for player in self.players),
        ]
        return "\n".join(part for part in parts if part)

    def _story(self) -> str:
        """Return what the table alone does not show: byes, and who put whom out."""
        if isinstance(self.spec.schedule, Swiss):
            byes = [(r.bye, r.number + 1) for r in self.spec.schedule.played(self.points) if r.bye]
            return "\n".join(
                f"{shown(bye)} had no opponent in round {number}, which counted as won"
                for bye, number in byes
            )
        if not isinstance(self.spec.schedule, Knockout):
            return ""
        lines = []
        for number, matches in enumerate(self.spec.schedule.bracket(self.points), 1):
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
    kind: str = TOURNAMENTS[0], on_progress: OnProgress | None = None, **options: Unpack[Format],
) -> TournamentResult:  # fmt: skip
    """Play a tournament; see ``RunSpec`` for its kinds and options.

    >>> cup = tournament(["random", "greedy", "pvs:depth=3,table_mb=1"], "kalah(4,3)", workers=0)
    >>> len(cup.points), cup.ratings.of("random").games
    (6, 4)
    """
    return play_tournament(RunSpec(entries(players), game, kind, **options), on_progress)


def play_tournament(spec: RunSpec, on_progress: OnProgress | None = None) -> TournamentResult:
    """Play the tournament that a spec describes."""
    reports = Reports()
    points = Run(spec, reports.add, on_progress).play()
    return TournamentResult(spec, points, reports)
