"""Guests that keep the game themselves: they are told every move, from the start of the game on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from plyground._core import Side
from plyground.arena.referee.clock import Clock
from plyground.games.names import position as named_position
from plyground.games.position import Position
from plyground.ugi.session import Session


class GuestError(Exception):
    """A guest cannot go on; the message is one line for whoever brought it."""


class Follower(ABC):
    """A guest that cannot be shown a position, made anew for each game.

    It is told moves when it is to move again, so that it hears its own last move, too; who moved is
    ``before.turn``.
    """

    def __init__(self) -> None:
        self._position: Position | None = None
        self._moves: tuple[str, ...] = ()

    @abstractmethod
    def begin(self, start: Position, side: Side, clock: Clock) -> None:
        """Hear that the game begins, which side is its own, and how much time there is."""

    @abstractmethod
    def hear(self, before: Position, move: str, after: Position) -> None:
        """Hear a move of either side."""

    @abstractmethod
    def choose(self, position: Position, clock: Clock) -> Any:
        """Answer with a move."""

    def close(self) -> None:
        """Leave nothing running."""
        return

    def answer(self, session: Session, clock: Clock) -> Any:
        """Tell what was played since it was last asked, and ask for a move."""
        if self._position is None:
            if session.start != named_position(session.game):
                raise GuestError("it can only begin at the start of the game")
            self._position = session.start
            self.begin(session.start, session.position.turn, clock)
        known = len(self._moves)
        if session.moves[:known] != self._moves:
            raise GuestError("it cannot take moves back")
        for move in session.moves[known:]:
            before, self._position = self._position, self._position.play(move)
            self.hear(before, move, self._position)
        self._moves = session.moves
        return self.choose(self._position, clock)
