"""What a player is, and the two that do not search."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Protocol

from plyground.evaluation.own_features import OwnEvaluation
from plyground.evaluation.terms import featured
from plyground.evaluation.weights import Weights, judges_features, load, load_for
from plyground.games.native import is_native
from plyground.games.position import Position
from plyground.players.limits import Limit


class Player(Protocol):
    """Anything that answers a position with a move; whoever asked checks that it is legal."""

    def choose(self, position: Position, limit: Limit | None = None) -> Any:
        """Answer with a move; ``limit``, if given, overrides the player's own."""
        ...


class Random:
    """Every legal move with the same chance; the same seed plays the same moves."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, position: Position, limit: Limit | None = None) -> Any:  # noqa: ARG002
        """Draw a legal move."""
        return self._random.choice(position.legal_moves)


class Greedy:
    """Looks one move ahead, and draws among the moves that look best."""

    def __init__(self, seed: int | None = None, weights: str | Weights = "default") -> None:
        self._random = random.Random(seed)
        self._weights = weights
        self._own: tuple[type, Callable[[Any], float]] | None = None  # the last game in Python

    def choose(self, position: Position, limit: Limit | None = None) -> Any:  # noqa: ARG002
        """Take a move with the highest action score."""
        moves = position.legal_moves
        if is_native(position):
            weights = load(self._weights, featured(position).name)
            scores: list[float] = list(position._action_scores(weights.native))
        else:
            if self._own is None or self._own[0] is not type(position):
                self._own = type(position), _evaluation(self._weights, position)
            scores = [_after(position, move, self._own[1]) for move in moves]
        best = max(scores)
        return self._random.choice([m for m, s in zip(moves, scores, strict=True) if s == best])


def _evaluation(weights: str | Weights, position: Position) -> Callable[[Any], float]:
    """Return how a game in Python evaluates positions: by its features, ``evaluate``, or not."""
    if judges_features("auto", weights, position):
        return OwnEvaluation(load_for(weights, position))
    return _own_value


def _own_value(position: Any) -> float:
    return float(position.evaluate()) if hasattr(position, "evaluate") else 0.0


def _after(position: Position, move: Any, evaluate: Callable[[Any], float]) -> float:
    """How a position looks after a move, for games in Python: won, lost, or in between."""
    after = position.play(move)
    if after.is_over:
        return 1e6 * after.margin_for(position.turn)
    value = evaluate(after)
    return value if after.turn == position.turn else -value
