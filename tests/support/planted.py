"""A game whose best weights are known, because they were planted: a synthetic evaluator.

In turn, both sides take one of a few cards. A card has several values, and what it is worth is
their sum times the planted weights; whoever gathered more wins. A player that takes the card which
its weights make look best plays the better, the nearer its weights are to the planted ones.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import plyground as ply
from plyground.learn.tuning.space import Axis, Space, Vector

PLANTED: Vector = (1.0, 0.3, -0.7, 0.5)
CARDS, ROUNDS = 5, 8


@lru_cache(1 << 14)  # the same openings are played by many
def cards(seed: int, turn: int) -> list[tuple[float, ...]]:
    chance = random.Random(f"{seed}/{turn}")
    return [tuple(chance.uniform(-1, 1) for _ in PLANTED) for _ in range(CARDS)]


def worth(card: Sequence[float], weights: Sequence[float]) -> float:
    return sum(value * weight for value, weight in zip(card, weights, strict=True))


@dataclass(frozen=True)
class Cards(ply.Position):
    """The first two moves only shuffle the cards, so that there are many openings."""

    seed: int = 0
    taken: int = 0
    lead: float = 0.0  # of the first side

    @property
    def turn(self) -> ply.Side:
        return ply.Side(self.taken % 2)

    @property
    def legal_moves(self) -> tuple[int, ...]:
        return () if self.is_over else tuple(range(100 if self.taken < 2 else CARDS))

    def play(self, move: int) -> Cards:
        if self.taken < 2:
            return Cards(101 * self.seed + move + 1, self.taken + 1)
        gain = worth(cards(self.seed, self.taken)[move], PLANTED)
        sign = 1 if self.turn == ply.Side.FIRST else -1
        return Cards(self.seed, self.taken + 1, self.lead + sign * gain)

    @property
    def is_over(self) -> bool:
        return self.taken >= 2 + ROUNDS

    @property
    def margin(self) -> int:
        lead = self.lead if self.turn == ply.Side.FIRST else -self.lead
        return round(1000 * lead)


class Taker:
    """Takes the card that its weights make look best; weights left out are the planted ones."""

    def __init__(self, weights: Vector) -> None:
        self.weights = weights + PLANTED[len(weights) :]

    def choose(self, position: ply.Position, limit: object = None) -> int:  # noqa: ARG002
        assert isinstance(position, Cards)
        hand = cards(position.seed, position.taken)
        return max(range(CARDS), key=lambda i: worth(hand[i], self.weights))


def space(size: int = len(PLANTED), step: float = 0.5) -> Space:
    """The box around zero weights, for all weights or only the first ones."""
    axes = tuple(Axis(f"w{i}", (), -1.5, 1.5, step) for i in range(size))
    return Space(axes, (0.0,) * size)
