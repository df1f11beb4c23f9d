"""Where external players run: in a bubblewrap sandbox, or, if they are trusted, closely watched.

In the sandbox there is no network, no other process, and no file but the system's programs, our
own Python, and the agent's folder, all read-only; /tmp is empty and goes with the agent. System
calls that no agent needs are refused (``seccomp``), and root's agents are not root (``identity``).
"""

from __future__ import annotations

import functools
import os
import shlex
import shutil
import subprocess
import sys
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from plyground.arena.sandbox import orphans, seccomp
from plyground.arena.sandbox.identity import Identity
from plyground.arena.sandbox.limits import Limits
from plyground.arena.sandbox.visible import Visible
from plyground.errors import PlygroundError
from plyground.system import demand_limits

_SCRATCH_MB = 64
_TRIAL_SECONDS = 10.0

# dash and bash differ in the letter for processes.
_SET_LIMITS = (
    "ulimit -c 0; ulimit -n {files}; ulimit -d {data_kb}; "
    "ulimit -u {processes} 2>/dev/null || ulimit -p {processes} 2>/dev/null; exec "
)


class NoSandbox(RuntimeWarning):
    """Agents run with limits, but can read files and use the network."""


@dataclass(frozen=True)
class Program:
    """A command, and the files that it may read; it starts in ``folder``."""

    command: tuple[str, ...]
    paths: tuple[Path, ...]  #: files, and folders with all that is in them
    start: Path | None = None  #: the folder to start in; None: that of the first path
    entries: tuple[Path, ...] = ()  #: which of these files are the agent itself
    hidden: tuple[Path, ...] = ()  #: what it does not see of the paths

    def __post_init__(self) -> None:
        for path in self.paths:
            if Path.home().is_relative_to(path):
                raise PlygroundError(
                    f"an agent can read its whole folder, and {path} contains your home folder; "
                    "move the agent to its own folder"
                )

    @property
    def folder(self) -> Path:
        """Where it starts."""
        first = self.paths[0]
        return self.start or (first if first.is_dir() else first.parent)


def environment(mark: str) -> dict[str, str]:
    """Return all that an agent gets to see of the environment; ``mark`` tells its processes."""
    threads = ("OPENBLAS", "OMP", "MKL", "NUMEXPR")
    return {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": "/tmp",
        "LANG": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PLYGROUND_AGENT": mark,
    } | {f"{library}_NUM_THREADS": "1" for library in threads}


@dataclass(frozen=True)
class Start:
    """A command, and the descriptors that whoever guards the agent reads and writes."""

    command: list[str]
    descriptors: list[int]  #: to pass on, and to close after the start

    def close(self) -> None:
        """Close what the started process has now."""
        for descriptor in self.descriptors:
            os.close(descriptor)


def sandboxed(program: Program, limits: Limits, info: int) -> Start:
    """Return how to run a program in a sandbox.

    Bubblewrap writes the number of the sandbox's first process to the descriptor ``info``.
    """
    scratch = ("--perms", "1777", "--size", str(_SCRATCH_MB << 20), "--tmpfs")
    identity = Identity.choose()
    visible = Visible(as_other=identity.is_other)
    visible.add_system()
    visible.add(program.paths)
    visible.hide(program.hidden)
    descriptors = [info, *visible.descriptors]
    if (filters := seccomp.open_filter()) is not None:
        descriptors.append(filters)
    command = [
        "bwrap", *identity.arguments, "--die-with-parent", "--new-session",
        "--info-fd", str(info), *(() if filters is None else ("--seccomp", str(filters))),
        "--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys", "--dev", "/dev",
        *scratch, "/dev/shm", *scratch, "/tmp", *visible.words,
        "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", str(program.folder),
        "--", *identity.taking, *limited(program.command, limits, sandbox=True),
    ]  # fmt: skip
    return Start(command, descriptors)


def kept(program: Program, limits: Limits, leash: int) -> Start:
    """Return how to run a program below a keeper, without a sandbox."""
    keeper = str(Path(__file__).with_name("keeper.py"))
    orphans.adopt()
    shield = (seccomp.shield(orphans.ancestors()) or b"").hex()
    command = limited(program.command, limits, sandbox=False)
    return Start([sys.executable, "-I", "-S", keeper, str(leash), shield, *command], [leash])


def limited(command: Sequence[str], limits: Limits, *, sandbox: bool) -> list[str]:
    """Return a command that sets what the system can limit, before it becomes the program.

    These limits are a safety net far above the real ones, which the referee watches: the system's
    count reserved memory and threads, and an agent could not be told from one that crashed.
    """
    script = _SET_LIMITS.format(
        files=orphans.OPEN_FILES,
        data_kb=int(limits.memory_mb * 4 + 4096) << 10,
        # Outside a sandbox this would count all processes of the user.
        processes=limits.processes * 4 + 64 if sandbox else "unlimited",
    )
    return ["/bin/sh", "-c", script + shlex.join(command)]


def is_used(limits: Limits) -> bool:
    """Whether an agent runs in a sandbox; where it should, and there is none, it is not started."""
    demand_limits()
    if not limits.sandbox:
        _warn()
        return False
    if (why := problem()) is not None:
        raise PlygroundError(
            f"external players run in a sandbox, and {why}; install bubblewrap, "
            "or give --no-sandbox (Limits(sandbox=False) in Python) if you trust them"
        )
    return True


@functools.cache
def _warn() -> None:
    warnings.warn(
        "NO SANDBOX: agents run with limits of time, memory and output, but they can read and "
        "write files and use the network as you can. Only run agents that you trust.",
        NoSandbox,
        stacklevel=3,
    )


def is_available() -> bool:
    """Whether sandboxes work here."""
    return problem() is None


@functools.cache
def problem() -> str | None:
    """Return why there are no sandboxes here; None if they work."""
    if shutil.which("bwrap") is None:
        return "bubblewrap (the program bwrap) is not installed"
    with open(os.devnull, "wb") as nothing:
        trial = sandboxed(Program(("true",), (Path("/usr"),)), Limits(), os.dup(nothing.fileno()))
    try:
        tried = subprocess.run(
            trial.command, stdin=subprocess.DEVNULL, capture_output=True,
            timeout=_TRIAL_SECONDS, pass_fds=trial.descriptors, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"bwrap did not start a program within {_TRIAL_SECONDS:g} s"
    finally:
        trial.close()
    if tried.returncode == 0:
        return None
    return f"bwrap does not work here ({' '.join(tried.stderr.decode(errors='replace').split())})"
