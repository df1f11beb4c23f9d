"""What operating systems do in different ways. Linux has everything; others say what they lack."""

from __future__ import annotations

import contextlib
import importlib
import os
from typing import Any

from plyground.errors import PlygroundError

#: How to open a file without waiting for who writes to it, and without changing line ends.
PLAIN_OPEN = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)

_NO_SANDBOX = (
    "external players need Linux: this system has no sandbox and no limits on processes. "
    "Built-in players and games in Python work here"
)


def usable_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def busyness() -> float:
    """Return how many times longer than alone a program may have to wait for its turn now.

    >>> busyness() >= 1.0
    True
    """
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return max(1.0, load / usable_cores())


def has_workers() -> bool:
    """Whether games can be played in other processes, which end when we do."""
    return hasattr(os, "fork")


def has_limits() -> bool:
    """Whether the system can limit, freeze and end a process with all of its descendants."""
    return hasattr(os, "pidfd_open")


def demand_limits() -> None:
    """Raise PlygroundError where programs of others cannot be kept within limits."""
    if not has_limits():
        raise PlygroundError(_NO_SANDBOX)


def is_ours(state: os.stat_result) -> bool:
    """Whether a file is our user's, and no other user can write to it; Windows has no such bits."""
    return not hasattr(os, "getuid") or (state.st_uid == os.getuid() and not state.st_mode & 0o022)


def lock(handle: int) -> None:
    """Lock an open file until it is closed; raises OSError where somebody else has it."""
    if unix := _module("fcntl"):
        unix.flock(handle, unix.LOCK_EX | unix.LOCK_NB)
    elif windows := _module("msvcrt"):
        windows.locking(handle, windows.LK_NBLCK, 1)


def raise_file_limit(wanted: int) -> int:
    """Let this process open so many files, or as many as it may; returns how many."""
    resource = _module("resource")
    if resource is None:
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY:
        wanted = min(hard, wanted)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return wanted if soft == resource.RLIM_INFINITY else int(soft)


def _module(name: str) -> Any:
    """Return a module of the standard library that not every system has; None if it is missing."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None
