"""Matches of what has been learned against fixed opponents: the only proof of progress."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from plyground.arena.rating.statistics import Score
from plyground.arena.running.match import MatchResult, match
from plyground.arena.running.result import Reason
from plyground.arena.running.run import OnProgress
from plyground.errors import PlygroundError
from plyground.learn.method import Method, Row

LEARNER = "learner"


@dataclass(frozen=True)
class Played:
    """A match of the learner against one opponent."""

    opponent: str
    score: Score

    @property
    def row(self) -> Row:
        """What the log keeps."""
        return {"opponent": self.opponent, "pairs": list(self.score.pentanomial)}

    @classmethod
    def from_row(cls, row: Row) -> Played:
        """Read from the log."""
        return cls(row["opponent"], Score.from_pairs(row["pairs"]))

    def __str__(self) -> str:
        share = f"{self.score.mean:.1%}".replace("%", " %")
        return f"against {self.opponent}: {self.score.elo} Elo, {share} of {self.score.games} games"

    @property
    def verdict(self) -> str:
        """Say what was gained, and when nothing was.

        >>> print(Played("start", Score.from_pairs((1, 4, 20, 4, 1))).verdict)
        against start: +0 ± 48 Elo, 50.0 % of 60 games: no gain shown
        """
        elo = self.score.elo
        if elo.low > 0:
            return f"{self}: stronger"
        return f"{self}: " + ("weaker" if elo.high < 0 else "no gain shown")


def fought(result: MatchResult) -> MatchResult:
    """Return a match that was fought out: one that a crash has decided says nothing of strength."""
    for player in (result.a, result.b):
        report = result.reports.of(player)
        for reason, lost in report.examples.items():
            if reason != Reason.TIME:
                times = f"{report.faults[reason]} of {report.games} games by {reason}"
                raise PlygroundError(
                    f"{player} lost {times}, so this match shows nothing: {lost.note}"
                )
    return result


def play(
    method: Method, file: Path, opponents: Mapping[str, str], pairs: int, *, seed: int,
    on_progress: OnProgress | None = None,
) -> list[Played]:  # fmt: skip
    """Play all opponents with what a file holds; a cluster does not have the file."""
    spec, workers = method.player(file), method.task.workers
    is_cluster = isinstance(workers, str) and workers.startswith("ray")
    return [
        Played(
            name,
            fought(match(
                f"{LEARNER}={spec}", f"{name}={opponent}", method.task.start, pairs, seed=seed,
                workers=None if is_cluster else workers, on_progress=on_progress, keep_games=False,
                openings=method.openings,
            )).score,
        )
        for name, opponent in opponents.items()
    ]  # fmt: skip
