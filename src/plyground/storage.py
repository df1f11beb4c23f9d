"""Files: read with one-line errors, and written so that a kill leaves the old one or the new."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from plyground.errors import PlygroundError, shown


MOST_MB = 64  #: of a file that is read as a whole, unless told otherwise
_MB = 2**20


def read_bytes(
    path: str | os.PathLike[str],
    error: type[PlygroundError] = PlygroundError,
    most_mb: int = MOST_MB,
) -> bytes:
    """Return what a file holds; raises ``error`` with the reason if it cannot be read.

    Only a regular file is read, and none that is larger than ``most_mb``: a pipe would make us wait
    for ever, and a device never ends.
    """
    with reading(path, error):
        # Opening a pipe waits for its other end unless told not to.
        with open(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise error(f"{shown(path)}: cannot read: not a regular file")
            content = b"" if status.st_size > most_mb * _MB else file.read(most_mb * _MB + 1)
        if max(status.st_size, len(content)) > most_mb * _MB:
            raise error(f"{shown(path)}: cannot read: larger than {most_mb} MB")
        return content


def read_text(
    path: str | os.PathLike[str],
    error: type[PlygroundError] = PlygroundError,
    most_mb: int = MOST_MB,
) -> str:
    """Return the text that a file holds; raises ``error`` with the reason if it cannot be read."""
    with reading(path, error):
        text = read_bytes(path, error, most_mb).decode()
    return text.replace("\r\n", "\n").replace("\r", "\n")


@contextlib.contextmanager
def reading(
    path: str | os.PathLike[str], error: type[PlygroundError] = PlygroundError
) -> Iterator[None]:
    """Turn what goes wrong with a file into one line."""
    try:
        yield
    except OSError as failure:
        raise error(f"{shown(path)}: cannot read: {failure.strerror}") from None
    except UnicodeDecodeError:
        raise error(f"{shown(path)}: cannot read: not UTF-8 text") from None
    except PlygroundError:
        raise
    except ValueError:  # with a null character, or with one that no encoding takes
        raise error(f"{shown(path)}: cannot read: no file can have this name") from None


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
