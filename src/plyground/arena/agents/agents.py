"""Agents: whoever plays a game for the referee, built in or in a process of its own.

| spec | agent |
|---|---|
| ``pvs:time=1``, ``random``, … | a built-in player, see ``plyground players`` |
| ``file:agent.py`` | a Python file with ``choose(position, clock)``, or with a class ``Agent`` |
| ``file:player.py`` | the same with a class ``Player``, as the Watch Your Back! course has it |
| ``ugi:COMMAND …`` | any program that speaks UGI on its standard input and output |
| ``mankalah:COMMAND …`` | any agent of the ManKalah course |
| ``squatter-java:CLASSPATH CLASS`` | any Java player of the Squatter course |
| ``openspiel:mcts,sims=1000`` | a bot of OpenSpiel's |

A UGI program is told the game by ``setoption name game value kalah(6,4)``. What speaks no UGI is
hosted: a process of ours (`HOSTS`) speaks it, and runs inside the same limits as its guest.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol, TypeGuard

from plyground._core import StopToken
from plyground.arena.agents import course_player
from plyground.arena.agents.guests import GUESTS
from plyground.arena.referee.clock import GameClock
from plyground.arena.running.result import Reason
from plyground.arena.sandbox.bubblewrap import Program
from plyground.arena.sandbox.limits import Failure, Limits
from plyground.arena.sandbox.process import WatchedProcess
from plyground.errors import PlygroundError, shown
from plyground.games.names import position as named_position
from plyground.games.position import Position
from plyground.players.limits import Limit
from plyground.players.phases import part_at, parts_of
from plyground.players.specs import EnginePlayer, Player, player
from plyground.ugi.client import Answer, Client
from plyground.ugi.session import UgiError
from plyground.ugi.thinking import combined

# The modules that speak UGI for their guests: `python -m MODULE WORD ...` with the spec's words.
HOSTS = {
    "file": "plyground.arena.agents.python_host",
    "mankalah": "plyground.adapters.mankalah_host",
    "openspiel": "plyground.adapters.openspiel_host",
    "squatter-java": "plyground.adapters.squatter_java_host",
}
# Guests that know one game only, and always begin at its start.
ONLY = {"mankalah": "kalah-manchester", "squatter-java": "squatter"}


class Agent(Protocol):
    """What the referee asks of a player; each of these raises Failure for a fault."""

    name: str

    def begin(self, start: Position) -> None:
        """Get ready for a new game."""
        ...

    def answer(
        self, position: Position, moves: Sequence[Any], clock: GameClock
    ) -> tuple[Any, float]:
        """Return a move for the position that ``moves`` led to, and the seconds it took."""
        ...

    @property
    def last_errors(self) -> str:
        """The last lines on standard error in this game."""
        ...

    def measure(self) -> float | None:
        """Return the most memory that the game took, in MB, where that can be said."""
        ...

    def close(self) -> None:
        """Leave nothing running."""
        ...


def is_agent(competitor: object) -> TypeGuard[Agent]:
    """Whether this is an agent, and not a player or a spec that one is made from."""
    return hasattr(competitor, "answer")


class BuiltIn:
    """A player in our own process: asked directly, so that a move costs next to nothing more."""

    last_errors = ""

    def __init__(self, made: Player, name: str) -> None:
        self.name = name
        self._player = made
        self._engines = [one.engine for one in parts_of(made) if isinstance(one, EnginePlayer)]
        self._told: tuple[Player, Limit, Limit | None] | None = None

    def begin(self, start: Position) -> None:  # noqa: ARG002
        """Forget the game before: a result must not depend on the order of games."""
        for engine in self._engines:
            engine.clear()

    def answer(
        self,
        position: Position,
        moves: Sequence[Any],  # noqa: ARG002
        clock: GameClock,
        *,
        stop: StopToken | None = None,
    ) -> tuple[Any, float]:
        """Ask the player; ``stop`` ends its search early with what it has found."""
        given = clock.limit(position.turn)
        now = time.process_time if clock.control.cpu else time.perf_counter
        began = now()
        try:
            one = part_at(self._player, position)
            limit = self._own_limit(one, given)
            if isinstance(one, EnginePlayer):
                move = one.choose(position, limit, stop=stop)
            else:
                move = one.choose(position, limit)
        except Exception as error:
            raise Failure(Reason.CRASH, f"{type(error).__name__}: {error}") from error
        return move, now() - began

    def _own_limit(self, one: Player, given: Limit) -> Limit | None:
        """Return the given limit together with a player's own; None leaves it to its own."""
        if self._told is None or self._told[0] is not one or self._told[1] is not given:
            if isinstance(one, EnginePlayer):
                own = combined(one.engine, given)
            else:
                own = None if given.is_open else given
            self._told = one, given, own
        return self._told[2]

    def measure(self) -> float | None:
        """Return None: its memory is ours."""
        return None

    def close(self) -> None:
        """End thinking in the background."""
        for engine in self._engines:
            engine.stop_pondering()


