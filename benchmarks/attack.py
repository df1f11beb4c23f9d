"""How long an honest visitor waits for level 3 while others attack the server.

    python -m benchmarks.attack --save          # from the project's folder, with both cores free
    python -m benchmarks.attack --attackers 20 --moves 200

Twenty attackers at one address (127.0.0.1), each with a cookie of its own, do all of this at once,
for as long as the measurement takes:

games: two games against engines that think for 10 s a move; every answer is followed by a move
analyse: two requests for 10 s of analysis, again and again
tournament: one of engines that think for 5 s a move
sockets: eight WebSockets with live analyses of 120 s, and as many pings as are taken
slow: twenty connections that send a letter of a header each second, opened again when closed
pictures: moving pictures of long games, again and again

An honest visitor at another address (127.0.0.2) plays against level 3. Measured is the time from
sending a move to the engine's answer, thinking included (bar: 95 % within 300 ms, on 2 cores). The
attackers are a process on the same machine: what they compute is taken from the server, too.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

from benchmarks.board import Measured, tell
from tests.support.server import PATIENCE, Json, served

GAMES = ("kalah(6,4)", "squatter(7)", "watch-your-back")
ATTACKERS, MOVES = 20, 300
BAR = 300  # milliseconds
_WARM_UP = 5.0  # seconds until the attack is at its height


class Attacker:
    """One of many at one address, with a cookie of its own."""

    def __init__(self, url: str, number: int) -> None:
        self._url, self._chance = url, random.Random(number)
        self._http = httpx.AsyncClient(base_url=url, timeout=PATIENCE)

    async def attack(self) -> None:
        """Do everything at once, for ever."""
        ways = [self._game] * 2 + [self._analyse] * 2 + [self._tournament, self._pictures]
        ways += [self._socket] * 8 + [self._slow] * 20
        await self._http.get("/api/games")
        async with asyncio.TaskGroup() as group:
            for way in ways:
                group.create_task(self._again(way))

    async def _again(self, way: Callable[[], Awaitable[None]]) -> None:
        while True:
            with contextlib.suppress(Exception):  # refused, closed, timed out: try again
                await way()
            await asyncio.sleep(self._chance.uniform(0.05, 0.5))

    def _connect(self, path: str) -> Any:
        cookie = {"Cookie": f"plyground={self._http.cookies['plyground']}"}
        address = self._url.replace("http", "ws") + path
        return connect(address, additional_headers=cookie, open_timeout=PATIENCE)

    async def _game(self) -> None:
        wish = {"game": "squatter(7)", "second": "pvs:time=10"}
        game = (await self._http.post("/api/games", json=wish)).json()["id"]
        async with self._connect(f"/ws/games/{game}") as socket:
            async for text in socket:
                state = json.loads(text)
                if "move" in state.get("can", ()):
                    await socket.send(move_message(state, self._chance))

    async def _analyse(self) -> None:
        await self._http.post("/api/analyse", json={"game": "watch-your-back", "seconds": 10})

    async def _tournament(self) -> None:
        players = ["pvs:time=5", "mcts:time=5"]
        wish = {"game": "squatter(7)", "players": players, "pairs": 50}
        await self._http.post("/api/tournaments", json=wish)
        await asyncio.sleep(1)

    async def _pictures(self) -> None:
        moves = ",".join(["1", "2"] * 10)
        await self._http.get("/api/replay.svg", params={"game": "kalah(12,12)", "moves": moves})

    async def _socket(self) -> None:
        async with self._connect("/ws/analysis") as socket:
            wish = {"type": "start", "id": 1, "game": "watch-your-back", "seconds": 120}
            await socket.send(json.dumps(wish))
            while True:
                await socket.send('{"type": "ping"}')
                await socket.recv()

    async def _slow(self) -> None:
        host, _, port = self._url.rpartition("/")[2].partition(":")
        _, writer = await asyncio.open_connection(host, int(port))
        try:
            writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
            while True:
                await asyncio.sleep(1)
                writer.write(b"x")
                await writer.drain()
        finally:
            writer.close()


def move_message(state: Json, chance: random.Random) -> str:
    """Return a message that plays any legal move."""
    move = chance.choice(state["position"]["legal"])["move"]
    return json.dumps({"type": "move", "move": move, "version": state["version"]})


async def attack(url: str, attackers: int) -> None:
    """Let all attackers begin."""
    async with asyncio.TaskGroup() as group:
        for number in range(attackers):
            group.create_task(Attacker(url, number).attack())


async def honest(url: str, moves: int) -> list[float]:
    """Play against level 3 from another address; returns the milliseconds to every answer."""
    chance, times = random.Random(1), list[float]()
    transport = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
    async with httpx.AsyncClient(transport=transport, base_url=url, timeout=PATIENCE) as client:
        await client.get("/api/games")
        cookie = {"Cookie": f"plyground={client.cookies['plyground']}"}
        while len(times) < moves:
            wish = {"game": GAMES[len(times) % len(GAMES)], "second": "pvs:level=3"}
            game = (await client.post("/api/games", json=wish)).json()["id"]
            address = f"{url.replace('http', 'ws')}/ws/games/{game}"
            near = {"local_addr": ("127.0.0.2", 0), "open_timeout": PATIENCE}
            async with connect(address, additional_headers=cookie, **near) as socket:
                times += await play(socket, chance)
            await client.delete(f"/api/games/{game}")
    return times


async def play(socket: Any, chance: random.Random) -> list[float]:
    """Play the beginning of a game; returns the milliseconds to every answer."""
    times: list[float] = []
    state: Json = json.loads(await socket.recv())
    for _ in range(15):
        if state["status"] == "over":
            break
        await asyncio.sleep(0.1)
        before, began = state["version"], time.perf_counter()
        await socket.send(move_message(state, chance))
        while "move" not in state["can"] or state["version"] == before:
            state = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
            if state["status"] == "over":
                break
        times.append(1000 * (time.perf_counter() - began))
    return times


@contextlib.contextmanager
def attacked(url: str, attackers: int) -> Iterator[None]:
    """Attack from another process meanwhile."""
    command = [sys.executable, "-m", "benchmarks.attack", "--target", url]
    process = subprocess.Popen([*command, "--attackers", str(attackers)], stderr=subprocess.DEVNULL)
    try:
        time.sleep(_WARM_UP)
        yield
        assert process.poll() is None, "the attackers have given up"
    finally:
        process.kill()
        process.wait()


def measured(name: str, times: list[float]) -> Iterator[Measured]:
    """Sum up how long the answers took."""
    ordered = sorted(times)
    shares = {"half": 0.5, "95 %": 0.95, "all": 1.0}
    for words, share in shares.items():
        value = ordered[min(int(share * len(ordered)), len(ordered) - 1)]
        yield Measured(
            f"{name}, {words} of the replies", value, "ms", BAR if share == 0.95 else None
        )


def main() -> None:
    """Measure, and print or save; with ``--target`` attack."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--attackers", type=int, default=ATTACKERS)
    parser.add_argument("--moves", type=int, default=MOVES)
    parser.add_argument("--target", help=argparse.SUPPRESS)
    parser.add_argument("--save", action="store_true")
    options = parser.parse_args()
    if options.target is not None:
        asyncio.run(attack(options.target, options.attackers))
    with tempfile.TemporaryDirectory() as folder, served(Path(folder) / "games.db") as server:
        found = [*measured("alone", asyncio.run(honest(server.url, options.moves)))]
        with attacked(server.url, options.attackers):
            times = asyncio.run(honest(server.url, options.moves))
        found += measured(f"{options.attackers} attackers", times)
        for one in found:
            tell(one, save=options.save)


if __name__ == "__main__":
    main()
