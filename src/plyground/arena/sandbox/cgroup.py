"""Control groups: what an agent and all its descendants use, counted and limited by the kernel.

A group sees what looking at processes cannot: memory in shared or unnamed files, and the processor
time of children that nobody waited for. There are two versions of control groups, and a machine may
have either, or not let us use it:

    version 2   one tree; a part of it may be delegated to us, or systemd makes a group (a scope)
    version 1   one tree for each resource; only root may make groups

Where there is no group to be had, ``create`` returns None, and ``accounting`` has to do.
"""

from __future__ import annotations

import functools
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
import warnings
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from plyground.arena.sandbox import janitor
from plyground.arena.sandbox.accounting import NOTICE
from plyground.arena.sandbox.limits import Limits

_MB = 2**20
_PATIENCE, _PAUSE = 2.0, 0.001
_BUS = ("XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS")  # by which systemd is asked
_HIDDEN = (*_BUS, "INVOCATION_ID")  # which systemd adds

# The kernel's limit counts what it could take back (files read) and what it needs itself. Ours is
# below, on what the agent uses; the kernel's catches who takes too much between two looks.
_SPARE_FACTOR, _SPARE_MB = 1.1, 32


@dataclass(frozen=True)
class _Version:
    """What the files of a version are called."""

    memory: tuple[str, ...]  #: lines of memory.stat: private pages, and those of memory files
    out_of_memory: str  #: the file that counts processes killed for memory
    limits: tuple[str, ...]  #: of memory, and of swap, where the kernel counts that
    cpu: str
    freezer: str
    words: tuple[bytes, bytes]  #: for thawing and freezing


_V1 = _Version(
    ("total_rss", "total_shmem"), "memory.oom_control",
    ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes"), "cpuacct.usage", "freezer.state",
    (b"THAWED", b"FROZEN"),
)  # fmt: skip
_V2 = _Version(
    ("anon", "shmem"), "memory.events", ("memory.max", "memory.swap.max"), "cpu.stat",
    "cgroup.freeze", (b"0", b"1"),
)  # fmt: skip
_TREES = ("memory", "cpuacct", "freezer", "pids")  # of version 1
_CONTROLLERS = ("memory", "pids")  # of version 2, in which the other two are always there


@dataclass(frozen=True)
class Machine:
    """Where a machine shows its control groups; others than this one are for tests."""

    root: Path = Path("/sys/fs/cgroup")
    proc: Path = Path("/proc")
    systemd: Path = Path("/run/systemd/system")

    @property
    def has_v2(self) -> bool:
        """Whether the whole machine is under version 2."""
        return (self.root / "cgroup.controllers").exists()

    def v2_folder(self, process: str) -> Path | None:
        """Return the group of a process in the tree of version 2."""
        own = re.search(
            r"^0::/(.*)$", _read(self.proc / process / "cgroup"), re.MULTILINE | re.ASCII
        )
        return None if own is None else self.root / own[1]

    def v1_folder(self, tree: str) -> Path | None:
        """Return our own group in a tree of version 1; ours are made below it."""
        for line in _read(self.proc / "self" / "cgroup").splitlines():
            _, names, path = line.split(":", 2)
            if tree in names.split(","):
                found = (self.root / mount / path.lstrip("/") for mount in (tree, names))
                return next((folder for folder in found if folder.is_dir()), None)
        return None