class External:
    """A program that speaks UGI, in a process of its own: started again after every fault."""

    def __init__(
        self, program: Program, name: str, limits: Limits | None = None, only: str | None = None
    ) -> None:
        self.name = name
        self.only = only  #: the one game that it plays, from its start; None: any position
        self.limits = limits or Limits()
        self.score: int | None = None  #: what it said about its last move, in hundredths
        self._program = program
        self._process: WatchedProcess | None = None
        self._client: Client | None = None
        self._last = ("", 0.0)
        self._cpu_budget: float | None = None

    @property
    def process(self) -> WatchedProcess | None:
        """The running process, if there is one."""
        return self._process

    def begin(self, start: Position) -> None:
        """Start the program if it does not run, and tell it the game."""
        _check_name(start, self.name)
        try:
            self.check_start(start)
        except PlygroundError as error:
            raise PlygroundError(f"{shown(self.name)}: {error}") from None
        if self._process is not None:
            try:
                self._get_ready(start)
                return
            except Failure:  # a fault of the game before, which costs nothing now
                self.close()
        self._get_ready(start)

    def check_start(self, start: Position) -> None:
        """Refuse a start that the guest cannot be told of."""
        if self.only is None:
            return
        if self.only not in (start.game, start.game.partition("(")[0]):
            raise PlygroundError(f"it plays {self.only}, not {start.game}")
        if start != named_position(start.game):
            raise PlygroundError("it begins at the start of the game: give --openings start")

    def _get_ready(self, start: Position) -> None:
        self._last = ("", 0.0)
        deadline = time.perf_counter() + self.limits.startup_seconds
        try:
            process, client = self._running(deadline)
            process.is_awaited = True
            process.begin_game()
            client.new_game(start, deadline)
        except (Failure, UgiError) as error:
            raise self._failed(error, while_starting=True) from None
        process.is_awaited = False
        self._cpu_budget = None
        if self.limits.cpu_seconds is not None:
            self._cpu_budget = process.cpu_seconds() + self.limits.cpu_seconds
            process.cpu_budget = self._cpu_budget

    def _running(self, deadline: float) -> tuple[WatchedProcess, Client]:
        if self._process is None or self._client is None:
            self._process = WatchedProcess(self._program, self.limits)
            self._process.is_awaited = True
            self._client = Client(self._process)
            self._client.greet(deadline)
        return self._process, self._client

    def answer(
        self, position: Position, moves: Sequence[Any], clock: GameClock
    ) -> tuple[Any, float]:
        """Send the moves and the clocks, and wait for the best move."""
        if self._process is None or self._client is None:
            raise Failure(Reason.CRASH, "is not running")
        wall = clock.wall_allowed(position.turn)
        wall = self.limits.untimed_seconds if wall is None else wall
        try:
            if clock.control.cpu:
                answer, seconds = self._ask_by_cpu(moves, clock, clock.allowed(position.turn), wall)
            else:
                answer, seconds = self._ask(self._process, self._client, moves, clock, wall)
        except (Failure, UgiError) as error:
            raise self._failed(error) from None
        self.score = answer.score
        return answer.move, seconds

    def _ask(
        self, process: WatchedProcess, client: Client, moves: Sequence[Any], clock: GameClock,
        wall: float,
    ) -> tuple[Answer, float]:  # fmt: skip
        process.forget_lines()
        process.is_awaited = True
        began = time.perf_counter()
        answer = client.go(moves, clock.go(), began + wall)
        seconds = time.perf_counter() - began
        process.is_awaited = False
        return answer, seconds

    def _ask_by_cpu(
        self, moves: Sequence[Any], clock: GameClock, allowed: float | None, wall: float
    ) -> tuple[Answer, float]:
        """Ask, and measure processor time; the watcher ends what takes too much of it."""
        assert self._process is not None
        assert self._client is not None
        before = self._process.cpu_seconds()
        budgets = [self._cpu_budget, None if allowed is None else before + allowed]
        self._process.cpu_budget = min((b for b in budgets if b is not None), default=None)
        answer, _ = self._ask(self._process, self._client, moves, clock, wall)
        self._process.cpu_budget = self._cpu_budget
        return answer, max(self._process.cpu_seconds() - before, 0.0)

    def _failed(self, error: Failure | UgiError, *, while_starting: bool = False) -> Failure:
        """End the program after a fault; returns the fault, as the verdict calls it."""
        assert self._process is not None
        if isinstance(error, UgiError):
            error = self._process.fail(Reason.OUTPUT, str(error))
        self._keep_last(self._process)
        self.close()
        if while_starting and error.reason not in (Reason.MEMORY, Reason.OUTPUT):
            return Failure(Reason.STARTUP, f"while starting: {error.note}")
        return error

    def _keep_last(self, process: WatchedProcess) -> None:
        process.note_peak()
        self._last = process.last_errors, process.peak_mb

    @property
    def last_errors(self) -> str:
        """The last lines on its standard error in this game."""
        return self._last[0] if self._process is None else self._process.last_errors

    def measure(self) -> float | None:
        """Return the most memory that it has used; also reads its last errors."""
        if self._process is not None:
            self._process.read_errors()
            self._keep_last(self._process)
        return self._last[1] or None

    def close(self) -> None:
        """End the program with everything that it has started."""
        process, self._process, self._client = self._process, None, None
        if process is not None:
            process.close()


