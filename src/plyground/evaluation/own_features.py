"""The features that a game in Python names, as those of the native games: weights judge them.

    def features(self):
        return {"pieces": (mine, theirs), "mobility": (my_moves, their_moves)}

The numbers belong to the side to move and to its opponent. Every position names the same features.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from plyground.errors import PlygroundError, visible
from plyground.games.compiled.shape import MOST_FEATURES
from plyground.games.position import Position

if TYPE_CHECKING:
    from plyground.evaluation.weights import Weights

PHASE = "weights"  #: the only phase of such a game: the section of its weight file
POINTS = 100  # of a unit of the margin, as the core counts

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,39}")
_LARGEST = 1e6  # of a number

Values = dict[str, tuple[float, float]]


def has_features(position: Position) -> bool:
    """Whether a game in Python names features."""
    return callable(getattr(position, "features", None))


def features(position: Position) -> Values:
    """Return the features of a position: name to the mover's number and the opponent's."""
    named: Callable[[], Any] = getattr(position, "features")  # noqa: B009 - not in the protocol
    try:
        found = {str(name): (float(own), float(other)) for name, (own, other) in named().items()}
    except (TypeError, ValueError, AttributeError) as error:
        cause = visible(str(error), keep="")
        raise _refused(position, f"expected {{name: (mine, theirs)}} ({cause})") from error
    for name, pair in found.items():
        if not _NAME.fullmatch(name):
            raise _refused(
                position, f"{name!r} is not a valid name; expected letters, digits, - and _"
            )
        if not all(math.isfinite(number) and abs(number) <= _LARGEST for number in pair):
            raise _refused(position, f"{name} is {pair}; expected numbers up to {_LARGEST:g}")
    if not 1 <= len(found) <= MOST_FEATURES:
        raise _refused(position, f"{len(found)} features; expected 1 to {MOST_FEATURES}")
    return found


def _refused(position: Position, reason: str) -> PlygroundError:
    return PlygroundError(f"{type(position).__name__}.features(): {reason}")


class OwnEvaluation:
    """Weighted features as the core asks for them: the evaluation of the mover, in points."""

    def __init__(self, weights: Weights) -> None:
        self._weights = {name: POINTS * value for name, value in weights[PHASE].items()}

    def in_order(self, position: Position) -> list[float]:
        """Return the weights by name, for machine code, after a look at whether they fit."""
        self(position)
        return [weight for _, weight in sorted(self._weights.items())]

    def __call__(self, position: Position) -> float:
        """Return the evaluation of a position."""
        found: Mapping[str, tuple[float, float]] = position.features()  # type: ignore[attr-defined]
        weights, total = self._weights, 0.0
        try:
            for name, (own, other) in found.items():
                total += weights[name] * (own - other)
        except (TypeError, ValueError, AttributeError, KeyError):
            pass
        else:
            if len(found) == len(weights):
                return total
        names = ", ".join(features(position))  # which says what is wrong with them
        raise _refused(position, f"{names} here; expected {', '.join(weights)} in every position")
