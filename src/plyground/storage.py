"""Writing files so that a failure, or a kill at any moment, leaves the old file or the new one."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from plyground.errors import PlygroundError

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
