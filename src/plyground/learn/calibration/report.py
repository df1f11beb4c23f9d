"""How well a table keeps its promises, on games that it was not fitted to."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from plyground.evaluation.calibration import Calibration, Expectation
from plyground.learn.calibration.samples import Sample
from plyground.players.score import is_proven

_BINS = 10
CHANCES = ("win", "draw", "loss")

Predicted = tuple[Sample, Expectation]


@dataclass(frozen=True)
class Bin:
    """Positions with nearly the same prediction: what it was on average, and what came."""

    predicted: float
    observed: float
    count: int
    error: float  #: standard error of what came, positions of one game taken together

    @property
    def difference(self) -> float:
        """How far off the prediction was."""
        return self.predicted - self.observed


@dataclass(frozen=True)
class Report:
    """What was predicted and what came, for positions without a proven result."""

    games: int
    positions: int
    proven: int  #: positions with a proven result, which are not predicted
    kept: int  #: those of them that ended that way
    chances: dict[str, list[Bin]]  #: by win, draw and loss; bins of equal width
    margins: list[Bin]  #: ten with equally many positions; none where a game counts nothing

    def calibration_error(self, name: str) -> float:
        """Return the expected calibration error of the chance to win, to draw or to lose."""
        bins = self.chances[name]
        return sum(b.count * abs(b.difference) for b in bins) / sum(b.count for b in bins)

    @property
    def worst_calibration_error(self) -> float:
        """The largest of the three."""
        return max(map(self.calibration_error, CHANCES))

    @property
    def margin_error(self) -> float | None:
        """By how much the expected margin was wrong, on average over ten parts."""
        if not self.margins:
            return None
        return sum(abs(b.difference) for b in self.margins) / len(self.margins)

    @property
    def worst_margin_error(self) -> float | None:
        """The same in the worst of the ten parts."""
        return max((abs(b.difference) for b in self.margins), default=None)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, for JSON."""
        margin, worst = self.margin_error, self.worst_margin_error
        return {
            "games": self.games,
            "positions": self.positions,
            "proven": self.proven,
            "proven_kept": self.kept,
            "calibration_error": {n: round(self.calibration_error(n), 5) for n in CHANCES},
            "margin_error": None if margin is None else round(margin, 4),
            "worst_margin_error": None if worst is None else round(worst, 4),
        }


def predictions(table: Calibration, samples: Iterable[Sample]) -> list[Predicted]:
    """Return what a table says of each sample."""
    return [(one, table.expectation(one.score, one.left, one.nodes)) for one in samples]


def report(predicted: Sequence[Predicted]) -> Report:
    """Compare predictions with what came."""
    proven = [one for one, _ in predicted if is_proven(one.score)]
    rest = [(one, expected) for one, expected in predicted if not is_proven(one.score)]
    chances = {
        name: _bins([(one, expected.chances[i], float(one.result == 1 - i))
                     for one, expected in rest])
        for i, name in enumerate(CHANCES)
    }  # fmt: skip
    counted = [(one, e.margin, float(one.margin)) for one, e in rest if e.margin is not None]
    counted.sort(key=lambda three: three[1])
    cuts = [len(counted) * i // _BINS for i in range(_BINS + 1)]
    margins = [_bin(counted[a:b]) for a, b in pairwise(cuts) if b > a]
    kept = sum(one.score * one.result > 0 for one in proven)
    games = len({one.game for one, _ in predicted})
    return Report(games, len(rest), len(proven), kept, chances, margins)


_Pair = tuple[Sample, float, float]  # with what was predicted and what came


def _bins(pairs: Sequence[_Pair]) -> list[Bin]:
    by_bin: dict[int, list[_Pair]] = defaultdict(list)
    for pair in pairs:
        by_bin[min(int(pair[1] * _BINS), _BINS - 1)].append(pair)
    return [_bin(by_bin[number]) for number in sorted(by_bin)]


def _bin(pairs: Sequence[_Pair]) -> Bin:
    count = len(pairs)
    predicted = sum(expected for _, expected, _ in pairs) / count
    observed = sum(came for _, _, came in pairs) / count
    by_game: dict[int, float] = defaultdict(float)
    for one, _, came in pairs:
        by_game[one.game] += came - observed
    error = math.sqrt(sum(rest * rest for rest in by_game.values())) / count
    return Bin(predicted, observed, count, error)
