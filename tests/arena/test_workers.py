"""Workers end with whoever started them, whatever they are doing."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from plyground.arena.running.workers import Job, LocalWorkers, Tell
from plyground.arena.sandbox import tree

SECONDS = 30.0

# Starts a worker that does what the first argument says, and prints its number.
RUN = """
import sys, time
from plyground.arena.running.workers import LocalWorkers
from tests.arena.test_workers import Stuck, Task
workers = LocalWorkers(Stuck(sys.argv[1]), 1)
workers.submit(Task())
print(workers._workers[0].process.pid, flush=True)
workers.finished()
time.sleep(1000)
"""


@dataclass(frozen=True)
class Task:
    key: int = 0
    title: str = "task"


@dataclass(frozen=True)
class Stuck:
    """Work that keeps its process busy in a way that is hard to interrupt."""

    how: str
    is_portable: bool = True
    cores: int = 1
    boards: bool = False

    def open(self) -> Stuck:
        if self.how == "leaves late":
            import atexit

            atexit.register(time.sleep, 1000)
        return self

    def play(self, _job: Job, _tell: Tell | None = None) -> str:
        print("at work", flush=True)
        if self.how == "holds the lock":
            import ctypes

            ctypes.PyDLL(None).sleep(1000)  # unlike CDLL, it keeps Python's lock
        return "done"

    def close(self) -> None:
        return


@pytest.mark.parametrize("how", ["holds the lock", "leaves late", "plain"])
def test_a_worker_dies_with_its_run(how: str) -> None:
    run = subprocess.Popen(
        [sys.executable, "-c", RUN, how], stdout=subprocess.PIPE, text=True,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
    )  # fmt: skip
    assert run.stdout is not None
    worker = int(run.stdout.readline())
    assert run.stdout.readline() == "at work\n"
    run.kill()
    run.wait()
    run.stdout.close()
    assert tree.wait_dead([worker], SECONDS)


def test_an_idle_worker_leaves_at_once_though_something_would_hold_it() -> None:
    workers: LocalWorkers[Task, str] = LocalWorkers(Stuck("leaves late"), 1)
    workers.submit(Task())
    assert workers.finished() == (Task(), "done")
    process = workers._workers[0].process
    workers.close()
    assert process.returncode == 0  # and not killed after a wait
