"""A database that explains itself: opened by file or URL, with errors that are one line.

Any database that SQLAlchemy knows will do; the usual one is an SQLite file. A table says which
version of its tables each store has; those of earlier versions are carried over when they are
opened. (Alembic would bring a command line and a tree of histories for a list of functions.)
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
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

from plyground.errors import PlygroundError, shown, visible

BUSY_SECONDS = 30  # how long a writer waits for another one
_OTHERS = 20  # how often another process may be faster in making a new file's tables

_versions = sql.Table(
    "schema_version",
    sql.MetaData(),
    sql.Column("store", sql.String(40), primary_key=True),
    sql.Column("version", sql.Integer, nullable=False),
)


@dataclass(frozen=True)
class Schema:
    """The tables of a store, and how those of earlier versions become them.

    Version 1 is that of plyground 0.1.0, which wrote no number; ``migrations[0]`` leads from there
    to version 2, and so on. Several stores may share a database.
    """

    store: str
    tables: sql.MetaData
    migrations: tuple[Callable[[sql.Connection], None], ...] = ()

    @property
    def version(self) -> int:
        """The version that these tables are."""
        return 1 + len(self.migrations)


class Database:
    """A database with the tables of a store; threads may share it, a process opens its own."""

    def __init__(self, where: str | Path, schema: Schema) -> None:
        self.name, url = _address(where)
        _check_file(self.name, url)
        with self.explained():
            self._engine = _engine(url)
            with self._engine.connect() as connection:
                is_current = self._version(connection, schema) == schema.version
            if not is_current:
                self._prepare(schema)

    @contextmanager
    def begin(self) -> Iterator[sql.Connection]:
        """Open a transaction: what is done in it is done as a whole or not at all."""
        with self.explained(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def connect(self) -> Iterator[sql.Connection]:
        """Open a connection to read; raises PlygroundError for a row that cannot be understood."""
        with self.explained(), self._engine.connect() as connection:
            try:
                yield connection
            except (PlygroundError, ValueError, TypeError, AttributeError, OverflowError,
                    RecursionError) as error:  # fmt: skip
                cause = visible(str(error), keep="")
                raise PlygroundError(
                    f"{self.name}: the database is damaged: {cause}; restore a copy"
                ) from None

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Turn the errors of databases into one line."""
        try:
            yield
        except NoSuchModuleError:
            raise PlygroundError(
                f"{self.name}: unknown kind of database; expected a file or e.g. postgresql://…"
            ) from None
        except ModuleNotFoundError as error:
            raise PlygroundError(
                f"{self.name}: the database needs a driver; pip install {error.name}"
            ) from None
        except UnicodeDecodeError:  # SQLite's own message repeats what it has found
            raise PlygroundError(f"{self.name}: the database is damaged; restore a copy") from None
        except IntegrityError:  # for whoever made the constraint
            raise
        except SQLAlchemyError as error:
            cause = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
            raise PlygroundError(f"{self.name}: {_advice(cause)}") from None

    def _prepare(self, schema: Schema) -> None:
        """Make new tables, or carry over those of an earlier version: as a whole or not at all."""
        for attempt in range(_OTHERS):
            try:
                with self._engine.begin() as connection:
                    if self._engine.dialect.name == "sqlite":
                        connection.exec_driver_sql("BEGIN IMMEDIATE")
                    self._migrate(connection, schema)
                return
            except (IntegrityError, OperationalError, ProgrammingError) as error:
                # Another process made a table between our look and our making it: look again.
                if "already exists" not in str(error) or attempt == _OTHERS - 1:
                    raise

    def _migrate(self, connection: sql.Connection, schema: Schema) -> None:
        version = self._version(connection, schema)
        _versions.create(connection, checkfirst=True)
        schema.tables.create_all(connection)
        if version is not None:
            for migration in schema.migrations[max(version, 1) - 1 :]:
                migration(connection)
        there = sql.inspect(connection)
        for table in schema.tables.sorted_tables:
            missing = {c.name for c in table.c} - {c["name"] for c in there.get_columns(table.name)}
            if missing:
                raise PlygroundError(
                    f"{self.name}: table {table.name} belongs to another program "
                    f"(no {', '.join(sorted(missing))}); give another file"
                )
        connection.execute(_versions.delete().where(_versions.c.store == schema.store))
        now = {"store": schema.store, "version": schema.version}
        connection.execute(_versions.insert(), now)

    def _version(self, connection: sql.Connection, schema: Schema) -> int | None:
        """Return the version of the tables that are there: 0 without a number, None without any."""
        there = set(sql.inspect(connection).get_table_names())
        version = None
        if _versions.name in there:
            query = sql.select(_versions.c.version).where(_versions.c.store == schema.store)
            version = connection.execute(query).scalar()
        if version is None and there & set(schema.tables.tables):
            version = 0
        if version is not None and version > schema.version:
            raise PlygroundError(
                f"{self.name}: written by a newer plyground (format {version}, this one reads up "
                f"to {schema.version}); update it: pip install --upgrade plyground"
            )
        return version


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


def _check_file(name: str, url: sql.URL) -> None:
    """Refuse a pipe or a device, where SQLite would fail for reasons that explain nothing."""
    path = Path(url.database or "")
    if (
        url.get_backend_name() == "sqlite"
        and path.exists()
        and not (path.is_file() or path.is_dir())
    ):
        raise PlygroundError(f"{name}: not a regular file; give another one")


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
