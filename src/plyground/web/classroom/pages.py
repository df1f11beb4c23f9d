"""The pages of a class."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from plyground.web.pages.api import page

router = APIRouter(include_in_schema=False)


@router.get("/class")
async def ladder(request: Request) -> Response:
    """Return the page that everybody sees."""
    return page("class", request)


@router.get("/class/join")
async def join(request: Request) -> Response:
    """Return the page that exchanges a key for a cookie."""
    return page("class-join", request)


@router.get("/class/team")
async def team(request: Request) -> Response:
    """Return a team's own page."""
    return page("class-team", request)


@router.get("/class/staff")
async def staff(request: Request) -> Response:
    """Return the page of staff."""
    return page("class-staff", request)


@router.get("/class/rounds/{name}")
async def projected(name: str, request: Request) -> Response:  # noqa: ARG001 - the page's affair
    """Return a round for the projector."""
    return page("class-round", request)
