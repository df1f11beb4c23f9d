"""The conversation of a hosted agent: a process of ours that speaks UGI for something that cannot.

A host is a program `python -m MODULE WORD ...` that ends in `serve`: what it hosts (a Python file,
a program with a protocol of its own) is a `choose(position, clock)`, or a `Follower` that has to be
told the game move by move. It is made anew for each game.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import IO, Any

from plyground._core import Side
from plyground.arena.agents.follower import Follower, GuestError
from plyground.arena.referee.clock import Clock
from plyground.errors import PlygroundError
from plyground.games.position import Position
from plyground.ugi.session import Session, UgiError, read_go, read_option

Choose = Callable[[Position, Clock], Any]
Guest = Choose | Follower


class Host:
    """One agent's conversation."""

    def __init__(self, make: Callable[[], Guest], name: str, write: Callable[[str], None]) -> None:
        self._make = make
        self._guest: Guest | None = None
        self._name = name
        self._write = write
        self._session = Session()
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "ugi": self._greet,
            "isready": lambda _: self._write("readyok"),
            "uginewgame": self._new_game,
            "position": self._session.set_position,
            "go": self._go,
            "stop": lambda _: None,  # it has answered already
            "query": lambda words: self._write(self._session.answer(" ".join(words))),
            "setoption": self._set_option,
        }

    def obey(self, line: str) -> bool:
        """Follow one line; returns False when the conversation is over."""
        words = line.split()
        if words == ["quit"]:
            return False
        command = self._commands.get(words[0]) if words else None
        try:
            if words and command is None:
                raise UgiError(f"unknown command; there are {', '.join(self._commands)}, quit")
            if command is not None:
                command(words[1:])
        except PlygroundError as error:
            self._write(f"info string {' '.join(str(error).split())}")
        return True

    def _greet(self, _: list[str]) -> None:
        self._write(f"id name {self._name}")
        self._write(f"option name game type string default {self._session.game}")
        self._write("ugiok")

    def _set_option(self, words: list[str]) -> None:
        name, value = read_option(words)
        if name != "game":
            raise UgiError(f"there is no option {name!r}; expected game")
        if value != self._session.game:
            self._session.choose_game(value)

    def _new_game(self, _: list[str]) -> None:
        self.close()
        self._guest = self._make()

    def close(self) -> None:
        """Let go of the guest, if there is one."""
        guest, self._guest = self._guest, None
        if isinstance(guest, Follower):
            guest.close()

    def _go(self, words: list[str]) -> None:
        go = read_go(words)
        position = self._session.position
        if position.is_over:
            raise UgiError("the game is over: there is no move")
        if self._guest is None:
            self._guest = self._make()
        other = go.limit(Side(1 - position.turn)).clock
        move = _ask(self._guest, self._session, Clock(go.limit(position.turn), other))
        self._write(f"bestmove {move}")


def _ask(guest: Guest, session: Session, clock: Clock) -> str:
    try:
        if isinstance(guest, Follower):
            answer = guest.answer(session, clock)
        else:
            answer = guest(session.position, clock)
        return " ".join(str(answer).split()) or "''"
    except PlygroundError as error:
        # A mistake of the agent's, and not of whoever talks to us.
        raise RuntimeError(f"choose() raised {type(error).__name__}: {error}") from error


def _private_streams() -> tuple[IO[bytes], Callable[[str], None]]:
    """Keep the referee's streams for us, and give the agent harmless ones."""
    source, sink = os.fdopen(os.dup(0), "rb"), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdin, sys.stdout = open(0, closefd=False), sys.stderr  # noqa: SIM115

    def write(line: str) -> None:
        os.write(sink, f"{line}\n".encode())

    return source, write


def serve(name: str, load: Callable[[], Callable[[], Guest]]) -> None:
    """Speak UGI on the standard streams until they end.

    ``load`` returns what makes a guest for each game; it is called when nothing that it prints can
    reach the referee any more.
    """
    source, write = _private_streams()
    host: Host | None = None
    try:
        host = Host(load(), name, write)
        for line in source:
            if not host.obey(line.decode("utf-8", "replace")):
                return
    except (PlygroundError, GuestError) as error:
        sys.exit(str(error))
    except BrokenPipeError:
        return
    finally:
        if host is not None:
            host.close()
