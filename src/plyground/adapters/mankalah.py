"""The ManKalah line protocol, and plyground as an agent that speaks it.

The engine says ``START;South`` or ``START;North``, then ``CHANGE;MOVE;BOARD;TURN`` for every move
but the agent's own swap, and ``END``; the agent answers ``MOVE;N`` or ``SWAP`` when the turn is
``YOU``. A board is ``N1,…,N7,Nstore,S1,…,S7,Sstore``.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO

from plyground.errors import PlygroundError, shown
from plyground.games import kalah
from plyground.games.names import position as named_position
from plyground.games.position import Position
from plyground.players.limits import Limit
from plyground.players.specs import EnginePlayer, Player
from plyground.ugi.thinking import combined

KIND, GAME = "mankalah", "kalah-manchester"
SEATS = ("South", "North")
BUDGET = 3600.0  #: seconds that an agent has for a whole game

_SEEDS = 98
_LONGEST_LINE = 200
_CHANGE = re.compile(r"CHANGE;([1-7]|SWAP);((?:[0-9]{1,2},){15}[0-9]{1,2});(YOU|OPP|END)")
_ANSWER = re.compile(rb"(?:MOVE;([1-7])|(SWAP))\n")


class ProtocolError(PlygroundError):
    """A line that is not of the protocol, or that is not allowed here."""


@dataclass(frozen=True)
class Change:
    """What an agent is told of a move.

    >>> change = Change.read("CHANGE;5;8,8,8,8,7,7,7,0,7,7,7,7,0,8,8,1;YOU")
    >>> change.move, change.turn, change.board[8:]
    ('5', 'YOU', (7, 7, 7, 7, 0, 8, 8, 1))
    """

    move: str  #: ``1`` to ``7``, or ``swap``
    board: tuple[int, ...]  #: north's houses and store, then south's
    turn: str  #: ``YOU``, ``OPP`` or ``END``

    @classmethod
    def read(cls, line: str) -> Change:
        """Read a line; raises ProtocolError with what was expected."""
        found = _CHANGE.fullmatch(line)
        board = tuple(map(int, found[2].split(","))) if found else ()
        if found is None or sum(board) != _SEEDS:
            raise ProtocolError(
                f"{_seen(line)} cannot be read; expected CHANGE;MOVE;BOARD;TURN with {_SEEDS} seeds"
            )
        return cls(found[1].lower(), board, found[3])

    @classmethod
    def of(cls, move: str, after: kalah.Position, turn: str) -> Change:
        """Return what is to be told of a move that led to a position."""
        (south, north), (south_store, north_store) = after.houses, after.stores
        return cls(move, (*north, north_store, *south, south_store), turn)

    @property
    def line(self) -> str:
        """The line as it is sent, without its end."""
        return f"CHANGE;{self.move.upper()};{','.join(map(str, self.board))};{self.turn}"

    def position(self, seat: str, *, is_reply: bool) -> Position:
        """Return the position with a seat to move; only the reply to the first move may swap."""
        north, south = self.board[:8], self.board[8:]
        sides = [f"{','.join(map(str, side[:7]))}/{side[7]}" for side in (south, north)]
        text = f"{sides[0]} {sides[1]} {seat.lower()}{' reply' * is_reply}"
        return named_position(GAME, text)


def answer_line(move: str) -> str:
    """Return what an agent says for a move.

    >>> answer_line("3"), answer_line("swap")
    ('MOVE;3', 'SWAP')
    """
    return "SWAP" if move == "swap" else f"MOVE;{move}"


def read_answer(line: bytes) -> str | None:
    r"""Return the move that an agent's line means, its end included; None if it is not one.

    >>> read_answer(b"MOVE;3\n"), read_answer(b"SWAP\n"), read_answer(b"MOVE;3\r\n")
    ('3', 'swap', None)
    """
    found = _ANSWER.fullmatch(line)
    if found is None:
        return None
    return found[1].decode() if found[1] else "swap"


def _seen(line: str) -> str:
    """Return a line for a message; of one that is too long, no more was read."""
    more = " … (it goes on)" if len(line) > _LONGEST_LINE else ""
    return f"{shown(line[:_LONGEST_LINE])}{more}"


class Agent:
    """Plays games as the engine's lines say; ``say`` sends a line."""

    def __init__(self, player: Player, move_seconds: float, say: Callable[[str], None]) -> None:
        self._player = player
        self._move_seconds = move_seconds
        self._say = say
        self._seat: int | None = None
        self._changes = 0
        self._left = BUDGET

    def obey(self, line: str) -> bool:
        """Follow one line; returns False when the game is over."""
        head, _, rest = line.partition(";")
        if line == "END":
            return False
        if head == "START" and rest in SEATS:
            self._begin(SEATS.index(rest))
        elif head == "CHANGE" and self._seat is not None:
            self._follow(Change.read(line))
        else:
            expected = "START;South or START;North" if self._seat is None else "CHANGE or END"
            raise ProtocolError(f"{_seen(line)} came; expected {expected}")
        return True

    def _begin(self, seat: int) -> None:
        self._seat, self._changes, self._left = seat, 0, BUDGET
        if isinstance(self._player, EnginePlayer):
            self._player.engine.clear()
        if seat == 0:
            self._move(named_position(GAME))

    def _follow(self, change: Change) -> None:
        assert self._seat is not None
        self._changes += 1
        if change.move == "swap":
            self._seat = 1 - self._seat
        if change.turn == "YOU":
            is_reply = self._changes == 1 and self._seat == 1
            self._move(change.position(SEATS[self._seat], is_reply=is_reply))

    def _move(self, position: Position) -> None:
        """Think, and answer."""
        if position.is_over:
            raise ProtocolError("a move was requested, but the game is over; expected END")
        began = time.perf_counter()
        move = str(self._player.choose(position, self._limit()))
        self._say(answer_line(move))
        self._left -= time.perf_counter() - began
        if move == "swap":
            self._seat = 0  # the one that nobody tells us of

    def _limit(self) -> Limit | None:
        limit = Limit(time=self._move_seconds, clock=max(self._left, 0.0))
        if isinstance(self._player, EnginePlayer):
            return combined(self._player.engine, limit)
        return limit


def run(source: IO[bytes], sink: int, player: Player, move_seconds: float) -> None:
    """Be an agent until ``END`` or the end of the input; ``sink`` is a descriptor."""
    agent = Agent(player, move_seconds, lambda line: _write(sink, f"{line}\n".encode()))
    try:
        while line := source.readline(_LONGEST_LINE + 1):
            text = line.decode("ascii", "replace").rstrip("\r\n")
            if not agent.obey(text):
                return
    except BrokenPipeError:
        return  # nobody listens any more
    finally:
        if isinstance(player, EnginePlayer):
            player.close()


def _write(sink: int, line: bytes) -> None:
    while line:
        line = line[os.write(sink, line) :]
