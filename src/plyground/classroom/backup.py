"""A copy of a class in one file, also while the server runs."""

from __future__ import annotations

import sqlite3
import tempfile
import zipfile
from contextlib import closing
from pathlib import Path

from plyground.classroom.settings import FILE, Settings
from plyground.errors import PlygroundError, shown


def back_up(settings: Settings, path: Path) -> None:
    """Write the settings, the teams and the databases to a zip; a whole one, or none."""
    if not isinstance(settings.address, Path):
        raise PlygroundError(
            "this class is in a database server; back it up there, e.g. with pg_dump"
        )
    if path.exists():
        raise PlygroundError(f"{shown(path)} already exists; choose another file")
    databases = [settings.address, settings.folder / "board.db"]
    unfinished = path.with_name(f".{path.name}.unfinished")
    try:
        with (
            tempfile.TemporaryDirectory() as scratch,
            zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as archive,
        ):
            unfinished.chmod(0o600)
            for file in (settings.folder / FILE, settings.folder / settings.teams):
                if file.is_file():
                    archive.write(file, file.name)
            for database in databases:
                if database.is_file():
                    archive.write(_copied(database, Path(scratch)), database.name)
        unfinished.rename(path)
    except (OSError, sqlite3.Error) as error:
        raise PlygroundError(f"cannot write {shown(path)}: {error}") from None
    finally:
        unfinished.unlink(missing_ok=True)


def _copied(database: Path, scratch: Path) -> Path:
    """Copy a database as it is at one moment; whoever writes to it is not held up."""
    copy = scratch / database.name
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    return copy
