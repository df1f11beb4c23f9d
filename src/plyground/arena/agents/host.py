"""The process of ours in which an external player lives that does not speak UGI: we do it for it.

    python -m plyground.arena.agents.host agent.py
    python -m plyground.arena.agents.host FOLDER package.module

A Python file has a function ``choose(position, clock)`` that returns a move, or a class ``Agent``
with a method of that name, which is made anew for every game, or another class that we know how to
play with (``plyground.extensions``). What it prints goes to standard error, and its standard input
is empty: the referee's lines are none of its business.

Adapters have hosts of their own, for programs with other protocols; they end in `serve`, too. What
they host may be a `Follower`, which has to be told the game move by move.
"""

from __future__ import annotations

import importlib
import importlib.util
import io
import os
import sys
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import IO, Any

from plyground._core import Side
from plyground.arena.referee.clock import Clock
from plyground.arena.sandbox.limits import OUT_OF_MEMORY
from plyground.errors import PlygroundError, visible
from plyground.extensions import PLAYER_CLASSES
from plyground.extensions import load as load_extension
from plyground.games.names import position as named_position
from plyground.games.position import Position
from plyground.ugi.session import UgiError, UgiSession, read_go, read_option


class HostedPlayerError(Exception):
    """A hosted player cannot continue; the message is one line for its author.

    ``code`` is the exit code of the player's own process, which becomes the host's.
    """

    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.code = code if code >= 0 else 128 - code  # ended by a signal, as shells say it


class Follower(ABC):
    """A player that cannot be shown a position: it follows the game from its start.

    It is told moves when it is to move again, so that it also hears its own last move; who moved is
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

    def answer(self, session: UgiSession, clock: Clock) -> Any:
        """Tell what was played since it was last asked, and ask for a move."""
        if self._position is None:
            if session.start != named_position(session.game):
                raise HostedPlayerError("it can only begin at the start of the game")
            self._position = session.start
            self.begin(session.start, session.position.turn, clock)
        known = len(self._moves)
        if session.moves[:known] != self._moves:
            raise HostedPlayerError("it cannot take moves back")
        for move in session.moves[known:]:
            before, self._position = self._position, self._position.play(move)
            self.hear(before, move, self._position)
        self._moves = session.moves
        return self.choose(self._position, clock)


Choose = Callable[[Position, Clock], Any]
Hosted = Choose | Follower


@dataclass(frozen=True)
class PlayerClass:
    """A class that a Python file may bring instead of ``Agent``, and how to play with it."""

    only: str  #: the game that it plays, from its start
    expected: str  #: what it looks like, for messages
    fits: Callable[[object], bool]
    make: Callable[[type], Follower]  #: for each game


class Host:
    """One hosted player's conversation with the referee."""

    def __init__(self, make: Callable[[], Hosted], name: str, out: IO[str]) -> None:
        self._make = make
        self._player: Hosted | None = None
        self._name = name
        self._out = out
        self._session = UgiSession()
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "ugi": self._greet,
            "isready": lambda _: print("readyok", file=self._out),
            "uginewgame": self._new_game,
            "position": self._session.set_position,
            "go": self._go,
            "stop": lambda _: None,  # it has answered already
            "query": lambda words: print(self._session.answer(" ".join(words)), file=out),
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
            print(f"info string {' '.join(str(error).split())}", file=self._out)
        return True

    def _greet(self, _: list[str]) -> None:
        print(f"id name {self._name}", file=self._out)
        print(f"option name game type string default {self._session.game}", file=self._out)
        print("ugiok", file=self._out)

    def _set_option(self, words: list[str]) -> None:
        name, value = read_option(words)
        if name != "game":
            raise UgiError(f"there is no option {name!r}; expected game")
        if value != self._session.game:
            self._session.choose_game(value)

    def _new_game(self, _: list[str]) -> None:
        self.close()
        self._player = self._make()

    def close(self) -> None:
        """Let go of the player, if there is one."""
        player, self._player = self._player, None
        if isinstance(player, Follower):
            player.close()

    def _go(self, words: list[str]) -> None:
        go = read_go(words)
        position = self._session.position
        if position.is_over:
            raise UgiError("the game is over: there is no move")
        if self._player is None:
            self._player = self._make()
        clock = Clock(go.limit(position.turn), go.limit(Side(1 - position.turn)).clock)
        try:
            if isinstance(self._player, Follower):
                answer = self._player.answer(self._session, clock)
            else:
                answer = self._player(position, clock)
            move = one_word(answer)
        except PlygroundError as error:
            # A mistake of the player's, and not of whoever talks to us.
            raise RuntimeError(f"choose() raised {type(error).__name__}: {error}") from error
        print(f"bestmove {move}", file=self._out)


