"""Who plays the games of a run: this process, others on this machine, or a Ray cluster.

All take jobs while one is free, and give back results in the order in which they come. A local
worker is a process of its own session, so that Ctrl-C reaches only us; when we end, however that
happens, its connection ends, and with it the worker and whatever it has started.
"""

from __future__ import annotations

import logging
import os
import pickle
import queue
import subprocess
import sys
import threading
import time
import traceback
import warnings
from collections import Counter, deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol

from plyground.arena.result import GameResult, Pairing
from plyground.arena.seats import Conditions, Job, Seats, cores_of
from plyground.errors import PlygroundError, shown
from plyground.games.position import Position

_TRIES = 3  # for a game whose worker has died
_EXIT_SECONDS = 5.0
_BOARD_SECONDS = 0.25  # between two boards of a game

Finished = tuple[Job, GameResult]
OnBoard = Callable[[Pairing, Position], None]


class Workers(Protocol):
    """What a run asks of those who play its games."""

    on_board: OnBoard | None  #: told how games stand, where the conditions say so

    @property
    def free(self) -> int:
        """How many more games can be taken now."""
        ...

    def submit(self, job: Job) -> None:
        """Take a game."""
        ...

    def finished(self) -> Finished:
        """Wait for a game to end."""
        ...

    def close(self) -> None:
        """Give up what is being played, and leave nothing running."""
        ...


class Inline:
    """Plays in this process, one game after the other: for players that are Python objects."""

    def __init__(self, conditions: Conditions) -> None:
        self.on_board: OnBoard | None = None
        self._seats = Seats(conditions)
        self._jobs: deque[Job] = deque()
        self._tells_boards = conditions.boards

    @property
    def free(self) -> int:
        """One, if there is nothing to play yet."""
        return 1 - len(self._jobs)

    def submit(self, job: Job) -> None:
        """Take a game."""
        self._jobs.append(job)

    def finished(self) -> Finished:
        """Play the game."""
        job = self._jobs.popleft()
        tell = self.on_board if self._tells_boards else None
        return job, self._seats.play(job, _teller(job.pairing, tell))

    def close(self) -> None:
        """End the players."""
        self._seats.close()


class _Local:
    """One worker process, as we see it."""

    def __init__(self, conditions: Conditions) -> None:
        self.connection, theirs = Pipe()
        self.job: Job | None = None
        path = os.pathsep.join(filter(None, sys.path))
        self.process = subprocess.Popen(
            # -P: a file random.py where somebody happens to be must not be taken for Python's own.
            [sys.executable, "-P", "-m", "plyground.arena.workers", str(theirs.fileno())],
            stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()], start_new_session=True,
            env=os.environ | {"PYTHONPATH": path},
        )  # fmt: skip
        theirs.close()
        self.send(conditions)

    def send(self, what: object) -> None:
        """Send something; a worker that is dead is noticed when we wait for it."""
        with suppress(OSError):
            self.connection.send(what)

    def close(self) -> None:
        """Let an idle worker end by itself; what a busy one plays is given up."""
        if self.job is None:
            self.send(None)
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


class LocalWorkers:
    """Processes on this machine, each of which plays one game at a time."""

    def __init__(self, conditions: Conditions, count: int) -> None:
        self.on_board: OnBoard | None = None
        self._conditions = conditions
        self._count = count
        self._workers: list[_Local] = []
        self._deaths: Counter[Pairing] = Counter()

    @property
    def free(self) -> int:
        """How many workers have no game, or were not started yet."""
        return self._count - sum(worker.job is not None for worker in self._workers)

    def submit(self, job: Job) -> None:
        """Give a game to a worker; it is started if there is none without a game."""
        idle = next((worker for worker in self._workers if worker.job is None), None)
        if idle is None:
            idle = _Local(self._conditions)
            self._workers.append(idle)
        idle.job = job
        idle.send(job)

    def finished(self) -> Finished:
        """Wait for a game to end; one whose worker died is played again."""
        while True:
            by_connection = {w.connection: w for w in self._workers if w.job is not None}
            for ready in wait(list(by_connection)):
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
                assert job is not None
                if kind == "error":
                    raise told[0]
                return job, told[0]

    def _replace(self, dead: _Local) -> None:
        """Play the game of a dead worker again, with a new one."""
        self._workers.remove(dead)
        code = dead.join()
        assert dead.job is not None
        game = dead.job.pairing
        self._deaths[game] += 1
        if self._deaths[game] >= _TRIES:
            raise PlygroundError(
                f"the game of {shown(' and '.join(game.players))} ended its worker process "
                f"{_TRIES} times (exit code {code}); is there enough memory?"
            )
        self.submit(dead.job)

    def close(self) -> None:
        """End all workers, and wait until they have."""
        for worker in self._workers:
            worker.close()
        for worker in self._workers:
            worker.join()
        self._workers.clear()


