"""Games in a database: every move is there before anybody is told of it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError

from plyground.arena.running.database import Database, Schema, utc
from plyground.errors import PlygroundError
from plyground.web.games.models import Clock
from plyground.web.shared.mistakes import StoreFailed
from plyground.web.shared.models import Result
from plyground.web.shared.tasks import noticed

Given = ParamSpec("Given")
Found = TypeVar("Found")
Json = dict[str, Any]
Left = tuple[float | None, float | None]  # seconds on both clocks

_tables = sql.MetaData()
_secrets = sql.Table(
    "web_secrets",
    _tables,
    sql.Column("name", sql.String(20), primary_key=True),
    sql.Column("value", sql.LargeBinary, nullable=False),
)
_games = sql.Table(
    "web_games",
    _tables,
    sql.Column("id", sql.String(20), primary_key=True),
    sql.Column("visitor", sql.String(64), nullable=False, index=True),
    sql.Column("game", sql.Text, nullable=False),
    sql.Column("start", sql.Text),
    sql.Column("first", sql.Text, nullable=False),
    sql.Column("second", sql.Text, nullable=False),
    sql.Column("clock", sql.JSON(none_as_null=True)),
    sql.Column("version", sql.Integer, nullable=False),
    sql.Column("result", sql.JSON(none_as_null=True)),
    sql.Column("rematch", sql.String(20)),
    sql.Column("updated", sql.DateTime(timezone=True), nullable=False),
)
_moves = sql.Table(
    "web_moves",
    _tables,
    sql.Column("game", sql.ForeignKey("web_games.id", ondelete="CASCADE"), primary_key=True),
    sql.Column("ply", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("move", sql.Text, nullable=False),
    sql.Column("seconds", sql.Float),
    sql.Column("left_first", sql.Float),
    sql.Column("left_second", sql.Float),
)

SCHEMA = Schema("web", _tables)


@dataclass(frozen=True)
class StoredMove:
    """A move, how long it took, and both clocks after it."""

    move: str
    seconds: float | None = None
    left: Left = (None, None)


@dataclass(frozen=True)
class StoredGame:
    """A game as it is kept."""

    id: str
    visitor: str
    game: str
    start: str | None
    players: tuple[str, str]
    clock: Clock | None = None
    version: int = 0
    result: Result | None = None
    rematch: str | None = None
    updated: datetime = field(default_factory=lambda: datetime.now(UTC))
    moves: tuple[StoredMove, ...] = ()


class GameStore:
    """The games of all visitors.

    >>> import tempfile
    >>> from pathlib import Path
    >>> folder = tempfile.TemporaryDirectory()
    >>> store = GameStore(Path(folder.name) / "games.db")
    >>> store.create(StoredGame("abc", "ann", "kalah(6,4)", None, ("human", "random")))
    >>> store.append("abc", 1, StoredMove("3"), version=1)
    >>> store.load("abc").moves[0].move
    '3'
    >>> store.close()
    >>> folder.cleanup()
    """

    def __init__(self, where: str | Path) -> None:
        self._database = Database(where, SCHEMA)
        # One thread for the database: moves are written in the order in which they are made.
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="store")

    async def write(
        self, action: Callable[Given, Found], *given: Given.args, **options: Given.kwargs
    ) -> Found:
        """Let one of the methods below work in the store's thread, without holding anybody up."""
        work = asyncio.get_running_loop().run_in_executor(
            self._writer, partial(action, *given, **options)
        )
        work.add_done_callback(noticed)
        try:
            # Once begun it happens: whoever asked may go away, but the game must know what is so.
            return await asyncio.shield(work)
        except PlygroundError as error:
            # The folder of the store stays private.
            raise StoreFailed(str(error).removeprefix(f"{self._database.name}: ")) from error

    def secret(self, name: str) -> bytes:
        """Return the secret that this store has for a purpose; it is drawn at the first time."""
        query = sql.select(_secrets.c.value).where(_secrets.c.name == name)
        with self._database.begin() as connection:
            found = connection.execute(query).scalar()
            if found is None:
                found = os.urandom(32)
                connection.execute(_secrets.insert(), {"name": name, "value": found})
            return bytes(found)

    def create(self, game: StoredGame) -> None:
        """Write a new game, with the moves it begins with."""
        row = {key: value for key, value in vars(game).items() if key not in ("players", "moves")}
        row |= {"first": game.players[0], "second": game.players[1]}
        row |= {"clock": _plain(game.clock), "result": _plain(game.result)}
        with self._database.begin() as connection:
            connection.execute(_games.insert(), row)
            if game.moves:
                connection.execute(_moves.insert(), _rows(game.id, 1, game.moves))

    def append(
        self, game: str, ply: int, move: StoredMove, *, version: int, result: Result | None = None
    ) -> None:
        """Write a move; also the result, where the move ends the game."""
        try:
            with self._database.begin() as connection:
                connection.execute(_moves.insert(), _rows(game, ply, [move]))
                _update(connection, game, version=version, result=_plain(result))
        except IntegrityError:  # deleted, or moved in by another server with the same file
            raise PlygroundError("This game was changed elsewhere. Reload the page.") from None

    def cut(self, game: str, plies: int, *, version: int) -> None:
        """Take back all moves after so many, and whatever result there was."""
        with self._database.begin() as connection:
            connection.execute(_moves.delete().where(_moves.c.game == game, _moves.c.ply > plies))
            _update(connection, game, version=version, result=None)

    def finish(self, game: str, result: Result, *, version: int) -> None:
        """Write a result that no move gave: a resignation, a fallen flag, an engine's fault."""
        with self._database.begin() as connection:
            _update(connection, game, version=version, result=_plain(result))

    def link(self, game: str, rematch: str) -> None:
        """Write which game followed."""
        with self._database.begin() as connection:
            _update(connection, game, rematch=rematch)

    def delete(self, game: str) -> None:
        """Remove a game with its moves."""
        with self._database.begin() as connection:
            connection.execute(_games.delete().where(_games.c.id == game))

    def load(self, game: str) -> StoredGame | None:
        """Return a game with all its moves, None if there is none."""
        with self._database.connect() as connection:
            row = connection.execute(sql.select(_games).where(_games.c.id == game)).first()
            if row is None:
                return None
            query = sql.select(_moves).where(_moves.c.game == game).order_by(_moves.c.ply)
            moves = tuple(
                StoredMove(m.move, m.seconds, (m.left_first, m.left_second))
                for m in connection.execute(query)
            )
            return _stored(row, moves)

    def exists(self, game: str) -> bool:
        """Whether there is such a game."""
        query = sql.select(_games.c.id).where(_games.c.id == game)
        with self._database.connect() as connection:
            return connection.execute(query).first() is not None

    def of_visitor(self, visitor: str, limit: int) -> list[tuple[StoredGame, int]]:
        """Return a visitor's games without their moves but with their number, latest first."""
        count = sql.select(sql.func.count()).where(_moves.c.game == _games.c.id).scalar_subquery()
        query = sql.select(_games, count.label("plies")).where(_games.c.visitor == visitor)
        query = query.order_by(_games.c.updated.desc()).limit(limit)
        with self._database.connect() as connection:
            return [(_stored(row), row.plies) for row in connection.execute(query).all()]

    def open_games(self, visitor: str) -> int:
        """Count a visitor's games that are not over."""
        query = sql.select(sql.func.count()).where(
            _games.c.visitor == visitor, _games.c.result.is_(sql.null())
        )
        with self._database.connect() as connection:
            return int(connection.execute(query).scalar_one())

    def trim(self, visitor: str, keep: int) -> None:
        """Remove a visitor's oldest games that are over, if there are more than so many."""
        mine = _games.c.visitor == visitor
        recent = sql.select(_games.c.id).where(mine).order_by(_games.c.updated.desc()).limit(keep)
        old = mine & _games.c.result.is_not(sql.null()) & _games.c.id.not_in(recent)
        with self._database.begin() as connection:
            connection.execute(_games.delete().where(old))

    def close(self) -> None:
        """Let go of the database, after what is still to be written."""
        self._writer.shutdown(wait=True)
        self._database.close()


def _plain(model: Clock | Result | None) -> Json | None:
    return None if model is None else model.model_dump()


def _rows(game: str, first_ply: int, moves: Sequence[StoredMove]) -> list[Json]:
    return [
        {
            "game": game,
            "ply": ply,
            "move": move.move,
            "seconds": move.seconds,
            "left_first": move.left[0],
            "left_second": move.left[1],
        }
        for ply, move in enumerate(moves, start=first_ply)
    ]


def _update(connection: sql.Connection, game: str, **values: Any) -> None:
    changed = _games.update().where(_games.c.id == game).values(updated=datetime.now(UTC), **values)
    connection.execute(changed)


def _stored(row: sql.Row[Any], moves: tuple[StoredMove, ...] = ()) -> StoredGame:
    return StoredGame(
        id=row.id, visitor=row.visitor, game=row.game, start=row.start,
        players=(row.first, row.second), version=row.version,
        clock=None if row.clock is None else Clock.model_validate(row.clock),
        result=None if row.result is None else Result.model_validate(row.result),
        rematch=row.rematch, updated=utc(row.updated), moves=moves,
    )  # fmt: skip
