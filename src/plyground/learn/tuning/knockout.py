"""Tournaments of random weights: the winner stays, and meets new ones in the next tournament."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from plyground.learn.method import Task
from plyground.learn.tuning.duels import Outcome
from plyground.learn.tuning.search import Pairing, Strategy, WeightSearch
from plyground.learn.tuning.space import Space, Vector
from plyground.players.options import Option

_SPREAD = 0.25  # of the range: how far newcomers of the second tournament are from the winner


class Knockout(Strategy):
    """Rounds in which the loser of each duel leaves, until one is left.

    The first field is drawn from the whole box, with the start among them. Later ones lie around
    the last winner, nearer from tournament to tournament.
    """

    def __init__(self, space: Space, task: Task) -> None:
        super().__init__(space, task)
        self._tournament = 0
        self._best = space.start
        self._field = self._drawn()

    @property
    def best(self) -> Vector:
        """The last winner; the start, before there is one."""
        return self._best

    def ask(self, number: int) -> Sequence[Pairing]:  # noqa: ARG002
        """Return the duels of a round; an odd one out goes on by itself."""
        return list(zip(self._field[::2], self._field[1::2], strict=False))

    def tell(self, number: int, outcomes: Sequence[Outcome]) -> None:  # noqa: ARG002
        """Send the losers home."""
        duels = self.ask(0)
        left = [
            _winner(one, other, outcome.mean)
            for (one, other), outcome in zip(duels, outcomes, strict=True)
        ]
        self._field = left + self._field[2 * len(duels) :]
        if len(self._field) == 1:
            self._best = self._field[0]
            self._tournament += 1
            self._field = self._drawn()

    def _drawn(self) -> list[Vector]:
        chance = self.task.chance("field", self._tournament)
        field = [self._best]
        middle = self.space.to_unit(self._best)
        spread = _SPREAD / max(self._tournament, 1) ** 0.5
        while len(field) < self.task.options["field"]:
            if self._tournament == 0:
                unit = [chance.random() for _ in middle]
            else:
                unit = [chance.gauss(x, spread) for x in middle]
            field.append(self.space.from_unit(unit))
        chance.shuffle(field)
        return field

    def state(self) -> Any:
        """Return who is still in the tournament, and the last winner."""
        return [self._tournament, self._best, self._field]

    def restore(self, state: Any) -> None:
        """Go back to a state."""
        self._tournament, best, field = state
        self._best, self._field = tuple(best), [tuple(one) for one in field]


def _winner(one: Vector, other: Vector, mean: float) -> Vector:
    """Return who goes on; two that are level go on as the point half-way between them.

    Near the best weights most duels are level, and what is best lies rather between those that
    nobody can tell apart than at either end.
    """
    if mean == 0.5:
        return tuple((x + y) / 2 for x, y in zip(one, other, strict=True))
    return one if mean > 0.5 else other


class KnockoutSearch(WeightSearch):
    """See the module."""

    name = "knockout"
    meaning = "Tune weights by knockout tournaments of random candidates."
    example = "'squatter(7)' --field 32 --start material"
    title = "tournaments of random weights"
    strategy: ClassVar = Knockout
    options: ClassVar[tuple[Option, ...]] = (
        Option("field", 16, "players per tournament", int, 2, 10_000),
        *WeightSearch.options,
    )
