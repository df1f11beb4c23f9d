"""A class as its pages show it."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Generic, TypeVar

from plyground._core import Side
from plyground.arena.running.report import record
from plyground.arena.running.store import Filter, StoredGame
from plyground.classroom.league import LADDER, League
from plyground.classroom.limits import home_command
from plyground.classroom.moments import Moment
from plyground.classroom.register import Team, Version
from plyground.classroom.reports import verdict
from plyground.classroom.rounds import ROUND, schedule_of
from plyground.errors import PlygroundError
from plyground.games.names import title
from plyground.web.classroom import models
from plyground.web.tournaments.api import elo_of
from plyground.web.tournaments.models import Elo

STORE = 1  #: the place of the class among the stores of tournaments
_FRESH_SECONDS, _OLDEST_SECONDS = 1.0, 20.0
_GAMES = 100  # of a team that its page shows

T = TypeVar("T")


class Fresh(Generic[T]):
    """A view that all share for a moment: a whole class looks at once."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self._made: tuple[float, T] | None = None

    def get(self) -> T:
        """Return the view, made anew where it is too old."""
        with self._lock:
            if self._made is None or time.monotonic() - self._made[0] > _FRESH_SECONDS:
                self._made = time.monotonic(), self._make()
            return self._made[1]

    def forget(self) -> None:
        """Have it made anew."""
        self._made = None


def class_view(league: League) -> models.ClassView:
    """Return what everybody sees."""
    settings, register = league.settings, league.register
    now = datetime.now()
    return models.ClassView(
        name=settings.name,
        game=settings.start.game,
        title=title(settings.start.game),
        deadline=settings.uploads.deadline,
        paused=league.is_paused,
        problem=league.problem,
        games=league.ladder.games,
        ladder=_ladder(league),
        rounds=rounds(league),
        planned=[
            models.PlannedRound(
                name=plan.name, kind=plan.kind, when=plan.when,
                next=_next(plan.when, now),
            )
            for plan in settings.rounds
        ],
        notices=[
            models.Notice(id=one.id, text=one.text, time=stamp(one.time))
            for one in register.notices()
        ],
    )  # fmt: skip


def _next(when: str | None, now: datetime) -> str | None:
    found = None if when is None else Moment.parse(when).next(now)
    return None if found is None else found.isoformat(" ", "minutes")


def stamp(moment: datetime) -> str:
    """Return a time for a page."""
    return moment.isoformat().replace("+00:00", "Z")


def _ladder(league: League) -> list[models.LadderRow]:
    rows: list[tuple[float, models.LadderRow]] = []
    for version in league.playing():
        elo, games = _rating(league, version.label)
        row = models.LadderRow(
            rank=0, name=version.name, version=version.number, elo=elo, games=games,
            first=league.games_left(version),
        )  # fmt: skip
        rows.append((_height(elo), row))
    for staff in league.settings.staff:
        elo, games = _rating(league, staff.name)
        row = models.LadderRow(
            rank=None, name=staff.name, version=None, elo=elo, games=games, first=0
        )
        rows.append((_height(elo), row))
    rows.sort(key=lambda one: -one[0])
    found, rank = [], 0
    for _, row in rows:
        rank += row.rank is not None
        found.append(row.model_copy(update={"rank": None if row.rank is None else rank}))
    return found


def _rating(league: League, name: str) -> tuple[Elo | None, int]:
    ratings = league.ladder.ratings
    if ratings is None or name not in ratings.players:
        return None, 0
    rating = ratings.of(name)
    return (elo_of(rating.elo) if rating.games else None), rating.games


def _height(elo: Elo | None) -> float:
    return -1e9 if elo is None or elo.value is None else elo.value


