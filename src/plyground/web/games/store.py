"""Games in a database: every move is there before anybody is told of it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError

from plyground.arena.running.database import Database, utc
from plyground.errors import PlygroundError
from plyground.web.games.models import Clock
from plyground.web.games.people import People
from plyground.web.games.seat_store import SeatStore, read_people, write_people
from plyground.web.games.tables import SCHEMA, games, moves, secrets, sitters
from plyground.web.shared.mistakes import StoreFailed
from plyground.web.shared.models import Result
from plyground.web.shared.tasks import noticed

Given = ParamSpec("Given")
Found = TypeVar("Found")
Json = dict[str, Any]
Left = tuple[float | None, float | None]  # seconds on both clocks


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
    people: People | None = None  #: where two people play on two devices


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
        self.seats = SeatStore(self._database)
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
        query = sql.select(secrets.c.value).where(secrets.c.name == name)
        with self._database.begin() as connection:
            found = connection.execute(query).scalar()
            if found is None:
                found = os.urandom(32)
                connection.execute(secrets.insert(), {"name": name, "value": found})
            return bytes(found)

    def create(self, game: StoredGame) -> None:
        """Write a new game, with the moves it begins with."""
        others = ("players", "moves", "people")
        row = {key: value for key, value in vars(game).items() if key not in others}
        row |= {"first": game.players[0], "second": game.players[1]}
        row |= {"clock": _plain(game.clock), "result": _plain(game.result)}
        with self._database.begin() as connection:
            connection.execute(games.insert(), row)
            if game.moves:
                connection.execute(moves.insert(), _rows(game.id, 1, game.moves))
            if game.people is not None:
                write_people(connection, game.id, game.people)

    def append(
        self, game: str, ply: int, move: StoredMove, *, version: int, result: Result | None = None
    ) -> None:
        """Write a move; also the result, where the move ends the game."""
        try:
            with self._database.begin() as connection:
                connection.execute(moves.insert(), _rows(game, ply, [move]))
                _update(connection, game, version=version, result=_plain(result))
        except IntegrityError:  # deleted, or moved in by another server with the same file
            raise PlygroundError("This game was changed elsewhere. Reload the page.") from None

    def cut(self, game: str, plies: int, *, version: int) -> None:
        """Take back all moves after so many, and whatever result there was."""
        with self._database.begin() as connection:
            connection.execute(moves.delete().where(moves.c.game == game, moves.c.ply > plies))
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
            connection.execute(games.delete().where(games.c.id == game))

    def load(self, game: str) -> StoredGame | None:
        """Return a game with all its moves, None if there is none."""
        with self._database.connect() as connection:
            row = connection.execute(sql.select(games).where(games.c.id == game)).first()
            if row is None:
                return None
            query = sql.select(moves).where(moves.c.game == game).order_by(moves.c.ply)
            played = tuple(
                StoredMove(m.move, m.seconds, (m.left_first, m.left_second))
                for m in connection.execute(query)
            )
            return replace(_stored(row, played), people=read_people(connection, game))

    def exists(self, game: str) -> bool:
        """Whether there is such a game."""
        query = sql.select(games.c.id).where(games.c.id == game)
        with self._database.connect() as connection:
            return connection.execute(query).first() is not None

    def of_visitor(self, visitor: str, limit: int) -> list[tuple[StoredGame, int]]:
        """Return a visitor's games without their moves but with their number, latest first."""
        count = sql.select(sql.func.count()).where(moves.c.game == games.c.id).scalar_subquery()
        seated = sql.select(sitters.c.game).where(sitters.c.visitor == visitor)
        own = (games.c.visitor == visitor) | games.c.id.in_(seated)
        query = sql.select(games, count.label("plies")).where(own)
        query = query.order_by(games.c.updated.desc()).limit(limit)
        with self._database.connect() as connection:
            return [(_stored(row), row.plies) for row in connection.execute(query).all()]

    def open_games(self, visitor: str) -> int:
        """Count a visitor's games that are not over."""
        query = sql.select(sql.func.count()).where(
            games.c.visitor == visitor, games.c.result.is_(sql.null())
        )
        with self._database.connect() as connection:
            return int(connection.execute(query).scalar_one())

    def trim(self, visitor: str, keep: int) -> None:
        """Remove a visitor's oldest games that are over, if there are more than so many."""
        mine = games.c.visitor == visitor
        recent = sql.select(games.c.id).where(mine).order_by(games.c.updated.desc()).limit(keep)
        old = mine & games.c.result.is_not(sql.null()) & games.c.id.not_in(recent)
        with self._database.begin() as connection:
            connection.execute(games.delete().where(old))

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
    changed = games.update().where(games.c.id == game).values(updated=datetime.now(UTC), **values)
    connection.execute(changed)


def _stored(row: sql.Row[Any], moves: tuple[StoredMove, ...] = ()) -> StoredGame:
    return StoredGame(
        id=row.id, visitor=row.visitor, game=row.game, start=row.start,
        players=(row.first, row.second), version=row.version,
        clock=None if row.clock is None else Clock.model_validate(row.clock),
        result=None if row.result is None else Result.model_validate(row.result),
        rematch=row.rematch, updated=utc(row.updated), moves=moves,
    )  # fmt: skip
