"""What the workers of a class do: check an upload, or play a game; on this machine or a cluster.

A job brings the uploads along that it needs, so that a worker on another machine needs nothing but
plyground. Every game has processes of its own, which end with it.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import traceback
from collections.abc import Hashable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from plyground.arena.agents.agents import Agent, agent
from plyground.arena.agents.check_agent import Checked, Finding, check_for
from plyground.arena.referee.clock import Control
from plyground.arena.referee.referee import play_game
from plyground.arena.running.result import GameResult, Pairing
from plyground.arena.running.seats import game_seed, teller
from plyground.arena.running.workers import Tell, Workers, make_workers
from plyground.arena.sandbox.limits import Limits
from plyground.classroom.kinds import home_of, on_this_machine, spec_for
from plyground.classroom.pace import KeptWaiting, Watched, patience
from plyground.classroom.parcels import Parcel
from plyground.classroom.settings import Settings
from plyground.errors import PlygroundError
from plyground.games.position import Position
from plyground.system import usable_cores

_HANGS_SECONDS = 2.0  # which an agent without an answer waits for at least
_NICE = 5  # behind the pages, which must answer at once


@dataclass(frozen=True)
class Entrant:
    """Who plays: a built-in player, or an upload."""

    name: str
    spec: str
    parcel: Parcel | None = None


@dataclass(frozen=True)
class CheckJob:
    """An upload that is to be checked."""

    version: int
    parcel: Parcel
    game: str
    run: str
    start: Position
    anywhere: bool  #: whether games of the class begin at any position
    hurried: bool = False  #: whether it is given up where the agent keeps it waiting

    @property
    def key(self) -> Hashable:
        """What tells it from other jobs."""
        return "check", self.version

    @property
    def title(self) -> str:
        """What it is called in messages."""
        return f"the check of upload {self.version}"


@dataclass(frozen=True)
class GameJob:
    """A game that is to be played, for a run of the store."""

    run: int
    pairing: Pairing
    start: Position
    entrants: tuple[Entrant, Entrant]  #: the first side and the second
    shows: bool  #: whether its board is watched

    @property
    def key(self) -> Hashable:
        """What tells it from other jobs."""
        return self.run, self.pairing

    @property
    def title(self) -> str:
        """What it is called in messages."""
        return f"the game of {' and '.join(self.pairing.players)}"


Job = CheckJob | GameJob


@dataclass(frozen=True)
class Report:
    """What a check has found."""

    cases: list[dict[str, Any]]
    spec: str = ""
    from_start: bool = False


@dataclass(frozen=True)
class Broken:
    """A job that failed by a fault of ours."""

    why: str


@dataclass(frozen=True)
class GivenUp:
    """A hurried check whose agent kept it waiting."""


@dataclass(frozen=True)
class Stopped:
    """A game that staff have stopped."""


Outcome = Report | GameResult | Broken | GivenUp | Stopped


def class_workers(
    settings: Settings, wanted: int | str | None, *, sandbox: bool
) -> Workers[Job, Outcome]:
    """Return those who do the jobs of a class."""
    is_local = not str(wanted).startswith("ray")
    home = str(settings.folder / "unpacked") if is_local else None
    control, limits = settings.play.control, settings.play.limits
    if not sandbox:
        limits = replace(limits, sandbox=False)
    if wanted is None and control.cpu:
        wanted = usable_cores() + 1  # for agents that only wait; nobody's clock runs meanwhile
    return make_workers(wanted, ClassWork(control, limits, home))


@dataclass(frozen=True)
class ClassWork:
    """What all jobs of a class have in common."""

    control: Control
    limits: Limits
    home: str | None = None  #: where uploads are unpacked; None: in a folder of each worker's own
    cores: int = 1
    boards: bool = True
    is_portable: bool = True

    def open(self) -> ClassSeat:
        """Prepare a worker."""
        with contextlib.suppress(OSError):
            os.nice(_NICE)
        return ClassSeat(self)


class ClassSeat:
    """Where one worker does its jobs."""

    def __init__(self, work: ClassWork) -> None:
        self._work = work
        self._own = None if work.home is not None else tempfile.mkdtemp(prefix="plyground-class-")
        self._home = Path(work.home or self._own or "")

    def play(self, job: Job, tell: Tell | None = None) -> Outcome:
        """Do a job; what fails by a fault of ours is told, and holds nobody up."""
        try:
            if isinstance(job, CheckJob):
                return self._check(job)
            return self._game(job, tell if job.shows else None)
        except KeptWaiting:
            return GivenUp()
        except PlygroundError as error:
            return Broken(str(error))
        except Exception:
            return Broken(traceback.format_exc())

    def close(self) -> None:
        """Leave nothing behind."""
        if self._own is not None:
            shutil.rmtree(self._own, ignore_errors=True)

    def _check(self, job: CheckJob) -> Report:
        case = "the upload can be opened, and the agent found"
        most = patience() if job.hurried else None
        try:
            home = home_of(job.parcel.unpacked(self._home), job.run)
            spec = spec_for(home, job.game, job.run)
            agent = self._agent(Entrant("agent", spec, job.parcel), most=most)
            one = Watched(agent, most)
        except PlygroundError as error:
            text = str(error).replace(str(self._home / job.parcel.digest), "").replace("'/", "'")
            return Report([asdict(Finding(case, text))])
        only = one.only
        if only is not None and only not in (job.start.game, job.start.game.partition("(")[0]):
            one.close()
            return Report([asdict(Finding(case, f"it plays {only}, not {job.start.game}"))])
        cases = [Finding(case)]
        try:
            for found in check_for(Checked(one, job.start, self._work.control, job.anywhere)):
                cases.append(found)
                if found.problem is not None and one.waited > _HANGS_SECONDS:
                    break  # it would hang in the other cases as well
        finally:
            one.close()
        return Report([self._plain(one) for one in cases], spec, only is not None)

    def _plain(self, finding: Finding) -> dict[str, Any]:
        return {key: _without(value, self._home) for key, value in asdict(finding).items()}

    def _game(self, job: GameJob, tell: Tell | None) -> GameResult:
        seed = game_seed(job.run, job.pairing)
        agents: list[Agent] = []
        try:
            for side, entrant in enumerate(job.entrants):
                agents.append(self._agent(entrant, 2 * seed + side))
            result = play_game(
                job.start, (agents[0], agents[1]), self._work.control,
                on_move=tell and teller(tell),
            )  # fmt: skip
        finally:
            for one in agents:
                one.close()
        plain = result.to_dict()
        plain["stderr"] = [_without(text, self._home) for text in result.stderr]
        plain["note"] = _without(result.note, self._home)
        return GameResult.from_dict(plain)

    def _agent(self, entrant: Entrant, seed: int | None = None, most: float | None = None) -> Agent:
        """Make an agent; the paths of an upload begin in its own folder."""
        limits = self._work.limits
        if most is not None:  # seconds until it must be ready
            limits = replace(limits, startup_seconds=min(limits.startup_seconds, most))
        if entrant.parcel is None:
            one = agent(entrant.spec, limits, seed)
        else:
            home = home_of(entrant.parcel.unpacked(self._home), entrant.spec)
            with contextlib.chdir(home):
                one = agent(on_this_machine(entrant.spec), limits, seed)
        one.name = entrant.name
        return one


def _without(text: Any, home: Path) -> Any:
    """Leave out where uploads lie: it means nothing to a team."""
    if not isinstance(text, str) or str(home) not in text:
        return text
    parts = text.split(f"{home}/")
    return parts[0] + "".join(part.partition("/")[2] or part for part in parts[1:])
