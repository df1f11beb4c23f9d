"""The web application, put together."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

import plyground
from plyground.classroom.league import League
from plyground.errors import PlygroundError
from plyground.storage import locked
from plyground.web.analysis import api as analysing
from plyground.web.analysis import positions
from plyground.web.classroom import api as classroom
from plyground.web.classroom import pages as class_pages
from plyground.web.classroom import staff
from plyground.web.classroom.api import Classroom
from plyground.web.games import api as games
from plyground.web.games import catalogue, inviting
from plyground.web.games.desk import Desk
from plyground.web.games.store import GameStore
from plyground.web.learning import api as learning
from plyground.web.pages import api as pages
from plyground.web.shared.messages import Error
from plyground.web.shared.mistakes import code_of, explained, status_of, without_paths
from plyground.web.shared.replies import JsonReply, error_reply
from plyground.web.shared.security import Doorkeeper, Rates, Visitors
from plyground.web.shared.state import State
from plyground.web.shared.thinking import Pool
from plyground.web.tournaments import api as tournaments


@dataclass(frozen=True)
class Settings:
    """Settings of a server."""

    data: Path  #: the file that keeps the games
    token: str  #: for players that run a program
    hosts: tuple[str, ...] = ()  #: names of this machine, besides its numbers
    watch: tuple[Path, ...] = ()  #: stores of tournaments to show
    league: League | None = None  #: the class whose server this is
    rates: Rates = field(default_factory=Rates)
    workers: int | None = None  #: searches at once; None for one per core
    proxies: tuple[str, ...] = ()  #: addresses or networks whose X-Forwarded-For is believed


def create_app(settings: Settings) -> Doorkeeper:
    """Make the application; its store is opened at once, so that a mistake is found at once."""
    _make_private(settings.data)
    store = GameStore(settings.data)
    lock = _taken(settings.data)
    league = settings.league
    shown = settings.watch if league is None else (league.settings.address, *settings.watch)
    cups = tournaments.Tournaments(settings.data, shown)
    visitors = Visitors(store.secret("visitors"), settings.rates)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        desk = Desk(store, Pool(settings.workers))
        door.end_questions = desk.pool.end_questions
        app.state.plyground = State(desk, settings.token, settings.rates, cups)
        if league is not None:
            app.state.classroom = Classroom(league)
            league.start()
        yield
        if league is not None:
            await asyncio.to_thread(league.close)
        await cups.close()
        await desk.close()
        os.close(lock)

    app = FastAPI(
        title="plyground",
        summary="Two-player board games: play, watch, analyse.",
        version=plyground.__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        default_response_class=JsonReply,
        lifespan=lifespan,
        responses={status: {"model": Error} for status in (400, 403, 413, 422, 429)},
    )
    for part in (catalogue, games, inviting, positions, analysing, learning, tournaments, pages):
        app.include_router(part.router)
    larger: dict[str, int] = {}
    if league is not None:
        for part in (classroom, staff, class_pages):
            app.include_router(part.router)
        larger[classroom.UPLOADS] = int(league.settings.uploads.megabytes * (1 << 20))
    _explain_errors(app, settings)
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    door = Doorkeeper(app, visitors, settings.hosts, settings.rates, larger)
    return door


def _make_private(data: Path) -> None:
    """Make a new file readable to its owner only; what is wrong with it the store will say."""
    with contextlib.suppress(OSError):
        os.close(os.open(data, os.O_CREAT | os.O_RDWR, 0o600))


def _taken(data: Path) -> int:
    """Take the store for this server: two would play different moves in one game."""
    problem = "another plyground serve uses this database; stop it, or choose a file with --data"
    return locked(data.with_name(f"{data.name}-lock"), problem)


def _explain_errors(app: FastAPI, settings: Settings) -> None:
    """Answer every mistake in one shape."""

    @app.exception_handler(PlygroundError)
    async def mistaken(_: Request, error: PlygroundError) -> Response:
        text = str(error)
        for path in (settings.data, *settings.watch):  # also with spaces in it
            text = text.replace(str(path), path.name)
        return error_reply(status_of(error), code_of(error), without_paths(text))

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> Response:
        return error_reply(422, "bad_request", explained(error.errors()))

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> Response:
        is_page = not request.url.path.startswith(("/api/", "/static/"))
        if error.status_code == 404 and is_page:
            return pages.not_found(request)
        reply = error_reply(error.status_code, "http", str(error.detail))
        reply.headers.update(error.headers or {})
        return reply
