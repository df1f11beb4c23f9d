"""Pictures of a tournament: ratings with their error bars, and the cross table as a heat map.

Matplotlib comes with ``pip install 'plyground[plots]'`` and is imported when a picture is made.
Colours are from blue-to-brown maps that people with colour-blindness tell apart.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyground.arena.rating.ratings import Ratings
from plyground.arena.rating.statistics import cross_table
from plyground.arena.running.result import Points
from plyground.errors import PlygroundError, shown

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SUFFIXES = (".png", ".svg")
BLUE, PALE_BLUE, INK = "#2166ac", "#92b4d6", "#222222"
NOTHING = "#cccccc"  # where two did not meet
SCORES = "BrBG"  # brown for lost, white for level, blue-green for won
_LONGEST_NAME = 32
_NUMBERED_UP_TO = 24  # players; beyond, the numbers in the cells would be too small to read
_STYLE: dict[str, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": "#bbbbbb",
    "xtick.color": INK,
    "ytick.color": INK,
    "text.parse_math": False,  # a player's name may contain a dollar sign
    "svg.fonttype": "none",
    "svg.hashsalt": "plyground",  # the same table gives the same file
}


def plot_ratings(ratings: Ratings, path: str | Path, title: str = "Ratings") -> None:
    """Draw the ratings, the best on top, with their 95 % intervals, as PNG or SVG by the suffix.

    >>> from plyground.arena.rating.ratings import rate
    >>> plot_ratings(rate({}, players=["a", "b"]), "ratings.pdf")
    Traceback (most recent call last):
    plyground.errors.PlygroundError: ratings.pdf: expected a file that ends in .png or .svg
    """
    path = checked(path)
    if not len(ratings):
        raise PlygroundError("there are no ratings to draw; play some games first")
    with style():
        height = 1.3 + 0.32 * max(len(ratings), 3)
        sheet = figure(8.0, height)
        axes = sheet.add_subplot()
        table = ratings.table
        values = [rating.elo.value for rating in table]
        errors = [rating.elo.error for rating in table]
        rows = range(len(table))
        axes.errorbar(
            values, rows, xerr=errors, fmt="o", color=BLUE, ecolor=PALE_BLUE,
            elinewidth=3, capsize=0, markersize=6.5,
        )  # fmt: skip
        _label_rows(axes, [rating.player for rating in table])
        for row, rating in zip(rows, table, strict=True):
            text = f"{rating.elo.value:+.0f} ± {rating.elo.error:.0f}".replace("-", "−")
            axes.annotate(
                text, (1.01, row), xycoords=("axes fraction", "data"), va="center", fontsize=9
            )
        axes.set_ylim(len(table) - 0.4, -0.6)
        axes.set_xlabel("Elo, with 95 % intervals")
        axes.set_title(title, loc="left", fontweight="bold", fontsize=12)
        axes.grid(axis="x", color="#eeeeee")
        save(sheet, path)


def plot_cross_table(
    points: Points, players: Sequence[str], path: str | Path, title: str = "Cross table"
) -> None:
    """Draw what each player (row) scored against each other (column), in per cent.

    Players are drawn in the order given, which is best the order of the ratings.

    >>> plot_cross_table({}, [], "table.png")
    Traceback (most recent call last):
    plyground.errors.PlygroundError: there are no players to draw; play some games first
    """
    path = checked(path)
    if not players:
        raise PlygroundError("there are no players to draw; play some games first")
    cells = _percentages(points, players)
    with style():
        # Wide enough for the names on the left and above, and at least as wide as the title.
        side = max(0.5 if len(players) <= _NUMBERED_UP_TO else 0.27, 2.4 / len(players))
        names = 0.075 * max(map(len, _labels(players)))
        sheet = figure(1.6 + names + side * len(players), 1.3 + names + side * len(players))
        axes = sheet.add_subplot()
        axes.set_facecolor(NOTHING)
        # The ends of the map are so dark that brown and green look alike: they are left out.
        image = axes.imshow(cells, cmap=SCORES, vmin=-15, vmax=115)
        _label_rows(axes, players)
        axes.set_xticks(range(len(players)), _labels(players), rotation=90)
        axes.tick_params(length=0, top=False, labeltop=True, bottom=False, labelbottom=False)
        if len(players) <= _NUMBERED_UP_TO:
            _number(axes, cells)
        _rule(axes, len(players))
        bar = sheet.colorbar(image, ax=axes, shrink=0.8, aspect=25, pad=0.03)
        bar.set_label("per cent scored by the row's player")
        bar.ax.set_ylim(0, 100)
        bar.outline.set_visible(False)
        sheet.suptitle(title, x=0.02, ha="left", fontweight="bold", fontsize=12)
        save(sheet, path)


def _percentages(points: Points, players: Sequence[str]) -> list[list[float]]:
    """Return what the rows scored against the columns; not a number where two did not meet."""
    table = cross_table(points)
    return [
        [
            100 * table[row, column].mean if (row, column) in table else math.nan
            for column in players
        ]
        for row in players
    ]


def _number(axes: Axes, cells: Sequence[Sequence[float]]) -> None:
    for i, row in enumerate(cells):
        for j, value in enumerate(row):
            if not math.isnan(value):
                colour = "white" if abs(value - 50) > 36 else INK
                axes.text(j, i, f"{value:.0f}", ha="center", va="center", color=colour, fontsize=9)


def _rule(axes: Axes, size: int) -> None:
    """Part the cells with white lines."""
    edges = [i - 0.5 for i in range(size + 1)]
    axes.set_xticks(edges, minor=True)
    axes.set_yticks(edges, minor=True)
    axes.grid(which="minor", color="white", linewidth=1.5)
    axes.tick_params(which="minor", length=0)
    axes.spines[:].set_visible(False)


def _label_rows(axes: Axes, players: Sequence[str]) -> None:
    axes.set_yticks(range(len(players)), _labels(players))
    axes.tick_params(axis="y", length=0)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)


def _labels(players: Sequence[str]) -> list[str]:
    """Return names that leave room for the picture, and yet tell all players apart.

    >>> _labels(["random", "file:agents/group-17/submission/the-agent.py"])
    ['random', 'file:agents/gro…on/the-agent.py']
    """
    names = [shown(name) for name in players]
    for length in range(_LONGEST_NAME, max(map(len, names), default=0)):
        labels = [_short(name, length) for name in names]
        if len(set(labels)) == len(set(names)):
            return labels
    return names


def _short(name: str, length: int) -> str:
    half = (length - 1) // 2
    return name if len(name) <= length else f"{name[:half]}…{name[-half:]}"


def checked(path: str | Path) -> Path:
    """Return a path that pictures can be written to."""
    path = Path(path)
    if path.suffix.lower() not in SUFFIXES:
        raise PlygroundError(f"{shown(path)}: expected a file that ends in {' or '.join(SUFFIXES)}")
    return path


def style() -> AbstractContextManager[None]:
    """Give all pictures the same look, while this lasts."""
    try:
        import matplotlib
    except ImportError:
        raise PlygroundError("pictures need Matplotlib: pip install 'plyground[plots]'") from None
    look: Any = _STYLE
    return matplotlib.rc_context(look)


def figure(width: float, height: float) -> Figure:
    """Make a figure without pyplot, which would need a screen or pick one."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained", facecolor="white")


def save(figure: Figure, path: Path) -> None:
    """Write a picture; the same one always gives the same file."""
    metadata = {"Date": None} if path.suffix.lower() == ".svg" else {}
    try:
        figure.savefig(path, dpi=150, metadata=metadata, bbox_inches="tight", pad_inches=0.15)
    except OSError as error:
        raise PlygroundError(f"{shown(path)} cannot be written: {error.strerror}") from None
