"""The register of a class: who takes part, what they have uploaded, and what staff have said.

Everything is written before anybody is told of it, each change in a transaction of its own: so the
server may be killed at any moment. Keys are stored as hashes; a key is shown once, when it is made.
"""

from __future__ import annotations

import csv
import hashlib
import io
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError

from plyground.arena.running.database import Database, utc
from plyground.classroom import tables
from plyground.classroom.settings import checked_name
from plyground.errors import PlygroundError, shown

CHECKING, VALID, INVALID = "checking", "valid", "invalid"  #: of a version
STAFF_KEY, SECRET, PAUSED = "staff key", "secret", "paused"  #: names of values

_MOST_TEAMS = 2000

T = TypeVar("T")


class Unknown(PlygroundError):  # noqa: N818 - it says what the matter is
    """A team, version or key does not exist."""


@dataclass(frozen=True)
class Team:
    """A team; ``plays`` is the id of the version that plays."""

    id: int
    name: str
    members: str
    key: str  #: its hash
    banned: bool
    plays: int | None


@dataclass(frozen=True)
class Version:
    """An upload of a team, without its files."""

    id: int
    team: int
    number: int
    name: str  #: of the team
    file: str
    run: str
    spec: str
    from_start: bool
    status: str
    report: list[dict[str, Any]]  #: what the check has found, case by case
    time: datetime

    @property
    def label(self) -> str:
        """What it is called in games.

        No label is that of another team: names do not end like ``v2``.
        """
        return f"{self.name} v{self.number}"


@dataclass(frozen=True)
class Notice:
    """An announcement of staff."""

    id: int
    text: str
    time: datetime


@dataclass(frozen=True)
class HeldRound:
    """A round that was begun."""

    id: int
    name: str
    due: str
    run: int


def hashed(key: str) -> str:
    """Return what is stored of a key: it is long and random, so that no salt is needed."""
    return hashlib.sha256(key.encode()).hexdigest()


def new_key() -> str:
    """Return a new key of 144 bits."""
    return secrets.token_urlsafe(18)


def read_teams(text: str) -> list[tuple[str, str]]:
    r"""Read teams and their members from CSV: one team per line, with or without a heading.

    >>> read_teams("team,members\nAnts,Ann;Abe\nBees,")
    [('Ants', 'Ann;Abe'), ('Bees', '')]
    """
    found: list[tuple[str, str]] = []
    for row in csv.reader(io.StringIO(text.removeprefix("\ufeff"))):
        cells = [cell.strip() for cell in row]
        if not any(cells) or (not found and cells[0].lower() in ("team", "name", "group")):
            continue
        found.append((checked_name(cells[0]), "; ".join(filter(None, cells[1:]))))
        if len(found) > _MOST_TEAMS:
            raise PlygroundError(f"more than {_MOST_TEAMS} teams are too many")
    return found


