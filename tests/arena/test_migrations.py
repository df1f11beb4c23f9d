"""Stores of other versions: those of 0.1.0 are carried over, those from the future refused.

tests/data/stores holds what plyground 0.1.0 (commit ce488c8) wrote: matches and tournaments, one of
them stopped after three of its eight games, and a server's file with two games and a tournament.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sql

from plyground.arena.running.database import Database, Schema
from plyground.arena.running.store import SCHEMA, Filter, Store
from plyground.arena.running.tournament import Format, tournament
from plyground.errors import PlygroundError
from plyground.web.games.store import GameStore, StoredGame, StoredMove
from plyground.web.games.tables import SCHEMA as WEB_SCHEMA
from plyground.web.shared.models import Result
from tests.support.paths import ROOT

STORES = ROOT / "tests" / "data" / "stores"


def copied(name: str, folder: Path) -> Path:
    return Path(shutil.copy(STORES / f"{name}-0.1.0.db", folder / f"{name}.db"))


def versions(path: Path) -> dict[str, int]:
    with sqlite3.connect(path) as database:
        found = dict(database.execute("SELECT store, version FROM schema_version").fetchall())
    database.close()
    return found


def test_an_arena_store_of_0_1_0_keeps_its_games(tmp_path: Path) -> None:
    path = copied("arena", tmp_path)
    with Store(path) as store:
        runs = [(run.kind, run.seed, run.status, run.games) for run in store.runs()]
        assert runs == [
            ("match", 3, "finished", 4), ("swiss", 5, "finished", 4), ("gauntlet", 7, "running", 3),
        ]  # fmt: skip
        games = list(store.games())
        assert len(games) == 11
        assert all(game.result.moves for game in games)
        assert len(store.points(1)) == 4
    assert versions(path) == {"arena": SCHEMA.version}


def test_a_run_stopped_by_0_1_0_is_resumed(tmp_path: Path) -> None:
    path = copied("arena", tmp_path)
    players = ["random", "greedy", "b=random"]
    with Store(path) as store:
        before = {game.pairing: game.result for game in store.games(Filter(run=3))}
    how = Format(pairs=2, seed=7, workers=0)
    again = how | Format(store=path, resume=True)
    resumed = tournament(players, "squatter(3)", "gauntlet", **again)
    whole = tournament(players, "squatter(3)", "gauntlet", **how)
    assert dict(resumed.points) == dict(whole.points)
    with Store(path) as store:
        assert [run.games for run in store.runs()] == [4, 4, 8]
        after = {game.pairing: game.result for game in store.games(Filter(run=3))}
    assert len(before) == 3
    assert before.items() <= after.items()


def test_a_servers_file_of_0_1_0_keeps_games_and_tournaments(tmp_path: Path) -> None:
    path = copied("web", tmp_path)
    store = GameStore(path)
    found = store.load("abc")
    assert found is not None
    assert [move.move for move in found.moves] == ["3", "6", "1"]
    assert found.moves[0].left == (59.5, 60.0)
    over = store.load("def")
    assert over is not None
    assert over.result == Result(
        winner="second", reason="resigned", margin=None, text="White resigned."
    )
    store.append("abc", 4, StoredMove("2"), version=4)
    store.create(StoredGame("new", "ann", "kalah(6,4)", None, ("human", "random")))
    assert len(store.secret("visitors")) == 32
    store.close()
    with Store(path) as runs:
        # It was played with its own number as the seed, and 0 was stored.
        assert [(run.kind, run.seed, run.games) for run in runs.runs()] == [("round-robin", 1, 4)]
    assert versions(path) == {"arena": SCHEMA.version, "web": WEB_SCHEMA.version}


def test_a_store_is_carried_over_once_by_many_at_the_same_time(tmp_path: Path) -> None:
    path = copied("web", tmp_path)
    with ThreadPoolExecutor(8) as threads:
        stores = list(threads.map(Store, [path] * 8))
    assert {store.run(1).seed for store in stores} == {1}
    for store in stores:
        store.close()


@pytest.mark.parametrize("open_store", [Store, GameStore])
def test_a_store_from_the_future_is_refused_in_one_line(
    open_store: type[Store] | type[GameStore], tmp_path: Path
) -> None:
    path = tmp_path / "games.db"
    open_store(path).close()
    before = versions(path)
    (name,) = before
    with sqlite3.connect(path) as database:
        database.execute("UPDATE schema_version SET version = 99")
    database.close()
    with pytest.raises(PlygroundError) as caught:
        open_store(path)
    assert str(caught.value) == (
        f"{path}: written by a newer plyground (format 99, this one reads up to {before[name]}); "
        "update it: pip install --upgrade plyground"
    )


def planted(*steps: str) -> Schema:
    """Return a schema whose migrations are these statements."""
    tables = sql.MetaData()
    columns = ("id", "name", "colour")[: 2 + len(steps)]
    sql.Table("things", tables, *(sql.Column(name, sql.Integer) for name in columns))

    def migration(step: str) -> Callable[[sql.Connection], None]:
        return lambda connection: connection.exec_driver_sql(step).close()

    return Schema("things", tables, tuple(map(migration, steps)))


def test_migrations_run_in_order_and_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "things.db"
    Database(path, planted()).close()
    with sqlite3.connect(path) as database:
        database.execute("INSERT INTO things VALUES (1, 2)")
    add = "ALTER TABLE things ADD COLUMN colour INTEGER"
    with pytest.raises(PlygroundError, match="no such table: nowhere"):
        Database(path, planted(add, "DELETE FROM nowhere"))
    assert versions(path) == {"things": 1}
    assert database.execute("SELECT * FROM things").fetchall() == [(1, 2)]
    Database(path, planted(add, "UPDATE things SET colour = name + 1")).close()
    assert versions(path) == {"things": 3}
    assert database.execute("SELECT * FROM things").fetchall() == [(1, 2, 3)]
    database.close()
