"""Steps against a noisy gradient, each weight at its own pace (Adam).

Features differ a hundredfold in size: how near a shrink is counts to 276, a won majority to 1. What
a weight moves is its mean gradient divided by the gradient's own size, so that one rate fits all.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

_MEAN, _SQUARE = 0.9, 0.99  # how much of the past stays in the two running means
_TINY = 1e-8


@dataclass
class Adam:
    """The running means of a gradient.

    >>> adam = Adam(1)
    >>> [round(x, 3) for x in adam.moves([250.0], rate=0.1)], adam.steps
    ([0.1], 1)
    """

    size: int
    steps: int = 0
    means: list[float] = field(default_factory=list)
    squares: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.means = self.means or [0.0] * self.size
        self.squares = self.squares or [0.0] * self.size
        if not len(self.means) == len(self.squares) == self.size:
            raise ValueError(f"expected {self.size} numbers")

    def moves(self, gradient: list[float], rate: float) -> list[float]:
        """Return how far to go uphill."""
        self.steps += 1
        mean_part, square_part = 1 - _MEAN**self.steps, 1 - _SQUARE**self.steps
        for i, slope in enumerate(gradient):
            self.means[i] += (1 - _MEAN) * (slope - self.means[i])
            self.squares[i] += (1 - _SQUARE) * (slope * slope - self.squares[i])
        return [
            rate * (mean / mean_part) / (math.sqrt(square / square_part) + _TINY)
            for mean, square in zip(self.means, self.squares, strict=True)
        ]
