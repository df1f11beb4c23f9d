"""Agents that keep others waiting: they are found, and the rest of the class goes on."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import plyground as ply
from plyground.arena.referee.clock import Control, GameClock
from plyground.arena.running.result import GameResult, Reason
from plyground.arena.sandbox.limits import Failure
from plyground.classroom import work
from plyground.classroom.league import League
from plyground.classroom.pace import KeptWaiting, Paces, Watched, patience
from plyground.classroom.register import CHECKING, VALID
from plyground.classroom.settings import read_settings
from plyground.classroom.uploads import parcel_of, take
from plyground.classroom.work import CheckJob, GameJob, GivenUp, Job, Outcome, Report
from tests.support.classroom import FIRST, set_up, until

START = ply.position("kalah(3,2)")


def test_who_waits_is_told_from_whom_it_meets() -> None:
    paces = Paces()
    waited, quick = (GameResult("kalah(3,2)", ("a", "b"), 1.0, seconds=(1, 1)) for _ in range(2))
    assert not paces.is_slow("Ants")
    for other in ("Bees", "Cats", "Dogs"):
        paces.enter(waited, ("Ants", other), 3 + 2 * patience())
    paces.enter(quick, ("Bees", "Cats"), 2.5)
    assert [paces.is_slow(name) for name in ("Ants", "Bees", "Cats")] == [True, False, False]
    paces.enter(quick, ("Ants", "Bees"), 2.5)
    assert not paces.is_slow("Ants")  # a busy machine, perhaps


class Napping:
    """An agent that naps, and then plays, or fails."""

    name, last_errors = "napping", ""

    def __init__(self, now: list[float], nap: float, failure: Failure | None = None) -> None:
        self._now, self._nap, self._failure = now, nap, failure

    def begin(self, start: ply.Position) -> None:  # noqa: ARG002
        self._now[0] += self._nap

    def answer(
        self, position: ply.Position, moves: Sequence[Any], clock: GameClock  # noqa: ARG002
    ) -> tuple[Any, float]:  # fmt: skip
        self._now[0] += self._nap + 2.0
        if self._failure is not None:
            raise self._failure
        return position.legal_moves[0], 2.0

    def measure(self) -> None:
        return None

    def close(self) -> None:
        pass


def test_waiting_is_what_is_left_of_the_time_by_the_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    clock = GameClock(Control(move_time=1.0, cpu=True))
    one = Watched(Napping(now, 1.0), patience=2.5)
    one.begin(START)
    one.answer(START, (), clock)
    assert one.waited == 2.0
    with pytest.raises(KeptWaiting):
        one.answer(START, (), clock)
    failure = Failure(Reason.TIME, "did not answer in time")
    hanging = Watched(Napping(now, 9.0, failure), patience=20.0)
    hanging.begin(START)
    with pytest.raises(Failure):  # which is told, however late it comes
        hanging.answer(START, (), clock)


class Scripted:
    """Workers that only wait for the first upload, and have done everything else at once."""

    def __init__(self, count: int, slow: set[int]) -> None:
        self.on_board = None
        self._count, self._slow = count, slow
        self._jobs: list[Job] = []

    @property
    def free(self) -> int:
        return self._count - len(self._jobs)

    def submit(self, job: Job) -> None:
        self._jobs.append(job)

    def poll(self, seconds: float | None) -> tuple[Job, Outcome] | None:  # noqa: ARG002
        for job in self._jobs:
            if (outcome := self._outcome(job)) is not None:
                self._jobs.remove(job)
                return job, outcome
        time.sleep(0.01)
        return None

    def _outcome(self, job: Job) -> Outcome | None:
        if isinstance(job, GameJob):
            return GameResult("kalah(3,2)", job.pairing.players, 1.0)
        if job.version not in self._slow:
            return Report([{"case": "all", "problem": None, "details": ""}], "file:agent.py")
        return GivenUp() if job.hurried else None

    def cancel(self, job: Job) -> bool:  # noqa: ARG002
        return False

    def close(self) -> None:
        pass


def test_sleepers_hold_up_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow: set[int] = set()
    monkeypatch.setattr(work, "make_workers", lambda count, _: Scripted(count, slow))
    running = League(read_settings(set_up(tmp_path / "class", "Ants", "Bees", "Cats").folder), 2)

    def upload(team: str) -> int:
        found = running.register.team_called(team)
        parcel = parcel_of(running.settings, "agent.py", FIRST)
        return take(running.register, running.settings, found, parcel).id

    slow |= {upload("Ants"), upload("Bees")}
    running.start()
    try:
        jobs = running.jobs
        until(lambda: any(isinstance(x.job, CheckJob) and not x.job.hurried for x in jobs()))
        honest = upload("Cats")
        running.changed()
        until(lambda: running.register.version(honest).status == VALID)
        [playing] = until(running.playing)
        until(lambda: running.games_left(playing) == 0)
        assert {running.register.version(one).status for one in slow} == {CHECKING}
    finally:
        running.close()
