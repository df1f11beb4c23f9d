"""Who an agent is to the kernel: nobody that owns anything.

run by      namespaces                       id of the agent
a user      all, its own users included      the user's; it cannot make another user namespace
root        all but users                    a fresh one: setpriv gives up root inside
"""

from __future__ import annotations

import functools
import os
import secrets
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from plyground.arena.sandbox import seccomp

# Where ids begin that no system gives to anybody, and how many of them we use: many, since the
# system counts processes by id. The second range serves containers, which have 65536 ids.
_FREE_IDS = ((1_900_000_000, 1 << 24), (61_184, 4096))


@dataclass(frozen=True)
class Identity:
    """The arguments of bubblewrap, and the words before a command, that make it somebody else."""

    arguments: tuple[str, ...]
    taking: tuple[str, ...] = ()

    @property
    def is_other(self) -> bool:
        """Whether the kernel sees another id than ours."""
        return bool(self.taking)

    @staticmethod
    def choose() -> Identity:
        """Return what is possible here."""
        own = _free_id()
        setpriv = shutil.which("setpriv", path="/usr/bin:/bin") if own is not None else None
        if setpriv is not None and seccomp.program() is not None:
            # In bubblewrap's user namespace, root would stay root to the kernel. Without one, it is
            # the filter that keeps the agent from making its own.
            apart = [f"--unshare-{kind}" for kind in ("ipc", "pid", "net", "uts", "cgroup-try")]
            powers = ("--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID")
            ids = (f"--reuid={own}", f"--regid={own}", "--clear-groups", "--inh-caps=-all")
            return Identity((*apart, *powers), (setpriv, *ids, "--"))
        arguments = ["--unshare-all", "--unshare-user", "--cap-drop", "ALL"]
        if own is not None:
            arguments += ["--uid", str(own), "--gid", str(own)]
        if _knows("--disable-userns"):
            arguments.append("--disable-userns")
        return Identity(tuple(arguments))


def _free_id() -> int | None:
    """Return an id that owns nothing; None if we cannot choose."""
    if os.geteuid() != 0:
        return None
    for first, count in _FREE_IDS:
        if all(_has_ids(kind, first, count) for kind in ("uid", "gid")):
            return first + secrets.randbelow(count)
    return None


@functools.cache
def _has_ids(kind: str, first: int, count: int) -> bool:
    """Whether these ids exist here: a container may have few."""
    lines = Path(f"/proc/self/{kind}_map").read_text(encoding="ascii").splitlines()
    ranges = [tuple(map(int, line.split())) for line in lines]
    return any(start <= first and first + count <= start + length for start, _, length in ranges)


@functools.cache
def _knows(option: str) -> bool:
    """Whether the installed bubblewrap has an option: --disable-userns came with version 0.8."""
    told = subprocess.run(["bwrap", "--help"], capture_output=True, text=True, check=False)
    return option in told.stdout + told.stderr
