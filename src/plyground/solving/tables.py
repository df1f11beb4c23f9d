"""Build, list, check and remove tables of endings."""

from __future__ import annotations

import os
import shutil
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from plyground._core import StopToken
from plyground.errors import PlygroundError
from plyground.games import names, tables
from plyground.games.family import EndingTables, TableBuilder
from plyground.games.position import Position
from plyground.games.tables import HEADER, Header, TableError
from plyground.storage import is_left_over, locked, opened, write_whole
from plyground.system import PLAIN_OPEN

_CHUNK = 1 << 24  # bytes read at once


@dataclass(frozen=True)
class Table:
    """A table file."""

    game: str
    path: Path
    size: int  #: of the largest endings
    unit: str  #: what sizes count
    bytes: int


@dataclass(frozen=True)
class Progress:
    """How far a build is."""

    size: int  #: of the endings that are worked out now
    last_size: int
    positions: int  #: worked out so far, all layers together
    all_positions: int
    seconds_left: float | None  #: at the speed of this build so far; larger endings take longer


OnProgress = Callable[[Progress], None]


def build(
    position: Position,
    *,
    size: int | None = None,
    memory_mb: int = 256,
    threads: int = 1,
    on_progress: OnProgress | None = None,
    stop: StopToken | None = None,
) -> Table:
    """Build the table of a game, or enlarge the one that is there; returns what is there then.

    The table has all endings up to ``size``, or as many as fit into the memory. Every finished
    layer is saved: what ends the build early, a kill included, leaves a smaller table, and the next
    build continues there.
    """
    kind, game = _kind(position)
    wanted = _wanted(kind, position, size, memory_mb)
    path = tables.path_of(game)
    with _only_build(path.parent):
        if not path.exists():
            write_whole(path, Header(game, (zlib.crc32(b"\0"),)).packed() + b"\0", TableError)
        header = _read(path)[2]
        if header.size < wanted:
            _require_disk(path, HEADER + kind.positions(position, wanted))
            table = _memory(kind, position, wanted)
            _load(table, header, path)
            run = _Build(kind, position, table, wanted, header, path)
            run.go_on(threads, on_progress, stop or StopToken())
    return _table(path)


def listed() -> Iterator[Table | TableError]:
    """Yield all tables of the user's folder, and what is wrong with those that cannot be used."""
    try:
        paths = sorted(tables.folder().iterdir())
    except OSError:
        return
    for path in paths:
        if path.suffix == tables.SUFFIX and not is_left_over(path):
            try:
                yield _table(path)
            except TableError as error:
                yield error


def check(position: Position, on_progress: Callable[[int], None] | None = None) -> Table:
    """Read a whole table and compare its checksums; raises TableError if they differ.

    ``on_progress`` is told how many bytes were read since the last time.
    """
    path = _existing(position)
    kind, _, header = _read(path)
    with opened(path, TableError) as file:
        file.seek(HEADER)
        for size, expected in enumerate(header.checksums):
            smaller = kind.positions(position, size - 1) if size else 0
            left, checksum = kind.positions(position, size) - smaller, 0
            while left > 0 and (content := file.read(min(left, _CHUNK))):
                checksum = zlib.crc32(content, checksum)
                left -= len(content)
                if on_progress is not None:
                    on_progress(len(content))
            if left or checksum != expected:
                raise _damaged(path, f"{size} {kind.unit}")
    return _table(path)


def remove(position: Position) -> Path:
    """Remove a table, damaged or not; searches that use it keep it until they end."""
    path = _existing(position)
    with _only_build(path.parent):
        path.unlink()
    return path


class _Build:
    """One run: fills layer after layer, and saves each before the next begins."""

    def __init__(
        self,
        kind: EndingTables,
        position: Position,
        table: TableBuilder,
        wanted: int,
        header: Header,
        path: Path,
    ) -> None:
        self.kind, self.position, self.table = kind, position, table
        self.wanted, self.header, self.path = wanted, header, path
        self.before = kind.positions(position, header.size)
        self.began = time.monotonic()

    def go_on(self, threads: int, on_progress: OnProgress | None, stop: StopToken) -> None:
        for size in range(self.header.size + 1, self.wanted + 1):
            tell = None if on_progress is None else self._teller(size, on_progress)
            if stop.stopped or not self.table.fill(size, threads, tell, stop):
                return
            self._save(size)

    def _teller(self, size: int, on_progress: OnProgress) -> Callable[[int], None]:
        smaller = self.kind.positions(self.position, size - 1)
        everything = self.kind.positions(self.position, self.wanted)

        def tell(done: int) -> None:
            positions = smaller + done
            new, seconds = positions - self.before, time.monotonic() - self.began
            left = (everything - positions) * seconds / new if new and seconds > 1 else None
            on_progress(Progress(size, self.wanted, positions, everything, left))

        return tell

    def _save(self, size: int) -> None:
        """Write a layer, and only when that is safe the header that counts it."""
        layer = self.table.layer(size)
        self.header = Header(self.header.game, (*self.header.checksums, zlib.crc32(layer)))
        try:
            handle = os.open(self.path, os.O_WRONLY | PLAIN_OPEN)
            try:
                _write(handle, layer, HEADER + self.kind.positions(self.position, size - 1))
                os.fsync(handle)
                _write(handle, memoryview(self.header.packed()), 0)
                os.fsync(handle)
            finally:
                os.close(handle)
        except OSError as failure:
            raise TableError(f"{self.path}: cannot write: {failure.strerror}") from None


