"""The two simplest players: a person, and chance."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from plyground.errors import PlygroundError
from plyground.games.position import Position


class Player(Protocol):
    """Anything that answers a position with the text of a move."""

    def choose(self, position: Position) -> str:
        """Answer with a move; whoever asked checks that it is legal."""
        ...


def _ask(position: Position) -> str:
    return input(f"{position.turn_name}> ")


@dataclass
class Human:
    """A person at the keyboard.

    ``choose`` gives back the line as it was typed: it may be no legal move, or a command to the
    program that asked.
    """

    ask: Callable[[Position], str] = _ask

    def choose(self, position: Position) -> str:
        """Ask the person."""
        return self.ask(position).strip()


class Random:
    """Every legal move with the same chance; the same seed plays the same moves."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, position: Position) -> str:
        """Draw a legal move."""
        return str(self._random.choice(position.legal_moves))


def make_player(spec: str, seed: int | None = None) -> Player:
    """Make the player that ``spec`` names: ``human`` or ``random``.

    >>> make_player("alphago")
    Traceback (most recent call last):
    plyground.errors.PlygroundError: unknown player 'alphago': expected human or random
    """
    match spec:
        case "human":
            return Human()
        case "random":
            return Random(seed)
    raise PlygroundError(f"unknown player {spec!r}: expected human or random")
