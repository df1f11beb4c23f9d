"""A picture of a calibration: what was predicted against what came."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from plyground.arena.rating.plots import checked, figure, save, style
from plyground.learn.calibration.report import Bin, Report

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Apart for people with colour-blindness, too (Okabe and Ito).
_COLOURS = {"win": "#0072b2", "draw": "#009e73", "loss": "#d55e00"}
_INTERVAL = 1.96  # standard errors on each side that hold 95 %


def plot_report(found: Report, path: str | Path, title: str, unit: str) -> None:
    """Draw a reliability diagram, and the margins beside it, as PNG or SVG by the suffix."""
    path = checked(path)
    with style():
        sheet = figure(9.0 if found.margins else 4.8, 4.6)
        axes = list(sheet.subplots(1, 2 if found.margins else 1, squeeze=False).flat)
        for name, bins in found.chances.items():
            _points(axes[0], bins, _COLOURS[name], name)
        _frame(axes[0], (0.0, 1.0), "chance")
        axes[0].legend(frameon=False, fontsize=9)
        axes[0].set_title(title, loc="left", fontweight="bold", fontsize=12)
        if found.margins:
            _points(axes[1], found.margins, _COLOURS["win"], "margin")
            ends = [value for b in found.margins for value in (b.predicted, b.observed)]
            _frame(axes[1], (min(ends), max(ends)), f"margin in {unit}")
        save(sheet, path)


def _points(axes: Axes, bins: Sequence[Bin], colour: str, name: str) -> None:
    axes.errorbar(
        [b.predicted for b in bins], [b.observed for b in bins],
        yerr=[_INTERVAL * b.error for b in bins], fmt="o-", color=colour, markersize=4,
        linewidth=1.2, elinewidth=1.0, capsize=2, label=name,
    )  # fmt: skip


def _frame(axes: Axes, ends: tuple[float, float], what: str) -> None:
    axes.plot(ends, ends, color="#888888", linewidth=1, linestyle="--")
    axes.set_xlabel(f"expected {what}")
    axes.set_ylabel(f"{what} on held-out games, 95 % intervals")
    axes.grid(color="#eeeeee")
    axes.spines[["top", "right"]].set_visible(False)
