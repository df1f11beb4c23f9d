"""What a score lets one expect: the final margin, and the chances to win, draw and lose.

A table was fitted to games between the levels (``plyground calibrate``): at some scores, shares of
the game that are left and numbers of nodes it says how those games ended on average. Between them
it is read by linear interpolation, so that more score never means less margin. Scores are those of
the side to move. It is also the side that may err next, so a score of 0 need not mean an even game.

>>> table = calibration_of("kalah(6,4)")
>>> ahead, behind = (table.expectation(score, left=0.5, nodes=10_000) for score in (400, -400))
>>> ahead.chances.win > 0.5 > behind.chances.win, ahead.margin > 0 > behind.margin
(True, True)
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from plyground.errors import PlygroundError, bounded, shown
from plyground.evaluation.value_net import board_name
from plyground.games.names import file_stem, parse_name, scoring_of
from plyground.games.position import Position
from plyground.games.python_file import file_beside
from plyground.storage import read_text
from plyground.toml import Value, read_toml, table, toml

VERSION = 1
SUFFIX = ".scores.toml"
LARGEST_FILE = 1 << 20  #: bytes; ours have some ten thousand
_MOST_KNOTS = 64  # on one axis
_LARGEST = 1e9
_CURVES = ("margin", "win", "loss")
_OTHER_RULE = 0.05  # as much as a twentieth more houses or columns


class Chances(NamedTuple):
    """The chances to win, to draw and to lose; their sum is 1."""

    win: float
    draw: float
    loss: float

    @property
    def value(self) -> float:
        """The expected points: 1 for a win, a half for a draw."""
        return self.win + self.draw / 2

    @property
    def percents(self) -> tuple[int, int, int]:
        """Whole per cents whose sum is 100.

        >>> Chances(0.715, 0.115, 0.17).percents
        (71, 12, 17)
        """
        floors = [math.floor(100 * chance) for chance in self]
        rests = [100 * chance - floor for chance, floor in zip(self, floors, strict=True)]
        for place in sorted(range(3), key=lambda i: (-rests[i], i % 2 == 0))[: 100 - sum(floors)]:
            floors[place] += 1
        win, draw, loss = floors
        return win, draw, loss

    def __str__(self) -> str:
        return " / ".join(f"{percent} %" for percent in self.percents)


class Expectation(NamedTuple):
    """How a game will end, from the view of one side."""

    margin: float | None  #: in seeds, cells or pieces; None where a game counts nothing
    chances: Chances

    @property
    def reversed(self) -> Expectation:
        """The same from the opponent's view."""
        margin = None if self.margin is None else 0.0 - self.margin  # which is never -0.0
        return Expectation(margin, Chances(*self.chances[::-1]))


Row = tuple[float, ...]  # a value at every score of a table


@dataclass(frozen=True)
class Calibration:
    """A table of one game; see the module."""

    game: str  #: its name without rules that leave the board as it is
    scores: tuple[int, ...]  #: ascending, in hundredths
    left: tuple[float, ...]  #: shares of the game, ascending
    nodes: tuple[int, ...]  #: ascending
    curves: Mapping[str, Mapping[tuple[int, float], Row]]  #: by name, then by nodes and share left
    origin: str = ""  #: how it came about

    def expectation(self, score: float, left: float, nodes: float) -> Expectation:
        """Return what the side to move has to expect."""
        place = _between(self.scores, score)
        corners = [
            ((self.nodes[i], self.left[j]), share * part)
            for i, share in _shares(*_between(_logs(self.nodes), math.log(max(nodes, 1))))
            for j, part in _shares(*_between(self.left, left))
        ]
        values = {
            name: sum(part * _at(rows[corner], place) for corner, part in corners)
            for name, rows in self.curves.items()
        }
        win, loss = values["win"], values["loss"]
        chances = Chances(win, max(0.0, 1 - win - loss), loss)
        return Expectation(values.get("margin"), chances)

    def score_worth(self, value: float, left: float, nodes: float) -> float:
        """Return the score whose expected points are ``value``, or the nearest one there is."""
        low, high = float(self.scores[0]), float(self.scores[-1])
        while high - low > 0.5:
            middle = (low + high) / 2
            if self.expectation(middle, left, nodes).chances.value < value:
                low = middle
            else:
                high = middle
        return (low + high) / 2

    def to_toml(self) -> str:
        """Return the content of a file."""
        heading = (
            f"What scores of {self.game} led to, in games between levels 3 to 10.",
            "For each number of nodes and share of the game left: a value at every score.",
        )
        values: dict[str, Value] = {
            "game": self.game, "version": VERSION, "origin": self.origin, "score": self.scores,
            "left": self.left, "nodes": self.nodes,
        }  # fmt: skip
        tables = (
            table(name, {_key(*corner): row for corner, row in rows.items()})
            for name, rows in self.curves.items()
        )
        return toml(heading, values, *tables)


