"""Nothing is lost: connections break, the server is killed, and every game goes on."""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

import plyground as ply
from tests.web import PATIENCE, Json, Server, Table, Visitor, served

GAMES = ("kalah(6,4)", "squatter(7)", "watch-your-back")
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

    restarted = Server(data, port=server.port)
    running = 0
    try:
        for number, (game, moves) in enumerate(zip(games, told, strict=True)):
            table = visitors[number % len(visitors)].sit(game)
            assert table.moves[: len(moves)] == moves  # with their times and events
            table.wait_for(lambda state: "move" in state["can"] or state["status"] == "over")
            before = len(table.moves)
            if table.state["status"] == "running":
                running += 1
                table.move()
                assert len(table.moves) > before
            record = ply.game(GAMES[number % 3])
            for move in table.moves:
                record.push(move["move"])
            assert record.position.text == table.state["position"]["text"]
            table.close()
        assert running > 0
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


def test_killed_in_the_middle_of_some_games_every_one_goes_on(tmp_path: Path) -> None:
    check_killing(tmp_path / "games.db", 6)


@pytest.mark.slow
def test_killed_in_the_middle_of_fifty_games_every_one_goes_on(tmp_path: Path) -> None:
    check_killing(tmp_path / "games.db", 50)


class Crowd:
    """Many visitors at once, who think for a moment before each move."""

    def __init__(self, server: Server, visitors: int, moves: int) -> None:
        self.url, self.visitors, self.moves = server.url, visitors, moves
        self.waits: list[float] = []  # seconds for an answer, without the engine's own
        self.played = 0

    async def play(self) -> None:
        async with asyncio.TaskGroup() as group:
            for number in range(self.visitors):
                group.create_task(self._visit(number))

    async def _visit(self, number: int) -> None:
        chance = random.Random(number)
        await asyncio.sleep(chance.random() * self.visitors / 40)
        async with httpx.AsyncClient(base_url=self.url, timeout=PATIENCE) as client:
            await client.get("/api/games")
            wish = {"game": GAMES[number % 3], "second": "pvs:level=3"}
            begun = await client.post("/api/games", json=wish)
            assert begun.status_code == 201, begun.text
            cookie = {"Cookie": f"plyground={client.cookies['plyground']}"}
            address = f"{self.url.replace('http', 'ws')}/ws/games/{begun.json()['id']}"
            async with connect(address, additional_headers=cookie, open_timeout=PATIENCE) as socket:
                await self._play(socket, chance)

    async def _play(self, socket: Any, chance: random.Random) -> None:
        state: Json = json.loads(await socket.recv())
        moves: list[Json] = state["moves"]
        while state["status"] == "running" and len(moves) < self.moves:
            await asyncio.sleep(chance.uniform(0.5, 2.5))
            move = chance.choice(state["position"]["legal"])["move"]
            began, before = time.perf_counter(), len(moves)
            await socket.send(
                json.dumps({"type": "move", "move": move, "version": state["version"]})
            )
            while True:
                state = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
                assert state["type"] == "state", state
                assert state["from"] <= len(moves)
                moves = moves[: state["from"]] + state["moves"]
                is_mine = "move" in state["can"] or state["status"] == "over"
                if len(moves) > before and is_mine:
                    break
            thinking = sum(m["seconds"] or 0 for m in moves[before + 1 :] if m["side"] == "second")
            self.waits.append(time.perf_counter() - began - thinking)
            assert moves[before]["move"] == move
        self.played += len(moves)


def check_crowd(server: Server, visitors: int, moves: int) -> Crowd:
    crowd = Crowd(server, visitors, moves)
    asyncio.run(crowd.play())
    waits = sorted(crowd.waits)
    median, late = statistics.median(waits), waits[int(0.95 * len(waits))]
    print(
        f"{visitors} visitors, {crowd.played} moves: an answer after {1000 * median:.0f} ms "
        f"(median), {1000 * late:.0f} ms (95 %), {1000 * waits[-1]:.0f} ms (worst), "
        "besides the engine's thinking"
    )
    return crowd


def test_a_small_crowd_plays_at_once(tmp_path: Path) -> None:
    with served(tmp_path / "games.db") as server:
        crowd = check_crowd(server, 12, 4)
    assert crowd.played >= 12 * 4


@pytest.mark.slow
def test_two_hundred_visitors_play_at_once(tmp_path: Path) -> None:
    with served(tmp_path / "games.db") as server:
        crowd = check_crowd(server, 200, 30)
    assert crowd.played >= 200 * 20
