"""A person as a player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from plyground.games.position import Position
from plyground.players.limits import Limit


def _ask(position: Position) -> str:
    return input(f"{position.turn_name}> ")


@dataclass
class Human:
    """A person at the keyboard.

    ``choose`` gives back the line as it was typed: it may be no legal move, or a command to the
    program that asked.
    """

    ask: Callable[[Position], str] = _ask

    def choose(self, position: Position, limit: Limit | None = None) -> str:  # noqa: ARG002
        """Ask the person."""
        return self.ask(position).strip()
