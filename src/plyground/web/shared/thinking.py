"""Engine work in threads, shared fairly: whoever has many wishes waits for their own only.

Searches release the interpreter, so that threads use all cores. Shares are counted by address, and
then by visitor: cookies are cheap. Of those who wait, the address with the least at work is served
next, in turn; of its jobs, moves in games come first. As many jobs run as there are cores, and some
more for those who have nothing at work yet: so nobody's move waits for the long searches of others.
A search that may go on for long can be interrupted: when others wait it is stopped after a while,
and its owner asks again, behind the others.

Agents that play games are asked here, too, and kept from move to move.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import secrets
import sys
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from plyground._core import Side, StopToken
from plyground.arena.agents.agents import Agent, BuiltIn
from plyground.arena.referee.clock import GameClock
from plyground.games.names import is_own_name
from plyground.games.position import Position, move_text
from plyground.web.shared.mistakes import Busy
from plyground.web.shared.own_code import JOB_SECONDS, apart
from plyground.web.shared.players import make_agent
from plyground.web.shared.security import Asker

Result = TypeVar("Result")
Stop = Callable[[], None]

SLICE_SECONDS = 0.25  # what a long search may use while others wait
MOVE_SLICE_SECONDS = 0.05  # and while a move waits
MOST_WAITING = 16  # questions of one visitor
MOST_OF_ADDRESS = 64  # and of all at one address
_NICENESS = 5  # of the threads that search: whoever answers requests goes first
_MOST_AGENTS = 64  # kept between the moves of their games; others are made anew
_ENDING = "The server is shutting down."
_MOST_KNOWN = 10_000  # of whom it is remembered when they were served


class Rank(IntEnum):
    """What comes first among the jobs of an address. Only questions are refused."""

    MOVE = 0  #: in a game: somebody looks at the board
    QUESTION = 1  #: about a position
    TOURNAMENT = 2  #: a move in a game that plays by itself


@dataclass(eq=False)
class _Job(Generic[Result]):
    """Something to be thought about."""

    asker: Asker
    work: Callable[[], Result]
    stop: Stop | None
    yields: bool
    rank: Rank
    result: asyncio.Future[Result]
    game: str = ""  #: whose code it runs, if that is written in Python
    began: float = field(default=0.0)
    is_asked_to_stop: bool = field(default=False)


class Pool:
    """Runs work for visitors; to be used from one event loop."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or os.cpu_count() or 1
        self._threads = ThreadPoolExecutor(
            3 * self.workers, thread_name_prefix="thinking", initializer=_give_way
        )
        self._waiting: dict[Asker, deque[_Job[object]]] = {}
        self._running: set[_Job[object]] = set()
        self._served: OrderedDict[Asker | str, int] = OrderedDict()  # when: askers and addresses
        self._turns = itertools.count(1)
        self._timer: asyncio.TimerHandle | None = None
        self._is_ending = self._is_closed = False

    async def run(
        self,
        asker: Asker,
        work: Callable[[], Result],
        stop: Stop | None = None,
        *,
        yields: bool = False,
        goes_on: bool = False,
        rank: Rank = Rank.QUESTION,
        game: str = "",
    ) -> Result:
        """Do some work when it is the asker's turn, and return what it gives.

        ``stop`` ends it early, when nobody waits for the result any longer; with ``yields`` also
        when others have waited for long enough. What ``goes_on`` after that is not refused.
        ``game`` is the game it is about: the code of one in Python runs apart.
        """
        if self._is_closed or (self._is_ending and rank == Rank.QUESTION):
            raise Busy(_ENDING)
        if rank == Rank.QUESTION and not goes_on and self._has_many(asker):
            raise Busy("Too many requests at once. Wait for the answers.")
        loop = asyncio.get_running_loop()
        job: _Job[Result] = _Job(asker, work, stop, yields, rank, loop.create_future(), game)
        self._waiting.setdefault(asker, deque()).append(job)  # type: ignore[arg-type]
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

    def end_questions(self) -> None:
        """Answer all questions at once, and no more of them; moves are left to their games."""
        self._is_ending = True
        for job in list(self._running):
            if job.rank == Rank.QUESTION and job.stop is not None:
                job.stop()
        for job in [job for jobs in self._waiting.values() for job in jobs]:
            if job.rank == Rank.QUESTION and not job.result.done():
                self._forget(job)
                job.result.set_exception(Busy(_ENDING))

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
        while (job := self._next()) is not None:
            job.began = time.monotonic()
            self._running.add(job)
            done: asyncio.Future[object]
            if is_own_name(job.game):
                done = asyncio.ensure_future(apart(job.game, job.work, JOB_SECONDS, job.stop))
            else:
                done = loop.run_in_executor(self._threads, job.work)
            done.add_done_callback(partial(self._finished, job))
        if self._waiting:
            self._make_room()

    def _has_many(self, asker: Asker) -> bool:
        """Whether as much waits already for somebody, or for their address, as may wait."""
        there = (len(w) for one, w in self._waiting.items() if one.address == asker.address)
        own = len(self._waiting.get(asker, ()))
        return own >= MOST_WAITING or sum(there) >= MOST_OF_ADDRESS

    def _next(self) -> _Job[object] | None:
        """Take the next job: for those who have least at work, then by rank, then in turn.

        Who has nothing at work may use room that others may not, and so may an address.
        """
        by_asker = Counter(job.asker for job in self._running)
        by_address = Counter(job.asker.address for job in self._running)

        def has_room(asker: Asker) -> bool:
            is_idle = (True, not by_asker[asker], not by_address[asker.address])
            return len(self._running) < self.workers * sum(is_idle)

        def order(job: _Job[object]) -> tuple[int, ...]:
            asker, served = job.asker, self._served
            turns = served.get(asker.address, 0), by_asker[asker], served.get(asker, 0)
            return by_address[asker.address], job.rank, *turns

        able = [jobs for asker, jobs in self._waiting.items() if has_room(asker)]
        # Of equal rank in one queue, the first one.
        job = min((min(jobs, key=lambda one: one.rank) for jobs in able), key=order, default=None)
        if job is not None:
            self._take(job)
        return job

    def _take(self, job: _Job[object]) -> None:
        jobs = self._waiting[job.asker]
        jobs.remove(job)
        if not jobs:
            del self._waiting[job.asker]
        turn = next(self._turns)
        for one in (job.asker, job.asker.address):
            self._served[one] = turn
            self._served.move_to_end(one)
        while len(self._served) > _MOST_KNOWN:
            self._served.popitem(last=False)

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
        """Stop a long search that had its share, now or as soon as it has had it."""
        candidates = [job for job in self._running if job.yields and not job.is_asked_to_stop]
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not candidates:
            return
        ranks = (job.rank for jobs in self._waiting.values() for job in jobs)
        share = MOVE_SLICE_SECONDS if Rank.MOVE in ranks else SLICE_SECONDS
        at_work = Counter(job.asker.address for job in self._running)
        # Of those who had their share, one of the address with the most; else wait for the first.
        late = time.monotonic() - share
        due = [job for job in candidates if job.began <= late]
        if due:
            longest = max(due, key=lambda job: (at_work[job.asker.address], -job.began))
            longest.is_asked_to_stop = True
            if longest.stop is not None:
                longest.stop()
            return

        def again() -> None:
            self._timer = None
            if self._waiting and not self._is_closed:
                self._make_room()

        first = min(job.began for job in candidates)
        self._timer = asyncio.get_running_loop().call_later(max(first - late, 0.001), again)

    def _forget(self, job: _Job[object]) -> None:
        """Take a job off that nobody waits for any longer."""
        if job in self._running:
            if job.stop is not None:
                job.stop()
            return
        jobs = self._waiting.get(job.asker)
        if jobs is not None and job in jobs:
            jobs.remove(job)
            if not jobs:
                del self._waiting[job.asker]