class RayWorkers:
    """Tasks on a Ray cluster; those of a node that is lost run again on another one."""

    def __init__(self, conditions: Conditions, address: str | None, cores: int) -> None:
        self.on_board: OnBoard | None = None  # is not told: boards stay where they are played
        self._ray = _import_ray()
        self._is_ours = not self._ray.is_initialized()
        if self._is_ours:
            try:
                self._ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
            except (ConnectionError, RuntimeError, ValueError) as error:
                reason = str(error).strip().splitlines()[0]
                raise PlygroundError(f"ray:{address or ''} cannot be reached: {reason}") from None
        self._packed = self._ray.put(pickle.dumps(conditions))
        self._play = self._ray.remote(num_cpus=cores, max_retries=-1)(_play_on_ray)
        self._most = max(1, int(self._ray.cluster_resources().get("CPU", 1) // cores))
        self._jobs: dict[Any, Job] = {}

    @property
    def free(self) -> int:
        """How many more games the cluster has cores for."""
        return self._most - len(self._jobs)

    def submit(self, job: Job) -> None:
        """Give a game to the cluster."""
        self._jobs[self._play.remote(self._packed, job)] = job

    def finished(self) -> Finished:
        """Wait for a game to end."""
        (ready, *_), _ = self._ray.wait(list(self._jobs), num_returns=1)
        job = self._jobs.pop(ready)
        try:
            return job, self._ray.get(ready)
        except self._ray.exceptions.RayTaskError as error:
            raise PlygroundError(str(error.cause).strip() or type(error.cause).__name__) from None

    def close(self) -> None:
        """Give up what is being played, and leave the cluster, or end it if it is our own."""
        for task in self._jobs:
            self._ray.cancel(task, force=True)
        self._jobs.clear()
        if self._is_ours:
            self._ray.shutdown()


def _import_ray() -> Any:
    try:
        import ray
    except ImportError:
        raise PlygroundError("a cluster needs Ray: pip install 'plyground[ray]'") from None
    return ray


@lru_cache(1)
def _ray_seats(packed: bytes) -> Seats:
    return Seats(pickle.loads(packed))


def _play_on_ray(packed: bytes, job: Job) -> GameResult:
    return _ray_seats(packed).play(job)


def make_workers(wanted: int | str | None, conditions: Conditions) -> Workers:
    """Return workers: a number of processes (0 plays in this one), ``ray`` or ``ray:ADDRESS``.

    None means as many as there are cores, with one for each engine that computes at the same time.
    """
    cores = cores_per_game(conditions.players.values())
    if isinstance(wanted, str) and wanted.partition(":")[0] == "ray":
        if not conditions.is_portable:
            raise PlygroundError("on a cluster, players must be given as text, e.g. pvs:nodes=1000")
        return RayWorkers(conditions, wanted.partition(":")[2] or None, cores)
    if isinstance(wanted, str):
        if not (wanted.isascii() and wanted.isdigit() and len(wanted) < 5):
            raise PlygroundError(
                f"workers={shown(wanted)} is not possible; expected a number, ray or ray:ADDRESS"
            )
        wanted = int(wanted)
    if wanted is None:
        wanted = max(1, len(os.sched_getaffinity(0)) // cores)
    if wanted < 0:
        raise PlygroundError(f"workers={wanted} is not possible; expected 0 or more")
    if wanted == 0 or not conditions.is_portable:
        return Inline(conditions)
    return LocalWorkers(conditions, wanted)


def cores_per_game(players: Iterable[Any]) -> int:
    """Return the cores that a game needs.

    Of two built-in players only one computes at a time; others may do so all the time.

    >>> cores_per_game(["pvs", "random"]), cores_per_game(["pvs:threads=2", "pvs:ponder=yes"])
    (1, 3)
    """
    needs = sorted((cores_of(one) for one in players), reverse=True)
    together = needs[:2] if any(always for _, always in needs) else needs[:1]
    return sum(cores for cores, _ in together)


def _teller(pairing: Pairing, tell: OnBoard | None) -> Callable[[Position, Any], None] | None:
    """Return what tells how a game stands, now and then."""
    if tell is None:
        return None
    last = 0.0

    def on_move(position: Position, _: Any) -> None:
        nonlocal last
        if time.monotonic() - last > _BOARD_SECONDS:
            last = time.monotonic()
            tell(pairing, position)

    return on_move


def _work(connection: Connection) -> None:
    """Be a worker: play what comes in until there is nothing more, or nobody to play for."""
    inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def read() -> None:
        while True:
            try:
                inbox.put(connection.recv())
            except (EOFError, OSError):
                # Whoever waits for the game is gone. Agents end with this process.
                os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    warnings.simplefilter("ignore")  # whoever started us has warned already
    conditions: Conditions = inbox.get()
    seats = Seats(conditions)

    def tell(pairing: Pairing, position: Position) -> None:
        connection.send(("board", pairing, position))

    while (job := inbox.get()) is not None:
        try:
            result = seats.play(job, _teller(job.pairing, tell if conditions.boards else None))
        except PlygroundError as error:
            connection.send(("error", PlygroundError(str(error))))
        except Exception:
            connection.send(("error", RuntimeError(f"in a worker:\n{traceback.format_exc()}")))
        else:
            connection.send(("result", result))
    seats.close()


if __name__ == "__main__":
    _work(Connection(int(sys.argv[1])))
