"""The frame of all training: does a method's steps, keeps each, and plays the fixed opponents."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from plyground.arena.running.run import OnProgress
from plyground.arena.running.spec import arena_start
from plyground.errors import GameNameError, PlygroundError, shown
from plyground.games.position import Position
from plyground.learn.matches import Played, play
from plyground.learn.method import Method, Row, Task
from plyground.learn.methods import METHODS
from plyground.learn.run import Config, TrainingRun, broken_checkpoint
from plyground.players.options import Option, complete

#: What every method has: how its progress is measured.
SHARED = (
    Option("checks", 8, "progress matches per fixed opponent", int, 0, 1000),
    Option("check_pairs", 20, "game pairs per progress match", int, 1, 10_000),
    Option("final_pairs", 200, "game pairs per final match", int, 0, 100_000),
)

OnRow = Callable[[Row], None]


def start_of(game: str | Position) -> Position:
    """Return where games begin, by the rules of competitions, in which all games end."""
    return arena_start(game)


def begin(
    method: str, game: str | Position, folder: str | Path, *, seed: int = 0,
    workers: int | str | None = None, options: Mapping[str, Any] | None = None,
) -> Training:  # fmt: skip
    """Begin a run in a new folder; ``options`` are the method's, and ``SHARED``."""
    kind = _kind(method)
    chosen = complete((*kind.options, *SHARED), options or {}, method)
    made = kind(Task(start_of(game), chosen, seed, workers))
    try:
        run = TrainingRun.create(folder, Config(method, made.task.start.game, seed, chosen))
    except PlygroundError:
        made.close()
        raise
    return Training(made, run)


def resume(
    folder: str | Path, *, game: Position | None = None, workers: int | str | None = None
) -> Training:
    """Go on with a run where its checkpoint was; a game in Python has to be given again."""
    run = TrainingRun.open(folder)
    try:
        config = run.config
        kind = _kind(config.method)
        chosen = complete((*kind.options, *SHARED), config.options, config.method)
        start = _start_again(config, game, folder)
        made = kind(Task(start, chosen, config.seed, workers))
        state = run.restored()
        if state is not None:
            try:
                made.restore(state)
            except (ValueError, KeyError, TypeError):
                raise broken_checkpoint(run.folder / "checkpoint") from None
        return Training(made, run)
    except BaseException:
        run.close()
        raise


def _kind(method: str) -> type[Method]:
    if method not in METHODS:
        near = get_close_matches(method, METHODS, 1, 0.5)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(METHODS)}"
        raise PlygroundError(f"there is no method {shown(method)}; {hint}")
    return METHODS[method]


def _start_again(config: Config, game: Position | None, folder: str | Path) -> Position:
    """Return where the games of a run began."""
    if game is not None and game.game == config.game:
        return game
    try:
        return start_of(config.game)
    except GameNameError:
        raise PlygroundError(
            f"{shown(folder)} is a run of {config.method} on {config.game}, a game in Python: "
            "give its file"
        ) from None


class Training:
    """A method at work in a run's folder."""

    def __init__(self, method: Method, run: TrainingRun) -> None:
        self.method, self.run = method, run
        self.on_row: OnRow | None = None  #: told of every line of the log, when it is written
        self.on_match: OnProgress | None = None  #: told of the games of matches
        self._opponents = method.opponents(run.folder)
        rows = run.rows()
        self._seconds = rows[-1]["seconds"] if rows else 0.0  # of training, over all sittings
        self._began = time.monotonic()

    @property
    def result(self) -> Path:
        """The file with what has been learned so far."""
        return self.run.folder / self.method.result

    def finish(self) -> list[Played]:
        """Do all steps that are left, and play the matches that show what was gained.

        Whenever it is broken off, by Ctrl-C or worse, the folder is whole and can be resumed.
        """
        self.method.save(self.result)
        if self.run.step == 0:
            others = dict([*self._opponents.items()][1:])  # it is still what it began with
            if self.method.task.options["checks"]:
                self._play("check", 0, self.method.task.options["check_pairs"], others)
        while self.method.progress(self.run.step) < 1:
            self._step(self.run.step)
        return self._final()

    def _step(self, number: int) -> None:
        before = self.method.progress(number)
        row = self.method.step(number)
        self._tell({"event": "step", "step": number + 1, **row})
        self.method.save(self.result)
        self._check(before, number + 1)
        self.run.checkpoint(number + 1, self.method.state())

    def _check(self, before: float, step: int) -> None:
        """Play the fixed opponents, if it is time to."""
        options = self.method.task.options
        checks, now = options["checks"], self.method.progress(step)
        if now < 1 and int(now * checks) > int(before * checks):  # at the end comes a longer match
            self._play("check", step, options["check_pairs"], self._opponents)

    def _final(self) -> list[Played]:
        rows = [row for row in self.run.rows() if row["event"] == "final"]
        if not rows and (pairs := self.method.task.options["final_pairs"]):
            rows = self._play("final", self.run.step, pairs, self._opponents)
            self.run.checkpoint(self.run.step, self.method.state())
        return [Played.from_row(row) for row in rows]

    def _play(self, event: str, step: int, pairs: int, opponents: Mapping[str, str]) -> list[Row]:
        played = play(
            self.method, self.result, opponents, pairs, seed=self.run.config.seed,
            on_progress=self.on_match,
        )  # fmt: skip
        rows = [{"event": event, "step": step, **one.row} for one in played]
        for row in rows:
            self._tell(row)
        return rows

    def _tell(self, row: Row) -> None:
        row["seconds"] = round(self._seconds + time.monotonic() - self._began, 3)
        self.run.log(row)
        if self.on_row is not None:
            self.on_row(row)

    def close(self) -> None:
        """Leave nothing running, and let go of the folder."""
        self.method.close()
        self.run.close()

    def __enter__(self) -> Training:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