def _write(handle: int, content: memoryview, offset: int) -> None:
    while content:
        os.lseek(handle, offset, os.SEEK_SET)
        written = os.write(handle, content[:_CHUNK])
        content, offset = content[written:], offset + written


def _load(table: TableBuilder, header: Header, path: Path) -> None:
    """Read the layers that are there into the memory of a larger table."""
    with opened(path, TableError) as file:
        file.seek(HEADER)
        for size, expected in enumerate(header.checksums):
            layer = table.layer(size)
            for begin in range(0, len(layer), _CHUNK):
                file.readinto(layer[begin : begin + _CHUNK])
            if zlib.crc32(layer) != expected:
                raise _damaged(path, f"layer {size}")


def _kind(position: Position) -> tuple[EndingTables, str]:
    kind = tables.kind_of(position)
    game = None if kind is None else kind.game(position)
    if kind is None or game is None:
        having = [family.name for family in names.families() if family.tables is not None]
        raise PlygroundError(
            f"{position.game} has no table of endings that could be built; "
            f"these games have: {', '.join(having)}"
        )
    return kind, game


def _wanted(kind: EndingTables, position: Position, size: int | None, memory_mb: int) -> int:
    most = kind.largest(position, memory_mb << 20)
    if size is None:
        return most
    if not 1 <= size <= most:
        need = kind.positions(position, size) / (1 << 20) if size > 0 else 0
        raise PlygroundError(
            f"{size} {kind.unit} need {need:,.0f} MB; expected 1 to {most} {kind.unit}, "
            "or more --memory"
        )
    return size


def _memory(kind: EndingTables, position: Position, size: int) -> TableBuilder:
    try:
        return kind.make(position, size)
    except MemoryError:
        raise PlygroundError(
            f"there is not enough memory for {size} {kind.unit}; give a smaller --memory"
        ) from None


def _require_disk(path: Path, length: int) -> None:
    more = length - path.stat().st_size
    if shutil.disk_usage(path.parent).free < more:
        raise PlygroundError(
            f"{path.parent}: not enough room: {more / (1 << 20):,.0f} MB are needed; give less "
            "--memory, or another folder by PLYGROUND_CACHE"
        )


def _existing(position: Position) -> Path:
    _, game = _kind(position)
    path = tables.path_of(game)
    if not path.is_file():
        raise TableError(
            f"there is no table of {game}; build it with: plyground tables build '{game}'"
        )
    return path


@contextmanager
def _only_build(folder: Path) -> Iterator[None]:
    """Hold the folder of the tables, so that no other process changes them."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as failure:
        raise TableError(f"{folder}: cannot create: {failure.strerror}") from None
    handle = locked(folder, "another process builds a table; wait until it has finished")
    try:
        yield
    finally:
        os.close(handle)


def _read(path: Path) -> tuple[EndingTables, Position, Header]:
    """Read the header of a table; raises TableError unless the file has all its layers."""
    with opened(path, TableError) as file:
        length = os.fstat(file.fileno()).st_size
        header = tables.read_header(path, file.read(HEADER), length)
    try:
        position = names.position(header.game)
        kind, _ = _kind(position)
    except PlygroundError as error:
        raise TableError(f"{path}: {error}") from None
    if length < HEADER + kind.positions(position, header.size):
        raise TableError(f"{path}: the file is too short; remove it and build the table again")
    return kind, position, header


def _table(path: Path) -> Table:
    kind, _, header = _read(path)
    return Table(header.game, path, header.size, kind.unit, path.stat().st_size)


def _damaged(path: Path, where: str) -> TableError:
    return TableError(f"{path}: damaged at {where}; remove it and build the table again")
