"""Self-play with shallow searches: what a learner sees of a game are the leaves and the result."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from typing import Any

from plyground._core import Side
from plyground.arena.running.workers import Tell
from plyground.evaluation.explain import UNIT
from plyground.evaluation.value_net import ValueNet
from plyground.evaluation.weights import Weights
from plyground.games.position import Position
from plyground.learn.leaf import Leaf, leaf_of, leaf_position
from plyground.players.engines import PVS
from plyground.players.limits import Limit
from plyground.players.result import SearchResult
from plyground.players.score import is_proven, proven_margin

_TABLE_MB = 1


@dataclass(frozen=True)
class Lesson:
    """One game to be played by weights, or a network, against themselves."""

    number: int  #: of the game in the whole run
    seed: str
    weights: Weights | ValueNet | str

    @property
    def key(self) -> int:
        """What tells it from other games."""
        return self.number

    @property
    def title(self) -> str:
        """What it is called in messages."""
        return f"game {self.number} of self-play"


@dataclass
class Trace:
    """A game as a learner sees it: squashed values in −1…1 for the side that moves first."""

    values: list[float] = field(default_factory=list)  #: of every search, by its score
    leaves: list[Leaf | None] = field(default_factory=list)  #: None where the result is known
    outcome: float = 0.0


@dataclass(frozen=True)
class SelfPlay:
    """How games of self-play are played; workers can do it."""

    start: Position
    depth: int
    opening: int  #: moves at most that are drawn by chance before the searches begin
    scale: float  #: the evaluation that counts as nearly won: values are tanh(evaluation / scale)
    counts_margin: bool  #: whether a game is worth tanh(margin / scale), or won, drawn or lost

    is_portable = True
    cores = 1
    boards = False

    def open(self) -> SelfPlayer:
        """Prepare a worker."""
        return SelfPlayer(self)

    def squashed(self, evaluation: float) -> float:
        """Return what an evaluation is worth, −1 to 1."""
        return math.tanh(evaluation / self.scale)

    def worth(self, margin: float) -> float:
        """Return what a result is worth."""
        if self.counts_margin:
            return self.squashed(margin)
        return float((margin > 0) - (margin < 0))


class SelfPlayer:
    """Plays games against itself, in one process."""

    def __init__(self, how: SelfPlay) -> None:
        self._how = how
        self._limit = Limit(depth=how.depth)
        self._weights: Weights | ValueNet | str | None = None
        self._engine = PVS(table_mb=_TABLE_MB)

    def play(self, lesson: Lesson, tell: Tell | None = None) -> Trace:  # noqa: ARG002
        """Play one game; it depends on the lesson alone."""
        if lesson.weights != self._weights:
            self._weights = lesson.weights
            self._engine = PVS(weights=lesson.weights, table_mb=_TABLE_MB)
        self._engine.clear()
        here = opening(self._how.start, self._how.opening, random.Random(lesson.seed))
        trace = Trace()
        while not here.is_over:
            found = self._engine.search(here, self._limit)
            if found.interrupted:
                raise KeyboardInterrupt
            self._note(trace, here, found)
            here = here.play(found.move)
        trace.outcome = self._how.worth(here.margin_for(Side.FIRST))
        return trace

    def _note(self, trace: Trace, here: Position, found: SearchResult) -> None:
        sign = 1 if here.turn == Side.FIRST else -1
        end = leaf_position(here, found)
        if is_proven(found.score) or end.is_over:
            trace.leaves.append(None)
            trace.values.append(sign * self._how.worth(proven_margin(found.score)))
        else:
            trace.leaves.append(leaf_of(end))
            trace.values.append(self._how.squashed(sign * found.score / UNIT))

    def close(self) -> None:
        """Nothing runs on."""


def opening(start: Position, most: int, chance: random.Random) -> Position:
    """Return a running game some random moves after the start, none of them included."""
    here = start
    for move in opening_moves(start, most, chance):
        here = here.play(move)
    return here


def opening_moves(start: Position, most: int, chance: random.Random) -> list[Any]:
    """Return random moves after which the game still runs; there may be none."""
    while True:
        here, moves = start, []
        for _ in range(chance.randint(0, most)):
            if not here.is_over:
                moves.append(chance.choice(list(here.legal_moves)))
                here = here.play(moves[-1])
        if not here.is_over:
            return moves
