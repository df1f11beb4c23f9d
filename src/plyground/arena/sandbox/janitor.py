"""Control groups that nobody needs any more: their processes killed, their folders removed.

Every process that makes groups starts this file once, by its path. It waits for the end of that
process, however it comes, and removes the groups it has left: a frozen process of version 1 cannot
even be killed before somebody thaws it.

    python -I -S janitor.py PID FOLDER...
"""

import os
import secrets
import select
import signal
import sys
import time
from collections.abc import Iterable

_PREFIX = "plyground"
_PAUSE, _PATIENCE = 0.002, 5.0
# How the two versions freeze a group: the file, and what is written to it.
_FREEZERS = {"freezer.state": (b"THAWED", b"FROZEN"), "cgroup.freeze": (b"0", b"1")}


def fresh_name() -> str:
    """Return a name for a group of this process, from which others can see whose it is."""
    return f"{_PREFIX}-{os.getpid()}-{_namespace()}-{secrets.token_hex(4)}"


def _namespace() -> str:
    """Return what tells our process numbers from those inside a container."""
    try:
        return f"{os.stat('/proc/self/ns/pid').st_ino:x}"
    except OSError:
        return "0"


def sweep(parents: Iterable[str]) -> None:
    """Remove the groups whose processes have ended without doing so."""
    groups: dict[str, list[str]] = {}
    for parent in parents:
        for name in _names(parent):
            groups.setdefault(name, []).append(os.path.join(parent, name))
    for folders in groups.values():
        end(folders)


def _names(parent: str) -> Iterable[str]:
    try:
        names = os.listdir(parent)
    except OSError:
        return
    for name in names:
        prefix, _, rest = name.partition("-")
        owner, _, rest = rest.partition("-")
        is_ours = prefix == _PREFIX and owner.isdigit() and rest.startswith(f"{_namespace()}-")
        if is_ours and not _is_alive(int(owner)):
            yield name


def _is_alive(pid: int) -> bool:
    """Whether a process runs; a dead one may wait long for its parent to notice."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            # The name of the program, in brackets, may hold anything.
            return file.read().rpartition(") ")[2][:1] not in ("Z", "X", "x", "")
    except OSError:
        return False


def end(folders: Iterable[str]) -> None:
    """Kill what is in a group, and remove its folders, one for each tree that it is in."""
    left = set(folders)
    deadline = time.monotonic() + _PATIENCE
    while left and time.monotonic() < deadline:
        kill(left)
        for folder in tuple(left):
            if _is_removed(folder):
                left.discard(folder)
        if left:
            time.sleep(_PAUSE)


def kill(folders: Iterable[str]) -> None:
    """Kill every process in a group, also those that fork meanwhile."""
    set_frozen(folders, frozen=True)  # a frozen process cannot fork; it dies when it is thawed
    for pid in processes(folders):
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            continue
    set_frozen(folders, frozen=False)


def processes(folders: Iterable[str]) -> set[int]:
    """List the processes in a group."""
    found: set[int] = set()
    for folder in folders:
        try:
            with open(f"{folder}/cgroup.procs", encoding="ascii") as file:
                # Those that we cannot see, being in a container, are called 0.
                found.update(pid for pid in map(int, file.read().split()) if pid)
        except OSError:
            continue
    return found


def set_frozen(folders: Iterable[str], *, frozen: bool) -> None:
    """Let no process of a group run, or all of them again."""
    for folder in folders:
        for name, words in _FREEZERS.items():
            try:
                file = os.open(f"{folder}/{name}", os.O_WRONLY)
            except OSError:
                continue
            try:
                os.write(file, words[frozen])
            except OSError:
                pass
            finally:
                os.close(file)


def _is_removed(folder: str) -> bool:
    try:
        os.rmdir(folder)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def main() -> None:
    """Wait for the end of the process that has started us, and clean up behind it."""
    owner, parents = int(sys.argv[1]), sys.argv[2:]
    try:
        watched = os.pidfd_open(owner)
    except OSError:
        watched = None  # it has ended before we could look
    if watched is not None and os.getppid() == owner:
        poll = select.poll()
        poll.register(watched, select.POLLIN)
        poll.poll()
    sweep(parents)


if __name__ == "__main__":
    main()
