"""Where external players run: in a bubblewrap sandbox, or, without bubblewrap, closely watched.

In the sandbox there is no network, no other process, and no file but the system's programs, our
own Python, and the agent's folder, all read-only; /tmp is empty and goes with the agent.
"""

from __future__ import annotations

import functools
import glob
import os
import shlex
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import plyground
from plyground import _core
from plyground.arena.sandbox.limits import Limits
from plyground.errors import PlygroundError

# Of /etc, only what programs need to start: much of the rest is nobody's business.
_ETC = (
    "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives",
    "/etc/localtime", "/etc/nsswitch.conf", "/etc/java*",
)  # fmt: skip
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SCRATCH_MB = 64
_OPEN_FILES = 256
_SPARE_PROCESSES = 8  # the sandbox's own, and the shell that sets the limits
_TRIAL_SECONDS = 10.0

# dash and bash differ in the letter for processes; root is never limited by it.
_SET_LIMITS = (
    "ulimit -c 0; ulimit -n {files}; ulimit -d {data_kb}; "
    "ulimit -u {processes} 2>/dev/null || ulimit -p {processes} 2>/dev/null; exec "
)


class NoSandbox(RuntimeWarning):
    """Agents run with limits, but can read files and use the network."""


@dataclass(frozen=True)
class Program:
    """A command, and the folders whose files it may read; it starts in the first one."""

    command: tuple[str, ...]
    folders: tuple[Path, ...]

    def __post_init__(self) -> None:
        for folder in self.folders:
            if Path.home().is_relative_to(folder):
                raise PlygroundError(
                    f"an agent can read its whole folder, and {folder} contains your home folder; "
                    "move the agent to its own folder"
                )


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


def sandboxed(program: Program, limits: Limits, info: int) -> list[str]:
    """Return the command that runs a program in a sandbox.

    Bubblewrap writes the number of the sandbox's first process to the descriptor ``info``.
    """
    scratch = ("--size", str(_SCRATCH_MB << 20), "--tmpfs")
    return [
        "bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL",
        "--info-fd", str(info), "--proc", "/proc", "--dev", "/dev", *scratch, "/dev/shm",
        *scratch, "/tmp", *_visible(program.folders), "--remount-ro", "/dev", "--remount-ro", "/",
        "--chdir", str(program.folders[0]), "--", *limited(program.command, limits, sandbox=True),
    ]  # fmt: skip


def kept(program: Program, limits: Limits, leash: int) -> list[str]:
    """Return the command that runs a program below a keeper, without a sandbox."""
    keeper = str(Path(__file__).with_name("keeper.py"))
    command = limited(program.command, limits, sandbox=False)
    return [sys.executable, "-I", "-S", keeper, str(leash), *command]


def limited(command: Sequence[str], limits: Limits, *, sandbox: bool) -> list[str]:
    """Return a command that sets what the system can limit, before it becomes the program.

    The memory limit is a safety net far above the real one, which the referee watches: the
    system's counts what is reserved, and an agent could not be told from one that crashed.
    """
    script = _SET_LIMITS.format(
        files=_OPEN_FILES,
        data_kb=int(limits.memory_mb * 2 + 512) << 10,
        # Outside a sandbox this would count all processes of the user.
        processes=limits.processes + _SPARE_PROCESSES if sandbox else "unlimited",
    )
    return ["/bin/sh", "-c", script + shlex.join(command)]


def _visible(folders: Sequence[Path]) -> Iterator[str]:
    """Yield the arguments that show an agent what it may see, outer folders first."""
    for name in _SYSTEM:
        if os.path.islink(name):
            yield from ("--symlink", os.readlink(name), name)
        elif os.path.isdir(name):
            yield from ("--ro-bind", name, name)
    for pattern in _ETC:
        for name in glob.glob(pattern):
            yield from ("--ro-bind", name, name)
    own = {Path(sys.prefix), Path(sys.base_prefix), Path(plyground.__file__).parent}
    if _core.__file__:
        own.add(Path(_core.__file__).parent)
    for path in sorted({*own, *folders}):
        if not path.is_relative_to("/usr"):
            yield from ("--ro-bind", str(path), str(path))


@functools.cache
def is_available() -> bool:
    """Whether sandboxes work here; says so loudly, once, if they do not."""
    why = "bubblewrap (the program bwrap) is not installed"
    if shutil.which("bwrap") is not None:
        with open(os.devnull, "wb") as nothing:
            trial = sandboxed(Program(("true",), (Path("/usr"),)), Limits(), nothing.fileno())
            tried = subprocess.run(
                trial, stdin=subprocess.DEVNULL, capture_output=True, timeout=_TRIAL_SECONDS,
                pass_fds=[nothing.fileno()], check=False,
            )  # fmt: skip
        if tried.returncode == 0:
            return True
        why = f"bwrap does not work here ({tried.stderr.decode(errors='replace').strip()})"
    warnings.warn(
        f"NO SANDBOX: {why}. Agents run with limits of time, memory and output, but they can read "
        "and write files and use the network as you can. Only run agents that you trust.",
        NoSandbox,
        stacklevel=2,
    )
    return False
