"""Games kept in a database as they finish, so that a stopped run can be resumed.

Any database that SQLAlchemy knows will do; the usual one is an SQLite file. Each game is written in
a transaction of its own, and its pairing can be in a run only once: whatever is killed when, a game
is there as a whole or not at all, and is never counted twice.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError

from plyground._core import Side
from plyground.arena.running.database import Database, Schema, utc
from plyground.arena.running.result import GameResult, Pairing, Reason, check_score
from plyground.errors import PlygroundError, shown
from plyground.games.position import Position

_BATCH = 500  # games read at a time

_metadata = sql.MetaData()
_runs = sql.Table(
    "runs",
    _metadata,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("kind", sql.String(40), nullable=False, index=True),
    sql.Column("settings", sql.JSON, nullable=False),
    sql.Column("version", sql.String(40), nullable=False),
    sql.Column("seed", sql.BigInteger, nullable=False),
    sql.Column("status", sql.String(20), nullable=False),
    sql.Column("started", sql.DateTime(timezone=True), nullable=False),
)
_games = sql.Table(
    "games",
    _metadata,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("run", sql.ForeignKey("runs.id"), nullable=False),
    sql.Column("pairing", sql.Text, nullable=False),
    sql.Column("game", sql.Text, nullable=False),
    sql.Column("first", sql.Text, nullable=False, index=True),
    sql.Column("second", sql.Text, nullable=False, index=True),
    sql.Column("score", sql.Float, nullable=False),
    sql.Column("reason", sql.String(20), nullable=False),
    sql.Column("record", sql.Text, nullable=False),
    sql.Column("time", sql.DateTime(timezone=True), nullable=False),
    sql.UniqueConstraint("run", "pairing"),
)
_boards = sql.Table(
    "boards",
    _metadata,
    sql.Column("run", sql.ForeignKey("runs.id"), primary_key=True),
    sql.Column("pairing", sql.String(500), primary_key=True),
    sql.Column("game", sql.Text, nullable=False),
    sql.Column("position", sql.Text, nullable=False),
    sql.Column("time", sql.DateTime(timezone=True), nullable=False),
)


def _store_seeds(connection: sql.Connection) -> None:
    """Enter the seeds of the browser's tournaments.

    They were played with their own number as the seed, and 0 was stored.
    """
    runs = sql.table("runs", sql.column("id"), sql.column("seed"), sql.column("settings", sql.JSON))
    for row in connection.execute(sql.select(runs).where(runs.c.seed == 0)).all():
        if "visitor" in row.settings:
            connection.execute(runs.update().where(runs.c.id == row.id).values(seed=row.id))


SCHEMA = Schema("arena", _metadata, (_store_seeds,))


class NotStored(PlygroundError):  # noqa: N818 - it says what the matter is
    """A store has no such run or game."""


@dataclass(frozen=True)
class Board:
    """How a game stands that is being played."""

    pairing: Pairing
    game: str
    position: str  #: its text
    time: datetime


@dataclass(frozen=True)
class StoredRun:
    """A match or tournament, and what it was asked for."""

    id: int
    kind: str
    settings: dict[str, Any]
    version: str
    seed: int
    status: str  #: running, or what it ended with
    started: datetime
    games: int


@dataclass(frozen=True)
class StoredGame:
    """A game in the store."""

    id: int
    run: int
    pairing: Pairing
    result: GameResult
    time: datetime


@dataclass(frozen=True)
class Filter:
    """Which games are wanted; whatever is None does not matter."""

    run: int | None = None
    game: str | None = None
    player: str | None = None
    loser: str | None = None
    reason: Reason | None = None
    players: tuple[str, ...] = ()  #: any of these, where there are some

    def conditions(self) -> Iterator[sql.ColumnElement[bool]]:
        """Yield what the games must fulfil, as SQL."""
        first, second, score = _games.c.first, _games.c.second, _games.c.score
        if self.run is not None:
            yield _games.c.run == self.run
        if self.game is not None:
            yield _games.c.game == self.game
        if self.player is not None:
            yield (first == self.player) | (second == self.player)
        if self.players:
            yield first.in_(self.players) | second.in_(self.players)
        if self.loser is not None:
            name = self.loser
            yield ((first == name) & (score == 0)) | ((second == name) & (score == 1))
        if self.reason is not None:
            yield _games.c.reason == str(self.reason)


class Store:
    """A database of games; ``where`` is a file or the URL of any database.

    Threads may share a store; a process opens its own.

    >>> import tempfile
    >>> from pathlib import Path
    >>> folder = tempfile.TemporaryDirectory()
    >>> with Store(Path(folder.name) / "games.db") as store:
    ...     run = store.start("match", {"pairs": 1}, seed=1)
    ...     game, lost = Pairing("a", "b"), GameResult("squatter(7)", ("a", "b"), 0.0)
    ...     store.save(run, game, lost), store.save(run, game, lost)
    ...     store.points(run)
    (True, False)
    {Pairing(a='a', b='b', opening=0, swapped=False, round=0): 0.0}
    >>> folder.cleanup()
    """

    def __init__(self, where: str | Path) -> None:
        self._database = Database(where, SCHEMA)

    @property
    def name(self) -> str:
        """The file or address, without a password."""
        return self._database.name

    def start(self, kind: str, settings: Mapping[str, Any], seed: int = 0) -> int:
        """Begin a run and return its number; settings are plain values, as JSON knows them."""
        import plyground

        if not -(2**63) <= seed < 2**63:
            raise PlygroundError(f"seed={seed} is not valid; expected a number of 64 bits")
        values = {
            "kind": kind,
            "settings": dict(settings),
            "version": plyground.__version__,
            "seed": seed,
            "status": "running",
            "started": datetime.now(UTC),
        }
        with self._database.begin() as connection:
            key = connection.execute(_runs.insert(), values).inserted_primary_key
            assert key is not None
            return int(key[0])

    def finish(self, run: int, status: str = "finished", problem: str | None = None) -> None:
        """Say how a run ended; it can be resumed unless it is ``finished``.

        ``problem`` is the reason for people; it is kept as one of the run's settings.
        """
        values: dict[str, Any] = {"status": status}
        settings = self.run(run).settings
        if problem is not None:
            values["settings"] = {**settings, "problem": problem}
        with self._database.begin() as connection:
            connection.execute(_runs.update().where(_runs.c.id == run).values(**values))
            connection.execute(_boards.delete().where(_boards.c.run == run))

    def delete(self, run: int) -> None:
        """Remove a run with all its games."""
        with self._database.begin() as connection:
            for table in (_boards, _games):
                connection.execute(table.delete().where(table.c.run == run))
            connection.execute(_runs.delete().where(_runs.c.id == run))

    def unfinished(self, kind: str, settings: Mapping[str, Any], seed: int = 0) -> int | None:
        """Return the last run asked for in the same way that is not finished: the one to resume."""
        wanted = json.loads(json.dumps(dict(settings)))
        for run in reversed(self.runs(kind)):
            if (run.settings, run.seed) == (wanted, seed) and run.status != "finished":
                return run.id
        return None

    def same_run(self, kind: str, settings: Mapping[str, Any], seed: int) -> int | None:
        """Return the run to continue; None if the store has no run of this kind.

        One that is finished will do if no other is left: it has all its games, and they are not
        played again.
        """
        unfinished = self.unfinished(kind, settings, seed)
        if unfinished is not None:
            return unfinished
        runs, wanted = self.runs(kind), json.loads(json.dumps(dict(settings)))
        same = [run.id for run in runs if (run.settings, run.seed) == (wanted, seed)]
        if runs and not same:
            raise PlygroundError(
                f"{self.name}: no {kind} there has these players and settings; "
                "leave out --resume to start a new one"
            )
        return same[-1] if same else None

    def result(self, run: int, pairing: Pairing) -> GameResult:
        """Return the stored result of one game of a run."""
        query = sql.select(_games.c.record).where(
            _games.c.run == run, _games.c.pairing == pairing.key
        )
        with self._database.connect() as connection:
            return GameResult.from_json(connection.execute(query).scalar_one())

    def save(self, run: int, pairing: Pairing, result: GameResult) -> bool:
        """Write a game; returns False, and changes nothing, where the run has it already."""
        if result.players != pairing.players:
            raise PlygroundError(
                f"the game of {shown(' and '.join(result.players))} is not the pairing "
                f"{shown(' and '.join(pairing.players))}"
            )
        values = {
            "run": run,
            "pairing": pairing.key,
            "game": result.game,
            "first": result.players[Side.FIRST],
            "second": result.players[Side.SECOND],
            "score": result.score,
            "reason": str(result.reason),
            "record": result.to_json(),
            "time": datetime.now(UTC),
        }
        try:
            with self._database.begin() as connection:
                connection.execute(_games.insert(), values)
                connection.execute(
                    _boards.delete().where(_boards.c.run == run, _boards.c.pairing == pairing.key)
                )
        except IntegrityError:
            self.run(run)  # there is no such run, or else it has the game
            return False
        return True

    def discard(self, number: int) -> StoredGame:
        """Remove a game, and return it: its run asks for it again."""
        found = self.game(number)
        with self._database.begin() as connection:
            connection.execute(_games.delete().where(_games.c.id == number))
            connection.execute(
                _runs.update().where(_runs.c.id == found.run).values(status="running")
            )
        return found

    def show(self, run: int, pairing: Pairing, position: Position) -> None:
        """Write how a game stands, until it is saved."""
        there = _boards.c.run == run, _boards.c.pairing == pairing.key
        values = {"game": position.game, "position": position.text, "time": datetime.now(UTC)}
        with self._database.begin() as connection:
            if not connection.execute(_boards.update().where(*there).values(values)).rowcount:
                connection.execute(_boards.insert(), values | {"run": run, "pairing": pairing.key})

    def boards(self, run: int) -> list[Board]:
        """Return how the games stand that are being played, as far as that was shown."""
        query = sql.select(_boards).where(_boards.c.run == run).order_by(_boards.c.time.desc())
        with self._database.connect() as connection:
            return [
                Board(Pairing.from_key(row.pairing), row.game, row.position, utc(row.time))
                for row in connection.execute(query)
            ]

    def runs(self, kind: str | None = None) -> list[StoredRun]:
        """List the runs, the oldest first."""
        conditions = [] if kind is None else [_runs.c.kind == kind]
        return self._select_runs(conditions)

    def run(self, number: int) -> StoredRun:
        """Return one run."""
        found = self._select_runs([_runs.c.id == number])
        if not found:
            raise NotStored(
                f"{self.name}: there is no run {number}; `plyground games list` shows them"
            )
        return found[0]

    def games(
        self, wanted: Filter | None = None, limit: int | None = None, *, newest_first: bool = False
    ) -> Iterator[StoredGame]:
        """Yield games, the oldest first unless told otherwise, in constant memory."""
        conditions = (wanted or Filter()).conditions()
        order = _games.c.id.desc() if newest_first else _games.c.id
        query = sql.select(_games).where(*conditions).order_by(order).limit(limit)
        with self._database.connect() as connection:
            rows = connection.execution_options(yield_per=_BATCH).execute(query)
            for row in rows:
                yield _stored(row)

    def game(self, number: int) -> StoredGame:
        """Return one game."""
        with self._database.connect() as connection:
            row = connection.execute(sql.select(_games).where(_games.c.id == number)).first()
            if row is not None:
                return _stored(row)
        raise NotStored(
            f"{self.name}: there is no game {number}; `plyground games list` shows them"
        )

    def points(self, run: int) -> dict[Pairing, float]:
        """Return the points of all games of a run, as schedules, scores and ratings take them."""
        self.run(run)
        query = sql.select(_games.c.pairing, _games.c.score).where(_games.c.run == run)
        points = {}
        with self._database.connect() as connection:
            for key, score in connection.execute(query.order_by(_games.c.id)):
                pairing = Pairing.from_key(key)
                check_score(score)
                points[pairing] = 1 - score if pairing.swapped else score
        return points

    def close(self) -> None:
        """Let go of the database."""
        self._database.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _select_runs(self, conditions: list[sql.ColumnElement[bool]]) -> list[StoredRun]:
        count = sql.select(sql.func.count()).where(_games.c.run == _runs.c.id).scalar_subquery()
        query = sql.select(*_runs.c, count.label("games")).where(*conditions)
        with self._database.connect() as connection:
            return [_run(row) for row in connection.execute(query.order_by(_runs.c.id))]


def _run(row: Any) -> StoredRun:
    found = row._asdict()
    if not isinstance(row.settings, dict):
        raise PlygroundError(f"run {row.id} has the settings {shown(row.settings)}")
    return StoredRun(**(found | {"started": utc(row.started)}))


def _stored(row: sql.Row[Any]) -> StoredGame:
    pairing, result = Pairing.from_key(row.pairing), GameResult.from_json(row.record)
    return StoredGame(row.id, row.run, pairing, result, utc(row.time))
