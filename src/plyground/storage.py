"""Files: read with one-line errors, and written so that a kill leaves the old one or the new.

Everything that a person or a spec may name is read here: a pipe would make us wait for ever, and a
device has no end, so only regular files are read, and only up to a size.
"""

from __future__ import annotations

import contextlib
import io
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from plyground import system
from plyground.errors import PlygroundError, shown

LARGEST = 64 << 20  #: bytes of any file that we read


def read_bytes(
    path: str | os.PathLike[str],
    error: type[PlygroundError] = PlygroundError,
    *,
    largest: int = LARGEST,
) -> bytes:
    """Return what a file holds; raises ``error`` with the reason if it cannot be read."""
    with opened(path, error) as file:
        content = file.read(largest + 1)  # a file may grow after its size was asked for
    if len(content) > largest:
        raise error(f"{shown(path)}: cannot read: larger than {largest / (1 << 20):g} MB")
    return content


def read_text(
    path: str | os.PathLike[str],
    error: type[PlygroundError] = PlygroundError,
    *,
    largest: int = LARGEST,
) -> str:
    """Return the text that a file holds; raises ``error`` with the reason if it cannot be read."""
    content = read_bytes(path, error, largest=largest)
    with _reading(path, error), io.TextIOWrapper(io.BytesIO(content), encoding="utf-8") as text:
        return text.read()


@contextlib.contextmanager
def opened(
    path: str | os.PathLike[str], error: type[PlygroundError] = PlygroundError
) -> Iterator[io.BufferedReader]:
    """Open a regular file to read from it; raises ``error`` with the reason if that fails.

    Without waiting: a pipe would be opened when somebody writes to it, or never.
    """
    with (
        _reading(path, error),
        open(
            path, "rb", opener=lambda name, flags: os.open(name, flags | system.PLAIN_OPEN)
        ) as file,
    ):
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise error(f"{shown(path)}: cannot read: not a regular file")
        yield file


def _open(name: str, flags: int) -> int:
    return os.open(name, flags | system.PLAIN_OPEN)


def cache_folder() -> Path:
    """Return the folder for what can be made again: ``$PLYGROUND_CACHE``, or the usual one."""
    if own := os.environ.get("PLYGROUND_CACHE"):
        return Path(own).expanduser()
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "plyground"


@contextlib.contextmanager
def _reading(path: str | os.PathLike[str], error: type[PlygroundError]) -> Iterator[None]:
    try:
        yield
    except OSError as failure:
        raise error(f"{shown(path)}: cannot read: {failure.strerror}") from None
    except UnicodeDecodeError:
        raise error(f"{shown(path)}: cannot read: not UTF-8 text") from None
    except PlygroundError:
        raise
    except ValueError:  # the name holds a null character
        raise error(f"{shown(path)}: cannot read: not a file name") from None


def locked(path: Path, problem: str) -> int:
    """Take a file or folder for this process; the system gives it back when the process ends.

    Raises PlygroundError with the ``problem`` where another process has it. Close what is returned
    to give it back earlier.
    """
    with _reading(path, PlygroundError):
        handle = os.open(path, os.O_RDONLY | (0 if path.is_dir() else os.O_CREAT), 0o600)
    try:
        system.lock(handle)
    except OSError:
        os.close(handle)
        raise PlygroundError(f"{shown(path)}: {problem}") from None
    return handle


_PREFIX = ".plyground-"  # of files that are not whole yet


def is_left_over(path: Path) -> bool:
    """Whether a file was being written when its process was killed."""
    return path.name.startswith(_PREFIX)


def write_whole(
    path: str | os.PathLike[str], content: bytes, error: type[PlygroundError] = PlygroundError
) -> None:
    """Write a file wholly, or, if anything fails, not at all; raises ``error`` with the reason."""
    target = Path(path)
    temporary = target.parent / f"{_PREFIX}{os.urandom(8).hex()}"
    try:
        with open(temporary, "xb") as file:
            file.write(content)
        os.replace(temporary, target)
    except OSError as failure:
        raise error(f"{target}: cannot write: {failure.strerror}") from None
    finally:  # also after Ctrl-C; there is nothing to remove once it has its name
        with contextlib.suppress(OSError):
            temporary.unlink()
