"""A calibration from nothing: plays games, fits a table, and tests it on games left out.

Games with even and with odd numbers are two halves. Each half is predicted by a table fitted to the
other one; the table that is kept is fitted to all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from plyground.arena.running.workers import all_done, make_workers
from plyground.errors import PlygroundError, shown
from plyground.evaluation.calibration import SUFFIX, Calibration
from plyground.evaluation.value_net import board_of
from plyground.games.names import file_stem
from plyground.games.position import Position
from plyground.learn.calibration.report import Report, predictions, report
from plyground.learn.calibration.samples import BUDGETS, GameToPlay, LevelPlay, Sample, sample_of
from plyground.learn.run import Config, TrainingRun
from plyground.players.expectation import table_of
from plyground.storage import write_whole

METHOD = "calibrate"
_BATCH = 20  # games between two checkpoints

OnGames = Callable[[int], None]  # told how many games have been played


@dataclass(frozen=True)
class Fitted:
    """A table with what it promises and keeps."""

    table: Calibration
    report: Report


class CalibrationRun:
    """The games of a calibration, kept in a folder; they can be resumed, and more can be added."""

    def __init__(self, start: Position, run: TrainingRun) -> None:
        self._start, self._run = start, run
        self._samples: list[Sample] = []

    @classmethod
    def begin(cls, start: Position, folder: Path, *, positions: int, seed: int) -> Self:
        """Begin in a new folder, with so many positions to search per game."""
        config = Config(METHOD, start.game, seed, {"positions": positions})
        return cls(start, TrainingRun.create(folder, config))

    @classmethod
    def resume(cls, start: Position, folder: Path) -> Self:
        """Open the folder of a run that was stopped, or is to have more games."""
        run = TrainingRun.open(folder)
        try:
            if (run.config.method, run.config.game) != (METHOD, start.game):
                raise PlygroundError(
                    f"{shown(folder)} is a run of {run.config.method} on {run.config.game}, "
                    f"not of {METHOD} on {start.game}"
                )
            run.restored()
            opened = cls(start, run)
            opened._samples = _kept(run)
        except BaseException:
            run.close()
            raise
        return opened

    @property
    def games(self) -> int:
        """How many games have been played."""
        return self._run.step * _BATCH

    def play(
        self, games: int, workers: int | str | None = None, on_games: OnGames | None = None
    ) -> None:
        """Play until there are so many games; each batch is kept when it is complete."""
        how = LevelPlay(self._start, int(self._run.config.options["positions"]))
        crew = make_workers(workers, how)
        try:
            while self.games < games:
                numbers = range(self.games, self.games + _BATCH)
                seed = self._run.config.seed
                played = all_done(crew, [GameToPlay(n, f"{seed}/{n}") for n in numbers])
                samples = [one for each in played for one in each]
                self._run.log({"event": "games", "samples": [one.row for one in samples]})
                self._run.checkpoint(self._run.step + 1, b"")
                self._samples += samples
                if on_games is not None:
                    on_games(self.games)
        finally:
            crew.close()

    def fitted(self) -> Fitted:
        """Fit a table to all games; the report is about games that a fit had not seen."""
        try:
            from plyground.learn.calibration.fit import fit
        except ImportError:
            raise PlygroundError(
                "calibrating needs NumPy: pip install 'plyground[plots]'"
            ) from None
        halves = [[one for one in self._samples if one.game % 2 == half] for half in range(2)]
        held_out = [
            pair
            for seen, unseen in (halves, halves[::-1])
            for pair in predictions(fit(self._start, seen), unseen)
        ]
        return Fitted(fit(self._start, self._samples, self._origin), report(held_out))

    def checked(self) -> Report:
        """Compare the table that the game has with all games."""
        table = table_of(self._start)
        if table is None:
            raise PlygroundError(f"there is no table of scores for {self._start.game} to check")
        return report(predictions(table, self._samples))

    def save(self, table: Calibration) -> Path:
        """Write a table into the run's folder."""
        path = self._run.folder / f"{file_stem(table.game)}{SUFFIX}"
        write_whole(path, table.to_toml().encode())
        return path

    @property
    def _origin(self) -> str:
        return (
            f"plyground calibrate {board_of(self._start)}: {self.games:,} games between "
            f"levels 3 to 10, {len(self._samples):,} searches of {BUDGETS[0]} to {BUDGETS[-1]:,} "
            f"nodes, seed {self._run.config.seed}"
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._run.close()


def _kept(run: TrainingRun) -> list[Sample]:
    """Read the samples of the games so far."""
    rows = run.rows()
    try:
        return [sample_of(row) for line in rows for row in line["samples"]]
    except (KeyError, TypeError, ValueError):
        raise PlygroundError(f"{shown(run.folder)}: log.jsonl is broken; start a new run") from None
