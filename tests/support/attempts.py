"""Run in the sandbox: tries what no agent needs, and prints what came of it, as one line of JSON.

    python attempts.py

Each attempt ends as ``ok``, or as the name of the error.
"""

import ctypes
import errno
import json
import os
import socket
import struct
import sys
from collections.abc import Callable

LIBC = ctypes.CDLL(None, use_errno=True)
SYSCALLS = {
    "x86_64": {
        "mount": 165, "umount": 166, "pivot_root": 155, "ptrace": 101, "keyctl": 250, "bpf": 321,
        "perf": 298, "unshare": 272, "setns": 308, "shmget": 29, "semget": 64, "msgget": 68,
        "memfd": 319, "io_uring": 425, "userfaultfd": 323, "process_vm_readv": 310,
        "open_by_handle": 304, "clone3": 435, "x32_getpid": 0x40000000 + 39,
    },
    "aarch64": {
        "mount": 40, "umount": 39, "pivot_root": 41, "ptrace": 117, "keyctl": 219, "bpf": 280,
        "perf": 241, "unshare": 97, "setns": 268, "shmget": 194, "semget": 190, "msgget": 186,
        "memfd": 279, "io_uring": 425, "userfaultfd": 282, "process_vm_readv": 270,
        "open_by_handle": 265, "clone3": 435,
    },
}[os.uname().machine]  # fmt: skip
NEW_USER = 0x10000000
TIOCSTI = 0x5412


def call(name: str, *words: object) -> None:
    """Make a system call."""
    if LIBC.syscall(SYSCALLS[name], *words) < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def write(path: str) -> None:
    """Write to a file what stands in it."""
    with open(path) as file:
        held = file.read()
    with open(path, "w") as file:
        file.write(held)


def vfork_in_new_namespace() -> None:
    if LIBC.syscall(56 if os.uname().machine == "x86_64" else 220, NEW_USER | 17, 0, 0, 0, 0) < 0:
        raise OSError(ctypes.get_errno(), "clone")


def type_for_the_owner() -> None:
    import fcntl
    import pty

    _, terminal = pty.openpty()
    fcntl.ioctl(terminal, TIOCSTI, b"x")


ATTEMPTS: dict[str, Callable[[], object]] = {
    "write /proc/sys": lambda: write("/proc/sys/vm/swappiness"),
    "write /proc/sysrq-trigger": lambda: open("/proc/sysrq-trigger", "w").close(),
    "write /sys": lambda: open("/sys/power/state", "w").close(),
    "write /": lambda: os.mkdir("/new"),
    "write /usr": lambda: os.mkdir("/usr/new"),
    "write /dev": lambda: os.mkdir("/dev/new"),
    "write its folder": lambda: open(f"{os.getcwd()}/new", "w").close(),
    "chmod its folder": lambda: os.chmod(os.getcwd(), 0o777),
    "write its scratch": lambda: open("/tmp/new", "w").close(),
    "become root": lambda: os.setresuid(0, 0, 0),
    "mount": lambda: call("mount", b"none", b"/tmp", b"tmpfs", 0, 0),
    "umount": lambda: call("umount", b"/tmp", 0),
    "pivot_root": lambda: call("pivot_root", b"/tmp", b"/tmp"),
    "ptrace": lambda: call("ptrace", 16, 1, 0, 0),
    "process_vm_readv": lambda: call("process_vm_readv", os.getpid(), 0, 0, 0, 0, 0),
    "keyctl": lambda: call("keyctl", 0, -3, 0),
    "bpf": lambda: call("bpf", 0, struct.pack("IIII", 2, 4, 4, 1), 16),
    "perf": lambda: call("perf", bytes(120), 0, -1, -1, 0),
    "unshare": lambda: call("unshare", NEW_USER),
    "clone": vfork_in_new_namespace,
    "clone3": lambda: call("clone3", 0, 0),
    "setns": lambda: call("setns", 0, 0),
    "shmget": lambda: call("shmget", 0, 4096, 0o1600),
    "semget": lambda: call("semget", 0, 1, 0o1600),
    "msgget": lambda: call("msgget", 0, 0o1600),
    "memfd": lambda: call("memfd", b"name", 0),
    "io_uring": lambda: call("io_uring", 1, bytes(120)),
    "userfaultfd": lambda: call("userfaultfd", 1),
    "open_by_handle": lambda: call("open_by_handle", 0, bytes(16), 0),
    "AF_INET": lambda: socket.socket(socket.AF_INET),
    "AF_INET6": lambda: socket.socket(socket.AF_INET6),
    "AF_NETLINK": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW),
    "AF_PACKET": lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW),
    "AF_VSOCK": lambda: socket.socket(socket.AF_VSOCK),
    "AF_ALG": lambda: socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET),
    "AF_UNIX": socket.socketpair,
    "TIOCSTI": type_for_the_owner,
}
if "x32_getpid" in SYSCALLS:
    ATTEMPTS["x32"] = lambda: call("x32_getpid")


def outcome(attempt: Callable[[], object]) -> str:
    """Say how an attempt ends."""
    try:
        attempt()
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, str(error))
    return "ok"


def main() -> None:
    """Try everything."""
    told: dict[str, object] = {name: outcome(one) for name, one in ATTEMPTS.items()}
    with open("/proc/self/status") as file:
        status = dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
    told |= {"status": {name: status[name] for name in ("Uid", "Gid", "CapEff", "NoNewPrivs")}}
    told["groups"] = os.getgroups()
    print(json.dumps(told), flush=True)
    sys.stdin.readline()


if __name__ == "__main__":
    main()
