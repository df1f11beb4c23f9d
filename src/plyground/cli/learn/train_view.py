"""Training on the screen: how far it is, what moved, and how it plays against fixed opponents."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Group, RenderableType
from rich.live import Live
from rich.text import Text

from plyground.arena.running.run import Progress
from plyground.cli.arena.view import duration
from plyground.cli.shared.output import console, fitting, say, say_json
from plyground.learn.matches import Played
from plyground.learn.method import Row
from plyground.learn.training import Training

_LIVE_SECONDS, _LINE_SECONDS = 0.2, 10.0  # between two pictures, and two lines where none can be
_BAR = 24
_MOVED = 3  # weights that are shown
_HIDDEN = {"event", "step", "seconds", "weights", "games"}  # which have places of their own


class TrainView:
    """Shows a run: live on a terminal, as a line now and then elsewhere, or as JSON."""

    def __init__(self, training: Training, *, quiet: bool, as_json: bool) -> None:
        self._training = training
        self._is_quiet, self._is_json = quiet, as_json
        self._console = console()
        self._live: Live | None = None
        self._shown = 0.0
        self._first: Row | None = None
        self._last: Row = {}
        self._checks: dict[str, tuple[int, Played]] = {}
        self._match: Progress | None = None
        for row in training.run.rows():
            self._take(row)
        self._began, self._began_at = time.monotonic(), self._progress

    @contextmanager
    def showing(self) -> Iterator[None]:
        """Show while this lasts."""
        self._training.on_row, self._training.on_match = self._on_row, self._on_match
        if self._is_quiet or self._is_json or not self._console.is_terminal:
            yield
            return
        with Live(console=self._console, auto_refresh=False, transient=True) as live:
            self._live = live
            yield

    def _on_row(self, row: Row) -> None:
        if self._is_json:
            say_json(row)
            return
        self._match = None
        self._take(row)
        self._show()

    def _on_match(self, progress: Progress) -> None:
        self._match = progress
        self._show()

    def _take(self, row: Row) -> None:
        if row["event"] == "step":
            self._first, self._last = self._first or row, row
        else:
            self._checks[row["opponent"]] = row["step"], Played.from_row(row)

    def _show(self) -> None:
        now = time.monotonic()
        pause = _LINE_SECONDS if self._live is None else _LIVE_SECONDS
        if self._is_quiet or self._is_json or now - self._shown < pause:
            return
        self._shown = now
        if self._live is not None:
            self._live.update(self._picture(), refresh=True)
        else:
            say(", ".join(filter(None, (self._status, self._numbers))))

    def _picture(self) -> RenderableType:
        config, done = self._training.run.config, round(_BAR * self._progress)
        lines = [
            Text(f"{config.method} on {config.game}", "bold"),
            Text(f"{'━' * done}{'╌' * (_BAR - done)} {self._status}", "dim"),
            Text(self._numbers),
        ]
        if moved := self._moved:
            lines.append(Text(f"moved most: {moved}"))
        lines += [Text(f"after step {at}: {played}") for at, played in self._checks.values()]
        if self._match is not None:
            one, other = self._match.players
            score = self._match.ledger.score(one, other)
            lines.append(Text(f"playing {other}: {score.games}/{self._match.total} games", "dim"))
        width = self._console.width
        return Group(*(Text(fitting(line.plain, width), line.style) for line in lines))

    @property
    def _step(self) -> int:
        return int(self._last.get("step", 0))

    @property
    def _progress(self) -> float:
        return self._training.method.progress(self._step)

    @property
    def _status(self) -> str:
        progress = self._progress
        parts = [f"{progress:.0%}".replace("%", " %"), f"step {self._step}"]
        if "games" in self._last:
            parts.append(f"{self._last['games']:,} games")
        if progress > self._began_at:
            passed = time.monotonic() - self._began
            left = passed / (progress - self._began_at) * (1 - progress)
            parts.append(f"{duration(left)} left")
        return ", ".join(parts)

    @property
    def _numbers(self) -> str:
        """The last step's numbers by their names."""
        return ", ".join(
            f"{name.replace('_', ' ')} {value:.4g}" if isinstance(value, float)
            else f"{name.replace('_', ' ')} {value}"
            for name, value in self._last.items() if name not in _HIDDEN
        )  # fmt: skip

    @property
    def _moved(self) -> str:
        """The weights that are farthest from where they began."""
        if not self._first or "weights" not in self._last:
            return ""
        before, now = self._first["weights"], self._last["weights"]
        far = sorted(now, key=lambda key: -abs(now[key] - before[key]))[:_MOVED]
        return ", ".join(f"{key} {now[key] - before[key]:+.2f}" for key in far)


@contextmanager
def train_view(training: Training, *, quiet: bool, as_json: bool) -> Iterator[None]:
    """Show a run."""
    with TrainView(training, quiet=quiet, as_json=as_json).showing():
        yield
