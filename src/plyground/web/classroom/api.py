"""What everybody may ask of a class, and what a team may."""

from __future__ import annotations

import re
from typing import cast

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool

from plyground.classroom.league import League
from plyground.classroom.limits import FILE, limits_text
from plyground.classroom.register import Team
from plyground.classroom.reports import report_text, verdict
from plyground.classroom.uploads import parcel_of, take
from plyground.web.classroom import models
from plyground.web.classroom.doors import COOKIE, Doors, Person
from plyground.web.classroom.views import Fresh, TeamViews, class_view
from plyground.web.shared.mistakes import Missing, Refused
from plyground.web.shared.security import Buckets

UPLOADS = "/api/class/uploads"  #: takes larger requests than the rest

_TRIES = (20, 0.2)  # wrong keys of one address: at once, and then each second

router = APIRouter(tags=["class"])


class Classroom:
    """A class, for the pages."""

    def __init__(self, league: League) -> None:
        self.league = league
        self.doors = Doors(league.register)
        self.view: Fresh[bytes] = Fresh(lambda: class_view(league).json_text().encode("utf-8"))
        self.teams = TeamViews(league)
        self.tries = Buckets(_TRIES)

    def changed(self) -> None:
        """Show and do at once what was written."""
        self.league.changed()
        self.view.forget()


def classroom_of(request: Request) -> Classroom:
    """Return the class of a server."""
    return cast("Classroom", request.app.state.classroom)


def person_of(request: Request) -> Person:
    """Return who asks."""
    return classroom_of(request).doors.person(request)


def team_of(request: Request) -> Team:
    """Return the team that asks."""
    team = person_of(request).team
    if team is None:
        raise Refused("key", "Open your team's link first.")
    return team


@router.get("/api/class", response_model=models.ClassView)
def shown(request: Request) -> Response:
    """Show the class: ladder, rounds, announcements."""
    return Response(classroom_of(request).view.get(), media_type="application/json")


@router.get("/api/class/me")
def me(request: Request) -> models.Entered:
    """Say who asks."""
    person = person_of(request)
    return models.Entered(staff=person.staff, team=person.team.name if person.team else None)


@router.post("/api/class/enter")
def enter(wish: models.EnterWish, request: Request, response: Response) -> models.Entered:
    """Exchange a key for a cookie."""
    classroom = classroom_of(request)
    is_secure = request.url.scheme == "https"
    try:
        person = classroom.doors.enter(wish.key, response, is_secure=is_secure)
    except Refused:
        if not classroom.tries.take(request.state.asker.address):
            raise Refused("key", "Too many wrong keys. Wait a minute.") from None
        raise
    return models.Entered(staff=person.staff, team=person.team.name if person.team else None)


@router.post("/api/class/leave", status_code=204)
def leave() -> Response:
    """Forget the cookie."""
    reply = Response(status_code=204)
    reply.delete_cookie(COOKIE, path="/")
    return reply


@router.get("/api/class/team", response_model=models.TeamView)
def team(request: Request) -> Response:
    """Show a team its uploads and games."""
    content = classroom_of(request).teams.get(team_of(request))
    return Response(content, media_type="application/json")


@router.post(UPLOADS, status_code=201)
async def upload(request: Request, name: str, run: str = "") -> models.Uploaded:
    """Take an upload: the body is the file, or the zip; ``name`` is its name."""
    classroom = classroom_of(request)
    found = await run_in_threadpool(team_of, request)
    content = await request.body()
    settings, register = classroom.league.settings, classroom.league.register

    def taken() -> models.Uploaded:
        parcel = parcel_of(settings, name, content)
        version = take(register, settings, found, parcel, run)
        return models.Uploaded(version=version.number, verdict=verdict(version))

    answer = await run_in_threadpool(taken)
    classroom.changed()
    return answer


@router.get("/api/class/uploads/{number}")
def report(number: int, request: Request) -> models.Report:
    """Return the check of an upload as text."""
    found = team_of(request)
    version = classroom_of(request).league.register.version_of(found.id, number_of(number))
    return models.Report(status=version.status, text=report_text(version))  # type: ignore[arg-type]


@router.get("/api/class/uploads/{number}/file", include_in_schema=False)
def file(number: int, request: Request) -> Response:
    """Return an upload as it came."""
    found, register = team_of(request), classroom_of(request).league.register
    version = register.version_of(found.id, number_of(number))
    return download(register.content(version.id), version.file)


@router.post("/api/class/uploads/{number}/play", status_code=204)
def bring_back(number: int, request: Request) -> Response:
    """Let a version play again."""
    found, classroom = team_of(request), classroom_of(request)
    if found.banned:
        raise Refused("stopped", "Your team is stopped. Ask staff.")
    register = classroom.league.register
    register.let_play(register.version_of(found.id, number_of(number)).id)
    classroom.changed()
    return Response(status_code=204)


@router.get("/api/class/limits", include_in_schema=False)
def limits(request: Request) -> Response:
    """Return the limits of the class for home."""
    text = limits_text(classroom_of(request).league.settings)
    return download(text.encode(), FILE, "application/toml")


def download(content: bytes, name: str, kind: str = "application/octet-stream") -> Response:
    """Return a file to be saved, and not to be shown."""
    plain = re.sub(r"[^A-Za-z0-9._-]", "_", name)
    headers = {"Content-Disposition": f'attachment; filename="{plain}"'}
    return Response(content, headers=headers, media_type=kind)


def number_of(number: int) -> int:
    """Return a number that a database takes."""
    if not 0 < number < 2**31:
        raise Missing("Not found.")
    return number
