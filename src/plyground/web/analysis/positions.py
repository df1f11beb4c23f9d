"""Positions for programs and pages: replayed, set up, read from text, drawn."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import ValidationError

from plyground.errors import PlygroundError
from plyground.games.files import dumps, loads
from plyground.games.pictures import animated, picture
from plyground.games.position import move_text
from plyground.games.record import Game as Record
from plyground.web.analysis import models, setups
from plyground.web.analysis.lines import branches, download, entries, replay, unusual_start
from plyground.web.shared.mistakes import explained
from plyground.web.shared.models import GameName, Line, PositionText
from plyground.web.shared.own_code import apart
from plyground.web.shared.state import asker_of, state_of, until_gone
from plyground.web.shared.views import end_result, move_view, position_view

router = APIRouter(tags=["positions"])

_SVG: dict[int | str, dict[str, Any]] = {200: {"content": {"image/svg+xml": {}}}}


@router.post("/api/positions")
async def replayed(line: models.Tree) -> models.Replayed:
    """Return the position after some moves, and what the last of them does."""
    return await apart(line.game, partial(_replayed, line))


def _replayed(line: models.Tree) -> models.Replayed:
    record = replay(line)
    last = None
    if record.moves:
        before, after = record.positions[-2:]
        last = move_view(before, record.moves[-1], after, len(record.moves))
    return models.Replayed(
        game=record.start.game,
        start=unusual_start(record),
        moves=entries(record),
        branches=branches(record, line.branches),
        last=last,
        position=position_view(record.position),
        result=end_result(record.position),
    )


@router.post("/api/setup")
async def set_up(wish: models.Setup) -> models.Checked:
    """Check a position that was put together by hand, or its text."""
    return await apart(wish.game, partial(setups.check, wish))


@router.post("/api/records")
async def read(wish: models.RecordText, request: Request) -> models.Records:
    """Read the games of a record file."""
    pool = state_of(request).desk.pool
    work = pool.run(asker_of(request), lambda: list(map(_plain, loads(wish.text))))
    return models.Records(games=await until_gone(request, work))


async def asked(
    game: GameName,
    start: PositionText | None = None,
    moves: Annotated[
        str,
        Query(max_length=4000, description="Moves with commas between, or each with ; behind it"),
    ] = "",
) -> Record:
    """Read a line from the query of an address."""
    # Moves that have commas in them, such as (0,3), each end in a semicolon.
    texts = [move for move in moves.split(";" if ";" in moves else ",") if move]
    try:
        return await apart(game, partial(replay, Line(game=game, start=start, moves=texts)))
    except ValidationError as error:
        raise PlygroundError(explained(error.errors())) from None


Asked = Annotated[Record, Depends(asked)]
Name = Annotated[str, Query(max_length=100, description="A player's name")]


@router.get("/api/record", response_class=Response)
async def record(record: Asked, first: Name = "", second: Name = "") -> Response:
    """Download a line as a record file, with the players' names."""
    names = {"First": first, "Second": second}
    record.headers = {key: name for key, name in names.items() if name.strip()}
    return download(dumps([record]), "plyground.games")


@router.get("/api/picture.svg", response_class=Response, responses=_SVG)
async def drawn(record: Asked) -> Response:
    """Draw the last position of a line."""
    drawing = await apart(record.start.game, partial(picture, record))
    return Response(drawing, media_type="image/svg+xml")


@router.get("/api/replay.svg", response_class=Response, responses=_SVG)
async def moving(
    record: Asked, request: Request, pause: Annotated[float, Query(ge=0.1, le=10)] = 0.8
) -> Response:
    """Draw a whole line as one moving picture."""
    pool = state_of(request).desk.pool
    draw, game = partial(animated, record, pause), record.start.game
    work = pool.run(asker_of(request), draw, game=game)
    return Response(await until_gone(request, work), media_type="image/svg+xml")


def _plain(record: Record) -> models.ReadRecord:
    return models.ReadRecord(
        game=record.start.game,
        start=unusual_start(record),
        moves=[move_text(move) for move in record.moves],
        headers=record.headers,
        result=record.result,
    )
