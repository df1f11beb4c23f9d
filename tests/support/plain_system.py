"""Run as a program: plyground on a system that has none of what only Linux and Unix have.

python -m tests.support.plain_system COMMAND…
"""

from __future__ import annotations

import os
import select
import signal
import socket
import sys
from typing import Any

# Libraries look for these when they are imported, and would use what we take away below.
import psutil  # noqa: F401
import uvicorn  # noqa: F401

_MODULES = ("fcntl", "resource", "pwd", "grp", "termios", "pty")
_FUNCTIONS: tuple[tuple[Any, str], ...] = (
    (os, "fork getpgid geteuid getuid killpg pidfd_open pipe2 posix_spawn pwrite setsid sysconf"),
    (os, "sched_getaffinity sched_setaffinity O_CLOEXEC O_NOFOLLOW O_NONBLOCK POSIX_SPAWN_OPEN"),
    (signal, "SIGCHLD SIGCONT SIGHUP SIGKILL SIGSTOP pidfd_send_signal pthread_sigmask"),
    (select, "epoll poll"),
    (socket, "AF_UNIX"),
)


def take_away() -> None:
    """Leave what every system has."""
    for name in _MODULES:
        sys.modules[name] = None  # type: ignore[assignment]
    for module, names in _FUNCTIONS:
        for name in names.split():
            if hasattr(module, name):
                delattr(module, name)


def main() -> None:
    take_away()
    from plyground.cli.main import main as plyground

    plyground()


if __name__ == "__main__":
    main()
