"""A seccomp filter for external players: system calls that no player needs are refused.

The filter is a classic BPF program that bubblewrap loads before it starts the player. It allows
what it does not name: runtimes differ, and a new system call that a libc tries must not end a
player. What it names is refused with an error that programs understand, so that a player which only
probes for a feature goes on without it.

    load architecture ── foreign? ── kill
    load number ── for each rule: equal? ── (look at an argument) ── return its error
    allow
"""

from __future__ import annotations

import errno
import os
import platform
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16  # offsets into struct seccomp_data
_ALLOW, _ERROR, _KILL_PROCESS = 0x7FFF0000, 0x00050000, 0x80000000
_X32 = 0x40000000  # system calls of the x32 ABI, which would pass a filter for x86-64

_WORD = 0xFFFFFFFF
_MOST_SHIELDED = 32  # processes: a jump of a filter reaches 255 steps
_AF_UNIX = 1
_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C  # typing into a terminal for its owner
_NEW_NAMESPACES = (
    0x7E020080  # CLONE_NEW… of mounts, cgroups, UTS, IPC, users, processes, network, time
)


@dataclass(frozen=True)
class _Machine:
    """How an architecture numbers itself and its system calls."""

    audit: int
    calls: dict[str, int]
    signals: dict[str, int]  #: calls that reach a process by its number, their first argument


# Numbers of the refused system calls; both tables name the same calls (x86-64 has a few more).
_X86_64 = _Machine(
    0xC000003E,
    {
        "socket": 41, "socketpair": 53, "clone": 56, "clone3": 435, "ioctl": 16, "unshare": 272,
        "setns": 308, "mount": 165, "umount2": 166, "pivot_root": 155, "chroot": 161,
        "open_tree": 428, "move_mount": 429, "fsopen": 430, "fsconfig": 431, "fsmount": 432,
        "fspick": 433, "mount_setattr": 442, "ptrace": 101, "process_vm_readv": 310,
        "process_vm_writev": 311, "kcmp": 312, "pidfd_getfd": 438, "process_madvise": 440,
        "keyctl": 250, "add_key": 248, "request_key": 249, "bpf": 321, "perf_event_open": 298,
        "userfaultfd": 323, "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427,
        "memfd_create": 319, "memfd_secret": 447, "shmget": 29, "shmat": 30, "shmctl": 31,
        "semget": 64, "semop": 65, "msgget": 68, "msgsnd": 69, "mq_open": 240, "init_module": 175,
        "finit_module": 313, "delete_module": 176, "kexec_load": 246, "kexec_file_load": 320,
        "reboot": 169, "swapon": 167, "swapoff": 168, "acct": 163, "quotactl": 179, "syslog": 103,
        "settimeofday": 164, "clock_settime": 227, "adjtimex": 159, "clock_adjtime": 305,
        "sethostname": 170, "setdomainname": 171, "name_to_handle_at": 303,
        "open_by_handle_at": 304, "fanotify_init": 300, "lookup_dcookie": 212, "vhangup": 153,
        "iopl": 172, "ioperm": 173, "modify_ldt": 154, "uselib": 134, "nfsservctl": 180,
        "quotactl_fd": 443,
    },
    {
        "kill": 62, "tkill": 200, "tgkill": 234, "rt_sigqueueinfo": 129, "rt_tgsigqueueinfo": 297,
        "pidfd_open": 434, "prlimit64": 302,
    },
)  # fmt: skip
_AARCH64 = _Machine(
    0xC00000B7,
    {
        "socket": 198, "socketpair": 199, "clone": 220, "clone3": 435, "ioctl": 29, "unshare": 97,
        "setns": 268, "mount": 40, "umount2": 39, "pivot_root": 41, "chroot": 51,
        "open_tree": 428, "move_mount": 429, "fsopen": 430, "fsconfig": 431, "fsmount": 432,
        "fspick": 433, "mount_setattr": 442, "ptrace": 117, "process_vm_readv": 270,
        "process_vm_writev": 271, "kcmp": 272, "pidfd_getfd": 438, "process_madvise": 440,
        "keyctl": 219, "add_key": 217, "request_key": 218, "bpf": 280, "perf_event_open": 241,
        "userfaultfd": 282, "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427,
        "memfd_create": 279, "memfd_secret": 447, "shmget": 194, "shmat": 196, "shmctl": 195,
        "semget": 190, "semop": 193, "msgget": 186, "msgsnd": 189, "mq_open": 180,
        "init_module": 105, "finit_module": 273, "delete_module": 106, "kexec_load": 104,
        "kexec_file_load": 294, "reboot": 142, "swapon": 224, "swapoff": 225, "acct": 89,
        "quotactl": 60, "syslog": 116, "settimeofday": 170, "clock_settime": 112, "adjtimex": 171,
        "clock_adjtime": 266, "sethostname": 161, "setdomainname": 162, "name_to_handle_at": 264,
        "open_by_handle_at": 265, "fanotify_init": 262, "lookup_dcookie": 18, "vhangup": 58,
        "quotactl_fd": 443,
    },
    {
        "kill": 129, "tkill": 130, "tgkill": 131, "rt_sigqueueinfo": 138, "rt_tgsigqueueinfo": 240,
        "pidfd_open": 434, "prlimit64": 261,
    },
)  # fmt: skip
_MACHINES = {"x86_64": _X86_64, "aarch64": _AARCH64}

