"""Grid search: every point of the grid challenges the best one so far."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any, ClassVar

from plyground.arena.rating.sprt import Sprt
from plyground.errors import PlygroundError
from plyground.learn.method import Task
from plyground.learn.tuning.duels import Outcome
from plyground.learn.tuning.search import Pairing, Strategy, WeightSearch
from plyground.learn.tuning.space import Space, Vector

_AT_ONCE = 8  # challengers; of several that win, the one with the best score stays


class Grid(Strategy):
    """All points in an order drawn by chance, so that a strong one comes early."""

    def __init__(self, space: Space, task: Task) -> None:
        super().__init__(space, task)
        if 2 * space.grid_size > task.options["games"]:
            raise PlygroundError(
                f"the grid has {space.grid_size:,} points, too many for {task.options['games']:,} "
                "games; give longer steps, fewer weights, or more games"
            )
        self._points = list(space.grid())
        task.chance("grid").shuffle(self._points)
        self._best = space.start

    @property
    def best(self) -> Vector:
        """The point that no later one has beaten."""
        return self._best

    def _challengers(self, number: int) -> list[Vector]:
        return list(islice(self._points, number * _AT_ONCE, (number + 1) * _AT_ONCE))

    def ask(self, number: int) -> Sequence[Pairing]:
        """Let the next points challenge the best."""
        return [(one, self._best) for one in self._challengers(number)]

    def tell(self, number: int, outcomes: Sequence[Outcome]) -> None:
        """Take over the strongest of those that won."""
        self._points_done = (number + 1) * _AT_ONCE
        won = [
            (outcome.mean, one)
            for one, outcome in zip(self._challengers(number), outcomes, strict=True)
            if outcome.is_won
        ]
        if won:
            self._best = max(won)[1]

    _points_done = 0

    @property
    def is_over(self) -> bool:
        """Whether every point has had its chance."""
        return self._points_done >= len(self._points)

    def state(self) -> Any:
        """Return the best point, and how many had their chance."""
        return [self._points_done, self._best]

    def restore(self, state: Any) -> None:
        """Go back to a state."""
        self._points_done, best = state
        self._best = tuple(best)


class GridSearch(WeightSearch):
    """See the module."""

    name = "grid"
    meaning = "Tune weights on a grid: each point challenges the best so far."
    example = "'kalah(6,4)' --over late.empty=-2..0:0.5"
    title = "grid search"
    strategy: ClassVar = Grid

    def _test(self) -> Sprt:
        return Sprt(0, self.task.options["elo"])
