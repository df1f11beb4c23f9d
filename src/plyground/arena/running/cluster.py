"""Workers on a Ray cluster, which may be many machines."""

from __future__ import annotations

import logging
import os
import pickle
from functools import lru_cache
from typing import Any, Generic

from plyground.arena.running.workers import J, Job, OnBoard, R, Seat, Work
from plyground.errors import PlygroundError


class RayWorkers(Generic[J, R]):
    """Tasks on a Ray cluster; those of a node that is lost run again on another one."""

    def __init__(self, work: Work[J, R], address: str | None) -> None:
        self.on_board: OnBoard | None = None  # is not told: boards stay where they are played
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

    @property
    def free(self) -> int:
        """How many more games the cluster has cores for."""
        return self._most - len(self._jobs)

    def submit(self, job: J) -> None:
        """Give a game to the cluster."""
        self._jobs[self._play.remote(self._packed, job)] = job

    def finished(self) -> tuple[J, R]:
        """Wait for a game to end."""
        done = self.poll(None)
        assert done is not None
        return done

    def poll(self, seconds: float | None) -> tuple[J, R] | None:
        """Wait so long for a game to end."""
        found, _ = self._ray.wait(list(self._jobs), num_returns=1, timeout=seconds)
        if not found:
            return None
        ready = found[0]
        job = self._jobs.pop(ready)
        try:
            return job, self._ray.get(ready)
        except self._ray.exceptions.RayTaskError as error:
            raise PlygroundError(str(error.cause).strip() or type(error.cause).__name__) from None

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
        if self._is_ours:
            self._ray.shutdown()


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


def _play_on_ray(packed: bytes, job: Job) -> Any:
    return _ray_seat(packed).play(job)
