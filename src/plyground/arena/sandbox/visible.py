"""What an agent sees of the file system, as arguments of bubblewrap: everything is read-only.

Files are shown where they lie. An agent of root's runs under another id, to which files that only
root may read are closed: these are copied into the sandbox, and folders are made anew there.
"""

from __future__ import annotations

import glob
import os
import stat
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import plyground
from plyground import _core
from plyground.errors import PlygroundError, shown

# Of /etc, only what programs need to start: much of the rest is private.
_ETC = (
    "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives",
    "/etc/localtime", "/etc/nsswitch.conf", "/etc/java*",
)  # fmt: skip
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_MOST_ENTRIES = 5000  # in a folder, that are looked at
_MOST_COPIES, _MOST_COPIED_MB = 200, 64


class Visible:
    """Collects arguments that show files, and the descriptors from which bubblewrap copies."""

    def __init__(self, *, as_other: bool) -> None:
        self.words: list[str] = []
        self.descriptors: list[int] = []
        self._as_other = as_other
        self._copied = 0

    def add_system(self) -> None:
        """Show the system's programs and libraries."""
        for name in _SYSTEM:
            if os.path.islink(name):
                self.words += ("--symlink", os.readlink(name), name)
            elif os.path.isdir(name):
                self._bind(name)

    def add(self, paths: Iterable[Path]) -> None:
        """Show our own Python, and the files and folders of an agent."""
        ours = our_own()
        wanted = {path for path in paths if not any(path.is_relative_to(own) for own in ours)}
        every = sorted(path for path in ours | wanted if not path.is_relative_to("/usr"))
        # Bubblewrap makes the folders above a file, but for their owner only.
        for above in sorted({parent for path in every for parent in path.parents[:-1]}):
            self._make(str(above))
        for path in every:
            if path in wanted and self._as_other:
                self._show(str(path))
            else:
                self._bind(str(path))

    def hide(self, paths: Iterable[Path]) -> None:
        """Put nothing in the place of files that were shown with their folder."""
        for path in paths:
            if path.is_dir():
                self.words += ("--perms", "0555", "--tmpfs", str(path), "--remount-ro", str(path))
            elif path.exists():
                empty = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)
                self.descriptors.append(empty)
                self.words += ("--perms", "0444", "--ro-bind-data", str(empty), str(path))

    def _bind(self, path: str) -> None:
        self.words += ("--ro-bind", path, path)

    def _make(self, folder: str) -> None:
        self.words += ("--perms", "0755", "--dir", folder)

    def _show(self, path: str) -> None:
        """Show a file or folder to another id than its owner's."""
        found = os.lstat(path)
        if stat.S_ISLNK(found.st_mode):
            self.words += ("--symlink", os.readlink(path), path)
        elif _is_open(path, found, [_MOST_ENTRIES]):
            self._bind(path)
        elif stat.S_ISDIR(found.st_mode):
            self._make(path)
            for name in sorted(os.listdir(path)):
                with suppress(FileNotFoundError):  # it has been removed meanwhile
                    self._show(os.path.join(path, name))
        elif stat.S_ISREG(found.st_mode):
            self._copy(path, found)

    def _copy(self, path: str, found: os.stat_result) -> None:
        self._copied += found.st_size
        if len(self.descriptors) >= _MOST_COPIES or self._copied > _MOST_COPIED_MB << 20:
            folder = shown(Path(path).parent)
            raise PlygroundError(
                f"only root can read the files in {folder}, and agents do not run as root; "
                f"make them readable: chmod -R a+rX {folder}"
            )
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        self.descriptors.append(descriptor)
        mode = "0555" if found.st_mode & stat.S_IXUSR else "0444"
        self.words += ("--perms", mode, "--file", str(descriptor), path)


def our_own() -> set[Path]:
    """Return the folders of our own Python, and what programs need of /etc."""
    own = {Path(sys.prefix), Path(sys.base_prefix), Path(plyground.__file__).parent}
    if _core.__file__:
        own.add(Path(_core.__file__).parent)
    return own | {Path(name) for pattern in _ETC for name in glob.glob(pattern)}


def is_shown(path: Path) -> bool:
    """Whether every agent sees a file: one of the system's, or of our own Python."""
    return any(path.is_relative_to(one) for one in {*map(Path, _SYSTEM), *our_own()})


def _is_open(path: str, found: os.stat_result, left: list[int]) -> bool:
    """Whether everybody may read a file, or a folder with everything in it."""
    left[0] -= 1
    if stat.S_ISLNK(found.st_mode) or left[0] < 0:
        return True
    if not stat.S_ISDIR(found.st_mode):
        return bool(found.st_mode & stat.S_IROTH)
    if found.st_mode & 0o5 != 0o5:
        return False
    with os.scandir(path) as entries:
        return all(_is_open(e.path, e.stat(follow_symlinks=False), left) for e in entries)
