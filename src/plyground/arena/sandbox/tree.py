"""A process with all its descendants: what they use, and their end.

psutil measures and ends single processes. Ours is what it cannot do, or not fast enough to look at
a player fifty times a second: it finds descendants by going through all processes of the machine
(2 ms against 40 µs), knows no processor time below 10 ms, and does not
list pipes among open files. Read from /proc: elsewhere than on Linux there are no descendants.
"""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

TICK = 1 / (os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100)
_PAUSE = 0.002


def descendants(root: int) -> list[int]:
    """List the processes below ``root``, parents before their children."""
    found: list[int] = []
    waiting = [root]
    while waiting:
        waiting = [child for parent in waiting for child in children(parent)]
        found += waiting
    return found


def children(pid: int) -> Iterator[int]:
    """List the processes directly below one."""
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return
    for thread in threads:
        yield from map(int, read(f"/proc/{pid}/task/{thread}/children").split())


def _living(pids: Collection[int]) -> Iterator[Any]:
    """Yield the processes that are still there."""
    import psutil  # not above: only who runs external players needs it

    for pid in pids:
        with suppress(psutil.Error):
            yield psutil.Process(pid)


def cpu_times(pid: int) -> tuple[int, float, float] | None:
    """Return when a process started, its own processor time, and that of children it waited for."""
    # The name of a program, in brackets, may hold anything.
    fields = read(f"/proc/{pid}/stat").rpartition(")")[2].split()
    if not fields:
        return None
    children = sum(map(int, fields[13:15])) * TICK
    try:
        own = time.clock_gettime((~pid << 3) | 2)  # to the nanosecond
    except OSError:
        own = sum(map(int, fields[11:13])) * TICK
    return int(fields[19]), own, children


def holds(pid: int, file: str) -> bool:
    """Whether a process has a file open, by its name in /proc; yes if that cannot be seen."""
    folder = f"/proc/{pid}/fd"
    try:
        return any(_link(f"{folder}/{number}") == file for number in os.listdir(folder))
    except OSError:
        return True


def _link(path: str) -> str:
    try:
        return os.readlink(path)
    except OSError:
        return ""


def marked(mark: str) -> list[int]:
    """List the processes that were started with ``mark`` in their environment."""
    found = []
    wanted = mark.encode()
    for name in os.listdir("/proc") if os.path.isdir("/proc") else ():
        if name.isdigit():
            with suppress(OSError):
                if wanted in Path(f"/proc/{name}/environ").read_bytes():
                    found.append(int(name))
    return found


def kill(pid: int) -> None:
    """Kill a process, if it is still there and was not replaced by another one."""
    import psutil

    for process in _living([pid]):
        with suppress(psutil.Error):
            process.kill()


def is_dead(pid: int) -> bool:
    """Whether a process is gone, or waits for its parent to notice that it is."""
    import psutil

    for process in _living([pid]):
        with suppress(psutil.Error):
            return process.status() in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD)
    return True


def wait_dead(pids: Collection[int], seconds: float) -> bool:
    """Wait until all processes are dead; returns whether they are.

    Unlike psutil, not until somebody has taken notice of it: the orphans of a player have parents
    who may never do that.
    """
    deadline = time.perf_counter() + seconds
    while not all(map(is_dead, pids)):
        if time.perf_counter() > deadline:
            return False
        time.sleep(_PAUSE)
    return True


def read(path: str) -> str:
    """Return the text of a file of /proc; nothing if its process has gone."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""
