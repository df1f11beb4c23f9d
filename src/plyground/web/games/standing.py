"""How a game stands: its moves, its players, its result, and what may be done now."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from plyground._core import Side
from plyground.games.names import position as named_position
from plyground.games.position import Position
from plyground.games.record import Game
from plyground.web.games.store import Json, Left, StoredGame, StoredMove
from plyground.web.shared.players import Seat
from plyground.web.shared.views import SIDES, move_view, position_view


class Standing:
    """A game as it is kept, played up to now; nothing here waits or happens by itself."""

    def __init__(self, stored: StoredGame) -> None:
        self.stored = stored
        self.seats = (Seat(stored.players[0]), Seat(stored.players[1]))
        self.record = Game(named_position(stored.game, stored.start))
        self.moves: list[Json] = []  #: as they are shown
        self._lefts: list[Left] = []
        for move in stored.moves:
            self.enter(move)

    @property
    def position(self) -> Position:
        """The position now."""
        return self.record.position

    @property
    def is_over(self) -> bool:
        """Whether the game has a result."""
        return self.stored.result is not None

    @property
    def is_show(self) -> bool:
        """Whether nobody but engines plays: a game to watch."""
        return not any(seat.is_human for seat in self.seats)

    @property
    def is_persons_turn(self) -> bool:
        """Whether a person is to move."""
        return not self.is_over and self.seats[self.position.turn].is_human

    @property
    def left(self) -> Left | None:
        """What was on both clocks after the last move, None before the first one."""
        return self._lefts[-1] if self._lefts else None

    def enter(self, stored: StoredMove) -> None:
        """Add a move."""
        ply, seconds = len(self.moves) + 1, stored.seconds
        self.moves.append(move_view(self.position, stored.move, ply, seconds))
        self._lefts.append(stored.left)
        self.record.push(stored.move)

    def cut(self, plies: int) -> None:
        """Take back all moves after so many."""
        while len(self.moves) > plies:
            self.moves.pop()
            self._lefts.pop()
            self.record.pop()

    def note(self, **changes: Any) -> None:
        """Take over what was written to the store: a version, a result, a rematch."""
        self.stored = replace(self.stored, **changes)

    def last_own_ply(self) -> int | None:
        """Return how many moves stay if the last one that a person chose is taken back."""
        positions = self.record.positions
        for ply in reversed(range(len(self.moves))):
            if self.seats[positions[ply].turn].is_human:
                return ply
        return None

    def can(self, visitor: str) -> list[str]:
        """Return what a visitor may do now."""
        if visitor != self.stored.visitor:
            return []
        if self.is_show:
            return ["rematch"] if self.is_over else ["pause", "go", "step", "speed"]
        mine = self.is_persons_turn
        allowed = {
            "move": mine,
            "take_back": self.stored.clock is None and self.last_own_ply() is not None,
            "hint": mine,
            "resign": not self.is_over,
            "rematch": self.is_over,
        }
        return [word for word, is_allowed in allowed.items() if is_allowed]

    def view(self, visitor: str, since: int = 0) -> Json:
        """Return the game as a visitor sees it, with the moves from ``since`` on."""
        is_owner = visitor == self.stored.visitor
        return {
            "id": self.stored.id,
            "version": self.stored.version,
            "game": self.stored.game,
            "start": self.stored.start,
            "players": {SIDES[side]: self._player(side, is_owner=is_owner) for side in SIDES},
            "you": [SIDES[s] for s in SIDES if is_owner and self.seats[s].is_human],
            "from": since,
            "moves": self.moves[since:],
            "position": position_view(self.position),
            "status": "over" if self.is_over else "running",
            "result": self.stored.result,
            "can": self.can(visitor),
            "rematch": self.stored.rematch,
        }

    def _player(self, side: Side, *, is_owner: bool) -> Json:
        seat = self.seats[side]
        both = all(seat.is_human for seat in self.seats)
        title = self.position.side_name(side).capitalize() if both else "You"
        return {
            "spec": seat.spec if is_owner else seat.title,
            "title": title if seat.is_human and is_owner else seat.title,
            "human": seat.is_human,
        }
