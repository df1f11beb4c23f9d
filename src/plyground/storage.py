"""Files: read with one-line errors, and written so that a kill leaves the old one or the new."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from plyground.errors import PlygroundError, shown


def read_bytes(path: str | os.PathLike[str], error: type[PlygroundError] = PlygroundError) -> bytes:
    """Return what a file holds; raises ``error`` with the reason if it cannot be read."""
    with _reading(path, error):
        return Path(path).read_bytes()


def read_text(path: str | os.PathLike[str], error: type[PlygroundError] = PlygroundError) -> str:
    """Return the text that a file holds; raises ``error`` with the reason if it cannot be read."""
    with _reading(path, error):
        return Path(path).read_text(encoding="utf-8")


@contextlib.contextmanager
def _reading(path: str | os.PathLike[str], error: type[PlygroundError]) -> Iterator[None]:
    try:
        yield
    except OSError as failure:
        raise error(f"{shown(path)}: cannot read: {failure.strerror}") from None
    except UnicodeDecodeError:
        raise error(f"{shown(path)}: cannot read: not UTF-8 text") from None


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
