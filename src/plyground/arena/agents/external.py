"""External players: programs that speak UGI, each in a process of its own, within limits.

What does not speak UGI by itself runs in a process of ours that does (``arena.agents.host``), and
inside the same limits. Kinds besides ``file:`` and ``ugi:`` come from ``plyground.extensions``.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from plyground.arena.agents.own_files import (
    AGENT_NAMES,
    names_in,
    namesakes,
    own_files,
    real_path,
)
from plyground.arena.referee.clock import GameClock
from plyground.arena.running.result import Reason
from plyground.arena.sandbox.bubblewrap import Program, is_used
from plyground.arena.sandbox.limits import Failure, Limits
from plyground.arena.sandbox.process import WatchedProcess
from plyground.arena.sandbox.visible import is_shown
from plyground.errors import PlygroundError, shown
from plyground.extensions import PLAYER_CLASSES, PLAYER_KINDS, load
from plyground.games.names import position as named_position
from plyground.games.position import Position
from plyground.ugi.client import Client

KINDS = ("file", "ugi", *PLAYER_KINDS)  #: of players that run somebody's program

# A program that runs already gets ready for its next game in about the time it took before.
_PATIENCE, _LEAST_PATIENCE = 3.0, 2.0  # times as long, but so many seconds at least

Found = tuple[Program, str | None]  # what to run, and the only game it plays, from its start


class External:
    """A program that speaks UGI, in a process of its own: started again after every fault."""

    def __init__(
        self, program: Program, name: str, limits: Limits | None = None, only: str | None = None
    ) -> None:
        self.name = name
        self.only = only  #: the one game that it plays, from its start; None: any position
        self.limits = limits or Limits()
        self.score: int | None = None  #: what it said about its last move, in hundredths
        self.process: WatchedProcess | None = None  #: while it runs
        self.program = program
        self._client: Client | None = None
        self._last = ("", 0.0)
        self._cpu_budget: float | None = None
        self._longest_ready = 0.0  # seconds

    def hide(self, rivals: Iterable[Program]) -> None:
        """Hide the files of other players, and what is named after them, from the next start on."""
        self.program = apart_from(self.program, rivals)

    def begin(self, start: Position) -> float:
        """Start the program if it is not running, and tell it the game.

        One that still runs but does not get ready any more is replaced. Returns the seconds that
        this took: they are the program's own.
        """
        try:
            self.check_start(start)
        except PlygroundError as error:
            raise PlygroundError(f"{shown(self.name)}: {error}") from None
        wasted = 0.0
        if self.process is not None:
            began = time.perf_counter()
            patience = max(_LEAST_PATIENCE, _PATIENCE * self._longest_ready)
            patience = min(patience, self.limits.startup_seconds)
            try:
                self._new_game(start, patience)
                return 0.0
            except Failure:
                # A death in the game before costs nothing now; to be silent takes everybody's time.
                waited = time.perf_counter() - began
                wasted = waited if waited >= patience else 0.0
        self._new_game(start, self.limits.startup_seconds)
        return wasted

    def check_start(self, start: Position) -> None:
        """Refuse a start that the player cannot be told of."""
        try:
            usual = named_position(start.game)
        except PlygroundError:
            raise PlygroundError(
                f"an external player cannot play {start.game}: only built-in players know a game "
                "written in Python"
            ) from None
        if self.only is None:
            return
        if self.only not in (start.game, start.game.partition("(")[0]):
            raise PlygroundError(f"it plays {self.only}, not {start.game}")
        if start != usual:
            raise PlygroundError("it begins at the start of the game: give --openings start")

    def _new_game(self, start: Position, seconds: float) -> None:
        self._last = ("", 0.0)
        began = time.perf_counter()
        deadline = began + seconds
        try:
            if self.process is None or self._client is None:
                self.process = WatchedProcess(self.program, self.limits)
                self._client = Client(self.process)
                self.process.wake()
                self._client.greet(deadline)
            self.process.wake()
            self.process.begin_game()
            self._client.new_game(start, deadline)
        except Failure as error:
            raise self._failed(error, while_starting=True) from None
        self.process.rest()
        self._longest_ready = max(self._longest_ready, time.perf_counter() - began)
        self._cpu_budget = None
        if self.limits.cpu_seconds is not None:
            self._cpu_budget = self.process.cpu_seconds() + self.limits.cpu_seconds
            self.process.cpu_budget = self._cpu_budget

    def answer(
        self, position: Position, moves: Sequence[Any], clock: GameClock
    ) -> tuple[Any, float]:
        """Send the moves and the clocks, and wait for the best move."""
        process, client = self.process, self._client
        if process is None or client is None:
            raise Failure(Reason.CRASH, "is not running")
        wall, by_cpu = clock.wall_allowed(position.turn), clock.control.cpu
        if wall is None:
            wall = self.limits.untimed_seconds
            process.late = (
                f"did not answer within {wall:g} s, the limit for a move without a clock "
                "(--move-limit)"
            )
        try:
            process.forget_lines()
            unasked = process.wake()
            cpu_before = process.cpu_seconds() if by_cpu else 0.0
            if by_cpu:  # the watcher ends what takes too much
                process.cpu_budget = self._budget(cpu_before, clock.allowed(position.turn))
            began = time.perf_counter()
            answer = client.go(moves, clock.go(), began + wall)
            seconds = time.perf_counter() - began
            process.rest()
            if by_cpu:
                process.cpu_budget = self._cpu_budget
                seconds = max(process.cpu_seconds() - cpu_before, 0.0)
        except Failure as error:
            raise self._failed(error) from None
        self.score = answer.score
        return answer.move, seconds + unasked

    def _budget(self, used: float, allowed: float | None) -> float | None:
        """Return the processor time that it may reach now, by the clock and for the game."""
        budgets = [self._cpu_budget, None if allowed is None else used + allowed]
        return min((budget for budget in budgets if budget is not None), default=None)

    def _failed(self, error: Failure, *, while_starting: bool = False) -> Failure:
        """End the program after a fault; returns the fault, as the verdict calls it."""
        assert self.process is not None
        self._keep_last(self.process)
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
        return self._last[0] if self.process is None else self.process.last_errors

    def measure(self) -> float | None:
        """Return the most memory that it has used in a game that is over; also reads its errors."""
        if self.process is not None:
            self.process.linger()
            self.process.read_errors()
            self._keep_last(self.process)
        return self._last[1] or None

    def close(self) -> None:
        """End the program with everything that it has started."""
        process, self.process, self._client = self.process, None, None
        if process is not None:
            process.close()


def is_external(spec: str) -> bool:
    """Whether a spec names a player that lives in a process of its own.

    >>> is_external("ugi:./engine"), is_external("pvs:depth=4")
    (True, False)
    """
    return spec.strip().partition(":")[0] in KINDS


def external_player(spec: str, limits: Limits | None = None) -> External:
    """Make an external player from its spec; it is started when its first game begins."""
    is_used(limits or Limits())  # which refuses to go on, or warns, where there is no sandbox
    kind, _, rest = spec.strip().partition(":")
    if kind == "file":
        program, only = python_player(Path(rest.strip()))
    elif kind == "ugi":
        program, only = command_program(kind, rest), None
    else:
        find: Callable[[str], Found] = load(PLAYER_KINDS[kind])
        program, only = find(rest)
    return External(program, spec, limits, only)


def keep_apart(players: Sequence[object], others: Sequence[object] = ()) -> None:
    """Hide external players from each other, and from others, where their files lie together."""
    known = [one for one in (*players, *others) if isinstance(one, External)]
    for one in players:
        if isinstance(one, External) and one.process is None:
            one.hide(rival.program for rival in known)


def apart_from(program: Program, rivals: Iterable[Program]) -> Program:
    """Return a program that does not see what others are."""
    own = {path for entry in program.entries for path in (entry, *namesakes(entry))}
    entries = {entry for rival in rivals for entry in rival.entries}
    foreign = {path for entry in entries for path in (entry, *namesakes(entry))}
    foreign = {p for p in foreign if not any(mine == p or p in mine.parents for mine in own)}
    paths = program.paths
    for entry in program.entries:
        if entry.parent in paths and any(path.parent == entry.parent for path in foreign):
            paths = tuple(path for path in paths if path != entry.parent)
            paths += _seen_with(entry, is_alone=False)
    paths = tuple(path for path in paths if path not in foreign)
    folders = [path for path in paths if path.is_dir()]
    hidden = {path for path in foreign if any(folder in path.parents for folder in folders)}
    return replace(program, paths=paths, hidden=tuple(sorted({*program.hidden, *hidden})))


def hosted(module: str, player: Program) -> Program:
    """Return the program that runs a player inside a host, which speaks UGI for it."""
    return replace(player, command=(sys.executable, "-I", "-m", module, *player.command))


def python_player(path: Path, module: str | None = None) -> Found:
    """Return the program that plays with a Python file, or with a module in a folder."""
    path = real_path(path)
    host = "plyground.arena.agents.host"
    words: tuple[str, ...]
    if module is not None:
        folder, words = path, (str(path), module)
        top = folder / module.partition(".")[0]
        path = folder.joinpath(*module.split("."))
        path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        own = real_path(top if top.is_dir() else path)
    elif path.is_file():
        folder, words, own = path.parent, (str(path),), path
    else:
        raise PlygroundError(
            f"there is no file {shown(path)}; expected a Python file with choose()"
        )
    brought = _class_in(path)
    only = None if brought is None else load(PLAYER_CLASSES[brought]).only
    return hosted(host, Program(words, own_files(own), folder, (own,))), only


def _class_in(path: Path) -> str | None:
    """Return which of the known classes a file brings, if no agent of ours; does not run it."""
    names = names_in(path) or frozenset()  # whoever runs it will say what is wrong
    if names & AGENT_NAMES:
        return None
    return next((name for name in PLAYER_CLASSES if name in names), None)


def split_command(kind: str, text: str) -> list[str]:
    """Split the words behind ``kind:`` as a shell would."""
    try:
        return shlex.split(text)
    except ValueError as error:
        raise PlygroundError(f"{kind}: {shown(text)} cannot be read: {error}") from None


def command_program(kind: str, text: str) -> Program:
    """Return the program behind ``ugi:`` and its like; files among its words are found from here.

    It sees the folders of those files, folders among the words (a class path), and the installation
    that the program belongs to. A Python file among them sees no other agent's.
    """
    words = split_command(kind, text)
    if not words:
        raise PlygroundError(f"{kind}: expected a command, e.g. {kind}:./engine --fast")
    program = shutil.which(words[0]) or shutil.which(os.path.join(os.curdir, words[0]))
    if program is None:
        raise PlygroundError(f"{kind}: there is no program {shown(words[0])}")
    try:
        found = {word: real_path(word) for word in words[1:] if os.path.exists(word)}
        homes = _installations(Path(os.path.abspath(program)), is_installed=program != words[0])
    except PlygroundError as error:
        raise PlygroundError(f"{kind}: {error}") from None
    command = [os.path.abspath(program), *(str(found.get(word, word)) for word in words[1:])]
    paths = [path for one in found.values() for path in _seen_with(one)]
    start = [one if one.is_dir() else one.parent for one in found.values()] + homes
    entries = [path for path in (Path(command[0]), *found.values()) if not is_shown(path)]
    seen = tuple(dict.fromkeys([*paths, *homes]))
    return Program(tuple(command), seen, start[0], tuple(entries))


def _seen_with(path: Path, *, is_alone: bool = True) -> tuple[Path, ...]:
    """Return what a program sees that is given a file or folder."""
    if path.suffix == ".py" and path.is_file():
        return own_files(path, is_alone=is_alone)
    return (path if path.is_dir() else path.parent,)


def _installations(program: Path, *, is_installed: bool) -> list[Path]:
    """Return the folder of a program, and that of what it is a link to.

    Links that somebody has put on the search path are believed, and those of virtual environments.
    """
    real, home = program.resolve(), _installation(program)
    other = _installation(real)
    if not (is_installed or real.is_relative_to(home) or is_shown(real) or _is_python(other)):
        real_path(program)
    return list(dict.fromkeys((home, other)))


def _is_python(installation: Path) -> bool:
    return any(installation.glob("lib/python3*/os.py"))


def _installation(program: Path) -> Path:
    """Return the folder of a program; that above it if it lies in a ``bin``."""
    is_installed = program.parent.name == "bin" and len(program.parent.parts) > 2
    return program.parent.parent if is_installed else program.parent