def rounds(league: League) -> list[models.ClassRound]:
    """List the rounds that were begun, the latest first."""
    runs = {run.id: run for run in league.store.runs()}
    found = []
    for held in league.register.rounds()[:50]:
        run = runs.get(held.run)
        if run is None:
            continue
        found.append(
            models.ClassRound(
                run=run.id,
                tournament=f"{STORE}-{run.id}",
                name=held.name,
                kind=run.kind,
                due=held.due[:16],
                status=run.status,
                games=run.games,
                total=getattr(schedule_of(run), "games", None),
                winner=league.matches.winner(run),
            )
        )
    return found


class TeamViews:
    """The views of all teams, each made again when something new is in it."""

    def __init__(self, league: League) -> None:
        self._league = league
        self._made: dict[int, tuple[object, bytes]] = {}

    def get(self, team: Team) -> bytes:
        """Return a team's view."""
        league = self._league
        versions = league.register.versions_of(team.id)
        news = sum(league.news[one.label] for one in versions)
        states = [(one.id, one.status) for one in versions]
        # Other processes may write as well: nothing is older than this.
        sign = team, states, news, int(time.monotonic() / _OLDEST_SECONDS)
        made = self._made.get(team.id)
        if made is None or made[0] != sign:
            made = sign, team_view(league, team).json_text().encode()
            self._made[team.id] = made
        return made[1]


def team_view(league: League, team: Team) -> models.TeamView:
    """Return a team's own page."""
    settings, register = league.settings, league.register
    versions = register.versions_of(team.id)
    games = own_games(league, versions)
    lost = Counter(game.reason for game in games if game.result == "lost")
    left = settings.uploads.per_day - register.uploads_since(team.id)
    return models.TeamView(
        name=team.name,
        members=team.members,
        stopped=team.banned,
        uploads_left=max(left, 0),
        megabytes=settings.uploads.megabytes,
        versions=[_version(one, team) for one in versions],
        losses=[models.Losses(reason=r, games=count) for r, count in lost.most_common()],
        games=games,
        command=home_command(settings),
    )


def _version(one: Version, team: Team) -> models.VersionEntry:
    return models.VersionEntry(
        number=one.number, file=one.file, run=one.run or one.spec, status=one.status,  # type: ignore[arg-type]
        plays=team.plays == one.id, verdict=verdict(one),
        cases=[models.CheckedCase(**case) for case in one.report], time=stamp(one.time),
    )  # fmt: skip


def own_games(league: League, versions: Sequence[Version]) -> list[models.OwnGame]:
    """Return a team's latest games, with what only the team may see."""
    labels = {one.label: one for one in versions}
    names = {run.id: run.settings.get(ROUND) for run in league.store.runs() if run.kind != LADDER}
    wanted = Filter(players=tuple(labels))
    found = league.store.games(wanted, _GAMES, newest_first=True) if labels else ()
    return [own_game(one, labels, names.get(one.run)) for one in found]


def own_game(
    stored: StoredGame, labels: dict[str, Version], round_name: str | None
) -> models.OwnGame:
    """Return a game as one of its teams sees it."""
    result = stored.result
    label = next(name for name in result.players if name in labels)
    view = result.view(label)
    outcome: dict[float, Any] = {1.0: "won", 0.5: "drawn", 0.0: "lost"}
    failed = view.lost_by is not None and view.lost_by.is_fault
    return models.OwnGame(
        id=stored.id, round=round_name, version=labels[label].number, opponent=view.opponent,
        first=result.players[0], second=result.players[1],
        result=outcome[view.score], reason=str(result.reason),
        note=result.note if failed or not result.reason.is_fault else "",
        stderr=view.stderr, seconds=round(view.seconds, 3),
        peak_mb=None if view.peak_mb is None else round(view.peak_mb, 1),
        game=result.game, start=result.start, moves=list(result.moves),
        side="first" if view.side == Side.FIRST else "second",
        position=_position(stored) if failed else None, time=stamp(stored.time),
    )  # fmt: skip


def _position(stored: StoredGame) -> str | None:
    """Return where a game stood when it ended."""
    try:
        return record(stored.result).position.text
    except PlygroundError:
        return None
