"""Rounds: a frozen set of versions, a schedule of the arena, and a result apart from the ladder.

A round is a run of the arena's store. Its settings say who plays, so that it continues after any
stop as if nothing had happened: a schedule remembers nothing, the stored games say it all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from plyground.arena.running.places import Place, places
from plyground.arena.running.result import Pairing, Points
from plyground.arena.running.schedule import Schedule
from plyground.arena.running.spec import RunSpec
from plyground.arena.running.store import Store, StoredRun
from plyground.classroom.moments import Moment
from plyground.classroom.register import Register, Version
from plyground.classroom.settings import RoundPlan, Settings
from plyground.errors import PlygroundError

ROUND = "round"  #: the setting of a run that names the round; other runs are not rounds
_SEEN = "seen"  # when a plan was first seen, as the name of a value


def freeze(
    settings: Settings, plan: RoundPlan, versions: Sequence[Version], seed: int
) -> dict[str, Any]:
    """Return the settings of the run of a round; the versions come in the order of their seeds."""
    players = {one.label: one.spec for one in versions}
    if plan.staff:
        players |= {one.name: one.player for one in settings.staff}
    spec = RunSpec(
        players, settings.start, plan.kind, plan.pairs, plan.rounds, control=settings.play.control,
        limits=settings.play.limits, openings=settings.ladder.openings, seed=seed,
    )  # fmt: skip
    _ = spec.schedule  # which says what is wrong with it
    numbers = {one.label: one.id for one in versions}
    return spec.settings | {ROUND: plan.name, "versions": numbers, "rounds": plan.rounds}


def schedule_of(run: StoredRun) -> Schedule:
    """Return the schedule of a round that was begun."""
    settings = run.settings
    return RunSpec(
        dict.fromkeys(settings["order"], ""), kind=run.kind, pairs=settings["pairs"],
        rounds=settings["rounds"], seed=run.seed,
    ).schedule  # fmt: skip


def due(settings: Settings, register: Register, now: datetime) -> Iterator[tuple[RoundPlan, str]]:
    """Yield the rounds that should have begun by now, and have not.

    What was due before a plan was first seen does not count; what was due while the server was down
    does, once.
    """
    held = {(one.name, one.due) for one in register.rounds()}
    for plan in settings.rounds:
        if plan.when is None:
            continue
        seen = _first_seen(register, plan, now)
        last = Moment.parse(plan.when).last(now)
        if last is not None and last > seen and (plan.name, _text(last)) not in held:
            yield plan, _text(last)


def _first_seen(register: Register, plan: RoundPlan, now: datetime) -> datetime:
    name = f"{_SEEN} {plan.name} {plan.when}"[:80]
    seen = register.value(name)
    if seen is None:
        register.set_value(name, now.isoformat())
        return now
    return datetime.fromisoformat(seen)


def _text(moment: datetime) -> str:
    return moment.isoformat(" ", "minutes")


def result_of(run: StoredRun, points: Points) -> list[Place]:
    """Return the official result of a round as it stands."""
    return places(schedule_of(run), run.settings["order"], points)


def ready(run: StoredRun, points: Points) -> list[Pairing]:
    """Return the games of a round that can be played now."""
    return list(schedule_of(run).ready(points))


def plan_called(settings: Settings, name: str) -> RoundPlan:
    """Return a planned round."""
    for plan in settings.rounds:
        if plan.name == name:
            return plan
    names = ", ".join(plan.name for plan in settings.rounds) or "none"
    raise PlygroundError(f"no round called {name} is planned; there are: {names}")


def running(store: Store, kinds: Sequence[str]) -> list[StoredRun]:
    """Return the rounds that are being played, the oldest first."""
    return [
        run for kind in kinds for run in store.runs(kind)
        if run.status == "running" and ROUND in run.settings
    ]  # fmt: skip
