"""TD-Leaf(λ): weights learn from the differences between successive searches of a game.

A search's score is the evaluation of its leaf. With V_t the squashed evaluation of the leaf of
position t, for the side that moves first, and V_T the result of the game,

    d_t = V_{t+1} − V_t                       what the next search knew better
    Δw  = rate · Σ_t ∇V_t · Σ_{j≥t} λ^{j−t} d_j

(Baxter, Tridgell and Weaver, 1999). λ = 1 learns from results only, λ = 0 from the next search
only. The squash is tanh(evaluation / scale). Where ∇V = (1 − V²) ∇evaluation, that factor is left
out, as in logistic regression: it keeps positions from being forgotten in which the evaluation is
sure and wrong. The steps are Adam's, over the games of a batch, at a rate that falls to nothing.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from itertools import chain
from typing import Any, ClassVar

from plyground.arena.running.workers import all_done, make_workers
from plyground.errors import PlygroundError
from plyground.evaluation.weights import Weights
from plyground.games.names import learning_of
from plyground.learn.adam import Adam
from plyground.learn.leaf import Leaf, rows_of, with_rows
from plyground.learn.method import Row, Task
from plyground.learn.selfplay import Lesson, SelfPlay, Trace
from plyground.learn.weights_method import WeightsMethod
from plyground.players.expectation import counts_margin
from plyground.players.options import Option

_BY_GAME = ("depth", "scale", "opening")  # options whose defaults are left to the game


class TDLeaf(WeightsMethod):
    """See the module."""

    name = "tdleaf"
    meaning = "Learn evaluation weights by TD-Leaf(λ) from self-play."
    example = "'kalah(6,4)' --games 10000"
    options: ClassVar[tuple[Option, ...]] = (
        Option("games", 10_000, "games of self-play", int, 1),
        Option("batch", 16, "games per weight update", int, 1, 100_000),
        Option("depth", None, "search depth in plies", int, 1, 30),
        Option("lambda", 0.9, "trace decay λ, 0 to 1", float, 0, 1),
        Option("rate", 0.02, "initial learning rate", float, 0, 10),
        Option("schedule", "cosine", "learning rate: cosine or constant", str,
               words=("cosine", "constant")),
        Option("scale", None, "evaluation that counts as nearly won", float, 0.01, 1000),
        Option("aim", "result", "training target: result or margin", str,
               words=("result", "margin")),
        Option("opening", None, "random opening moves at most", int, 0, 400),
        Option("start", "material", "initial weights (default, material, FILE)", str),
        Option("nodes", None, "nodes per move or position", int, 1),
    )  # fmt: skip

    def __init__(self, task: Task) -> None:
        super().__init__(task)
        options, start = task.options, task.start
        usual = learning_of(start)
        own: dict[str, Any] = {
            name: getattr(usual, name) if options[name] is None else options[name]
            for name in _BY_GAME
        }
        if options["aim"] == "margin" and not counts_margin(start):
            raise PlygroundError(f"{start.game} counts no margin; learn with --aim result")
        self._weights = rows_of(self._begun)
        self._adam = Adam(sum(map(len, self._weights)))
        self._how = SelfPlay(start, counts_margin=options["aim"] == "margin", **own)
        self._workers = make_workers(task.workers, self._how)

    @property
    def weights(self) -> Weights:
        """What has been learned so far."""
        return with_rows(self._begun, self._weights)

    @property
    def steps(self) -> int:
        """One for each batch."""
        games: int = self.task.options["games"]
        batch: int = self.task.options["batch"]
        return math.ceil(games / batch)

    def step(self, number: int) -> Row:
        """Play a batch of games, and learn from it."""
        options = self.task.options
        last = min(self._games + options["batch"], options["games"])
        weights, seed = self.weights, self.task.seed
        lessons = [Lesson(n, f"{seed}/{n}", weights) for n in range(self._games, last)]
        traces = all_done(self._workers, lessons)
        self._games = last
        gradient = [[0.0] * len(row) for row in self._weights]
        errors = [
            (leaf, error) for trace in traces for leaf, error in td_errors(trace, options["lambda"])
        ]
        for leaf, error in errors:
            leaf.add_to(gradient, error / len(errors))
        self._move(gradient, self._rate(number))
        return {
            "games": self._games,
            "loss": sum(error * error for _, error in errors) / max(len(errors), 1),
            "plies": sum(len(trace.values) for trace in traces) / len(traces),
            "weights": {k: round(v, 4) for k, v in self.weights.items() if "actions." not in k},
        }

    def _rate(self, number: int) -> float:
        rate: float = self.task.options["rate"]
        if self.task.options["schedule"] == "constant":
            return rate
        return rate * (1 + math.cos(math.pi * number / self.steps)) / 2

    def _move(self, gradient: list[list[float]], rate: float) -> None:
        moves = iter(self._adam.moves([*chain.from_iterable(gradient)], rate))
        self._weights = [[weight + next(moves) for weight in row] for row in self._weights]

    def state(self) -> bytes:
        """Return weights, running means and the number of games."""
        adam = self._adam
        return json.dumps({
            "games": self._games, "weights": self._weights,
            "adam": [adam.steps, adam.means, adam.squares],
        }).encode()  # fmt: skip

    def restore(self, state: bytes) -> None:
        """Go back to a state."""
        data = json.loads(state)
        with_rows(self._begun, data["weights"])  # which checks their number
        self._games, self._weights = data["games"], data["weights"]
        self._adam = Adam(self._adam.size, *data["adam"])

    @property
    def origin(self) -> str:
        """The method, its start and its games."""
        options = self.task.options
        return (
            f"TD-Leaf({options['lambda']:g}) from {options['start']}: {self._games:,} games of "
            f"self-play at depth {self._how.depth}"
        )


def td_errors(trace: Trace, lambda_: float) -> Iterator[tuple[Leaf, float]]:
    """Yield each leaf with the sum of the differences after it, later ones for less.

    >>> leaf = Leaf((1,), 0, 0, 0.0)
    >>> trace = Trace([0.0, 0.5], [leaf, leaf], outcome=1.0)
    >>> [error for _, error in td_errors(trace, 0.5)]  # 1 − 0.5, and 0.5 − 0 + 0.5 · 0.5
    [0.5, 0.75]
    """
    error, after = 0.0, trace.outcome
    for leaf, value in zip(reversed(trace.leaves), reversed(trace.values), strict=True):
        error = after - value + lambda_ * error
        after = value
        if leaf is not None:
            yield leaf, error
