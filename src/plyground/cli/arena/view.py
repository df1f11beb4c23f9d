"""A competition on the screen: how it stands, how fast it goes, and how long it will take."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

import typer
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.text import Text

from plyground.arena.rating.statistics import Estimate, Score
from plyground.arena.running.report import PlayerReport, short_names
from plyground.arena.running.run import Progress
from plyground.cli.arena.options import Common
from plyground.cli.play.board_view import board_view
from plyground.cli.shared.output import console, say_json, warn
from plyground.errors import shown, visible

_LIVE_SECONDS, _LINE_SECONDS = 0.2, 10.0  # between two pictures, and two lines where none can be
_MOST_ROWS, _MOST_BOARDS = 16, 4
_BAR = 24

Headline = Callable[[Progress], str]


class ArenaView:
    """Shows progress: live on a terminal, as a line now and then elsewhere, or as JSON."""

    def __init__(self, common: Common, headline: Headline) -> None:
        self.console = console()
        self._common = common
        self._headline = headline
        self._live: Live | None = None
        self._shown = 0.0
        self._printed = 0  # games, as JSON
        self._last: Progress | None = None
        self.is_json = common.json
        self._is_still = common.json or common.quiet

    def __enter__(self) -> Self:
        if not self._is_still and self.console.is_terminal:
            self._live = Live(console=self.console, auto_refresh=False, transient=True)
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def on_progress(self, progress: Progress) -> None:
        """Show how it stands, if it is time to."""
        self._last = progress
        if self.is_json:
            if progress.last is not None and progress.played != self._printed:
                self._printed = progress.played
                say_json(_game(progress))
            return
        now = time.monotonic()
        pause = _LIVE_SECONDS if self._live is not None else _LINE_SECONDS
        if self._is_still or now - self._shown < pause or not progress.played:
            return
        self._shown = now
        if self._live is not None:
            self._live.update(self._picture(progress), refresh=True)
        else:
            self.console.print(self.status)

    @property
    def status(self) -> str:
        """How it stands, in one line."""
        progress = self._last
        if progress is None:
            return "no games"
        total = "" if progress.total is None else f"/{progress.total}"
        return f"{progress.played}{total} games, {self._headline(progress)}{_pace(progress)}"

    def _picture(self, progress: Progress) -> RenderableType:
        parts: list[RenderableType] = []
        if self._common.boards:
            parts.append(self._boards(progress))
        if len(progress.players) > 2:
            parts.append(Text(live_table(progress)))
        else:
            parts.append(Text(" – ".join(short_names(progress.players)), "bold"))
            parts.append(Text(self._headline(progress)))
        parts.append(Text(_bar(progress) + _pace(progress).removeprefix(", "), "dim"))
        return Group(*parts)

    def _boards(self, progress: Progress) -> RenderableType:
        panels = []
        for pairing, position in list(progress.boards.items())[:_MOST_BOARDS]:
            first, second = short_names(pairing.players, 15)
            view = board_view(str(position), self.console)
            panels.append(Panel(view, title=Text(f"{first} – {second}"), expand=False))
        return Columns(panels)


@contextmanager
def arena_view(common: Common, headline: Headline) -> Iterator[ArenaView]:
    """Show a competition; Ctrl-C ends it with what has been played so far."""
    view = ArenaView(common, headline)
    try:
        with view:
            yield view
    except KeyboardInterrupt:
        hint = f"; resume with --save {common.save} --resume" if common.save else ""
        warn(f"plyground: stopped: {view.status}{hint}")
        raise typer.Exit(130) from None


def check_started(reports: Iterable[PlayerReport]) -> None:
    """End with exit code 1, and say why, where a player got ready for none of its games."""
    failed = [report for report in reports if report.never_started]
    for report in failed:
        why = f"{shown(report.player)} never started: {report.never_started}"
        warn(f"plyground: {visible(why, keep='')}")
    if failed:
        raise typer.Exit(1)


def live_table(progress: Progress) -> str:
    """Return the table so far, by points per game."""
    scores = {player: progress.ledger.score(player) for player in progress.players}
    order = sorted(scores, key=lambda player: -scores[player].mean)[:_MOST_ROWS]
    names = short_names(order)
    width = max(map(len, names))
    return "\n".join(
        f"{place:>3}  {name:<{width}}  {scores[player].points:>6g}/{scores[player].games:<6}"
        f" {100 * scores[player].mean:>5.1f} %"
        for place, (player, name) in enumerate(zip(order, names, strict=True), 1)
    )


def _bar(progress: Progress) -> str:
    if not progress.total:
        return f"{progress.played} games, "
    done = round(_BAR * progress.played / progress.total)
    return f"{'━' * done}{'╌' * (_BAR - done)} {progress.played}/{progress.total} games, "


def _pace(progress: Progress) -> str:
    """Return the speed and the time left; empty where nothing has been played yet."""
    if progress.played == progress.before:
        return ""
    left = progress.seconds_left
    rest = "" if left is None else f", {duration(left)} left"
    return f", {progress.games_per_minute:.0f} games/min{rest}"


def duration(seconds: float) -> str:
    """Write a time for people.

    >>> duration(45), duration(200), duration(8000)
    ('45 s', '3 min', '2 h 13 min')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"


def _game(progress: Progress) -> dict[str, Any]:
    assert progress.last is not None
    pairing, result = progress.last
    return {
        "event": "game",
        "played": progress.played,
        "total": progress.total,
        "opening": pairing.opening,
        "round": pairing.round,
        **result.to_dict(),
    }


def plain_score(score: Score) -> dict[str, Any]:
    """Return a score as JSON knows it; what is infinite is null."""
    return {
        "games": score.games,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "points": score.points,
        "pentanomial": list(score.pentanomial),
        "elo": plain_estimate(score.elo),
        "normalised_elo": plain_estimate(score.normalised_elo),
        "superiority": score.superiority,
    }


def plain_estimate(estimate: Estimate) -> dict[str, float | None]:
    """Return an estimate as JSON knows it; what is infinite is null."""
    values = {"value": estimate.value, "low": estimate.low, "high": estimate.high}
    return {key: value if math.isfinite(value) else None for key, value in values.items()}
