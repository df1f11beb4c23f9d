"""The memory that processes use, read from /proc: private pages, and files that live in memory.

Pages of programs and libraries do not count: the system can drop them, and others share them.
Files in memory are those without a name (memfd, shared pages) and those on a tmpfs. They take their
room whether or not a process has them mapped, so they are counted by what is open, and in a sandbox
by how full its own file systems are.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from plyground.arena.sandbox.tree import read

_MB = 2**20
_BLOCK = 512  # bytes, in which stat counts
_IN_MEMORY = ("tmpfs", "ramfs")
_RESIDENT = ("RssAnon", "RssShmem", "VmSwap")
_MAPPING = re.compile(r"\n(?=[0-9a-f]+-[0-9a-f]+ )")
_HEADER = re.compile(r"[0-9a-f]+-[0-9a-f]+ \S+ \S+ ([0-9a-f]+):([0-9a-f]+) ([0-9]+)")

_File = tuple[int, int]  # device and inode


@dataclass
class _Devices:
    """The file systems that live in memory, as an agent sees them."""

    shared: set[int] = field(default_factory=set)  #: used by others, too: open files count
    own: dict[int, str] = field(default_factory=dict)  #: with a path: all that is in them counts


def rough_mb(pids: Collection[int], scratch: int | None) -> float:
    """Return an upper bound, in which memory that processes share counts for each of them.

    ``scratch`` is a process in whose sandbox all file systems in memory are the agent's own.
    """
    if not pids:  # as everywhere but on Linux
        return 0.0
    devices = _devices(pids, scratch)
    private = sum(_bytes(read(f"/proc/{pid}/status"), _RESIDENT) for pid in pids)
    return (private + sum(_open_files(pids, devices).values()) + _filled(devices)) / _MB


def exact_mb(pids: Collection[int], scratch: int | None) -> float:
    """Return the memory in which every page counts once; slow, but just."""
    devices = _devices(pids, scratch)
    files = _open_files(pids, devices)
    total = sum(files.values()) + _filled(devices)
    for pid in pids:
        total += _bytes(read(f"/proc/{pid}/smaps_rollup"), ("Pss_Anon", "SwapPss"))
        total += sum(
            size
            for file, size in _mapped_files(pid)
            if file[0] in devices.shared and file not in files
        )
    return total / _MB


@functools.cache
def _nameless() -> int:
    """Return the device on which the kernel keeps files in memory that have no name."""
    file = os.memfd_create("probe")
    try:
        return os.fstat(file).st_dev
    finally:
        os.close(file)


def _devices(pids: Collection[int], scratch: int | None) -> _Devices:
    found = _Devices({_nameless()})
    for pid in [scratch] if scratch is not None else list(pids)[:1]:
        for line in read(f"/proc/{pid}/mountinfo").splitlines():
            words = line.split()
            if words[words.index("-") + 1] not in _IN_MEMORY:
                continue
            device = os.makedev(*map(int, words[2].split(":")))
            if scratch is None:
                found.shared.add(device)
            else:
                found.own[device] = f"/proc/{pid}/root{words[4]}"
    return found


def _filled(devices: _Devices) -> int:
    """Return the bytes in file systems of the agent's own."""
    total = 0
    for path in devices.own.values():
        with suppress(OSError):
            state = os.statvfs(path)
            total += (state.f_blocks - state.f_bfree) * state.f_frsize
    return total


def _open_files(pids: Collection[int], devices: _Devices) -> dict[_File, int]:
    """Return the bytes of each file in memory that a process has open."""
    found: dict[_File, int] = {}
    for pid in pids:
        folder = f"/proc/{pid}/fd"
        try:
            numbers = os.listdir(folder)
        except OSError:
            continue
        for number in numbers:
            with suppress(OSError):
                state = os.stat(f"{folder}/{number}")
                if state.st_dev in devices.shared:
                    found[state.st_dev, state.st_ino] = state.st_blocks * _BLOCK
    return found


def _mapped_files(pid: int) -> Iterator[tuple[_File, int]]:
    """Yield the bytes of each mapped file that this process accounts for, by its fair share."""
    for mapping in _MAPPING.split(read(f"/proc/{pid}/smaps")):
        head = _HEADER.match(mapping)
        if head is not None and head[3] != "0":
            device = os.makedev(int(head[1], 16), int(head[2], 16))
            # Private copies of its pages are no longer the file's.
            share = _bytes(mapping, ("Pss",)) - _bytes(mapping, ("Anonymous",))
            yield (device, int(head[3])), max(share, 0)


def _bytes(text: str, names: Collection[str]) -> int:
    """Sum the lines of these names, which are in kB."""
    total = 0
    for line in text.splitlines():
        name, _, value = line.partition(":")
        if name in names:
            total += int(value.split()[0]) << 10
    return total