def one_word(answer: object) -> str:
    r"""Return what a player answered as one word that can be seen whole; blanks around it go.

    >>> one_word(" d4\n"), one_word("d 4"), one_word("")
    ('d4', 'd␣4', "''")
    """
    return visible(str(answer).strip(), keep="").replace(" ", "␣") or "''"


def _private_streams() -> tuple[IO[bytes], IO[str]]:
    """Keep the referee's streams for us, and give the player harmless ones."""
    source = os.fdopen(os.dup(0), "rb")
    out = os.fdopen(os.dup(1), "w", buffering=1, encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    # Streams of their own: a player that closes them must not take ours with it.
    raw = io.FileIO(1, "w", closefd=False)
    sys.stdout = io.TextIOWrapper(raw, "utf-8", "backslashreplace", write_through=True)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115
    return source, out


def serve(name: str, load: Callable[[], Callable[[], Hosted]]) -> None:
    """Speak UGI on the standard streams until they end.

    ``load`` returns what makes a player for each game; it is called when nothing that it prints can
    reach the referee any more.
    """
    source, out = _private_streams()
    host: Host | None = None
    try:
        host = Host(load(), name, out)
        for line in source:
            if not host.obey(line.decode("utf-8", "replace")):
                return
    except (PlygroundError, HostedPlayerError) as error:
        print(error, file=sys.stderr)
        sys.exit(getattr(error, "code", 1))
    except BrokenPipeError:
        return
    finally:
        if host is not None:
            host.close()


def load(words: list[str]) -> Callable[[], Hosted]:
    """Load a file, or a module in a folder; returns what makes a player for each game."""
    path = Path(words[0])
    if len(words) > 1:  # imported by its name, as its neighbours do
        sys.path.insert(0, words[0])
        module = importlib.import_module(words[1])
    else:
        sys.path.insert(0, str(path.parent))
        found = importlib.util.spec_from_file_location("agent", path)
        if found is None or found.loader is None:
            raise PlygroundError(f"{path.name} is not a Python file; expected one that ends in .py")
        module = sys.modules["agent"] = importlib.util.module_from_spec(found)
        _check_depth(path)
        found.loader.exec_module(module)
    return _player_in(module, Path(words[-1]).name)


def _check_depth(path: Path) -> None:
    """Refuse what is too deep for Python's parser, which calls that a lack of memory."""
    try:
        compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
    except (MemoryError, RecursionError):
        raise PlygroundError(
            f"{path.name}: an expression is nested too deeply for Python"
        ) from None
    except (SyntaxError, ValueError):
        return  # which loading it explains better


def _player_in(module: ModuleType, name: str) -> Callable[[], Hosted]:
    kind = getattr(module, "Agent", None)
    if isinstance(kind, type) and callable(getattr(kind, "choose", None)):
        return lambda: kind().choose
    choose = getattr(module, "choose", None)
    if callable(choose):
        return lambda: choose
    expected = []
    for known, where in PLAYER_CLASSES.items():
        player_class: PlayerClass = load_extension(where)
        brought = getattr(module, known, None)
        if isinstance(brought, type) and player_class.fits(brought):
            return partial(player_class.make, brought)
        expected.append(player_class.expected)
    raise PlygroundError(
        f"{name} has no agent: expected a function choose(position, clock), "
        f"a class Agent with a method choose(self, position, clock), or {' or '.join(expected)}"
    )


def _print_error(error: Exception, folder: str) -> None:
    """Print an error as the agent's author would see it: from the agent's own lines on."""
    found = error.__traceback__
    while found is not None and not found.tb_frame.f_code.co_filename.startswith(folder):
        found = found.tb_next
    traceback.print_exception(type(error), error, found)


def main() -> None:
    """Serve the player of the Python file or module that the arguments name."""
    words = sys.argv[1:]
    try:
        serve(words[1] if len(words) > 1 else Path(words[0]).stem, lambda: load(words))
    except Exception as error:
        _print_error(error, words[0])
        sys.exit(OUT_OF_MEMORY if isinstance(error, MemoryError) else 1)


if __name__ == "__main__":
    # By its name: players are told apart by the classes of that module, and not of this program.
    importlib.import_module("plyground.arena.agents.host").main()
