"""What staff may ask of a class."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request, Response

from plyground.classroom.export import FORMATS, KINDS, exported
from plyground.classroom.ongoing import Underway
from plyground.classroom.register import PAUSED, read_teams
from plyground.classroom.rounds import plan_called
from plyground.classroom.settings import RoundPlan
from plyground.classroom.similarity import similar_uploads
from plyground.classroom.work import GameJob
from plyground.web.classroom import models
from plyground.web.classroom.api import classroom_of, download, number_of, person_of
from plyground.web.classroom.views import stamp
from plyground.web.shared.mistakes import Missing, Refused


def staff_only(request: Request) -> None:
    """Refuse everybody but staff."""
    if not person_of(request).staff:
        raise Refused("staff", "Only staff may do this. Open the staff link first.")


router = APIRouter(prefix="/api/class/staff", tags=["class"], dependencies=[Depends(staff_only)])


@router.get("")
def shown(request: Request) -> models.StaffView:
    """Show the queue and the teams."""
    league = classroom_of(request).league
    versions = {one.id: one for one in league.register.versions()}
    teams = []
    for team in league.register.teams():
        own = [one for one in versions.values() if one.team == team.id]
        plays = versions.get(team.plays or 0)
        teams.append(
            models.StaffTeam(
                id=team.id,
                name=team.name,
                members=team.members,
                stopped=team.banned,
                version=plays.number if plays else None,
                uploads=len(own),
                last=stamp(own[-1].time) if own else None,
            )
        )
    return models.StaffView(
        waiting=league.waiting, playing=[_job(one) for one in league.jobs()],
        paused=league.is_paused, problem=league.problem, teams=teams,
    )  # fmt: skip


def _job(one: Underway) -> models.JobEntry:
    return models.JobEntry(
        id=one.name, title=one.job.title, seconds=round(one.seconds, 1),
        stops=isinstance(one.job, GameJob),
    )  # fmt: skip


@router.get("/teams/{number}", response_model=models.TeamView)
def shown_team(number: int, request: Request) -> Response:
    """Show a team as it sees itself: its uploads with their checks, and its games."""
    classroom = classroom_of(request)
    found = classroom.league.register.team(number_of(number))
    return Response(classroom.teams.get(found), media_type="application/json")


@router.post("/teams", status_code=201)
def add_teams(wish: models.TeamsWish, request: Request) -> models.NewKeys:
    """Add teams from CSV; their keys are shown only now."""
    classroom = classroom_of(request)
    keys = classroom.league.register.add_teams(read_teams(wish.csv))
    classroom.changed()
    return models.NewKeys(keys=keys)


@router.post("/teams/{number}")
def about_team(number: int, wish: models.TeamWish, request: Request) -> models.NewKeys:
    """Stop or admit a team, replace its key, or have its last upload checked again."""
    classroom = classroom_of(request)
    register = classroom.league.register
    team = register.team(number_of(number))
    keys: dict[str, str] = {}
    if wish.do == "key":
        keys[team.name] = register.new_team_key(team.id)
    elif wish.do == "check":
        if not (versions := register.versions_of(team.id)):
            raise Missing("This team has not uploaded anything.")
        classroom.league.check_again(versions[0].id)
    else:
        register.ban(team.id, banned=wish.do == "stop")
    classroom.changed()
    return models.NewKeys(keys=keys)


@router.post("/rounds", status_code=201)
def begin_round(wish: models.RoundWish, request: Request) -> dict[str, int]:
    """Begin a round now."""
    classroom = classroom_of(request)
    settings = classroom.league.settings
    if wish.kind is None:
        plan = plan_called(settings, wish.name)
    else:
        plan = RoundPlan(wish.name, wish.kind, None, wish.pairs, wish.rounds)
    run = classroom.league.hold(plan)
    classroom.changed()
    return {"run": run}


@router.post("/rounds/{run}/stop", status_code=204)
def stop_round(run: int, request: Request) -> Response:
    """End a round before its time; what was played stays."""
    classroom = classroom_of(request)
    classroom.league.stop_round(number_of(run))
    classroom.changed()
    return Response(status_code=204)


@router.post("/playing/{name}/stop", status_code=204)
def stop_game(name: str, request: Request) -> Response:
    """End a game in progress: on the ladder it does not count, in a round it is drawn."""
    classroom = classroom_of(request)
    if not classroom.league.stop_game(name):
        raise Missing("This game is over.")
    classroom.changed()
    return Response(status_code=204)


@router.post("/games/{number}/rerun", status_code=204)
def rerun(number: int, request: Request) -> Response:
    """Have a game played again."""
    classroom = classroom_of(request)
    classroom.league.rerun(number_of(number))
    classroom.changed()
    return Response(status_code=204)


@router.post("/ladder", status_code=204)
def pause(wish: models.PauseWish, request: Request) -> Response:
    """Pause or resume the ladder."""
    classroom = classroom_of(request)
    classroom.league.register.set_value(PAUSED, "yes" if wish.paused else "no")
    classroom.changed()
    return Response(status_code=204)


@router.post("/notices", status_code=204)
def announce(wish: models.NoticeWish, request: Request) -> Response:
    """Announce something to the class."""
    classroom = classroom_of(request)
    classroom.league.register.announce(wish.text)
    classroom.changed()
    return Response(status_code=204)


@router.delete("/notices/{number}", status_code=204)
def withdraw(number: int, request: Request) -> Response:
    """Remove an announcement."""
    classroom = classroom_of(request)
    classroom.league.register.withdraw(number_of(number))
    classroom.changed()
    return Response(status_code=204)


@router.get("/uploads/{team}/{number}", include_in_schema=False)
def upload(team: int, number: int, request: Request) -> Response:
    """Return an upload as it came."""
    register = classroom_of(request).league.register
    version = register.version_of(number_of(team), number_of(number))
    return download(register.content(version.id), version.file)


@router.get("/export/{what}", include_in_schema=False)
def export(what: str, request: Request) -> Response:
    """Return standings, games, reports or results as a file."""
    kind, _, ending = what.partition(".")
    if kind not in KINDS or ending not in FORMATS:
        raise Missing("Export not found.")
    league = classroom_of(request).league
    text = exported(league.register, league.store, league.settings, kind, ending)
    media = "text/csv; charset=utf-8" if ending == "csv" else "application/json"
    return download(text.encode(), what, media)


@router.get("/similar")
def similar(request: Request) -> models.Similar:
    """Compare the uploads that play; what is alike is a hint, and no proof."""
    league = classroom_of(request).league
    pairs = similar_uploads(league.register, league.settings)
    return models.Similar(
        pairs=[
            models.SimilarPair(
                left=one.left, right=one.right, share=round(one.share, 3),
                passages=[models.Passage(**vars(part)) for part in one.passages],
            )
            for one in pairs
        ]
    )  # fmt: skip
