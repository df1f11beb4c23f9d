"""Two hundred students look at once, and twenty uploads come in a minute."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.support.classroom import FIRST, left_to_nobody, set_up
from tests.support.server import Server

pytestmark = pytest.mark.slow


@pytest.fixture
def servers() -> Iterator[list[Server]]:
    with left_to_nobody() as running:
        yield running


def test_two_hundred_students_and_twenty_uploads_a_minute(
    tmp_path: Path, servers: list[Server]
) -> None:
    names = [f"Team {n}" for n in range(20)]
    made = set_up(tmp_path / "class", *names)
    server = Server(made.folder, "--workers", "2")
    servers.append(server)

    async def student(number: int, stop: asyncio.Event, took: list[float]) -> None:
        async with httpx.AsyncClient(base_url=server.url, timeout=60.0) as client:
            assert (await client.get("/class")).status_code == 200
            key = made.keys[names[number % len(names)]]
            entered = await client.post("/api/class/enter", json={"key": key})
            assert entered.status_code == 200, entered.text
            await asyncio.sleep(number / 50)
            while not stop.is_set():
                for path in ("/api/class", "/api/class/team"):
                    began = time.monotonic()
                    answer = await client.get(path)
                    took.append(time.monotonic() - began)
                    assert answer.status_code == 200, answer.text
                await asyncio.sleep(4.0)

    async def uploads() -> None:
        async with httpx.AsyncClient(base_url=server.url, timeout=60.0) as client:
            for name in names:
                answer = await client.post(
                    "/api/class/uploads", params={"name": "agent.py"}, content=FIRST,
                    headers={"Authorization": f"Bearer {made.keys[name]}"},
                )  # fmt: skip
                assert answer.status_code == 201, answer.text
                await asyncio.sleep(3.0)

    async def term() -> list[float]:
        stop, took = asyncio.Event(), list[float]()
        async with asyncio.TaskGroup() as group:
            for number in range(200):
                group.create_task(student(number, stop, took))
            await uploads()
            stop.set()
        return took

    took = sorted(asyncio.run(term()))
    print(f"{len(took)} requests: p50 {1000 * took[len(took) // 2]:.0f} ms, "
          f"p95 {1000 * took[len(took) * 95 // 100]:.0f} ms")  # fmt: skip
    assert server.stop() == 0, server.output
    assert "Traceback" not in server.output, server.output
