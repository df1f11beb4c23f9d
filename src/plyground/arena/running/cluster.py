"""Workers on a Ray cluster, which may be many machines."""

from __future__ import annotations

import logging
import os
import pickle
from collections.abc import Hashable
from functools import lru_cache, partial
from typing import Any, Generic

from plyground.arena.running.workers import J, Job, OnBoard, R, Seat, Work
from plyground.errors import PlygroundError
from plyground.games.position import Position

_BOARDS_SECONDS = 2.0  # for an answer of the cluster, which must not hold up the games


class RayWorkers(Generic[J, R]):
    """Tasks on a Ray cluster; those of a node that is lost run again on another one."""

    def __init__(self, work: Work[J, R], address: str | None) -> None:
        self.on_board: OnBoard | None = None
        self._ray = _import_ray()
        self._is_ours = not self._ray.is_initialized()
        if self._is_ours:
            try:
                self._ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
            except (ConnectionError, RuntimeError, ValueError) as error:
                reason = str(error).strip().splitlines()[0]
                raise PlygroundError(f"ray:{address or ''} cannot be reached: {reason}") from None
        self._packed = self._ray.put(pickle.dumps(work))
        self._play = self._ray.remote(num_cpus=work.cores, max_retries=-1)(_play_on_ray)
        self._most = max(1, int(self._ray.cluster_resources().get("CPU", 1) // work.cores))
        self._jobs: dict[Any, J] = {}
        # Needs no core of its own, so that it never waits behind games.
        boards = self._ray.remote(num_cpus=0, max_restarts=-1)(_Boards)
        self._boards: Any = boards.remote() if work.boards else None

    @property
    def free(self) -> int:
        """How many more games the cluster has cores for."""
        return self._most - len(self._jobs)

    def submit(self, job: J) -> None:
        """Give a game to the cluster."""
        self._jobs[self._play.remote(self._packed, job, self._boards)] = job

    def finished(self) -> tuple[J, R]:
        """Wait for a game to end."""
        done = self.poll(None)
        assert done is not None
        return done

    def poll(self, seconds: float | None) -> tuple[J, R] | None:
        """Wait so long for a game to end."""
        found, _ = self._ray.wait(list(self._jobs), num_returns=1, timeout=seconds)
        self._show_boards(without=found)
        if not found:
            return None
        ready = found[0]
        job = self._jobs.pop(ready)
        try:
            return job, self._ray.get(ready)
        except self._ray.exceptions.RayTaskError as error:
            raise PlygroundError(str(error.cause).strip() or type(error.cause).__name__) from None

    def _show_boards(self, without: list[Any]) -> None:
        """Tell how games in progress stand, but not those that are over."""
        if self._boards is None or self.on_board is None:
            return
        try:
            told = self._ray.get(self._boards.take.remote(), timeout=_BOARDS_SECONDS)
        except self._ray.exceptions.RayError:
            return  # the machine that had them is lost; they come again
        playing = {job.key for task, job in self._jobs.items() if task not in without}
        for key, position in told.items():
            if key in playing:
                self.on_board(key, position)

    def cancel(self, job: Any) -> bool:
        """End the task that plays a game."""
        for task, one in self._jobs.items():
            if one.key == job.key:
                self._ray.cancel(task, force=True)
                del self._jobs[task]
                return True
        return False

    def close(self) -> None:
        """Give up what is being played, and leave the cluster, or end it if it is our own."""
        for task in self._jobs:
            self._ray.cancel(task, force=True)
        self._jobs.clear()
        if self._boards is not None:
            self._ray.kill(self._boards)
        if self._is_ours:
            self._ray.shutdown()


class _Boards:
    """How games stand, as those say who play them; an actor of the cluster."""

    def __init__(self) -> None:
        self._latest: dict[Hashable, Position] = {}

    def tell(self, key: Hashable, position: Position) -> None:
        """Take in how a game stands."""
        self._latest[key] = position

    def take(self) -> dict[Hashable, Position]:
        """Return what was told since this was asked last."""
        found, self._latest = self._latest, {}
        return found


def _import_ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is reported from here
    try:
        import ray
    except ImportError:
        raise PlygroundError("a cluster needs Ray: pip install 'plyground[ray]'") from None
    return ray


@lru_cache(1)
def _ray_seat(packed: bytes) -> Seat[Any, Any]:
    work: Work[Any, Any] = pickle.loads(packed)
    return work.open()


def _play_on_ray(packed: bytes, job: Job, boards: Any) -> Any:
    tell = None if boards is None else partial(boards.tell.remote, job.key)
    return _ray_seat(packed).play(job, tell)
