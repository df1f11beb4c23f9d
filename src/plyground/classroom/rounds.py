"""Rounds: a frozen set of versions, a schedule of the arena, and a result apart from the ladder.

A round is a run of the arena's store. Its settings say who plays, so that it continues after any
stop as if nothing had happened: a schedule remembers nothing, the stored games say it all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from plyground.arena.rating.statistics import standings
from plyground.arena.running.result import Pairing, Points
from plyground.arena.running.schedule import Knockout, Schedule, Swiss
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


@dataclass(frozen=True)
class Place:
    """A player's place in the result of a round."""

    rank: int
    player: str
    points: float
    games: int


def result_of(run: StoredRun, points: Points) -> list[Place]:
    """Return the table of a round: by points; in a knockout by how far everybody came."""
    schedule = schedule_of(run)
    players = run.settings["order"]
    table = standings(players, points)
    if isinstance(schedule, Knockout):
        reached = _reached(schedule, points)
        table = sorted(table, key=lambda one: (-reached[one.player], -one.score.points))
        ranks = [
            1 + sum(value > reached[one.player] for value in reached.values()) for one in table
        ]
        return [
            Place(rank, one.player, one.score.points, one.score.games)
            for rank, one in zip(ranks, table, strict=True)
        ]
    gained = {one.player: one.score.points for one in table}
    if isinstance(schedule, Swiss):
        for each in schedule.played(points):
            if each.bye is not None and _is_over(each.meetings, each.number, schedule, points):
                gained[each.bye] += 2 * schedule.pairs
    games = {one.player: one.score.games for one in table}
    order = sorted(players, key=lambda name: -gained[name])
    return [
        Place(1 + sum(x > gained[name] for x in gained.values()), name, gained[name], games[name])
        for name in order
    ]


def _is_over(
    meetings: Sequence[tuple[str, str]], number: int, schedule: Swiss, points: Points
) -> bool:
    games = sum(game.round == number for game in points)
    return games == 2 * schedule.pairs * len(meetings)


def _reached(schedule: Knockout, points: Points) -> dict[str, int]:
    """Return how many matches everybody won, a bye included."""
    won = dict.fromkeys(schedule.players, 0)
    for matches in schedule.bracket(points):
        for match in matches:
            if match.winner is not None:
                won[match.winner] += 1
    return won


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
