"""Duels: two players, opening pairs, and an end as soon as a sequential test has its answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from plyground.arena.rating.sprt import Decision, Sprt
from plyground.arena.rating.statistics import Score
from plyground.arena.running.match import sprt
from plyground.arena.running.workers import Tell
from plyground.games.position import Position
from plyground.learn.tuning.space import Vector


@dataclass(frozen=True)
class Duel:
    """Two points of a space that are to play each other."""

    number: int  #: among the duels of a step
    one: Vector
    other: Vector
    seed: int  #: of the openings

    @property
    def key(self) -> int:
        """What tells it from other duels."""
        return self.number

    @property
    def title(self) -> str:
        """What it is called in messages."""
        return f"duel {self.number}"


@dataclass(frozen=True)
class Outcome:
    """How a duel ended, from the view of its first player."""

    score: Score
    decision: Decision

    @property
    def is_won(self) -> bool:
        """Whether the test says so."""
        return self.decision == Decision.ACCEPT

    @property
    def mean(self) -> float:
        """Points per game."""
        return self.score.mean


@dataclass(frozen=True)
class Duels:
    """How duels are played; workers can do it."""

    start: Position
    make: Callable[[Vector], Any]  #: the player at a point
    pairs: int  #: at most
    test: Sprt

    is_portable = True
    cores = 1
    boards = False

    def open(self) -> Duels:
        """Prepare a worker, which needs nothing."""
        return self

    def play(self, duel: Duel, tell: Tell | None = None) -> Outcome:  # noqa: ARG002
        """Play until the test has its answer, or the pairs are over."""
        result = sprt(
            self.make(duel.one), self.make(duel.other), self.test, self.start, self.pairs,
            seed=duel.seed, workers=0, keep_games=False,
        )  # fmt: skip
        assert result.decision is not None
        return Outcome(result.score, result.decision)

    def close(self) -> None:
        """Nothing runs on."""
