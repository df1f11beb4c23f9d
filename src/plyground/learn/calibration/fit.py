"""The fit: values at knots by least squares, made monotone by pooling adjacent violators.

A sample lies between two knots on each of three axes: the number of nodes, the share of the game
that is left, and the score. Interpolation gives each of the eight knots around it a share. The
values that explain all results best are found at once. Neighbours on the first two axes are tied to
each other as if some samples had shown them to be alike, so that corners with few samples stay
sensible.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from plyground.errors import PlygroundError
from plyground.evaluation.calibration import Calibration, Row
from plyground.evaluation.value_net import board_of
from plyground.games.names import scoring_of
from plyground.games.position import Position
from plyground.learn.calibration.samples import BUDGETS, Sample
from plyground.players.score import is_proven

Numbers = NDArray[np.float64]
Knots = tuple[Numbers, Numbers, Numbers]  # of nodes (logarithms), of what is left, of scores

# Knots lie where this share of the samples lies below: closer where there are many.
_SCORE_SHARES = (
    0.01, 0.04, 0.08, 0.14, 0.2, 0.27, 0.34, 0.42, 0.5,
    0.58, 0.66, 0.73, 0.8, 0.86, 0.92, 0.96, 0.99,
)  # fmt: skip
_LEFT_SHARES = (0.04, 0.27, 0.5, 0.73, 0.96)
# Samples that tie two neighbours on each axis to each other: held-out games decided.
_TIES = (10.0, 3.0, 1.0)
_FEWEST = 200  # samples: with fewer, nothing can be said
_DIGITS = 4  # of values in a file


def pooled(values: Iterable[float], weights: Iterable[float]) -> list[float]:
    """Return the closest values that never fall: isotonic regression by pooling neighbours.

    >>> pooled([1.0, 3.0, 2.0, 4.0], [1, 1, 1, 1])
    [1.0, 2.5, 2.5, 4.0]
    """
    pools: list[tuple[float, float, int]] = []  # mean, weight, how many
    for value, weight in zip(values, weights, strict=True):
        mean, whole, count = float(value), float(weight), 1
        while pools and pools[-1][0] > mean:
            other, its_weight, its_count = pools.pop()
            mean = (mean * whole + other * its_weight) / (whole + its_weight)
            whole, count = whole + its_weight, count + its_count
        pools.append((mean, whole, count))
    return [mean for mean, _, count in pools for _ in range(count)]


def fit(start: Position, samples: Sequence[Sample], origin: str = "") -> Calibration:
    """Fit a table to samples of a game; proven scores are left out: they speak for themselves."""
    rows = [one.row for one in samples if not is_proven(one.score)]
    if len(rows) < _FEWEST:
        raise PlygroundError(
            f"{len(rows)} positions without a proven result are too few for a fit; "
            f"expected at least {_FEWEST}: play more games"
        )
    _, score, left, nodes, margin, result = np.array(rows).T
    knots = (
        np.log([b for b in BUDGETS if b <= nodes.max()] or BUDGETS[:1]),
        np.unique(np.quantile(left, _LEFT_SHARES).round(3)),
        np.unique(np.quantile(score, _SCORE_SHARES).round()),
    )
    labels = {
        "margin": margin,
        "win": (result > 0).astype(float),
        "loss": (result < 0).astype(float),
    }
    if scoring_of(start).margin is None:
        del labels["margin"]
    corners = _corners(knots, (np.log(nodes), left, score))
    curves = dict(zip(labels, _solved(knots, corners, labels), strict=True))
    return _table(board_of(start), knots, curves, origin)


def _corners(knots: Knots, places: Knots) -> list[tuple[NDArray[np.intp], Numbers]]:
    """Return the knots around every sample, by their numbers, and the share of each."""
    shape = tuple(map(len, knots))
    sides = []
    for axis, values in zip(knots, places, strict=True):
        before = np.clip(np.searchsorted(axis, values, "right") - 1, 0, max(len(axis) - 2, 0))
        after = np.minimum(before + 1, len(axis) - 1)
        width = np.where(after > before, axis[after] - axis[before], 1.0)
        part = np.clip((values - axis[before]) / width, 0.0, 1.0)
        sides.append(((before, 1 - part), (after, part)))
    return [
        (np.ravel_multi_index((a, b, c), shape), x * y * z)
        for (a, x), (b, y), (c, z) in product(*sides)
    ]


def _solved(
    knots: Knots, corners: list[tuple[NDArray[np.intp], Numbers]], labels: dict[str, Numbers]
) -> list[Numbers]:
    """Return the values at all knots, for each kind of label."""
    shape = tuple(map(len, knots))
    size = int(np.prod(shape))
    matrix, sums = np.zeros((size, size)), np.zeros((size, len(labels)))
    for (one, x), (other, y) in product(corners, corners):
        np.add.at(matrix, (one, other), x * y)
    for (one, x), (i, label) in product(corners, enumerate(labels.values())):
        np.add.at(sums[:, i], one, x * label)
    weights = np.diag(matrix).copy() + 1e-3
    numbers = np.arange(size).reshape(shape)
    for axis, tie in enumerate(_TIES):
        ends = numbers.swapaxes(0, axis)
        for a, b in zip(ends[:-1].ravel().tolist(), ends[1:].ravel().tolist(), strict=True):
            matrix[[a, b], [a, b]] += tie
            matrix[[a, b], [b, a]] -= tie
    solution = np.linalg.lstsq(matrix, sums, rcond=None)[0]
    return [
        _monotone(values.reshape(shape), weights.reshape(shape), falls=name == "loss")
        for name, values in zip(labels, solution.T, strict=True)
    ]


def _monotone(values: Numbers, weights: Numbers, *, falls: bool) -> Numbers:
    """Return the closest values that never fall with the score, or never rise."""
    sign = -1.0 if falls else 1.0
    rows, their = (
        (sign * values).reshape(-1, values.shape[2]),
        weights.reshape(-1, values.shape[2]),
    )
    each = np.array([pooled(row, its) for row, its in zip(rows, their, strict=True)])
    return np.reshape(sign * each, values.shape)


def _table(game: str, knots: Knots, curves: dict[str, Numbers], origin: str) -> Calibration:
    """Round the values so that the chances to win and to lose stay together at most 1."""
    win = np.clip(curves["win"], 0.0, 1.0).round(_DIGITS)
    loss = np.clip(np.minimum(curves["loss"], 1 - win), 0.0, 1.0).round(_DIGITS)
    rounded = {name: values.round(_DIGITS) for name, values in curves.items()}
    rounded |= {"win": win, "loss": loss}
    nodes = tuple(int(n) for n in np.exp(knots[0]).round())
    left = tuple(map(float, knots[1]))
    rows: dict[str, dict[tuple[int, float], Row]] = {
        name: {
            (n, part): tuple(map(float, values[i, j]))
            for (i, n), (j, part) in product(enumerate(nodes), enumerate(left))
        }
        for name, values in rounded.items()
    }
    return Calibration(game, tuple(int(s) for s in knots[2]), left, nodes, rows, origin)
