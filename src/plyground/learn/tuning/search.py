"""A weight search as a method: asks a strategy whom to let play, and tells it how that ended."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from plyground.arena.rating.sprt import Sprt
from plyground.arena.running.workers import all_done, make_workers
from plyground.evaluation.weights import Weights
from plyground.learn.method import Row, Task
from plyground.learn.tuning.duels import Duel, Duels, Outcome
from plyground.learn.tuning.space import Space, Vector, read_space
from plyground.learn.weights_method import WeightsMethod
from plyground.players.engines import PVS
from plyground.players.options import Option
from plyground.players.simple import Greedy

_TABLE_MB = 4
_WIDEST = 150.0  # normalised Elo, of a test

Pairing = tuple[Vector, Vector]


class Strategy(ABC):
    """How to choose points: proposes duels, learns from their outcomes, and has a best point.

    What it knows changes in ``tell`` only, and is plain data for JSON.
    """

    def __init__(self, space: Space, task: Task) -> None:
        self.space, self.task = space, task

    @property
    @abstractmethod
    def best(self) -> Vector:
        """The best point so far."""

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to try."""
        return False

    @abstractmethod
    def ask(self, number: int) -> Sequence[Pairing]:
        """Return the duels of a step, at least one."""

    @abstractmethod
    def tell(self, number: int, outcomes: Sequence[Outcome]) -> None:
        """Learn how the duels that were asked for have ended."""

    @abstractmethod
    def state(self) -> Any:
        """Return all that ``tell`` has changed."""

    @abstractmethod
    def restore(self, state: Any) -> None:
        """Go back to a state."""


@dataclass(frozen=True)
class _PlayerAt:
    """Makes the player with the weights at a point."""

    base: Weights
    space: Space
    nodes: int | None  #: a move; None for greedy play, in which the weights of actions decide

    def __call__(self, vector: Vector) -> PVS | Greedy:
        weights = self.space.applied(self.base, vector)
        if self.nodes is None:
            return Greedy(seed=0, weights=weights)
        return PVS(nodes=self.nodes, table_mb=_TABLE_MB, weights=weights)


class WeightSearch(WeightsMethod):
    """What all weight searches share."""

    strategy: ClassVar[type[Strategy]]
    title: ClassVar[str]  #: how the method is called in the origin of weights
    options: ClassVar[tuple[Option, ...]] = (
        Option("games", 20_000, "total number of games", int, 2),
        Option("over", "", "weights, e.g. hoard,late.empty=-2..0:0.1", str),
        Option("reach", 1.0, "range around each weight without one", float,
               0.001, 500),
        Option("pairs", 50, "game pairs per duel at most", int, 1, 100_000),
        Option("elo", 40.0, "normalised Elo that ends a duel early", float, 1, _WIDEST),
        Option("plays", "pvs", "who plays: pvs, or greedy for move ordering", str,
               words=("pvs", "greedy")),
        Option("duel_nodes", 500, "nodes per move in duels", int, 1),
        Option("start", "default", "initial weights (default, material, FILE)", str),
        Option("nodes", None, "nodes per move or position", int, 1),
    )  # fmt: skip

    def __init__(self, task: Task) -> None:
        super().__init__(task)
        options = task.options
        self.space = read_space(options["over"], self._begun, options["reach"])
        self._search = self.strategy(self.space, task)
        duels = Duels(
            task.start,
            _PlayerAt(self._begun, self.space, None if self._is_greedy else options["duel_nodes"]),
            options["pairs"], self._test(),
        )  # fmt: skip
        self._workers = make_workers(task.workers, duels)

    @property
    def _is_greedy(self) -> bool:
        return bool(self.task.options["plays"] == "greedy")

    def player(self, file: Path) -> str:
        """Return the spec of the player with these weights."""
        return f"greedy:weights={file}" if self._is_greedy else super().player(file)

    def _test(self) -> Sprt:
        """Ask which of two is the better one; ``grid`` asks for more."""
        elo = self.task.options["elo"]
        return Sprt(-elo / 2, elo / 2)

    @property
    def steps(self) -> int:
        """More than there can be: a duel has one pair at least."""
        games: int = self.task.options["games"]
        return games

    def progress(self, done: int) -> float:  # noqa: ARG002
        """Return how much of the budget is spent."""
        if self._search.is_over:
            return 1.0
        budget: int = self.task.options["games"]
        return min(self._games / budget, 1.0)

    def step(self, number: int) -> Row:
        """Play the duels that the strategy asks for."""
        seed = self.task.chance("openings", number).randrange(1 << 40)
        duels = [
            Duel(i, one, other, seed) for i, (one, other) in enumerate(self._search.ask(number))
        ]
        outcomes = all_done(self._workers, duels)
        self._games += sum(outcome.score.games for outcome in outcomes)
        self._search.tell(number, outcomes)
        best = self._search.best
        return {
            "games": self._games,
            "duels": len(duels),
            "weights": {
                axis.name: round(x, 4) for axis, x in zip(self.space.axes, best, strict=True)
            },
        }

    @property
    def weights(self) -> Weights:
        """The best weights so far."""
        return self.space.applied(self._begun, self._search.best)

    def state(self) -> bytes:
        """Return what the strategy knows, and how many games were played."""
        return json.dumps({"games": self._games, "search": self._search.state()}).encode()

    def restore(self, state: bytes) -> None:
        """Go back to a state."""
        data = json.loads(state)
        self._search.restore(data["search"])
        self._games = data["games"]

    @property
    def origin(self) -> str:
        """The method, its start and its games."""
        options = self.task.options
        how = "of greedy play" if self._is_greedy else f"at {options['duel_nodes']} nodes per move"
        return f"{self.title} from {options['start']}: {self._games:,} games {how}"
