"""Playing Watch Your Back! on a server of the course's network protocol."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from plyground._core import Side
from plyground.adapters import wub
from plyground.arena.agents.agents import Agent
from plyground.arena.referee.clock import Control, GameClock
from plyground.arena.sandbox.limits import Failure
from plyground.errors import IllegalMove, PlygroundError, shown
from plyground.games.names import position as named_position
from plyground.games.position import Position
from plyground.games.watch_your_back import Position as WatchYourBackPosition

_CONNECT_SECONDS = 10.0
_LONGEST_REASON = 1 << 20  # bytes of a line: servers may tell at length why a game was lost

OnMove = Callable[[Position, str], None]  # the position after a move, and the move
OnGame = Callable[[str, str, str], None]  # white, black, and our colour


@dataclass(frozen=True)
class Ended:
    """How a game on a server ended."""

    white: str
    black: str
    colour: str  #: ours
    moves: tuple[str, ...]
    winner: str | None  #: ``white``, ``black``; None for a draw
    fault: str = ""  #: what the loser did wrong, if that ended the game


@dataclass
class Game:
    """A game as the client sees it."""

    send: Callable[[bytes], None]
    receive: Callable[..., wub.Message]
    agent: Agent
    position: Position = field(default_factory=lambda: named_position("watch-your-back"))
    moves: list[str] = field(default_factory=list)
    on_move: OnMove | None = None

    def run(self, side: Side) -> wub.Message:
        """Play until the server ends the game; returns its last message."""
        clock = GameClock(Control())
        while True:
            message = self.receive("TURN", "UPD8", "OVER", "ERRO")
            if message.head == "TURN":
                self._check(side, message, int(message.words[0]))
                self.send(wub.action_line("ACTN", self._own_move(clock)))
            elif message.head == "UPD8":
                self._check(Side(1 - side), message)
                self._play(message.move)
                self.send(wub.line("OKAY"))
            else:
                return message

    def _check(self, mover: Side, message: wub.Message, turns: int | None = None) -> None:
        """Refuse a message that does not fit the game as we know it."""
        here = self.position
        assert isinstance(here, WatchYourBackPosition)
        if here.is_over or here.turn != mover or turns not in (None, here.turns):
            said = " ".join((message.head, *message.words))
            state = "is over" if here.is_over else f"is at {here.turn_name}'s turn {here.turns}"
            raise wub.WubError(f"the server said {shown(said)}, but the game {state}")

    def _own_move(self, clock: GameClock) -> str:
        answer, _ = self.agent.answer(self.position, self.moves, clock)
        try:
            self._play(str(answer))
        except IllegalMove as error:
            raise PlygroundError(f"{self.agent.name} played an illegal move: {error}") from None
        return self.moves[-1]

    def _play(self, move: str) -> None:
        parsed = self.position.parse_move(move)
        self.position = self.position.play(parsed)
        self.moves.append(parsed)
        if self.on_move is not None:
            self.on_move(self.position, parsed)


class Connection:
    """A connection to a server, for one game."""

    def __init__(self, host: str, port: int) -> None:
        try:
            self._socket = socket.create_connection((host, port), _CONNECT_SECONDS)
        except OSError as error:
            reason = error.strerror or str(error)
            raise PlygroundError(f"cannot connect to {shown(host)}:{port}: {reason}") from None
        self._socket.settimeout(None)  # an opponent may take as long as the server lets it
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._lines = self._socket.makefile("rb")

    def play(
        self, name: str, key: str, agent: Agent,
        on_game: OnGame | None = None, on_move: OnMove | None = None,
    ) -> Ended:  # fmt: skip
        """Ask for a game, and play it with an agent."""
        words = [wub.plain_name(name), *([wub.plain_name(key, "key")] if key else [])]
        game = Game(self._send, self._receive, agent, on_move=on_move)
        self._send(wub.line("PLAY", *words))
        self._receive("OKAY")
        white, black = self._receive("GAME").words
        self._send(wub.line("OKAY"))
        colour = self._receive("INIT").words[0]
        if on_game is not None:
            on_game(white, black, colour)
        try:
            agent.begin(game.position)
            self._send(wub.line("OKAY"))
            last = game.run(Side(wub.COLOURS.index(colour)))
        except Failure as failure:
            raise PlygroundError(
                f"{agent.name} failed ({failure.reason}): {failure.note}"
            ) from None
        return _ended(last, (white, black, colour), game.moves)

    def close(self) -> None:
        """Hang up."""
        self._lines.close()
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def _send(self, line: bytes) -> None:
        try:
            self._socket.sendall(line)
        except OSError as error:
            raise PlygroundError(f"the connection was lost: {error.strerror}") from None

    def _receive(self, *expected: str) -> wub.Message:
        try:
            line = self._lines.readline(_LONGEST_REASON)
        except OSError as error:
            raise PlygroundError(f"the connection was lost: {error.strerror}") from None
        if not line:
            raise PlygroundError("the server has closed the connection")
        message = wub.Message.read(line, *expected, "ERRO")
        if message.head == "ERRO" and "ERRO" not in expected:
            raise PlygroundError(f"the server refused: {' '.join(message.words[1:])}")
        return message


def _ended(last: wub.Message, who: tuple[str, str, str], moves: list[str]) -> Ended:
    """Read the last message of a game."""
    letters = {"w": "white", "b": "black"}
    named = letters.get(last.words[0].lower(), last.words[0].lower())
    if last.head == "OVER":
        if named not in (*wub.COLOURS, "draw"):
            raise wub.WubError(f"no winner {shown(named)}; expected W, B or draw")
        return Ended(*who, tuple(moves), None if named == "draw" else named)
    if named not in wub.COLOURS:
        raise PlygroundError(f"the server ended the game: {' '.join(last.words)}")
    winner = wub.COLOURS[1 - wub.COLOURS.index(named)]
    return Ended(*who, tuple(moves), winner, " ".join(last.words[1:]) or "no reason given")
