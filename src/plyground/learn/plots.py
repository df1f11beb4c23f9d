"""A picture of a run: rating against fixed opponents, loss and weights, over the games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from plyground.arena.rating.plots import checked, figure, save, style
from plyground.errors import PlygroundError, shown
from plyground.learn.matches import Played
from plyground.learn.method import Row
from plyground.learn.run import Config, read_log

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Apart for people with colour-blindness, too (Okabe and Ito).
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#222222")
_WEIGHTS = 7  # that moved most get a line
_MOST_ELO = 800.0  # beyond it a score says only that all was won
_SMOOTH, _MANY = 0.1, 50  # weight of a new loss in the running mean, where there are many


def plot_run(folder: str | Path, path: str | Path) -> None:
    """Draw a run as PNG or SVG, by the suffix."""
    folder, path = Path(folder), checked(path)
    config, rows = Config.load(folder), read_log(folder)
    steps = _steps(rows)
    if not steps:
        raise PlygroundError(f"{shown(folder)}: no step is done yet, so there is nothing to draw")
    losses = ["loss" in step for step in steps]
    # A network learns between rounds of self-play: meanwhile no games are played.
    unit = "games" if "games" in steps[0] and losses[0] == losses[-1] else "step"
    panels = [_rating, *([_loss] if any(losses) else [])]
    panels += [_weights] if "weights" in steps[0] else []
    with style():
        sheet = figure(8.0, 1.2 + 2.6 * len(panels))
        axes = list(sheet.subplots(len(panels), 1, sharex=True, squeeze=False).flat)
        for panel, place in zip(panels, axes, strict=True):
            panel(place, unit, rows)
            place.grid(color="#eeeeee")
            place.spines[["top", "right"]].set_visible(False)
        axes[-1].set_xlabel("games" if unit == "games" else "steps")
        axes[0].set_title(
            f"{config.method} on {config.game}", loc="left", fontweight="bold", fontsize=12
        )
        save(sheet, path)


def _steps(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if row["event"] == "step"]


def _rating(axes: Axes, unit: str, rows: Sequence[Row]) -> None:
    """Elo against each opponent with its 95 % interval; the last match is the large one."""
    places = {0: 0.0} | {row["step"]: float(row[unit]) for row in _steps(rows)}
    matches = [row for row in rows if row["event"] in ("check", "final")]
    for name, colour in zip(dict.fromkeys(r["opponent"] for r in matches), _COLOURS, strict=False):
        own = [row for row in matches if row["opponent"] == name]
        elos = [Played.from_row(row).score.elo for row in own]
        values, lows, highs = (
            [min(max(x, -_MOST_ELO), _MOST_ELO) for x in ends]
            for ends in zip(*((e.value, e.low, e.high) for e in elos), strict=True)
        )
        errors = (
            [v - low for v, low in zip(values, lows, strict=True)],
            [high - v for v, high in zip(values, highs, strict=True)],
        )
        axes.errorbar(
            [places[row["step"]] for row in own], values, yerr=errors, fmt="o-", color=colour,
            markersize=4, linewidth=1.2, elinewidth=1.0, capsize=2, label=f"against {name}",
        )  # fmt: skip
    axes.axhline(0, color="#888888", linewidth=1)
    axes.set_ylabel("Elo, 95 % intervals")
    if matches:
        axes.legend(frameon=False, fontsize=9)


def _loss(axes: Axes, unit: str, rows: Sequence[Row]) -> None:
    learnt = [row for row in _steps(rows) if "loss" in row]
    places, losses = [row[unit] for row in learnt], [row["loss"] for row in learnt]
    weight = _SMOOTH if len(losses) >= _MANY else 1.0
    smooth = [losses[0]]
    for loss in losses[1:]:
        smooth.append(smooth[-1] + weight * (loss - smooth[-1]))
    axes.plot(places, losses, color="#cccccc", linewidth=0.8)
    axes.plot(places, smooth, color=_COLOURS[0], linewidth=1.5)
    axes.set_ylabel("loss")


def _weights(axes: Axes, unit: str, rows: Sequence[Row]) -> None:
    steps = _steps(rows)
    first, last = steps[0]["weights"], steps[-1]["weights"]
    moved = sorted(last, key=lambda key: -abs(last[key] - first[key]))
    places = [row[unit] for row in steps]
    for key in moved[_WEIGHTS:]:
        axes.plot(places, [row["weights"][key] for row in steps], color="#dddddd", linewidth=0.7)
    for key, colour in zip(moved, _COLOURS, strict=False):
        axes.plot(
            places, [row["weights"][key] for row in steps], color=colour, linewidth=1.4, label=key
        )
    axes.set_ylabel("weight")
    axes.legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0))