# Told as missing, not as forbidden: a libc then falls back to what the filter can look into.
_MISSING = frozenset({
    "clone3", "memfd_create", "memfd_secret", "io_uring_setup", "io_uring_enter",
    "io_uring_register", "userfaultfd", "mq_open",
})  # fmt: skip


def program(machine: str | None = None) -> bytes | None:
    """Return the filter for an architecture, this one if none is given; None if it is unknown.

    >>> len(program("x86_64")) % 8, program("vax")
    (0, None)
    """
    known = _MACHINES.get(machine or platform.machine())
    if known is None:
        return None
    rules = [step for name, number in known.calls.items() for step in _rule(name, number)]
    return _whole(known, rules, foreign=_KILL_PROCESS)


def shield(pids: Iterable[int]) -> bytes | None:
    """Return a filter under which no signal reaches these processes, nor all at once.

    It is for agents without a sandbox, which may do everything else.
    """
    known = _MACHINES.get(platform.machine())
    if known is None:
        return None
    targets = {-1 & _WORD}
    for pid in islice(pids, _MOST_SHIELDED):
        targets |= {pid, -pid & _WORD, -os.getpgid(pid) & _WORD}
    look = [_step(_LOAD, _argument(0))]
    for target in sorted(targets):
        look += [_step(_EQUAL, target, otherwise=1), _refuse(errno.EPERM)]
    rules = []
    for number in known.signals.values():
        rules += _when_called(number, [*look, _step(_RETURN, _ALLOW)])
    for name in ("ptrace", "process_vm_writev"):
        rules += _rule(name, known.calls[name])
    return _whole(known, rules, foreign=_ALLOW)


def _whole(known: _Machine, rules: list[bytes], foreign: int) -> bytes:
    """Return a program of rules; ``foreign`` is what other architectures' calls lead to."""
    code = [
        _step(_LOAD, _ARCHITECTURE),
        _step(_EQUAL, known.audit, then=1),
        _step(_RETURN, foreign),
        _step(_LOAD, _NUMBER),
    ]
    if known is _X86_64:
        code += [_step(_AT_LEAST, _X32, otherwise=1), _refuse(errno.ENOSYS)]
    return b"".join([*code, *rules, _step(_RETURN, _ALLOW)])


def _rule(name: str, number: int) -> list[bytes]:
    """Return the steps that refuse one system call, or some of its uses."""
    if name in ("socket", "socketpair"):  # a family that stays in the sandbox
        return _when_called(number, [
            _step(_LOAD, _argument(0)), _step(_EQUAL, _AF_UNIX, then=1),
            _refuse(errno.EAFNOSUPPORT), _step(_RETURN, _ALLOW),
        ])  # fmt: skip
    if name == "clone":
        return _when_called(number, [
            _step(_LOAD, _argument(0)), _step(_ANY_BIT, _NEW_NAMESPACES, otherwise=1),
            _refuse(errno.EPERM), _step(_RETURN, _ALLOW),
        ])  # fmt: skip
    if name == "ioctl":
        return _when_called(number, [
            _step(_LOAD, _argument(1)), _step(_EQUAL, _TIOCSTI, then=1),
            _step(_EQUAL, _TIOCLINUX, otherwise=1), _refuse(errno.EPERM), _step(_RETURN, _ALLOW),
        ])  # fmt: skip
    return _when_called(number, [_refuse(errno.ENOSYS if name in _MISSING else errno.EPERM)])


def _when_called(number: int, steps: list[bytes]) -> list[bytes]:
    return [_step(_EQUAL, number, otherwise=len(steps)), *steps]


def _argument(index: int) -> int:
    """Return the offset of an argument's lower half (both architectures are little-endian)."""
    return _FIRST_ARGUMENT + 8 * index


def _refuse(error: int) -> bytes:
    return _step(_RETURN, _ERROR | error)


def _step(code: int, value: int, then: int = 0, otherwise: int = 0) -> bytes:
    """Return one instruction; the jumps count the steps to leave out."""
    return struct.pack("=HBBI", code, then, otherwise, value)


def open_filter() -> int | None:
    """Return a descriptor to read the filter from; None where there is no filter."""
    code = program()
    if code is None:
        return None
    read, write = os.pipe()
    os.write(write, code)  # a few hundred bytes: a pipe holds 64 kB
    os.close(write)
    return read