def _give_way() -> None:
    """Let this thread's searches use what the answering of requests leaves, where that can be."""
    if sys.platform == "linux":  # where each thread has a niceness of its own
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)


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
    asker: Asker  #: for whom it is played
    spec: str  #: who is asked
    record: GameSoFar
    clock: GameClock
    seed: int | None = None  #: of its chance, where the game is to be reproducible
    rank: Rank = Rank.MOVE


class Agents:
    """Keeps agents from move to move, the latest of them with what they know."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._agents: OrderedDict[tuple[str, Side], Agent] = OrderedDict()
        self._closing: set[asyncio.Future[None]] = set()

    async def answer(self, question: Question) -> tuple[str, float]:
        """Return a move and the seconds it took; raises Failure for a fault of the agent."""
        record, token = question.record, StopToken()
        asker, rank, game = question.asker, question.rank, record.start.game
        key = question.game, record.position.turn
        known = self._agents.pop(key, None)
        # In a thread: a player may have files to read.
        make = partial(make_agent, question.spec, _seed(question))
        agent = await self._pool.run(asker, make, rank=rank) if known is None else known
        asked = partial(agent.answer, record.position, record.moves, question.clock)
        stop: Stop = agent.close
        if isinstance(agent, BuiltIn):
            asked, stop = partial(asked, stop=token), token.stop
        try:
            if known is None:
                begin = partial(agent.begin, record.start)
                await self._pool.run(asker, begin, stop, rank=rank, game=game)
            move, seconds = await self._pool.run(asker, asked, stop, rank=rank, game=game)
        except BaseException:  # cancelled too: its thread may still be at work, so make a new one
            self._close(agent)
            raise
        self._agents[key] = agent
        while len(self._agents) > _MOST_AGENTS:
            self._close(self._agents.popitem(last=False)[1])
        return move_text(move), seconds

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


def _seed(question: Question) -> int:
    return secrets.randbits(31) if question.seed is None else question.seed
