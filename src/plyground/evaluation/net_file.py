"""What all files of networks share: a line of JSON that says what it is, then plain numbers."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from plyground.errors import PlygroundError, shown

N = TypeVar("N")


def joined(header: Mapping[str, Any], numbers: bytes) -> bytes:
    """Return the content of a file."""
    return json.dumps(header, ensure_ascii=False).encode() + b"\n" + numbers


def parted(content: bytes, kind: tuple[str, int], where: str, missing: str) -> tuple[Any, bytes]:
    """Return the header and the numbers of a file of a kind: the key of its version, and that.

    Raises PlygroundError for another file, with the sentence ``missing``, or another version.
    """
    key, version = kind
    first, _, numbers = content.partition(b"\n")
    try:
        header: Any = json.loads(first)
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict) or key not in header:
        raise PlygroundError(f"{where}: {missing}")
    if header[key] != version:
        raise PlygroundError(f"{where}: version {header[key]!r} is unknown; this is {version}")
    return header, numbers


def load(path: str | os.PathLike[str], read: Callable[[Path, int, int], N]) -> N:
    """Read a file with a function that may keep what it read, by the time and size it had."""
    try:
        status = os.stat(path)
    except OSError as error:
        raise PlygroundError(f"{shown(path)}: cannot read: {error.strerror}") from None
    except ValueError:  # the name holds a null character
        raise PlygroundError(f"{shown(path)}: cannot read: not a file name") from None
    return read(Path(path), status.st_mtime_ns, status.st_size)
