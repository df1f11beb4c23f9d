"""Players of the Watch Your Back! course: a class ``Player`` with ``action`` and ``update``.

They are told the opponent's actions and nothing else, so that they begin at the start of a game.
"""

from __future__ import annotations

import os
from typing import Any, TypeGuard

from plyground._core import Side
from plyground.arena.agents.host import Follower, HostedPlayerError, PlayerClass
from plyground.arena.referee.clock import Clock
from plyground.errors import IllegalMove
from plyground.games import watch_your_back
from plyground.games.position import Position

GAME = watch_your_back.FAMILY.name
SECONDS = "PLYGROUND_SECONDS"  #: the variable that tells a player its budget, if it wants to know


class CoursePlayer(Follower):
    """One game of a class ``Player``."""

    def __init__(self, kind: type) -> None:
        super().__init__()
        self._kind = kind
        self._player: Any = None
        self._side = Side.FIRST

    def begin(self, start: Position, side: Side, clock: Clock) -> None:
        """Make the player: in the course this counts as thinking, too."""
        if not isinstance(start, watch_your_back.Position):
            raise HostedPlayerError(f"a class Player plays {GAME}, not {start.game}")
        self._side = side
        if clock.left is not None:
            os.environ[SECONDS] = str(clock.left)
        self._player = self._kind(start.side_name(side))

    def hear(self, before: Position, move: str, after: Position) -> None:  # noqa: ARG002
        """Tell an action of the opponent's; a player knows its own."""
        if before.turn != self._side:
            self._player.update(watch_your_back.action_from_move(move))

    def choose(self, position: Position, clock: Clock) -> str:  # noqa: ARG002
        """Ask for an action; what is none is left for the referee to refuse."""
        assert isinstance(position, watch_your_back.Position)
        action = self._player.action(position.turns)
        try:
            return watch_your_back.move_from_action(action)
        except IllegalMove:
            return repr(action).replace(", ", ",")


def is_course_class(kind: object) -> TypeGuard[type]:
    """Whether this is a class as the course defines it."""
    methods = (getattr(kind, name, None) for name in ("action", "update"))
    return isinstance(kind, type) and all(map(callable, methods))


COURSE_CLASS = PlayerClass(
    GAME,
    "a class Player with the methods action(self, turns) and update(self, action)",
    is_course_class,
    CoursePlayer,
)
