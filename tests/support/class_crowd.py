"""A class of students who look at its pages all the time while teams upload."""

from __future__ import annotations

import asyncio
import time

import httpx

from tests.support.classroom import FIRST, Class
from tests.support.server import PATIENCE, Server

STUDENTS, UPLOADS_A_MINUTE = 200, 20
LOOKS_SECONDS = 4.0  # between two looks of a page


class ClassCrowd:
    """Students with the page open, each with the key of a team; the first error ends it."""

    def __init__(self, server: Server, made: Class) -> None:
        self._url, self._keys = server.url, list(made.keys.values())
        self._stop = asyncio.Event()
        self.took: list[float] = []  #: seconds of each answer

    def look(self) -> None:
        """Look until every team has uploaded once."""
        asyncio.run(self._look())

    @property
    def p95(self) -> float:
        """The seconds within which 95 % of the answers came."""
        return sorted(self.took)[len(self.took) * 95 // 100]

    async def _look(self) -> None:
        async with asyncio.TaskGroup() as group:
            for number in range(STUDENTS):
                group.create_task(self._student(number))
            await self._upload()
            self._stop.set()

    async def _student(self, number: int) -> None:
        async with httpx.AsyncClient(base_url=self._url, timeout=PATIENCE) as client:
            assert (await client.get("/class")).status_code == 200
            key = self._keys[number % len(self._keys)]
            entered = await client.post("/api/class/enter", json={"key": key})
            assert entered.status_code == 200, entered.text
            await asyncio.sleep(number / 50)
            while not self._stop.is_set():
                for path in ("/api/class", "/api/class/team"):
                    began = time.monotonic()
                    answer = await client.get(path)
                    self.took.append(time.monotonic() - began)
                    assert answer.status_code == 200, answer.text
                await asyncio.sleep(LOOKS_SECONDS)

    async def _upload(self) -> None:
        async with httpx.AsyncClient(base_url=self._url, timeout=PATIENCE) as client:
            for key in self._keys:
                answer = await client.post(
                    "/api/class/uploads", params={"name": "agent.py"}, content=FIRST,
                    headers={"Authorization": f"Bearer {key}"},
                )  # fmt: skip
                assert answer.status_code == 201, answer.text
                await asyncio.sleep(60 / UPLOADS_A_MINUTE)