class Register:
    """The database of a class, besides its games; threads may share it."""

    def __init__(self, where: str | Path) -> None:
        self._database = Database(where, tables.SCHEMA)

    @property
    def name(self) -> str:
        """The file or address, without a password."""
        return self._database.name

    def close(self) -> None:
        """Let go of the database."""
        self._database.close()

    # Values.

    def value(self, name: str) -> str | None:
        """Return a value, None if it was never set."""
        query = sql.select(tables.values.c.value).where(tables.values.c.name == name)
        with self._database.connect() as connection:
            found: str | None = connection.execute(query).scalar()
            return found

    def set_value(self, name: str, value: str) -> None:
        """Set a value."""
        there = tables.values.c.name == name
        with self._database.begin() as connection:
            connection.execute(tables.values.delete().where(there))
            connection.execute(tables.values.insert(), {"name": name, "value": value})

    def secret(self) -> bytes:
        """Return what signs cookies; made when it is first needed."""
        if (found := self.value(SECRET)) is None:
            found = secrets.token_hex(32)
            self.set_value(SECRET, found)
        return bytes.fromhex(found)

    def new_staff_key(self) -> str:
        """Replace the key of staff; returns the new one, which is stored nowhere."""
        key = new_key()
        self.set_value(STAFF_KEY, hashed(key))
        return key

    # Teams.

    def add_teams(self, wanted: list[tuple[str, str]]) -> dict[str, str]:
        """Add the teams that are not there yet; returns the keys of the new ones."""
        keys: dict[str, str] = {}
        with self._database.begin() as connection:
            there = set(connection.execute(sql.select(tables.teams.c.folded)).scalars())
            for name, members in wanted:
                folded = checked_name(name).casefold()
                if folded in there:
                    continue
                there.add(folded)
                keys[name] = key = new_key()
                connection.execute(
                    tables.teams.insert(),
                    {"name": name, "folded": folded, "members": members[:500],
                     "key": hashed(key), "banned": False, "plays": None},
                )  # fmt: skip
        return keys

    def teams(self) -> list[Team]:
        """List the teams by name."""
        return self._teams()

    def team(self, number: int) -> Team:
        """Return a team."""
        return _only(self._teams(tables.teams.c.id == number), f"team {number}")

    def team_called(self, name: str) -> Team:
        """Return the team with a name."""
        return _only(self._teams(tables.teams.c.folded == name.casefold()), shown(name))

    def team_with_key(self, key: str) -> Team | None:
        """Return the team that a key belongs to."""
        return next(iter(self._teams(tables.teams.c.key == hashed(key))), None)

    def new_team_key(self, number: int) -> str:
        """Replace a team's key; who came in with the old one is out."""
        key = new_key()
        self._change(tables.teams, self.team(number).id, key=hashed(key))
        return key

    def ban(self, number: int, *, banned: bool) -> None:
        """Take a team out of the ladder, and its uploads; or let it in again."""
        self._change(tables.teams, self.team(number).id, banned=banned)

    def let_play(self, version: int) -> None:
        """Have a version play for its team; it must be valid."""
        found = self.version(version)
        if found.status != VALID:
            raise PlygroundError(f"version {found.number} is not valid; only valid versions play")
        self._change(tables.teams, found.team, plays=version)

    # Versions.

    def add_version(self, team: int, file: str, content: bytes, run: str = "") -> Version:
        """Take an upload, which is still to be checked."""
        for _ in range(20):  # another upload of the same team may be faster
            try:
                with self._database.begin() as connection:
                    last = sql.select(sql.func.max(tables.versions.c.number))
                    last = last.where(tables.versions.c.team == team)
                    number = (connection.execute(last).scalar() or 0) + 1
                    key = connection.execute(
                        tables.versions.insert(),
                        {"team": team, "number": number, "file": file, "content": content,
                         "run": run, "spec": "", "from_start": False, "status": CHECKING,
                         "report": [], "time": datetime.now(UTC)},
                    ).inserted_primary_key  # fmt: skip
                assert key is not None
                return self.version(int(key[0]))
            except IntegrityError:
                continue
        raise PlygroundError("too many uploads at once; try again")

    def enter_report(
        self, version: int, report: list[dict[str, Any]], spec: str, *, from_start: bool
    ) -> bool:
        """Write what a check has found; a valid version plays from now on. Returns whether it is.

        A version that was uploaded before the one that plays does not replace it.
        """
        valid = bool(report) and all(case["problem"] is None for case in report)
        status = VALID if valid else INVALID
        changes = {"report": report, "status": status, "spec": spec, "from_start": from_start}
        team, t = self.version(version).team, tables.teams.c
        with self._database.begin() as connection:
            there = tables.versions.c.id == version
            connection.execute(tables.versions.update().where(there).values(**changes))
            if valid:
                older = sql.or_(t.plays.is_(None), t.plays < version)
                plays = tables.teams.update().where(t.id == team, older).values(plays=version)
                connection.execute(plays)
        return valid

    def check_again(self, version: int) -> None:
        """Have a version checked once more."""
        self._change(tables.versions, version, status=CHECKING)

    def version(self, number: int) -> Version:
        """Return a version."""
        return _only(self.versions(tables.versions.c.id == number), f"version {number}")

    def version_of(self, team: int, number: int) -> Version:
        """Return a team's version by its own number."""
        v = tables.versions.c
        return _only(self.versions(v.team == team, v.number == number), f"version {number}")

    def versions_of(self, team: int) -> list[Version]:
        """List a team's versions, the latest first."""
        return self.versions(tables.versions.c.team == team)[::-1]

    def versions_to_check(self) -> list[Version]:
        """List the versions that wait for their check, the one that came first first."""
        return self.versions(tables.versions.c.status == CHECKING)

    def playing(self) -> list[Version]:
        """List the versions that play now: one of each team that has a valid one."""
        return self.versions(
            tables.versions.c.id == tables.teams.c.plays, tables.teams.c.banned.is_(False)
        )

    def versions(self, *conditions: sql.ColumnElement[bool]) -> list[Version]:
        """List versions in the order in which they were uploaded."""
        v = tables.versions.c
        columns = [column for column in v if column.name != "content"]
        query = sql.select(*columns, tables.teams.c.name).where(v.team == tables.teams.c.id)
        with self._database.connect() as connection:
            rows = connection.execute(query.where(*conditions).order_by(v.id))
            return [Version(**(row._asdict() | {"time": utc(row.time)})) for row in rows]

    def content(self, version: int) -> bytes:
        """Return an upload as it came."""
        query = sql.select(tables.versions.c.content).where(tables.versions.c.id == version)
        with self._database.connect() as connection:
            return bytes(connection.execute(query).scalar_one())

    def uploads_since(self, team: int, hours: float = 24.0) -> int:
        """Return how often a team has uploaded in the last hours."""
        v = tables.versions.c
        since = datetime.now(UTC) - timedelta(hours=hours)
        return sum(one.time > since for one in self.versions(v.team == team))

    # Rounds and announcements.

    def begin_round(self, name: str, due: str, run: int) -> bool:
        """Write that a round has begun; returns False where it has already."""
        try:
            with self._database.begin() as connection:
                connection.execute(tables.rounds.insert(), {"name": name, "due": due, "run": run})
        except IntegrityError:
            return False
        return True

    def rounds(self) -> list[HeldRound]:
        """List the rounds that were begun, the latest first."""
        query = sql.select(tables.rounds).order_by(tables.rounds.c.id.desc())
        with self._database.connect() as connection:
            return [HeldRound(*row) for row in connection.execute(query)]

    def announce(self, text: str) -> None:
        """Announce something to the class."""
        text = text.strip()
        if not 0 < len(text) <= 2000:
            raise PlygroundError("an announcement has 1 to 2000 characters")
        with self._database.begin() as connection:
            connection.execute(tables.notices.insert(), {"text": text, "time": datetime.now(UTC)})

    def withdraw(self, number: int) -> None:
        """Remove an announcement."""
        with self._database.begin() as connection:
            connection.execute(tables.notices.delete().where(tables.notices.c.id == number))

    def notices(self) -> list[Notice]:
        """List the announcements, the latest first."""
        query = sql.select(tables.notices).order_by(tables.notices.c.id.desc())
        with self._database.connect() as connection:
            return [Notice(row.id, row.text, utc(row.time)) for row in connection.execute(query)]

    def _teams(self, *conditions: sql.ColumnElement[bool]) -> list[Team]:
        t = tables.teams.c
        query = sql.select(t.id, t.name, t.members, t.key, t.banned, t.plays).where(*conditions)
        with self._database.connect() as connection:
            return [Team(*row) for row in connection.execute(query.order_by(t.folded))]

    def _change(self, table: sql.Table, number: int, **values: Any) -> None:
        with self._database.begin() as connection:
            connection.execute(table.update().where(table.c.id == number).values(**values))


def _only(found: list[T], what: str) -> T:
    if not found:
        raise Unknown(f"there is no {what} in this class")
    return found[0]
