"""Beasts that reach for what is not theirs. They all play on: what they try is refused."""

from __future__ import annotations

import ctypes
import fcntl
import os
import pty
import socket
from pathlib import Path
from typing import Any

from tests.support.beasts.common import attempt, beast, first, tell

LIBC = ctypes.CDLL(None, use_errno=True)


def call(name: str, *words: Any) -> None:
    """Call a function of the C library that returns a negative number for an error."""
    if getattr(LIBC, name)(*words) < 0:
        raise OSError(ctypes.get_errno(), name)


@beast("end", unseen="DONE")
def tunes_the_kernel(position: Any, _clock: Any) -> Any:
    """Writes to the kernel's settings."""
    for path in (
        "/proc/sys/vm/swappiness", "/proc/sys/kernel/hostname", "/proc/sys/kernel/core_pattern",
        "/proc/sysrq-trigger", "/sys/power/state", "/proc/sys/kernel/panic",
    ):  # fmt: skip
        attempt(path, os.open, path, os.O_WRONLY)
    return first(position)


@beast("end", seen="Seccomp:\t2", unseen="DONE")
def traces(position: Any, _clock: Any) -> Any:
    """Takes over the only other process of its sandbox, which can do no more than itself."""
    attempt("ptrace", lambda: call("ptrace", 16, os.getppid(), 0, 0))
    tell("Seccomp" + Path("/proc/1/status").read_text().partition("Seccomp")[2][:4])
    return first(position)


@beast("end", unseen="DONE")
def mounts(position: Any, _clock: Any) -> Any:
    """Changes its view of the file system."""
    attempt("mount", lambda: call("mount", b"none", b"/tmp", b"tmpfs", 0, 0))
    attempt("umount", lambda: call("umount", b"/tmp"))
    attempt("chroot", lambda: os.chroot("/tmp"))
    attempt("unshare", lambda: call("unshare", 0x10000000))
    attempt("device", lambda: os.mknod("/tmp/disk", 0o60600, os.makedev(8, 0)))
    return first(position)


@beast("end", unseen="DONE")
def becomes_somebody(position: Any, _clock: Any) -> Any:
    """Takes another identity."""
    attempt("root", lambda: os.setuid(0))
    attempt("nobody", lambda: os.setresuid(1, 1, 1))
    attempt("group", lambda: os.setgroups([0, 1, 2]))
    attempt("name", lambda: socket.sethostname("mine"))
    return first(position)


@beast("end", unseen="DONE")
def calls_home(position: Any, _clock: Any) -> Any:
    """Uses the network."""

    def send(family: int, address: Any) -> None:
        with socket.socket(family, socket.SOCK_DGRAM) as line:
            line.settimeout(0.1)
            line.sendto(b"all your moves", address)

    attempt("internet", lambda: send(socket.AF_INET, ("127.0.0.1", 53)))
    attempt("internet 6", lambda: send(socket.AF_INET6, ("::1", 53)))
    attempt("names", lambda: socket.getaddrinfo("localhost.example", 80))
    attempt("machine", lambda: socket.create_connection(("127.0.0.1", 22), 0.1))
    attempt("virtual", lambda: socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM))
    attempt("raw", lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW))
    attempt("docker", lambda: unix("/var/run/docker.sock"))
    attempt("bus", lambda: unix("/run/dbus/system_bus_socket"))
    return first(position)


def unix(path: str) -> None:
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(path)


def secret_in(path: Path) -> str | None:
    """Return what nobody should see of a file, if it is there."""
    text = path.read_text()
    return "the cake" if "root:" in text or "the cake is" in text else None


@beast("end", unseen="the cake")
def reads_its_neighbours(position: Any, _clock: Any) -> Any:
    """Looks for the files of others: beside its folder, at home, and in the system."""
    here = Path(__file__).resolve().parent
    for folder in (here.parent, here.parent.parent, Path("/home"), Path("/root"), Path("/var")):
        for path in list(folder.rglob("*"))[:500]:
            if path.suffix == ".txt":
                attempt(str(path), secret_in, path)
    attempt("passwords", secret_in, Path("/etc/shadow"))
    return first(position)


@beast("end", unseen="the cake")
def follows_links(position: Any, _clock: Any) -> Any:
    """Makes links that lead out, and follows those that lie beside it."""
    here = Path(__file__).resolve().parent
    for number, target in enumerate((here.parent / "secret.txt", Path("/etc/shadow"))):
        link = Path(f"/tmp/link{number}")
        if not link.is_symlink():
            link.symlink_to(target)
        attempt(str(target), secret_in, link)
    for path in here.iterdir():
        if path.is_symlink():
            attempt(path.name, secret_in, path)
    return first(position)


@beast("end", unseen="DONE")
def changes_its_own_files(position: Any, _clock: Any) -> Any:
    """Changes the files that it was made of, and ours."""
    import plyground

    for path in (Path(__file__), Path(plyground.__file__), Path("/usr/bin/env")):
        attempt(path.name, path.write_text, "changed")
        attempt(f"mode of {path.name}", path.chmod, 0o777)
        attempt(f"name of {path.name}", path.rename, f"{path}.old")
    return first(position)


@beast("end", unseen="DONE")
def types_for_the_owner(position: Any, _clock: Any) -> Any:
    """Puts a command into somebody's terminal."""

    def type_in(terminal: int) -> None:
        for character in b"reboot\n":
            fcntl.ioctl(terminal, 0x5412, bytes([character]))

    attempt("its own", lambda: type_in(2))
    attempt("the owner's", lambda: type_in(os.open("/dev/tty", os.O_RDWR)))
    attempt("another", lambda: type_in(pty.openpty()[1]))
    return first(position)


@beast("end", unseen="hush")
def reads_secrets(position: Any, _clock: Any) -> Any:
    """Reads all environments that it finds."""
    tell(dict(os.environ))
    for path in Path("/proc").glob("[0-9]*/environ"):
        attempt(str(path), path.read_bytes)
    return first(position)
