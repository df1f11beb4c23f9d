"""Who plays the games of a run: this process, others on this machine, or a Ray cluster.

They play matches and tournaments (``arena.seats``), and whatever else is a ``Work`` made of jobs.
All take jobs while one is free, and give back results in the order in which they come. A local
worker is a process of its own session, so that Ctrl-C reaches only us; when we end, however that
happens, its connection ends, and with it the worker and whatever it has started. So it does when
the thread ends that has started it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress
from functools import partial
from multiprocessing import Pipe
from multiprocessing.connection import wait
from typing import Any, Generic, Protocol, TypeVar

from plyground.errors import PlygroundError, shown
from plyground.games.position import Position
from plyground.system import has_workers, usable_cores

_TRIES = 3  # for a game whose worker has died
_EXIT_SECONDS = 5.0

OnBoard = Callable[[Any, Position], None]  # the key of a job, and how its game stands
Tell = Callable[[Position], None]


class Job(Protocol):
    """One thing to do, mostly a game; can be sent to other processes."""

    @property
    def key(self) -> Hashable:
        """What tells it from other jobs."""
        ...

    @property
    def title(self) -> str:
        """What it is called in messages."""
        ...


J = TypeVar("J", bound=Job)
R = TypeVar("R")
_J_in = TypeVar("_J_in", bound=Job, contravariant=True)
_R_out = TypeVar("_R_out", covariant=True)


class Seat(Protocol[_J_in, _R_out]):
    """Where one worker does its jobs."""

    def play(self, job: _J_in, tell: Tell | None = None) -> _R_out:
        """Do a job; ``tell`` is told how the game stands, now and then."""
        ...

    def close(self) -> None:
        """Leave nothing running."""
        ...


class Work(Protocol[_J_in, _R_out]):
    """What all jobs have in common; can be sent to other processes where it is portable."""

    @property
    def is_portable(self) -> bool:
        """Whether other processes can do it."""
        ...

    @property
    def cores(self) -> int:
        """How many cores a job needs."""
        ...

    @property
    def boards(self) -> bool:
        """Whether workers tell how their games stand."""
        ...

    def open(self) -> Seat[_J_in, _R_out]:
        """Prepare a worker."""
        ...


class Workers(Protocol[J, _R_out]):
    """What a run asks of those who play its games."""

    on_board: OnBoard | None  #: told how games stand, where the conditions say so

    @property
    def free(self) -> int:
        """How many more games can be taken now."""
        ...

    def submit(self, job: J) -> None:
        """Take a game."""
        ...

    def finished(self) -> tuple[J, _R_out]:
        """Wait for a game to end."""
        ...

    def poll(self, seconds: float | None) -> tuple[J, _R_out] | None:
        """Wait so long for a game to end; returns None if none has. None waits for ever."""
        ...

    def cancel(self, job: Any) -> bool:
        """End a job that was submitted; returns False where it cannot be ended any more."""
        ...

    def close(self) -> None:
        """Give up what is being played, and leave nothing running."""
        ...


class LostJob(PlygroundError):  # noqa: N818 - it says what the matter is
    """A job that ended its worker again and again."""

    def __init__(self, message: str, key: Hashable) -> None:
        super().__init__(message)
        self.key = key


class Inline(Generic[J, R]):
    """Plays in this process, one game after the other: for players that are Python objects."""

    def __init__(self, work: Work[J, R]) -> None:
        self.on_board: OnBoard | None = None
        self._seat = work.open()
        self._jobs: deque[J] = deque()
        self._tells_boards = work.boards

    @property
    def free(self) -> int:
        """One, if there is nothing to play yet."""
        return 1 - len(self._jobs)

    def submit(self, job: J) -> None:
        """Take a game."""
        self._jobs.append(job)

    def finished(self) -> tuple[J, R]:
        """Play the game."""
        job = self._jobs.popleft()
        tell = self.on_board if self._tells_boards else None
        return job, self._seat.play(job, tell and partial(tell, job.key))

    def poll(self, seconds: float | None) -> tuple[J, R] | None:  # noqa: ARG002
        """Play the game, if there is one."""
        return self.finished() if self._jobs else None

    def cancel(self, job: Any) -> bool:
        """Forget a game that was not begun."""
        if job not in self._jobs:
            return False
        self._jobs.remove(job)
        return True

    def close(self) -> None:
        """End the players."""
        self._seat.close()


class _Local:
    """One worker process, as we see it."""

    def __init__(self, work: Work[Any, Any]) -> None:
        self.connection, theirs = Pipe()
        self.job: Any = None
        path = os.pathsep.join(filter(None, sys.path))
        self.process = subprocess.Popen(
            # -P: a file random.py where somebody happens to be must not be taken for Python's own.
            [sys.executable, "-P", "-m", "plyground.arena.running.worker",
             str(theirs.fileno()), str(os.getpid())],
            stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()], start_new_session=True,
            env=os.environ | {"PYTHONPATH": path},
        )  # fmt: skip
        theirs.close()
        with suppress(OSError):  # a worker that is dead is noticed when we wait for it
            self.connection.send(work)

    def close(self) -> None:
        """Let an idle worker end by itself; what a busy one plays is given up."""
        if self.job is None:
            with suppress(OSError):
                self.connection.send(None)
        else:
            self.connection.close()

    def join(self) -> int:
        """Wait for its end; returns its exit code."""
        try:
            return self.process.wait(_EXIT_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()
        finally:
            self.connection.close()


class LocalWorkers(Generic[J, R]):
    """Processes on this machine, each of which plays one game at a time."""

    def __init__(self, work: Work[J, R], count: int) -> None:
        self.on_board: OnBoard | None = None
        self._work = work
        self._count = count
        self._workers: list[_Local] = []
        self._deaths: Counter[Hashable] = Counter()

    @property
    def free(self) -> int:
        """How many workers have no game, or were not started yet."""
        return self._count - sum(worker.job is not None for worker in self._workers)

    def submit(self, job: J) -> None:
        """Give a game to a worker; it is started if there is none without a game."""
        idle = next((worker for worker in self._workers if worker.job is None), None)
        if idle is None:
            idle = _Local(self._work)
            self._workers.append(idle)
        idle.job = job
        with suppress(OSError):
            idle.connection.send(job)

    def finished(self) -> tuple[J, R]:
        """Wait for a game to end; one whose worker died is played again."""
        done = self.poll(None)
        assert done is not None
        return done

    def poll(self, seconds: float | None) -> tuple[J, R] | None:
        """Wait so long for a game to end."""
        end = None if seconds is None else time.monotonic() + seconds
        while True:
            by_connection = {w.connection: w for w in self._workers if w.job is not None}
            left = None if end is None else max(end - time.monotonic(), 0.0)
            found = wait(list(by_connection), left)
            if not found and end is not None:
                return None
            for ready in found:
                worker = by_connection[ready]  # type: ignore[index]
                try:
                    kind, *told = worker.connection.recv()
                except (EOFError, OSError):
                    self._replace(worker)
                    break
                if kind == "board":
                    if self.on_board is not None:
                        self.on_board(*told)
                    continue
                job, worker.job = worker.job, None
                if kind == "error":
                    raise told[0]
                return job, told[0]

    def _replace(self, dead: _Local) -> None:
        """Play the game of a dead worker again, with a new one."""
        self._workers.remove(dead)
        code = dead.join()
        self._deaths[dead.job.key] += 1
        if self._deaths[dead.job.key] >= _TRIES:
            raise LostJob(
                f"{shown(dead.job.title)} ended its worker process {_TRIES} times "
                f"(exit code {code}); is there enough memory?",
                dead.job.key,
            )
        self.submit(dead.job)

    def cancel(self, job: Any) -> bool:
        """End the worker that plays a game, and the game with it."""
        for worker in self._workers:
            if worker.job is not None and worker.job.key == job.key:
                self._workers.remove(worker)
                worker.close()
                worker.join()
                return True
        return False

    def close(self) -> None:
        """End all workers, and wait until they have."""
        for worker in self._workers:
            worker.close()
        for worker in self._workers:
            worker.join()
        self._workers.clear()


def make_workers(wanted: int | str | None, work: Work[J, R]) -> Workers[J, R]:
    """Return workers: a number of processes (0 plays in this one), ``ray`` or ``ray:ADDRESS``.

    None means as many as there are cores, with one for each engine that computes at the same time.
    """
    if isinstance(wanted, str) and wanted.partition(":")[0] == "ray":
        if not work.is_portable:
            raise PlygroundError("on a cluster, players must be given as text, e.g. pvs:nodes=1000")
        from plyground.arena.running.cluster import RayWorkers

        return RayWorkers(work, wanted.partition(":")[2] or None)
    if isinstance(wanted, str):
        if not (wanted.isascii() and wanted.isdigit() and len(wanted) < 5):
            raise PlygroundError(
                f"workers={shown(wanted)} is not valid; expected a number, ray or ray:ADDRESS"
            )
        wanted = int(wanted)
    if wanted is None:
        wanted = max(1, usable_cores() // work.cores)
    if wanted < 0:
        raise PlygroundError(f"workers={wanted} is not valid; expected 0 or more")
    if wanted == 0 or not (work.is_portable and has_workers()):
        return Inline(work)
    return LocalWorkers(work, wanted)


def all_done(workers: Workers[J, R], jobs: Iterable[J]) -> list[R]:
    """Have all jobs done, and return their results in the order of the jobs."""
    results: dict[Hashable, R] = {}
    waiting = deque(jobs)
    order = [job.key for job in waiting]
    while len(results) < len(order):
        while waiting and workers.free > 0:
            workers.submit(waiting.popleft())
        job, result = workers.finished()
        results[job.key] = result
    return [results[key] for key in order]
