"""Ending games before their end: by the solver, by score, by length. Nothing of it by default."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from plyground._core import Side
from plyground.games.position import Position
from plyground.players.limits import Limit
from plyground.players.specs import EnginePlayer, player
from plyground.solving.solver import solve


@dataclass(frozen=True)
class Ruling:
    """How a game ends by adjudication: the first side's score, and why."""

    score: float
    note: str


# Asked after each move, with the position and the number of moves so far.
Adjudication = Callable[[Position, int], Ruling | None]


class Adjudicator(Protocol):
    """A rule for ending games early; picklable, so that it can be sent to workers."""

    def for_game(self) -> Adjudication:
        """Return what rules on one game, from its first move on."""
        ...


@dataclass(frozen=True)
class BySolver:
    """End games with their true result, once the solver finds it within so many nodes."""

    nodes: int = 100_000
    every: int = 4  #: moves between two tries
    table_mb: int = 16

    def for_game(self) -> Adjudication:
        """Return what rules on one game, from its first move on."""

        def ask(position: Position, moves: int) -> Ruling | None:
            if moves % self.every:
                return None
            found = solve(position, Limit(nodes=self.nodes), table_mb=self.table_mb)
            if not found.is_exact:
                return None
            return Ruling(_score(position, found.margin), f"solved: {found.bounds_text}")

        return ask


@dataclass(frozen=True)
class ByScore:
    """End games as won when a neutral engine has seen one side far ahead for some moves.

    The players' own scores do not count: some agents give none.
    """

    lead: float = 10.0  #: in seeds, cells or pieces
    moves: int = 6  #: in a row
    engine: str = "pvs:nodes=2000,table_mb=1"

    def for_game(self) -> Adjudication:
        """Return what rules on one game, from its first move on."""
        made = player(self.engine)
        assert isinstance(made, EnginePlayer)
        ahead: list[Side] = []

        def ask(position: Position, moves: int) -> Ruling | None:  # noqa: ARG001
            score = made.engine.search(position).score / 100
            if abs(score) < self.lead:
                ahead.clear()
                return None
            side = position.turn if score > 0 else position.turn.other
            ahead[:] = [*ahead, side] if side in ahead[-1:] else [side]
            if len(ahead) < self.moves:
                return None
            note = f"{position.side_name(side)} was ahead by {self.lead:g} for {self.moves} moves"
            return Ruling(1.0 if side == Side.FIRST else 0.0, note)

        return ask


@dataclass(frozen=True)
class ByLength:
    """End games as drawn after so many moves of both sides together."""

    moves: int = 400

    def for_game(self) -> Adjudication:
        """Return what rules on one game, from its first move on."""
        return lambda _, moves: (
            Ruling(0.5, f"not over after {moves} moves") if moves >= self.moves else None
        )


def _score(position: Position, margin: int) -> float:
    """Return the first side's score for a margin from the mover's view."""
    for_first = margin if position.turn == Side.FIRST else -margin
    return 0.5 if for_first == 0 else float(for_first > 0)
