"""A process with all its descendants, as Linux shows them in /proc; elsewhere there are none."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path

_PAGE_MB = os.sysconf("SC_PAGE_SIZE") / 2**20
_TICK = 1 / os.sysconf("SC_CLK_TCK")
_PAUSE = 0.002


def descendants(root: int) -> list[int]:
    """List the processes below ``root``, parents before their children."""
    found: list[int] = []
    waiting = [root]
    while waiting:
        below = [child for parent in waiting for child in _children(parent)]
        found += below
        waiting = below
    return found


def _children(pid: int) -> Iterator[int]:
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return
    for thread in threads:
        yield from map(int, _read(f"/proc/{pid}/task/{thread}/children").split())


def resident_mb(pids: Collection[int]) -> float:
    """Return the memory of processes, in which pages that they share count for each of them."""
    pages = 0
    for pid in pids:
        fields = _read(f"/proc/{pid}/statm").split()
        pages += int(fields[1]) if fields else 0
    return pages * _PAGE_MB


def fair_mb(pids: Collection[int]) -> float:
    """Return the memory of processes, every page counted once; slow, but just."""
    kilobytes = 0
    for pid in pids:
        for line in _read(f"/proc/{pid}/smaps_rollup").splitlines():
            if line.startswith("Pss:"):
                kilobytes += int(line.split()[1])
    return kilobytes / 1024


def peak_mb(pid: int) -> float:
    """Return the most memory that a living process has ever had."""
    for line in _read(f"/proc/{pid}/status").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    return 0.0


def cpu_seconds(pids: Collection[int]) -> float:
    """Return the processor time of living processes, and of the children they have waited for."""
    total = 0.0
    for pid in pids:
        # The name of a program, in brackets, may hold anything.
        fields = _read(f"/proc/{pid}/stat").rpartition(")")[2].split()
        if not fields:
            continue
        total += sum(map(int, fields[13:15])) * _TICK  # of its children
        try:
            total += time.clock_gettime((~pid << 3) | 2)  # its own, to the nanosecond
        except OSError:
            total += sum(map(int, fields[11:13])) * _TICK
    return total


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
            try:
                if wanted in Path(f"/proc/{name}/environ").read_bytes():
                    found.append(int(name))
            except OSError:
                continue
    return found


def kill(pid: int) -> None:
    """Kill a process, if it is still there."""
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGKILL)


def is_dead(pid: int) -> bool:
    """Whether a process is gone, or waits for its parent to notice that it is."""
    state = _read(f"/proc/{pid}/stat").rpartition(")")[2].split()
    return not state or state[0] in "ZX"


def wait_dead(pids: Collection[int], seconds: float) -> bool:
    """Wait until all processes are dead; returns whether they are."""
    deadline = time.perf_counter() + seconds
    while not all(map(is_dead, pids)):
        if time.perf_counter() > deadline:
            return False
        time.sleep(_PAUSE)
    return True


def _read(path: str) -> str:
    """Return the text of a file of /proc; nothing if its process has gone."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""
