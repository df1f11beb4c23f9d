"""What an agent without a sandbox leaves behind when it has killed its keeper.

Such processes come to us, as the next in line to adopt them. An agent may change their session,
their name and their environment, but not what we know them by: limits that cannot be raised again,
and a filter that cannot be taken off.
"""

from __future__ import annotations

import ctypes
import os
import re
import signal
from collections.abc import Iterator
from contextlib import suppress

from plyground.arena.sandbox import tree

OPEN_FILES = 256  #: the most that an agent may have open

_SET_CHILD_SUBREAPER = 36
_SECCOMP_FILTER = 2


def adopt() -> None:
    """Become the parent of the orphans below this process."""
    with suppress(OSError, AttributeError):  # elsewhere than on Linux
        ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def ancestors() -> list[int]:
    """List this process and those above it, without the system's first one."""
    found: list[int] = []
    pid = os.getpid()
    while pid > 1 and pid not in found:
        found.append(pid)
        fields = tree.read(f"/proc/{pid}/stat").rpartition(")")[2].split()
        pid = int(fields[1]) if len(fields) > 1 else 0
    return found


def kill_orphans() -> None:
    """Kill what agents have left to us, and what comes to us when that dies."""
    while orphans := list(_orphans()):
        for pid in orphans:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        for pid in orphans:
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)


def _orphans() -> Iterator[int]:
    for pid in tree.children(os.getpid()):
        if _is_an_agents(pid):
            yield pid


def _is_an_agents(pid: int) -> bool:
    status = tree.read(f"/proc/{pid}/status")
    if f"\nSeccomp:\t{_SECCOMP_FILTER}\n" not in status or "\nNoNewPrivs:\t1\n" not in status:
        return False
    limits = tree.read(f"/proc/{pid}/limits")
    most = {
        name: re.search(rf"^{name} +[0-9a-z]+ +([0-9]+) ", limits, re.MULTILINE)
        for name in ("Max open files", "Max core file size")
    }
    files, core = most["Max open files"], most["Max core file size"]
    return files is not None and int(files[1]) <= OPEN_FILES and core is not None and core[1] == "0"
