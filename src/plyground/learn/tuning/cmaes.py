"""CMA-ES: a cloud of weights that moves and stretches towards those that win (the ``cma`` package).

Every point of a generation plays the middle of the cloud. The package draws from NumPy's generator,
which is set anew for each generation; so a run is repeated exactly by telling it the old scores.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any, ClassVar

from plyground.errors import PlygroundError
from plyground.learn.method import Task
from plyground.learn.tuning.duels import Outcome
from plyground.learn.tuning.search import Pairing, Strategy, WeightSearch
from plyground.learn.tuning.space import Space, Vector
from plyground.players.options import Option


class Cmaes(Strategy):
    """The cloud, and the scores of all generations, which made it."""

    def __init__(self, space: Space, task: Task) -> None:
        super().__init__(space, task)
        self._cma = _import_cma()
        if space.size < 2:
            raise PlygroundError("CMA-ES needs two weights at least; use grid or spsa for one")
        self._scores: list[list[float]] = []
        self._cloud = self._new_cloud()
        self._asked: list[Any] = []

    def _new_cloud(self) -> Any:
        given: dict[str, Any] = {"bounds": [0, 1], "verbose": -9, "seed": 1}
        if self.task.options["population"]:
            given["popsize"] = self.task.options["population"]
        start = self.space.to_unit(self.space.start)
        return self._cma.CMAEvolutionStrategy(list(start), self.task.options["spread"], given)

    @property
    def best(self) -> Vector:
        """The middle of the cloud."""
        return self.space.from_unit([float(x) for x in self._cloud.result.xfavorite])

    def ask(self, number: int) -> Sequence[Pairing]:
        """Let a new generation play the middle."""
        from numpy import random

        others = random.get_state()  # it is everybody's generator
        random.seed(self.task.chance("cloud", number).randrange(1 << 32))
        self._asked = self._cloud.ask()
        random.set_state(others)
        middle = self.best
        return [(self.space.from_unit([float(x) for x in one]), middle) for one in self._asked]

    def tell(self, number: int, outcomes: Sequence[Outcome]) -> None:  # noqa: ARG002
        """Move the cloud towards those with the best scores."""
        self._learn([outcome.mean for outcome in outcomes])

    def _learn(self, scores: list[float]) -> None:
        self._cloud.tell(self._asked, [-score for score in scores])
        self._scores.append(scores)

    def state(self) -> Any:
        """Return the scores of all generations."""
        return self._scores

    def restore(self, state: Any) -> None:
        """Repeat all generations with their scores."""
        self._scores, self._cloud = [], self._new_cloud()
        for number, scores in enumerate(state):
            self.ask(number)
            self._learn(scores)


def _import_cma() -> Any:
    try:
        with warnings.catch_warnings(action="ignore"):  # it misses Matplotlib, which we do not need
            import cma
    except ImportError:
        raise PlygroundError("CMA-ES needs the package cma: pip install 'plyground[cma]'") from None
    return cma


class CmaesSearch(WeightSearch):
    """See the module."""

    name = "cmaes"
    meaning = "Tune weights by an evolution strategy (CMA-ES)."
    example = "'kalah(6,4)' --over hoard,empty,seeds"
    title = "CMA-ES"
    strategy: ClassVar = Cmaes
    options: ClassVar[tuple[Option, ...]] = (
        Option("spread", 0.2, "initial step size, as a share of the ranges", float, 0.001, 0.5),
        Option("population", None, "points per generation", int, 4),
        *WeightSearch.options,
    )
