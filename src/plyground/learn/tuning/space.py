"""Which weights a search may change, and how far: a box with one axis for each of them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from plyground.errors import PlygroundError, shown
from plyground.evaluation.terms import ACTIONS
from plyground.evaluation.weights import Weights

Vector = tuple[float, ...]  # one number for each axis, in units of the weights

_PARTS = 8  # of a range, if no step is given
_MOST_POINTS = 1_000_000
_EXPECTED = "expected WEIGHT or WEIGHT=LOW..HIGH[:STEP], as late.empty=-2..0:0.1"


@dataclass(frozen=True)
class Axis:
    """One number that may change: a weight, or a feature's weights in all phases together."""

    name: str
    keys: tuple[str, ...]  #: of the weights that get the number
    low: float
    high: float
    step: float

    @property
    def points(self) -> list[float]:
        """The numbers from low to high by steps.

        >>> Axis("x", (), 0, 0.3, 0.1).points
        [0.0, 0.1, 0.2, 0.3]
        """
        count = math.floor((self.high - self.low) / self.step + 1e-9) + 1
        return [round(self.low + i * self.step, 10) for i in range(count)]


@dataclass(frozen=True)
class Space:
    """The box, around the weights that a search begins with."""

    axes: tuple[Axis, ...]
    start: Vector  #: where the search begins

    @property
    def size(self) -> int:
        """How many axes there are."""
        return len(self.axes)

    def clipped(self, vector: Sequence[float]) -> Vector:
        """Return the nearest point in the box."""
        return tuple(
            min(max(x, axis.low), axis.high) for x, axis in zip(vector, self.axes, strict=True)
        )

    def from_unit(self, unit: Sequence[float]) -> Vector:
        """Return the point whose place along every axis is given from 0 to 1."""
        return self.clipped([
            axis.low + u * (axis.high - axis.low) for u, axis in zip(unit, self.axes, strict=True)
        ])  # fmt: skip

    def to_unit(self, vector: Sequence[float]) -> Vector:
        """Return a point's places along the axes, from 0 to 1."""
        return tuple(
            (x - axis.low) / (axis.high - axis.low)
            for x, axis in zip(vector, self.axes, strict=True)
        )

    def grid(self) -> Iterator[Vector]:
        """Yield every point of the grid."""
        yield from product(*(axis.points for axis in self.axes))

    @property
    def grid_size(self) -> int:
        """How many points the grid has."""
        return math.prod(len(axis.points) for axis in self.axes)

    def applied(self, weights: Weights, vector: Sequence[float]) -> Weights:
        """Return weights with the numbers of a point."""
        return weights.updated({
            key: x for x, axis in zip(vector, self.axes, strict=True) for key in axis.keys
        })  # fmt: skip


def read_space(text: str, weights: Weights, reach: float) -> Space:
    """Read a list of axes, ``stores,late.empty=-2..0:0.1``; nothing means all but ``actions``.

    A name without a phase means the weights of all phases, or an action if no feature is called so.
    Where no range is given, it goes from ``reach`` below the weight to ``reach`` above it.

    >>> from plyground.evaluation.weights import load
    >>> space = read_space("hoard=0..2:0.5, late.empty", load("material", "kalah"), 1.0)
    >>> [(axis.name, axis.low, axis.high) for axis in space.axes], space.axes[0].keys
    ([('hoard', 0.0, 2.0), ('late.empty', -1.0, 1.0)], ('opening.hoard', 'late.hoard'))
    """
    now = dict(weights.items())
    items = [item.strip() for item in text.split(",") if item.strip()]
    names = items or [key for key in now if not key.startswith(f"{ACTIONS}.")]
    axes = [_axis(item, weights, reach) for item in names]
    keys = [key for axis in axes for key in axis.keys]
    twice = sorted({key for key in keys if keys.count(key) > 1})
    if twice:
        raise PlygroundError(f"{twice[0]} is searched twice; name it once")
    space = Space(tuple(axes), ())
    middle = [sum(now[key] for key in axis.keys) / len(axis.keys) for axis in axes]
    return Space(space.axes, space.clipped(middle))


def _axis(item: str, weights: Weights, reach: float) -> Axis:
    name, equals, span = (part.strip() for part in item.partition("="))
    now = dict(weights.items())
    alike = [key for key in now if name in (key, key.partition(".")[2])]
    phases = [key for key in alike if not key.startswith(f"{ACTIONS}.")]
    keys = tuple(phases or alike)
    if not keys:
        weights.updated({name: 0.0})  # which says what there is
    if not equals:
        value = sum(now[key] for key in keys) / len(keys)
        return Axis(name, keys, value - reach, value + reach, 2 * reach / _PARTS)
    low, high, step = _span(span, item)
    return Axis(name, keys, low, high, step)


def _span(text: str, item: str) -> tuple[float, float, float]:
    ends, colon, by = text.partition(":")
    try:
        low, high = (float(end) for end in ends.split(".."))
        step = float(by) if colon else (high - low) / _PARTS
    except ValueError:
        raise PlygroundError(f"{shown(item)} is not a range; {_EXPECTED}") from None
    if not (-1000 <= low < high <= 1000 and step > 0 and (high - low) / step < _MOST_POINTS):
        raise PlygroundError(f"{shown(item)}: the range must rise by steps; {_EXPECTED}")
    return low, high, step
