"""The pages and their files: one HTML shell for each address, everything else under /static/."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.staticfiles import StaticFiles

from plyground.games.names import Family, known_names, parse_name

STATIC = Path(__file__).parent / "static"
static = StaticFiles(directory=STATIC, check_dir=False)
router = APIRouter(include_in_schema=False)


async def page(name: str, request: Request) -> Response:
    """Return a page, or 304 where the browser has it already."""
    try:
        return await static.get_response(name, request.scope)
    except HTTPException:
        return await not_found(request)


async def not_found(request: Request) -> Response:
    """Return the page that says that there is no such page."""
    try:
        found = await static.get_response("404.html", request.scope)
    except HTTPException:
        return PlainTextResponse("There is no such page.", 404)
    found.status_code = 404
    return found


@router.get("/")
async def start(request: Request) -> Response:
    """Return the start page."""
    return await page("index.html", request)


@router.get("/game/{game}")
async def game(game: str, request: Request) -> Response:  # noqa: ARG001 - the page's own affair
    """Return the page to play and watch."""
    return await page("game.html", request)


@router.get("/analyse")
async def analyse(request: Request) -> Response:
    """Return the page of the analysis."""
    return await page("analyse.html", request)


@router.get("/editor")
async def editor(request: Request) -> Response:
    """Return the page to set up positions."""
    return await page("editor.html", request)


@router.get("/rules/{family}")
async def rules(family: str, request: Request) -> Response:
    """Return the rules of a game."""
    if family not in known_names():
        return await not_found(request)
    found: Family = parse_name(family)[0]
    return await page(f"rules/{found.name}.html", request)


@router.get("/tournaments")
@router.get("/tournaments/{name}")
async def tournaments(request: Request) -> Response:
    """Return the page to watch tournaments."""
    return await page("tournaments.html", request)
