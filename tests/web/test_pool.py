"""Who is served next: fair shares of the cores by address and by visitor, moves before the rest."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Coroutine
from typing import Any

import pytest
from starlette.requests import Request

from plyground.web.shared.mistakes import Busy, Gone
from plyground.web.shared.security import Asker
from plyground.web.shared.state import until_gone
from plyground.web.shared.thinking import MOST_OF_ADDRESS, MOST_WAITING, Pool, Rank
from tests.support.server import PATIENCE

ATTACKERS = [Asker(f"attacker {number}", "10.0.0.1") for number in range(20)]
HONEST = Asker("honest", "10.0.0.2")


class Jobs:
    """Work that waits at a gate, and notes in which order it began."""

    def __init__(self, workers: int) -> None:
        self.pool, self.gate = Pool(workers), threading.Event()
        self.order: list[str] = []
        self._tasks: list[asyncio.Task[Any]] = []

    def ask(self, asker: Asker, *, waits: bool = False, rank: Rank = Rank.MOVE) -> None:
        def work() -> None:
            self.order.append(asker.visitor)
            if waits:
                assert self.gate.wait(PATIENCE)

        self._begin(self.pool.run(asker, work, rank=rank))

    def _begin(self, work: Coroutine[Any, Any, Any]) -> None:
        self._tasks.append(asyncio.create_task(work))

    async def until(self, visitor: str, count: int = 1) -> None:
        """Wait until so many jobs of a visitor have begun."""
        deadline = time.monotonic() + PATIENCE
        while self.order.count(visitor) < count:
            assert time.monotonic() < deadline, self.order
            await asyncio.sleep(0.005)

    async def end(self) -> None:
        self.gate.set()
        await asyncio.gather(*self._tasks)
        self.pool.close()


@pytest.mark.parametrize("rank", list(Rank))
def test_a_move_does_not_wait_for_twenty_attackers_at_one_address(rank: Rank) -> None:
    """All of their searches are long, and none of them has ended when the visitor is answered."""

    async def check() -> None:
        jobs = Jobs(2)
        for attacker in ATTACKERS:
            for _ in range(2):
                jobs.ask(attacker, waits=True, rank=rank)
        await asyncio.sleep(0)
        for count in (1, 2, 3):
            jobs.ask(HONEST)
            await jobs.until(HONEST.visitor, count)
        assert len(jobs.order) <= 2 * jobs.pool.workers + 3
        await jobs.end()

    asyncio.run(check())


def test_whoever_is_elsewhere_is_served_next_when_all_threads_are_busy() -> None:
    """Not behind the twenty who wait at one address, whatever their cookies are."""

    async def check() -> list[str]:
        jobs = Jobs(1)
        for number in range(3):  # three addresses fill all the room that there is
            jobs.ask(Asker("long", f"10.0.1.{number}"), waits=True)
        for attacker in ATTACKERS:
            jobs.ask(attacker)
        for _ in range(3):
            jobs.ask(HONEST)
        await jobs.until("long", 3)
        await jobs.end()
        return jobs.order[3:]

    order = asyncio.run(check())
    assert [at for at, visitor in enumerate(order) if visitor == "honest"][2] <= 6, order


def test_at_one_address_visitors_take_turns_and_moves_come_first() -> None:
    async def check() -> list[str]:
        jobs = Jobs(1)
        for number in range(3):
            jobs.ask(Asker("long", f"10.0.1.{number}"), waits=True)
        ann, ben = Asker("ann", "10.0.0.1"), Asker("ben", "10.0.0.1")
        for rank in (Rank.TOURNAMENT, Rank.QUESTION, Rank.QUESTION):
            jobs.ask(ann, rank=rank)
        jobs.ask(ben, rank=Rank.QUESTION)
        jobs.ask(ben, rank=Rank.MOVE)
        await jobs.until("long", 3)
        await jobs.end()
        return jobs.order[3:]

    order = asyncio.run(check())
    assert order[0] == "ben"  # a move
    assert order[-1] == "ann"  # of a tournament
    assert set(order[1:3]) == {"ann", "ben"}


def test_an_analysis_gives_way_to_a_move_at_once() -> None:
    """Also to one of the same visitor; it is stopped, and its owner asks again."""

    async def check() -> list[str]:
        pool, stopped, order = Pool(1), threading.Event(), list[str]()

        def search() -> None:
            assert stopped.wait(PATIENCE)
            order.append("analysis")

        analysis = asyncio.create_task(pool.run(HONEST, search, stopped.set, yields=True))
        await asyncio.sleep(0)
        await pool.run(HONEST, lambda: order.append("move"), rank=Rank.MOVE)
        await analysis
        pool.close()
        return order

    assert asyncio.run(check()) == ["analysis", "move"]


def test_whoever_goes_away_is_not_worked_for() -> None:
    """A request that its client has left is answered by nobody, and its search is stopped."""

    async def check() -> bool:
        pool, stopped = Pool(1), threading.Event()
        left = asyncio.Event()

        async def receive() -> dict[str, Any]:
            await left.wait()
            return {"type": "http.disconnect"}

        request = Request({"type": "http"}, receive)
        work = pool.run(HONEST, lambda: stopped.wait(PATIENCE), stopped.set)
        waiting = asyncio.create_task(until_gone(request, work))
        await asyncio.sleep(0.01)
        left.set()
        with pytest.raises(Gone):
            await waiting
        pool.close()
        return stopped.is_set()

    assert asyncio.run(check())


def test_an_address_has_only_so_many_questions_waiting() -> None:
    async def check() -> None:
        jobs = Jobs(1)
        for attacker in ATTACKERS[: 2 + MOST_OF_ADDRESS // 8]:
            for _ in range(8):
                jobs.ask(attacker, waits=True)
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await jobs.pool.run(ATTACKERS[-1], lambda: None)
        await jobs.pool.run(HONEST, lambda: None)
        await jobs.end()

    asyncio.run(check())


def test_the_pool_serves_visitors_in_turn() -> None:
    """One who asks for a hundred things does not hold up one who asks for two."""

    async def check() -> list[str]:
        pool, order, gate = Pool(1), list[str](), threading.Event()

        async def ask(visitor: str) -> None:
            await pool.run(Asker(visitor), lambda: order.append(visitor))

        first = asyncio.create_task(pool.run(Asker("greedy"), gate.wait))
        await asyncio.sleep(0)
        greedy = [asyncio.create_task(ask("greedy")) for _ in range(MOST_WAITING)]
        modest = [asyncio.create_task(ask("modest")) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await ask("greedy")
        gate.set()
        await asyncio.gather(first, *greedy, *modest)
        pool.close()
        return order

    order = asyncio.run(check())
    assert max(at for at, visitor in enumerate(order) if visitor == "modest") <= 3


def test_a_long_search_gives_way_when_others_wait() -> None:
    async def check() -> float:
        pool, gate = Pool(1), threading.Event()
        began = time.monotonic()
        long = asyncio.create_task(
            pool.run(Asker("long"), lambda: gate.wait(PATIENCE), gate.set, yields=True)
        )
        await asyncio.sleep(0.05)
        await pool.run(Asker("long"), lambda: None)  # who has nothing at work would not wait
        waited = time.monotonic() - began
        assert await long
        pool.close()
        return waited

    assert asyncio.run(check()) < PATIENCE / 2


def test_work_that_nobody_waits_for_is_stopped_or_never_begun() -> None:
    async def check() -> list[str]:
        pool, gate, done = Pool(1), threading.Event(), list[str]()
        running = asyncio.create_task(pool.run(Asker("a"), lambda: gate.wait(PATIENCE), gate.set))
        waiting = asyncio.create_task(pool.run(Asker("a"), lambda: done.append("waiting")))
        await asyncio.sleep(0.05)
        waiting.cancel()
        running.cancel()
        await asyncio.gather(running, waiting, return_exceptions=True)
        await pool.run(Asker("b"), lambda: done.append("after"))
        pool.close()
        return done

    assert asyncio.run(check()) == ["after"]
