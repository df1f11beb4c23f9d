"""Run by path, where there is no sandbox: keeps an agent's processes together, and ends them all.

The keeper adopts whatever the agent's processes leave behind, so that nothing below it gets lost
by forking twice or by opening a session. When the agent ends, or the referee closes the pipe
``LEASH`` (also by dying), it kills everything below it. ``SHIELD`` is a system call filter for the
agent, in hexadecimal, that keeps it from killing the referee.

    python -I -S keeper.py LEASH SHIELD COMMAND...
"""

import ctypes
import os
import select
import signal
import sys

_SET_CHILD_SUBREAPER = 36
_SET_NO_NEW_PRIVS = 38
_SET_SECCOMP, _SECCOMP_FILTER = 22, 2
_PAUSE = 0.001


def main() -> int:
    """Start the command, and return its exit code when everything is over."""
    leash, shield, command = int(sys.argv[1]), bytes.fromhex(sys.argv[2]), sys.argv[3:]
    ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    wake_read, wake_write = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
    signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    agent = os.fork()
    if agent == 0:
        os.close(leash)
        os.setsid()
        _put_on(shield)
        try:
            os.execvp(command[0], command)
        except OSError as error:
            os.write(2, f"cannot start {command[0]}: {error.strerror}\n".encode())
        os._exit(127)
    for descriptor in (0, 1, 2):
        os.close(descriptor)
    code = _wait(agent, leash, wake_read)
    while _kill_children():
        select.select([], [], [], _PAUSE)
        _reap(agent)
    return code


def _put_on(shield: bytes) -> None:
    """Load a filter that this process and all below it keep for good."""

    class Filter(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))

    prctl = ctypes.CDLL(None).prctl
    prctl(_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if shield:
        loaded = Filter(len(shield) // 8, shield)
        prctl(_SET_SECCOMP, _SECCOMP_FILTER, ctypes.byref(loaded), 0, 0)


def _wait(agent: int, leash: int, wake: int) -> int:
    """Wait for the end of the agent or of the leash; returns the exit code."""
    while True:
        ready, _, _ = select.select([leash, wake], [], [])
        if leash in ready:
            return 128 + signal.SIGKILL
        os.read(wake, 4096)
        if (code := _reap(agent)) is not None:
            return code


def _reap(agent: int) -> int | None:
    """Collect the dead; returns the agent's exit code if it is among them."""
    code = None
    try:
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            if ended[0] == agent:
                status = os.waitstatus_to_exitcode(ended[1])
                code = status if status >= 0 else 128 - status
    except ChildProcessError:
        pass
    return code


def _kill_children() -> bool:
    """Kill the processes directly below; theirs come to us, and are next."""
    with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
        children = [int(pid) for pid in file.read().split()]
    for pid in children:
        os.kill(pid, signal.SIGKILL)
    return bool(children)


if __name__ == "__main__":
    sys.exit(main())