def from_toml(text: str, where: str, own: Position | None = None) -> Calibration:
    """Read a table; raises PlygroundError, which begins with ``where``.

    That of a game in Python needs a position of it.
    """
    data = read_toml(text, where)
    if data.get("version") != VERSION:
        raise PlygroundError(f"{where}: not a table of scores of version {VERSION}")
    game = data.get("game")
    if not isinstance(game, str):
        raise PlygroundError(f"{where}: the line game = … is missing")
    if own is not None and game != own.game:
        raise PlygroundError(f"{where}: this is a table of {shown(game)}, not of {own.game}")
    scoring = parse_name(game)[0].scoring if own is None else scoring_of(own)
    scores = _whole(_axis(data.get("score"), f"{where}: score"), f"{where}: score")
    left = _axis(data.get("left"), f"{where}: left")
    nodes = _whole(_axis(data.get("nodes"), f"{where}: nodes"), f"{where}: nodes")
    if nodes[0] < 1:
        raise PlygroundError(f"{where}: nodes must be 1 or more")
    names = _CURVES if scoring.margin is not None else _CURVES[1:]
    corners = [(n, part) for n in nodes for part in left]
    curves = {
        name: {c: _row(data.get(name), name, c, len(scores), where) for c in corners}
        for name in names
    }
    _check_chances(curves, where)
    return Calibration(game, scores, left, nodes, curves, str(data.get("origin", "")))


@cache
def calibration_of(game: str) -> Calibration | None:
    """Return the table for a native game: its own, or else the nearest one of its family.

    None where the family has no table.
    """
    name = board_name(game)
    family, values = parse_name(name)
    own = family.folder / f"{file_stem(name)}{SUFFIX}"
    files = [own] if own.is_file() else sorted(family.folder.glob(f"*{SUFFIX}"))
    tables = [from_toml(file.read_text(encoding="utf-8"), file.name) for file in files]
    return min(tables, key=lambda one: _distance(values, parse_name(one.game)[1]), default=None)


def own_calibration(position: Position) -> Calibration | None:
    """Return the table of a game in Python, which lies beside its file; None without one."""
    path = file_beside(position, SUFFIX.removeprefix("."))
    if path is None or not path.is_file():
        return None
    return _read(path, path.stat().st_mtime_ns, type(position))


@lru_cache(maxsize=8)
def _read(path: Path, changed: int, kind: type[Position]) -> Calibration:  # noqa: ARG001 - or again
    return from_toml(read_text(path, largest=LARGEST_FILE), path.name, kind())


def _distance(one: Mapping[str, str], other: Mapping[str, str]) -> float:
    """Return how different two variants are: sizes by their ratio, other rules count little."""
    found = 0.0
    for name, value in one.items():
        sizes = [int(text) for text in (value, other[name]) if text.isdigit() and int(text)]
        differs = _OTHER_RULE * (value != other[name])
        found += abs(math.log(sizes[0] / sizes[1])) if len(sizes) == 2 else differs
    return found


@cache
def _logs(numbers: tuple[int, ...]) -> Row:
    return tuple(map(math.log, numbers))


def _between(axis: Sequence[float], value: float) -> tuple[int, float]:
    """Return the knot before a value, and how far it is to the next; the ends reach on for ever."""
    place = min(max(bisect_right(axis, value) - 1, 0), max(len(axis) - 2, 0))
    if len(axis) == 1:
        return 0, 0.0
    part = (value - axis[place]) / (axis[place + 1] - axis[place])
    return place, min(max(part, 0.0), 1.0)


def _shares(place: int, part: float) -> list[tuple[int, float]]:
    """Return the knots around a value, each with its share in the interpolation."""
    return [(place, 1 - part), *([(place + 1, part)] if part else [])]


def _at(row: Row, place: tuple[int, float]) -> float:
    return sum(share * row[i] for i, share in _shares(*place))


def _key(nodes: int, left: float) -> str:
    return f"{nodes} nodes, {left:g} left"


def _axis(value: object, where: str) -> Row:
    numbers = _numbers(value, where)
    if any(a >= b for a, b in pairwise(numbers)):
        raise PlygroundError(f"{where} must ascend")
    return numbers


def _whole(numbers: Row, where: str) -> tuple[int, ...]:
    if not all(one.is_integer() for one in numbers):
        raise PlygroundError(f"{where} is not valid; expected whole numbers")
    return tuple(map(int, numbers))


def _numbers(value: object, where: str) -> Row:
    if not isinstance(value, list) or not 1 <= len(value) <= _MOST_KNOTS:
        raise PlygroundError(f"{where} is not valid; expected a list of 1 to {_MOST_KNOTS} numbers")
    for one in value:
        if type(one) not in (int, float) or not abs(one) <= _LARGEST:  # which refuses nan
            raise PlygroundError(
                f"{where}: {shown(bounded(str(one), 40))} is not valid; expected a number"
            )
    return tuple(map(float, value))


def _row(rows: object, name: str, corner: tuple[int, float], length: int, where: str) -> Row:
    key = _key(*corner)
    given: Any = rows.get(key) if isinstance(rows, dict) else None
    row = _numbers(given, f"{where}: {name}, {key!r}")
    falls = name == "loss"
    steps = [(b - a) * (-1 if falls else 1) for a, b in pairwise(row)]
    if len(row) != length or min(steps, default=0.0) < 0:
        raise PlygroundError(
            f"{where}: {name}, {key!r} is not valid; expected {length} numbers that never "
            f"{'rise' if falls else 'fall'}"
        )
    return row


def _check_chances(curves: Mapping[str, Mapping[tuple[int, float], Row]], where: str) -> None:
    for corner, win in curves["win"].items():
        loss = curves["loss"][corner]
        sums = [w + x for w, x in zip(win, loss, strict=True)]
        if min(*win, *loss) < 0 or max(sums) > 1 + 1e-9:
            raise PlygroundError(
                f"{where}: the chances at {_key(*corner)!r} are not valid; expected 0 to 1, "
                "and win and loss together at most 1"
            )
