"""A database that explains itself: opened by file or URL, with errors that are one line.

Any database that SQLAlchemy knows will do; the usual one is an SQLite file.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sql
from sqlalchemy.exc import (
    ArgumentError,
    IntegrityError,
    NoSuchModuleError,
    OperationalError,
    ProgrammingError,
    SQLAlchemyError,
)

from plyground.errors import PlygroundError, shown

BUSY_SECONDS = 30  # how long a writer waits for another one
_OTHERS = 20  # how often another process may be faster in making a new file's tables


class Database:
    """A database with these tables; threads may share it, a process opens its own."""

    def __init__(self, where: str | Path, tables: sql.MetaData) -> None:
        self.name, url = _address(where)
        with self.explained():
            self._engine = _engine(url)
            self._create(tables)

    @contextmanager
    def begin(self) -> Iterator[sql.Connection]:
        """Open a transaction: what is done in it is done as a whole or not at all."""
        with self.explained(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def connect(self) -> Iterator[sql.Connection]:
        """Open a connection to read."""
        with self.explained(), self._engine.connect() as connection:
            yield connection

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Turn the errors of databases into one line."""
        try:
            yield
        except NoSuchModuleError:
            raise PlygroundError(f"{self.name}: unknown kind of database") from None
        except ModuleNotFoundError as error:
            raise PlygroundError(
                f"{self.name}: the database needs a driver; pip install {error.name}"
            ) from None
        except IntegrityError:  # for whoever made the constraint
            raise
        except SQLAlchemyError as error:
            cause = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
            raise PlygroundError(f"{self.name}: {_advice(cause)}") from None

    def _create(self, tables: sql.MetaData) -> None:
        for _ in range(_OTHERS):
            try:
                tables.create_all(self._engine)
                break
            except (OperationalError, ProgrammingError) as error:
                # Another process made a table between our look and our making it: look again.
                if "already exists" not in str(error):
                    raise
        there = sql.inspect(self._engine)
        for table in tables.sorted_tables:
            missing = {c.name for c in table.c} - {c["name"] for c in there.get_columns(table.name)}
            if missing:
                raise PlygroundError(
                    f"{self.name}: table {table.name} is another program's or version's "
                    f"(no {', '.join(sorted(missing))}); give another file"
                )


def _advice(cause: str) -> str:
    """Return what is wrong with a database, and what to do where that is known."""
    known = {
        "file is not a database": "not a plyground database; give another file",
        "unable to open database file": "cannot be opened; does the folder exist, "
        "and may you write there?",
        "readonly database": "cannot be written; may you write the file and its folder?",
        "malformed": "the database is broken; restore a copy, or try `sqlite3 FILE .recover`",
        "database is locked": f"another program held it for {BUSY_SECONDS} s; try again",
    }
    return next((advice for sign, advice in known.items() if sign in cause), cause)


def _address(where: str | Path) -> tuple[str, sql.URL]:
    """Return the name for messages, without a password, and the URL."""
    if isinstance(where, Path) or "://" not in where:
        path = Path(where).expanduser()
        return shown(path), sql.URL.create("sqlite", database=str(path))
    try:
        url = sql.make_url(where)
    except ArgumentError:
        raise PlygroundError(
            f"{shown(where)} is not a database URL; expected a file or e.g. postgresql://host/name"
        ) from None
    return shown(url.render_as_string(hide_password=True)), url


def _engine(url: sql.URL) -> sql.Engine:
    if url.get_backend_name() != "sqlite":
        return sql.create_engine(url, pool_pre_ping=True)
    engine = sql.create_engine(url, connect_args={"timeout": BUSY_SECONDS})

    @sql.event.listens_for(engine, "connect")
    def _prepare(connection: sqlite3.Connection, _: object) -> None:
        # Write-ahead logging: readers and a writer do not wait for each other, and what was
        # committed outlives the process. (After a power cut, the last games may be missing.)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute("PRAGMA foreign_keys=ON")

    return engine


def utc(time: datetime) -> datetime:
    """Return a time with its zone, which SQLite forgets."""
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
