"""Engine work in threads, shared fairly: a visitor with many wishes waits for its own only.

Searches release the interpreter, so that threads use all cores. As many run at once as there are
cores; each visitor has a queue, and whoever has the least at work is served next, in turn. A search
that may go on for long can be interrupted: when others wait it is stopped after a while, and its
owner asks again, behind the others.

Agents that play games are asked here, too, and kept from move to move.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from plyground._core import Side, StopToken
from plyground.arena.agents.agents import Agent, BuiltIn
from plyground.arena.referee.clock import GameClock
from plyground.games.position import Position
from plyground.web.shared.mistakes import Busy
from plyground.web.shared.players import make_agent

Result = TypeVar("Result")
Stop = Callable[[], None]

SLICE_SECONDS = 0.25  # what a long search may use while others wait
MOST_WAITING = 16  # jobs of one visitor
_MOST_AGENTS = 64  # kept between the moves of their games; others are made anew


@dataclass(eq=False)
class _Job(Generic[Result]):
    """Something to be thought about."""

    visitor: str
    work: Callable[[], Result]
    stop: Stop | None
    yields: bool
    result: asyncio.Future[Result]
    began: float = field(default=0.0)
    is_asked_to_stop: bool = field(default=False)


class Pool:
    """Runs work for visitors; to be used from one event loop."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or os.cpu_count() or 1
        self._threads = ThreadPoolExecutor(self.workers, thread_name_prefix="thinking")
        self._waiting: OrderedDict[str, deque[_Job[object]]] = OrderedDict()
        self._running: set[_Job[object]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._is_closed = False

    async def run(
        self,
        visitor: str,
        work: Callable[[], Result],
        stop: Stop | None = None,
        *,
        yields: bool = False,
        is_urgent: bool = False,
    ) -> Result:
        """Do some work when it is the visitor's turn, and return what it gives.

        ``stop`` ends it early, when nobody waits for the result any longer; with ``yields`` also
        when others have waited for long enough. What ``is_urgent``, a move in a game, is never
        refused: there are not more of them than games.
        """
        if len(self._waiting.get(visitor, ())) >= MOST_WAITING and not is_urgent:
            raise Busy("Too many requests at once. Wait for the answers.")
        if self._is_closed:
            raise Busy("The server is shutting down.")
        loop = asyncio.get_running_loop()
        job: _Job[Result] = _Job(visitor, work, stop, yields, loop.create_future())
        self._waiting.setdefault(visitor, deque()).append(job)  # type: ignore[arg-type]
        self._serve()
        try:
            return await job.result
        except asyncio.CancelledError:
            self._forget(job)  # type: ignore[arg-type]
            raise

    @property
    def is_contended(self) -> bool:
        """Whether somebody waits."""
        return bool(self._waiting)

    def close(self) -> None:
        """End what is running and start nothing more; returns when all threads are idle."""
        self._is_closed = True
        for jobs in self._waiting.values():
            for job in jobs:
                job.result.cancel()
        self._waiting.clear()
        for job in self._running:
            if job.stop is not None:
                job.stop()
        self._threads.shutdown(wait=True)

    def _serve(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting and len(self._running) < self.workers:
            job = self._next()
            job.began = time.monotonic()
            self._running.add(job)
            done = loop.run_in_executor(self._threads, job.work)
            done.add_done_callback(partial(self._finished, job))
        if self._waiting:
            self._make_room()

    def _next(self) -> _Job[object]:
        """Take the next job: of those who have least at work, whoever was served longest ago."""
        at_work = Counter(job.visitor for job in self._running)
        visitor = min(self._waiting, key=lambda one: at_work[one])
        jobs = self._waiting.pop(visitor)
        job = jobs.popleft()
        if jobs:
            self._waiting[visitor] = jobs  # at the end
        return job

    def _finished(self, job: _Job[object], done: asyncio.Future[object]) -> None:
        self._running.discard(job)
        error = None if done.cancelled() else done.exception()
        if job.result.done():
            pass  # nobody waits for it any longer
        elif done.cancelled():
            job.result.cancel()
        elif error is not None:
            job.result.set_exception(error)
        else:
            job.result.set_result(done.result())
        if not self._is_closed:
            self._serve()

    def _make_room(self) -> None:
        """Stop the long searches that had their share, now or as soon as they have had it."""
        candidates = [job for job in self._running if job.yields and not job.is_asked_to_stop]
        if not candidates or self._timer is not None:
            return
        oldest = min(candidates, key=lambda job: job.began)
        left = oldest.began + SLICE_SECONDS - time.monotonic()
        if left <= 0:
            oldest.is_asked_to_stop = True
            if oldest.stop is not None:
                oldest.stop()
            return

        def again() -> None:
            self._timer = None
            if self._waiting and not self._is_closed:
                self._make_room()

        self._timer = asyncio.get_running_loop().call_later(left, again)

    def _forget(self, job: _Job[object]) -> None:
        """Take a job off that nobody waits for any longer."""
        if job in self._running:
            if job.stop is not None:
                job.stop()
            return
        jobs = self._waiting.get(job.visitor)
        if jobs is not None and job in jobs:
            jobs.remove(job)
            if not jobs:
                del self._waiting[job.visitor]


class GameSoFar(Protocol):
    """A game so far."""

    @property
    def start(self) -> Position:
        """The position the game began with."""
        ...

    @property
    def position(self) -> Position:
        """The position now."""
        ...

    @property
    def moves(self) -> Sequence[Any]:
        """All moves so far."""
        ...


@dataclass(frozen=True)
class Question:
    """Who is asked for a move, and in which game."""

    game: str  #: its id
    visitor: str  #: whose game it is
    spec: str  #: who is asked
    record: GameSoFar
    clock: GameClock
    seed: int | None = None  #: of its chance, where the game is to be reproducible


class Agents:
    """Keeps agents from move to move, the latest of them with what they know."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._agents: OrderedDict[tuple[str, Side], Agent] = OrderedDict()
        self._closing: set[asyncio.Future[None]] = set()

    async def answer(self, question: Question) -> tuple[str, float]:
        """Return a move and the seconds it took; raises Failure for a fault of the agent."""
        record, visitor, token = question.record, question.visitor, StopToken()
        key = question.game, record.position.turn
        known = self._agents.pop(key, None)
        seed = secrets.randbits(31) if question.seed is None else question.seed
        agent = known or make_agent(question.spec, seed)
        asked = partial(agent.answer, record.position, record.moves, question.clock)
        stop: Stop = agent.close
        if isinstance(agent, BuiltIn):
            asked, stop = partial(asked, stop=token), token.stop
        try:
            if known is None:
                begin = partial(agent.begin, record.start)
                await self._pool.run(visitor, begin, stop, is_urgent=True)
            move, seconds = await self._pool.run(visitor, asked, stop, is_urgent=True)
        except BaseException:  # cancelled too: its thread may still be at work, so make a new one
            self._close(agent)
            raise
        self._agents[key] = agent
        while len(self._agents) > _MOST_AGENTS:
            self._close(self._agents.popitem(last=False)[1])
        return str(move), seconds

    def drop(self, game: str) -> None:
        """Let go of a game's agents."""
        for key in [key for key in self._agents if key[0] == game]:
            self._close(self._agents.pop(key))

    async def close(self) -> None:
        """Let go of all agents."""
        while self._agents:
            self._close(self._agents.popitem()[1])
        await asyncio.gather(*self._closing, return_exceptions=True)

    def _close(self, agent: Agent) -> None:
        """End an agent in the background: a program may take a moment."""
        loop = asyncio.get_running_loop()
        closing = loop.run_in_executor(None, agent.close)
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)
