"""SPSA: all weights are shaken at once, and go where the better of two opposite shakes was.

With θ the point in units of the ranges and Δ a draw of ±1 for every axis (Spall, 1992):

    θ+ = θ + c Δ plays θ− = θ − c Δ, and scores s = 2 · mean − 1 in −1…1
    θ ← θ + a s / (2 c) Δ          c = C / (k+1)^0.101,   a = A / (k+1+K)^0.602

Each step k takes the mean over several draws. However many weights there are, one duel says
something about all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from plyground.learn.method import Task
from plyground.learn.tuning.duels import Outcome
from plyground.learn.tuning.search import Pairing, Strategy, WeightSearch
from plyground.learn.tuning.space import Space, Vector
from plyground.players.options import Option

_SHAKE_FALL, _RATE_FALL = 0.101, 0.602
_CALM = 10  # steps K after which the rate begins to fall
_DRAWS = 4  # in each step


class Spsa(Strategy):
    """One point, and the draws of the step that is being played."""

    def __init__(self, space: Space, task: Task) -> None:
        super().__init__(space, task)
        self._place = space.to_unit(space.start)

    @property
    def best(self) -> Vector:
        """The point."""
        return self.space.from_unit(self._place)

    def _draws(self, number: int) -> list[list[int]]:
        chance = self.task.chance("shake", number)
        return [[chance.choice((-1, 1)) for _ in self._place] for _ in range(_DRAWS)]

    def _shake(self, number: int) -> float:
        shake: float = self.task.options["shake"]
        return float(shake / (number + 1) ** _SHAKE_FALL)

    def ask(self, number: int) -> Sequence[Pairing]:
        """Let both ends of every shake play each other."""
        shake = self._shake(number)
        return [
            (self._moved(draw, shake), self._moved(draw, -shake)) for draw in self._draws(number)
        ]

    def _moved(self, draw: Sequence[int], by: float) -> Vector:
        return self.space.from_unit([x + by * d for x, d in zip(self._place, draw, strict=True)])

    def tell(self, number: int, outcomes: Sequence[Outcome]) -> None:
        """Go towards the ends that won."""
        rate = self.task.options["rate"] * ((1 + _CALM) / (number + 1 + _CALM)) ** _RATE_FALL
        place = list(self._place)
        for draw, outcome in zip(self._draws(number), outcomes, strict=True):
            slope = (2 * outcome.mean - 1) / (2 * self._shake(number)) / _DRAWS
            place = [x + rate * slope * d for x, d in zip(place, draw, strict=True)]
        self._place = tuple(min(max(x, 0.0), 1.0) for x in place)

    def state(self) -> Any:
        """Return the point."""
        return self._place

    def restore(self, state: Any) -> None:
        """Go back to a state."""
        self._place = tuple(state)


class SpsaSearch(WeightSearch):
    """See the module."""

    name = "spsa"
    meaning = "Tune many weights at once by random perturbation (SPSA)."
    example = "'kalah(6,4)' --over hoard,empty,seeds"
    title = "SPSA"
    strategy: ClassVar = Spsa
    options: ClassVar[tuple[Option, ...]] = (
        Option("shake", 0.1, "perturbation, as a share of the ranges", float, 0.001, 0.5),
        Option("rate", 0.05, "initial step size", float, 0.0001, 10),
        *WeightSearch.options,
    )