def _check_name(start: Position, name: str) -> None:
    """Refuse a game that another process cannot find by its name."""
    try:
        named_position(start.game)
    except PlygroundError:
        raise PlygroundError(
            f"{shown(name)} cannot play {start.game}: a game written in Python is known to "
            "built-in players only"
        ) from None


def agent(spec: str, limits: Limits | None = None, seed: int | None = None) -> Agent:
    """Make an agent from its spec; ``seed`` is for built-in players whose spec gives none.

    >>> agent("greedy").name
    'greedy'
    """
    kind, _, rest = spec.strip().partition(":")
    if kind == "file":
        path = Path(rest.strip())
        only = course_player.GAME if course_player.is_course_file(path.expanduser()) else None
        return External(python_program(path), spec, limits, only)
    if kind == "ugi":
        return External(command_program(kind, rest), spec, limits)
    if kind in HOSTS:
        guest = GUESTS[kind](rest) if kind in GUESTS else command_program(kind, rest)
        return External(hosted(kind, guest), spec, limits, ONLY.get(kind))
    return BuiltIn(player(spec, seed), spec)


def is_external(spec: str) -> bool:
    """Whether a spec names an agent that lives in a process of its own.

    >>> is_external("ugi:./engine"), is_external("pvs:depth=4")
    (True, False)
    """
    kind = spec.strip().partition(":")[0]
    return kind == "ugi" or kind in HOSTS


def python_program(path: Path) -> Program:
    """Return the program that plays with a Python file."""
    path = path.expanduser().resolve()
    if not path.is_file():
        raise PlygroundError(
            f"there is no file {shown(path)}; expected a Python file with choose()"
        )
    return hosted("file", Program((str(path),), (path.parent,)))


def module_program(folder: Path, name: str) -> Program:
    """Return the program that plays with a Python module, which is imported from a folder."""
    return hosted("file", Program((str(folder.resolve()), name), (folder.resolve(),)))


def hosted(kind: str, guest: Program) -> Program:
    """Return the program that runs a guest inside the host of its kind."""
    return Program((sys.executable, "-I", "-m", HOSTS[kind], *guest.command), guest.folders)


def command_program(kind: str, text: str) -> Program:
    """Return the program behind ``ugi:`` and its like; files among its words are found from here.

    It sees the folders of those files, folders among the words (a class path), and the installation
    that the program belongs to.
    """
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise PlygroundError(f"{kind}: {shown(text)} cannot be read: {error}") from None
    if not words:
        raise PlygroundError(f"{kind}: expected a command, e.g. {kind}:./engine --fast")
    program = shutil.which(words[0]) or shutil.which(os.path.join(os.curdir, words[0]))
    if program is None:
        raise PlygroundError(f"{kind}: there is no program {shown(words[0])}")
    found = [Path(word).resolve() for word in words[1:] if os.path.exists(word)]
    command = [os.path.abspath(program)]
    command += [str(Path(word).resolve()) if os.path.exists(word) else word for word in words[1:]]
    homes = [_installation(Path(command[0])), _installation(Path(program).resolve())]
    folders = [*(path if path.is_dir() else path.parent for path in found), *homes]
    return Program(tuple(command), tuple(dict.fromkeys(folders)))


def _installation(program: Path) -> Path:
    """Return the folder of a program; that above it if it lies in a ``bin``."""
    is_installed = program.parent.name == "bin" and len(program.parent.parts) > 2
    return program.parent.parent if is_installed else program.parent
