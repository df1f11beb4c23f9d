"""The jobs that are being done just now, and which of them staff want to stop."""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field

from plyground.classroom.work import GameJob, Job


@dataclass(frozen=True)
class Underway:
    """A job in progress."""

    name: str  #: what requests call it
    job: Job
    began: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return time.monotonic() - self.began


class Ongoing:
    """All jobs in progress, by their keys; whoever uses it holds the league's lock."""

    def __init__(self) -> None:
        self._found: dict[Hashable, Underway] = {}
        self._count = 0
        self._to_stop: list[Job] = []

    def begin(self, job: Job) -> None:
        """Take in a job that begins."""
        self._count += 1
        self._found[job.key] = Underway(str(self._count), job)

    def end(self, job: Job) -> float:
        """Take out a job; returns the seconds that it took."""
        return self._found.pop(job.key).seconds

    def stop(self, name: str) -> bool:
        """Ask for the end of a game; returns whether it was still in progress."""
        for one in self._found.values():
            if one.name == name and isinstance(one.job, GameJob):
                self._to_stop.append(one.job)
                return True
        return False

    def stopped(self) -> Iterator[Job]:
        """Yield each job that staff want to stop, once, if it is still in progress."""
        while self._to_stop:
            job = self._to_stop.pop()
            if job.key in self._found:
                yield job

    def underway(self) -> list[Underway]:
        """List what is being done, with when it began."""
        return list(self._found.values())

    def __contains__(self, key: Hashable) -> bool:
        return key in self._found

    def __iter__(self) -> Iterator[Job]:
        return (one.job for one in self._found.values())

    def __len__(self) -> int:
        return len(self._found)
