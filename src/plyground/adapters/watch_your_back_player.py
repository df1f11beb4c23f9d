"""Our player for the course referee of Watch Your Back!, which loads it by its name.

    python referee.py plyground.adapters.watch_your_back_player other_module -t 60 -s 100

The referee counts the processor time of all calls together, and the address space that the process
has ever reserved. So this player keeps its own account of time, starts no thread, and has a small
table. Two settings can come from the environment, as that referee has no way to pass them on (our
own sets the first):

| variable | meaning |
|---|---|
| ``PLYGROUND_SECONDS`` | processor time for the whole game, 60 unless given |
| ``PLYGROUND_PLAYER`` | who plays, as a spec; ``pvs:table_mb=16,book=default`` unless given |
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from plyground.errors import PlygroundError, shown
from plyground.games.names import position
from plyground.games.position import Position
from plyground.games.watch_your_back import Action, action_from_move, move_from_action
from plyground.players.limits import Limit
from plyground.players.specs import EnginePlayer, player
from plyground.ugi.thinking import combined

COLOURS = ("white", "black")

_SPEC = "pvs:table_mb=16,book=default"

# What is never planned with: a share of the budget, and what each action costs without any thought,
# up to the end of a long game.
_RESERVE_SHARE = 0.01
_ACTION_SECONDS, _LONG_GAME, _FEWEST = 0.0008, 170, 20


def read_seconds(text: str) -> float:
    """Read a budget of processor time.

    >>> read_seconds("60")
    60.0
    """
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise PlygroundError(
            f"PLYGROUND_SECONDS={shown(text)} is not valid; expected seconds, e.g. 60"
        )
    return seconds


class Player:
    """A player as the course defines it; a subclass may set ``seconds`` or ``spec``.

    >>> white, black = Player("white"), Player("black")
    >>> action = white.action(0)
    >>> black.update(action)
    >>> black.position.board == white.position.board
    True
    """

    seconds: float | None = None
    spec: str | None = None

    def __init__(self, colour: str) -> None:
        if colour not in COLOURS:
            raise PlygroundError(f"{shown(colour)} is not a colour; expected white or black")
        self.used = 0.0  #: seconds of processor time in all calls so far
        self._actions = 0
        with self._counted():
            self.budget = self.seconds or read_seconds(os.environ.get("PLYGROUND_SECONDS", "60"))
            self.position: Position = position("watch-your-back")
            self._player = player(self.spec or os.environ.get("PLYGROUND_PLAYER", _SPEC))

    def action(self, turns: int) -> Action:  # noqa: ARG002 - the position knows
        """Choose an action for the present position, and play it: nobody tells us our own."""
        with self._counted() as began:
            self._actions += 1
            move = self._player.choose(self.position, self._limit(began))
            self.position = self.position.play(move)
            return action_from_move(move)

    def update(self, action: object) -> None:
        """Take in the opponent's action, also the one that ends the game."""
        with self._counted():
            move = self.position.parse_move(move_from_action(action))
            self.position = self.position.play(move)

    def _limit(self, began: float) -> Limit | None:
        """Return what this action may use of the budget; the player's own limits hold, too."""
        actions = max(_LONG_GAME - self._actions, _FEWEST)
        reserve = _RESERVE_SHARE * self.budget + _ACTION_SECONDS * actions
        left = self.budget - self.used - (time.process_time() - began) - reserve
        limit = Limit(clock=max(left, 0.0), cpu=True)
        if isinstance(self._player, EnginePlayer):
            return combined(self._player.engine, limit)
        return limit

    @contextmanager
    def _counted(self) -> Iterator[float]:
        """Count the processor time of a call; gives the moment when it began."""
        began = time.process_time()
        try:
            yield began
        finally:
            self.used += time.process_time() - began
