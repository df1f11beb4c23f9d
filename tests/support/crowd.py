"""Many visitors who play at once, each with a game of their own, as pages do."""

from __future__ import annotations

import asyncio
import json
import random
import time
from typing import Any

import httpx
from websockets.asyncio.client import connect

from tests.support.server import PATIENCE, Json

GAMES = ("kalah(6,4)", "squatter(7)", "watch-your-back")
NEWCOMERS = 40  # each second


class Crowd:
    """Visitors who think for a moment before each move; the first lost move is an error."""

    def __init__(self, url: str, visitors: int, moves: int) -> None:
        self.url, self.visitors, self.moves = url, visitors, moves
        self.waits: list[float] = []  # seconds for an answer, without the engine's own
        self.played = 0

    async def play(self) -> None:
        async with asyncio.TaskGroup() as group:
            for number in range(self.visitors):
                group.create_task(self._visit(number))

    async def _visit(self, number: int) -> None:
        chance = random.Random(number)
        await asyncio.sleep(chance.random() * self.visitors / NEWCOMERS)
        # Reading certificates for each visitor would hold up the others until the server closes
        # their idle connections.
        async with httpx.AsyncClient(base_url=self.url, timeout=PATIENCE, verify=False) as client:
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

    def within(self, share: float) -> float:
        """Return the seconds within which a share of the answers came."""
        return sorted(self.waits)[min(int(share * len(self.waits)), len(self.waits) - 1)]

    def __str__(self) -> str:
        median, late, worst = (1000 * self.within(share) for share in (0.5, 0.95, 1.0))
        return (
            f"{self.visitors} visitors, {self.played} moves: an answer after {median:.0f} ms "
            f"(median), {late:.0f} ms (95 %), {worst:.0f} ms (worst), besides the engine's thinking"
        )


def play_at_once(url: str, visitors: int, moves: int) -> Crowd:
    """Let so many visitors play about so many moves each."""
    crowd = Crowd(url, visitors, moves)
    asyncio.run(crowd.play())
    return crowd
