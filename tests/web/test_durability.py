"""Nothing is lost: connections break, the server is killed, and every game goes on."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

import plyground as ply
from plyground.errors import PlygroundError
from plyground.web.games.store import GameStore, StoredGame, StoredMove
from plyground.web.shared.models import Result
from tests.support.crowd import GAMES, play_at_once
from tests.support.server import PATIENCE, Json, Server, Table, Visitor, served

OPPONENTS = ("pvs:level=3", "random", "pvs:time=0.3")


def test_a_broken_connection_costs_nothing(tmp_path: Path) -> None:
    with served(tmp_path / "games.db") as server:
        visitor = Visitor(server)
        game = visitor.begin(game="squatter(5)", second="pvs:time=0.4")["id"]
        table = visitor.sit(game)
        table.send(type="move", move="c3", version=0)
        table.hear("state")
        table.socket.socket.close()  # in the middle of the engine's thinking
        again = visitor.sit(game)
        again.wait_for(lambda state: "move" in state["can"])
        assert [move["ply"] for move in again.moves] == [1, 2]
        again.close()
        visitor.close()


def test_ctrl_c_ends_everything_at_once(tmp_path: Path) -> None:
    """With open connections, a live search, a tournament and an engine at work."""
    with served(tmp_path / "games.db") as server:
        visitor = Visitor(server)
        table = visitor.sit(visitor.begin(second="pvs:time=10")["id"])
        table.send(type="move", move="1", version=0)
        table.hear("state")
        analysis = visitor.connect("/ws/analysis")
        analysis.send(json.dumps({"type": "start", "id": 1, "game": "watch-your-back"}))
        analysis.recv(PATIENCE)
        wish = {"game": "squatter(7)", "players": ["pvs:time=5", "pvs:time=6"]}
        assert visitor.http.post("/api/tournaments", json=wish).status_code == 201
        began = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - began < PATIENCE / 2
        with pytest.raises(ConnectionClosed) as closed:
            table.hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        visitor.close()


def test_old_games_make_room_for_new_ones(tmp_path: Path) -> None:
    store = GameStore(tmp_path / "games.db")
    over = Result(winner=None, reason="end", margin=0, text="")
    for number in range(12):
        result = None if number == 0 else over
        when = datetime(2026, 1, 1, number, tzinfo=UTC)
        game = StoredGame(
            f"game{number}", "ann", "kalah(6,4)", None, ("human", "random"), result=result,
            updated=when, moves=(StoredMove("3"),),
        )  # fmt: skip
        store.create(game)
    store.create(StoredGame("other", "ben", "kalah(6,4)", None, ("human", "random"), result=over))
    store.trim("ann", 5)
    kept = [game.id for game, _ in store.of_visitor("ann", 100)]
    assert kept == ["game11", "game10", "game9", "game8", "game7", "game0"]
    assert store.load("game3") is None
    assert store.load("other") is not None
    store.close()


def play_on(table: Table, acknowledged: list[Json], deadline: float) -> None:
    """Play as fast as it goes until the connection breaks; note what was acknowledged."""
    try:
        while table.state["status"] == "running" and time.monotonic() < deadline:
            table.move()
            acknowledged[:] = table.moves
    except ConnectionClosed:
        acknowledged[:] = table.moves


def check_killing(data: Path, count: int) -> None:
    """Kill the server while all games are being played; start it again, and go on with each."""
    server = Server(data)
    visitors = [Visitor(server) for _ in range(max(1, count // 25))]
    games, told = play_until_killed(server, visitors, count)
    restarted = Server(data, port=server.port)
    try:
        running = [
            goes_on(visitors[number % len(visitors)], number, game, moves)
            for number, (game, moves) in enumerate(zip(games, told, strict=True))
        ]
        assert any(running)
        assert restarted.stop() == 0
        assert "Traceback" not in restarted.output
    finally:
        for visitor in visitors:
            visitor.close()
        for one in (server, restarted):
            if one.process.poll() is None:
                one.kill()
            assert one.process.stdout is not None
            one.process.stdout.close()


def play_until_killed(
    server: Server, visitors: list[Visitor], count: int
) -> tuple[list[str], list[list[Json]]]:
    """Return the games that were begun, and the moves that their players were told."""
    games, tables = [], []
    told: list[list[Json]] = []
    for number in range(count):
        visitor = visitors[number % len(visitors)]
        wish = {"game": GAMES[number % 3], "second": OPPONENTS[number % len(OPPONENTS)]}
        games.append(visitor.begin(**wish)["id"])
        tables.append(visitor.sit(games[-1]))
        told.append([])
        time.sleep(0.02)
    deadline = time.monotonic() + PATIENCE
    threads = [
        threading.Thread(target=play_on, args=(table, moves, deadline))
        for table, moves in zip(tables, told, strict=True)
    ]
    for thread in threads:
        thread.start()
    while sum(len(moves) >= 2 for moves in told) < count // 2:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    server.kill()
    for thread in threads:
        thread.join(PATIENCE)
    assert sum(map(len, told)) > count
    return games, told


def goes_on(visitor: Visitor, number: int, game: str, told: list[Json]) -> bool:
    """Check that no move was lost, and make one more; returns whether the game was running."""
    table = visitor.sit(game)
    assert table.moves[: len(told)] == told  # with their times and events
    table.wait_for(lambda state: "move" in state["can"] or state["status"] == "over")
    before = len(table.moves)
    is_running = bool(table.state["status"] == "running")
    if is_running:
        table.move()
        assert len(table.moves) > before
    record = ply.game(GAMES[number % 3])
    for move in table.moves:
        record.push(move["move"])
    assert record.position.text == table.state["position"]["text"]
    table.close()
    return is_running


def test_killed_in_the_middle_of_some_games_every_one_goes_on(tmp_path: Path) -> None:
    check_killing(tmp_path / "games.db", 6)


@pytest.mark.slow
def test_killed_in_the_middle_of_fifty_games_every_one_goes_on(tmp_path: Path) -> None:
    check_killing(tmp_path / "games.db", 50)


def test_a_small_crowd_plays_at_once(tmp_path: Path) -> None:
    with served(tmp_path / "games.db") as server:
        crowd = play_at_once(server.url, 12, 4)
    assert crowd.played >= 12 * 4


@pytest.mark.slow
def test_two_hundred_visitors_play_at_once(tmp_path: Path) -> None:
    with served(tmp_path / "games.db") as server:
        crowd = play_at_once(server.url, 200, 30)
    print(crowd)
    assert crowd.played >= 200 * 20


@pytest.mark.parametrize(
    ("column", "value"),
    [("clock", "[" * 100_000), ("clock", '{"seconds": "many"}'), ("result", "[1]"),
     ("result", "{"), ("updated", "yesterday")],
)  # fmt: skip
def test_a_damaged_row_is_one_line(column: str, value: str, tmp_path: Path) -> None:
    store = GameStore(tmp_path / "games.db")
    store.create(StoredGame("abc", "ann", "kalah(6,4)", None, ("human", "random")))
    assert store.load("abc")
    with sqlite3.connect(tmp_path / "games.db") as database:
        database.execute(f"UPDATE web_games SET {column} = ?", (value,))
    database.close()
    for read in (lambda: store.load("abc"), lambda: store.of_visitor("ann", 5)):
        with pytest.raises(PlygroundError, match=r"games\.db: the database is damaged") as caught:
            read()
        assert str(caught.value).isprintable()
    store.close()