class Cgroup:
    """The group of one agent."""

    holds_firmly = True  #: what is frozen stays so

    def __init__(self, folders: dict[str, Path], version: _Version) -> None:
        self._folders = folders
        self._version = version

    def entered(self, command: Sequence[str]) -> list[str]:
        """Return the command that runs another one inside the group, or not at all."""
        joins = [f"echo $$ > {shlex.quote(f'{folder}/cgroup.procs')}" for folder in self._unique]
        return ["/bin/sh", "-c", f'{" && ".join(joins)} && exec "$@"', "join", *command]

    @property
    def environment(self) -> dict[str, str]:
        """What entering needs of our environment; it is gone before the agent starts."""
        return {}

    def started(self, pid: int) -> None:
        """Learn which process was started inside."""

    @property
    def _unique(self) -> list[str]:
        return [*dict.fromkeys(map(str, self._folders.values()))]

    # Measuring.

    @property
    def processes(self) -> list[int]:
        """The processes in the group now."""
        return sorted(janitor.processes([str(self._folders["pids"])]))

    def memory_mb(self) -> float:
        """Return the memory in use: private pages, and those of shared and unnamed files."""
        stat = _table(self._folders["memory"] / "memory.stat")
        return sum(stat.get(name, 0) for name in self._version.memory) / _MB

    def cpu_seconds(self) -> float:
        """Return the processor time of all processes that were ever in the group."""
        text = _read(self._folders["cpuacct"] / self._version.cpu)
        if self._version is _V1:
            return int(text or 0) / 1e9
        return _pairs(text).get("usage_usec", 0) / 1e6

    @property
    def was_out_of_memory(self) -> bool:
        """Whether the kernel has killed a process because the group was full."""
        file = self._folders["memory"] / self._version.out_of_memory
        return _table(file).get("oom_kill", 0) > 0

    @property
    def was_refused_a_process(self) -> bool:
        """Whether it has asked for more processes and threads than it may have."""
        return _table(self._folders["pids"] / "pids.events").get("max", 0) > 0

    # Holding.

    @functools.cached_property
    def _freezer(self) -> int:
        return os.open(self._folders["freezer"] / self._version.freezer, os.O_WRONLY)

    def freeze(self) -> None:
        """Let no process of the group run, until ``thaw``."""
        with suppress(OSError):
            os.pwrite(self._freezer, self._version.words[True], 0)

    def thaw(self) -> None:
        """Let all processes run again."""
        with suppress(OSError):
            os.pwrite(self._freezer, self._version.words[False], 0)

    def kill(self) -> None:
        """Kill every process in the group."""
        janitor.kill(self._unique)

    def close(self) -> None:
        """Kill what is left, and remove the group."""
        if "_freezer" in vars(self):
            os.close(self._freezer)
            del self._freezer
        janitor.end(self._unique)


class _Scope(Cgroup):
    """A group that systemd makes when the command starts."""

    def __init__(self, name: str, limits: Limits, machine: Machine) -> None:
        super().__init__({}, _V2)
        self._name, self._limits, self._machine = f"{name}.scope", limits, machine

    def entered(self, command: Sequence[str]) -> list[str]:
        """Return the command that runs another one in a scope of its own."""
        limits = (f"MemoryMax={_hard_limit(self._limits)}", "MemorySwapMax=0",
                  f"TasksMax={self._limits.tasks}")  # fmt: skip
        whose = () if os.geteuid() == 0 else ("--user",)
        hidden = (word for name in _HIDDEN for word in ("-u", name))
        return [
            "systemd-run", *whose, "--scope", "--quiet", "--collect", f"--unit={self._name}",
            *(word for limit in limits for word in ("-p", limit)), "--", "env", *hidden, *command,
        ]  # fmt: skip

    @property
    def environment(self) -> dict[str, str]:
        """How systemd is reached."""
        return {name: os.environ[name] for name in _BUS if name in os.environ}

    def started(self, pid: int) -> None:
        """Wait until systemd has moved the process, and find its group."""
        deadline = time.perf_counter() + _PATIENCE
        while time.perf_counter() < deadline:
            folder = self._machine.v2_folder(str(pid))
            if folder is not None and folder.name == self._name:
                self._folders = dict.fromkeys(_TREES, folder)
                _clean_up_after_us([str(folder.parent)])
                return
            time.sleep(_PAUSE)
        raise OSError(f"systemd has not made {self._name}")


class NoCgroup(RuntimeWarning):
    """What external players use is counted by looking at them, and some of it is missed."""


@functools.cache
def is_available() -> bool:
    """Whether groups can be made here; says once what is not enforced if not."""
    made = create(Limits())
    if made is None:
        warnings.warn(f"NO CONTROL GROUP: {NOTICE}.", NoCgroup, stacklevel=2)
        return False
    made.close()
    return True


