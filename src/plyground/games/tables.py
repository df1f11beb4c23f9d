"""Tables of endings in files, and how searches get them.

A table file is a header, and then a byte for each position, layer by layer. The header says which
layers are complete, with a checksum of each; what comes after them in the file does not count. So
a table can grow while others use it, and a build that is killed leaves a smaller table, not a
broken one.
"""

from __future__ import annotations

import json
import os
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from plyground.errors import PlygroundError, shown
from plyground.games.family import EndingTables
from plyground.games.names import family_of, file_stem
from plyground.storage import cache_folder, opened

if TYPE_CHECKING:
    from plyground.games.position import Position

VERSION = 2
HEADER = 1 << 16  #: bytes: a multiple of the page size of every system
SUFFIX = ".table"
_MAGIC = b"plyground table\n"

Stamp = tuple[int, int, int]  # tells whether a file has changed


class TableError(PlygroundError):
    """A table file cannot be used; the message begins with the file."""


@dataclass(frozen=True)
class Header:
    """What a table file says about itself."""

    game: str
    checksums: tuple[int, ...]  #: of the layers, from size 0 on

    @property
    def size(self) -> int:
        """The size of the largest endings in it."""
        return len(self.checksums) - 1

    def packed(self) -> bytes:
        """Return the bytes at the beginning of the file."""
        plain = {"version": VERSION, "game": self.game, "layers": self.checksums}
        text = json.dumps(plain).encode()
        return (_MAGIC + b"%08x " % zlib.crc32(text) + text).ljust(HEADER, b"\0")


def path_of(game: str) -> Path:
    """Return where the table of a game is kept, whether it is there or not."""
    return folder() / (file_stem(game) + SUFFIX)


def folder() -> Path:
    """Return the folder of all tables."""
    return cache_folder() / "tables"


def read_header(path: Path, content: bytes, size: int) -> Header:
    """Read the beginning of a table file of ``size`` bytes; raises TableError."""
    content = content[:HEADER].rstrip(b"\0")
    checksum, _, text = content.removeprefix(_MAGIC).partition(b" ")
    fix = "remove the file and build the table again"
    if not content.startswith(_MAGIC) or checksum != b"%08x" % zlib.crc32(text):
        raise TableError(f"{shown(path)}: not a table, or damaged; {fix}")
    try:
        plain = json.loads(text)
        version, game, layers = plain["version"], plain["game"], plain["layers"]
        header = Header(str(game), tuple(int(checksum) for checksum in layers))
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        raise TableError(f"{shown(path)}: not a table; {fix}") from None
    if version != VERSION:
        raise TableError(
            f"{shown(path)}: a table of version {shown(version)}, not {VERSION}; {fix}"
        )
    if path.name != path_of(header.game).name or size < HEADER or header.size < 0:
        raise TableError(f"{shown(path)}: not the table that its name says; {fix}")
    return header


def kind_of(position: Position) -> EndingTables | None:
    """Return how the tables of a game are made; None if it has none."""
    family = family_of(position)
    return None if family is None else family.tables


_lock = threading.Lock()
_used: dict[str, Stamp | None] = {}  # by game: the file that searches use
_suspended = 0


def ready(position: Position) -> None:
    """Let searches from this position use the table in the user's folder, if it is there.

    A file that is damaged is not used; ``plyground tables list`` tells. It costs a microsecond or
    two where nothing has changed.
    """
    kind = kind_of(position)
    game = None if kind is None else kind.game(position)
    if kind is None or game is None:
        return
    path = path_of(game)
    try:
        found = None if _suspended else _stamp(os.stat(path))
    except (OSError, ValueError):
        found = None
    if _used.get(game) == found:
        return
    with _lock:
        kind.forget(position)
        if found is not None:
            _use(kind, position, path)
        _used[game] = found


def _use(kind: EndingTables, position: Position, path: Path) -> None:
    try:
        with opened(path, TableError) as file:
            length = os.fstat(file.fileno()).st_size
            header = read_header(path, file.read(HEADER), length)
            if length >= HEADER + kind.positions(position, header.size):
                kind.use(position, header.size, file.fileno(), HEADER)
    except (TableError, MemoryError, ValueError):
        pass  # searched instead of looked up


def _stamp(status: os.stat_result) -> Stamp:
    return status.st_ino, status.st_size, status.st_mtime_ns


@contextmanager
def suspended() -> Iterator[None]:
    """Use no table meanwhile: for measurements that must not depend on who runs them."""
    global _suspended
    _suspended += 1
    try:
        yield
    finally:
        _suspended -= 1