def create(limits: Limits, machine: Machine | None = None) -> Cgroup | None:
    """Make a group with limits; None where this machine or user cannot have one."""
    machine = machine or Machine()
    for make in (_in_scope, _in_v2, _in_v1):
        with suppress(OSError):
            made = make(limits, machine)
            if made is not None:
                return made
    return None


def _in_v2(limits: Limits, machine: Machine) -> Cgroup | None:
    """Make a group below our own, or beside it, where that is delegated to us."""
    own = machine.v2_folder("self") if machine.has_v2 else None
    if own is None:
        return None
    # A group that has processes cannot share its memory out: its parent's other children can.
    for parent in (own, own.parent) if own != machine.root else (own,):
        shared = _read(parent / "cgroup.subtree_control").split()
        if set(_CONTROLLERS) <= set(shared) and os.access(parent / "cgroup.procs", os.W_OK):
            return _made({"": parent}, limits, _V2)
    return None


def _in_scope(limits: Limits, machine: Machine) -> Cgroup | None:
    """Have systemd make a group, where it is the one who manages them."""
    if not machine.has_v2 or not machine.systemd.exists() or not shutil.which("systemd-run"):
        return None
    return _Scope(janitor.fresh_name(), limits, machine) if _makes_scopes(machine) else None


@functools.cache
def _makes_scopes(machine: Machine) -> bool:
    """Whether systemd makes groups for us, with all that we ask of them."""
    name = janitor.fresh_name()
    command = _Scope(name, Limits(), machine).entered(["cat", "/proc/self/cgroup"])
    try:
        told = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True,
            timeout=_PATIENCE,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return False
    return name in told.stdout


def _in_v1(limits: Limits, machine: Machine) -> Cgroup | None:
    """Make a group in every tree, each below our own there."""
    parents = {tree: machine.v1_folder(tree) for tree in _TREES}
    known = {tree: parent for tree, parent in parents.items() if parent is not None}
    return _made(known, limits, _V1) if len(known) == len(_TREES) else None


def _made(parents: dict[str, Path], limits: Limits, version: _Version) -> Cgroup:
    """Make the folders of a group and set its limits; leaves nothing where that fails."""
    _clean_up_after_us([str(parent) for parent in parents.values()])
    name = janitor.fresh_name()
    folders = {tree: parents.get(tree) or parents[""] for tree in _TREES}
    folders = {tree: parent / name for tree, parent in folders.items()}
    made = Cgroup(folders, version)
    try:
        for folder in made._unique:
            os.mkdir(folder)
        memory, swap = version.limits
        _write(folders["memory"] / memory, _hard_limit(limits))
        _write(folders["pids"] / "pids.max", limits.tasks)
        with suppress(OSError):  # where swap is not counted, there mostly is none
            _write(folders["memory"] / swap, _hard_limit(limits) if version is _V1 else 0)
    except OSError:
        made.close()
        raise
    return made


def _hard_limit(limits: Limits) -> int:
    """Return the bytes at which the kernel itself steps in."""
    return int((limits.memory_mb * _SPARE_FACTOR + _SPARE_MB) * _MB)


_cleaners: set[int] = set()  # processes that have a janitor: this one, or those it was forked from


def _clean_up_after_us(parents: list[str]) -> None:
    """See to it that our groups go when we do, and those of a run before that was killed."""
    if os.getpid() in _cleaners:
        return
    _cleaners.add(os.getpid())
    janitor.sweep(parents)
    nothing = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in range(3)]
    file = Path(janitor.__file__)
    os.posix_spawn(
        sys.executable, [sys.executable, "-I", "-S", str(file), str(os.getpid()), *parents], {},
        file_actions=nothing, setsid=True,
    )  # fmt: skip


def _write(file: Path, value: int) -> None:
    number = os.open(file, os.O_WRONLY | os.O_TRUNC)
    try:
        os.write(number, str(value).encode())
    finally:
        os.close(number)


def _table(file: Path) -> dict[str, int]:
    return _pairs(_read(file))


def _pairs(text: str) -> dict[str, int]:
    """Read lines of a name and a number."""
    split = (line.split() for line in text.splitlines())
    return {words[0]: int(words[1]) for words in split if len(words) == 2 and words[1].isdigit()}


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
