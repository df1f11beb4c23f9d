"""Games over REST and WebSocket: begin, list, play, watch."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter, Request, Response, WebSocket
from pydantic import TypeAdapter

from plyground._core import Side
from plyground.errors import PlygroundError
from plyground.games.files import dumps
from plyground.games.position import move_text
from plyground.games.record import Game as Record
from plyground.web.analysis.lines import download, replay, unusual_start
from plyground.web.games import models, view
from plyground.web.games.catalogue import MOST_OPEN
from plyground.web.games.store import StoredGame, StoredMove
from plyground.web.shared.messages import MISSING, ErrorMessage
from plyground.web.shared.mistakes import Busy, Refused, code_of, without_paths
from plyground.web.shared.own_code import apart
from plyground.web.shared.players import admit
from plyground.web.shared.sockets import NOT_FOUND
from plyground.web.shared.state import state_of
from plyground.web.shared.views import SIDES

router = APIRouter(tags=["games"])

MOST_LISTED, MOST_KEPT = 100, 500  # games of one visitor
_MESSAGES: TypeAdapter[models.GameMessage] = TypeAdapter(models.GameMessage)


@router.post("/api/games", status_code=201)
async def begin(wish: models.NewGame, request: Request) -> models.Game:
    """Begin a game; the answer is its first state."""
    state, visitor = state_of(request), request.state.visitor
    has_token = state.has_token(request)
    players = (
        await admit(wish.first, has_token=has_token),
        await admit(wish.second, has_token=has_token),
    )
    record, start = await apart(wish.game, partial(_begun, wish))
    desk = state.desk
    if await desk.store.write(desk.store.open_games, visitor) >= MOST_OPEN:
        raise Busy(f"You have {MOST_OPEN} open games. Finish or delete one.")
    await desk.store.write(desk.store.trim, visitor, MOST_KEPT)
    left = (None, None) if wish.clock is None else (wish.clock.initial, wish.clock.initial)
    moves = tuple(StoredMove(move_text(move), None, left) for move in record.moves)
    new = StoredGame("", visitor, record.start.game, start, players, wish.clock, moves=moves)
    return view.state(await desk.find(await desk.begin(new)), visitor)


def _begun(wish: models.NewGame) -> tuple[Record, str | None]:
    """Return the record that a game begins with, and the text of its start."""
    record = replay(wish)
    if record.is_over:
        raise PlygroundError("The game is over in this position. Begin from an earlier one.")
    return record, unusual_start(record)


@router.get("/api/games")
async def listed(request: Request) -> models.Summaries:
    """List the visitor's games, the latest first."""
    desk = state_of(request).desk
    found = await desk.store.write(desk.store.of_visitor, request.state.visitor, MOST_LISTED)
    seated = await desk.store.write(desk.store.seats.games_of, request.state.visitor)
    games = []
    for game, moves in found:
        session = await desk.session(game.id) if game.id in seated else None
        if session is None:
            games.append(view.summary(game, moves))
        else:
            games.append(view.own_summary(session, request.state.visitor, game.updated))
    return models.Summaries(games=games)


@router.get("/api/games/{game}", responses=MISSING)
async def shown(game: models.GameId, request: Request) -> models.Game:
    """Show a game: anybody who knows its id may watch."""
    return view.state(await state_of(request).desk.find(game), request.state.visitor)


@router.delete("/api/games/{game}", status_code=204, responses=MISSING)
async def deleted(game: models.GameId, request: Request) -> Response:
    """Remove one of the visitor's own games."""
    desk, visitor = state_of(request).desk, request.state.visitor
    session = await desk.find(game)
    people = session.seating.people
    if visitor != session.visitor and not session.seating.sides_of(visitor):
        raise Refused("not_allowed", "This is somebody else's game.")
    if people is None or people.is_waiting:
        await desk.delete(game)
    elif not session.is_over:
        raise Refused("not_allowed", "Somebody else plays this game, too. Resign first.")
    else:
        await desk.leave(game, visitor)
    return Response(status_code=204)


@router.get("/api/games/{game}/record", responses=MISSING, response_class=Response)
async def recorded(game: models.GameId, request: Request) -> Response:
    """Download a game as a record file."""
    session = await state_of(request).desk.find(game)
    record = Record(session.record.start)
    for move in session.record.moves:
        record.push(move)
    names = [session.seating.name(side) or session.seats[side].title for side in SIDES]
    record.headers = {"First": names[0], "Second": names[1]}
    result = session.result
    if result is not None and result.reason != "end":
        record.headers["Ended by"] = result.reason
        if not record.is_over and result.winner is not None:
            record.resign(Side.SECOND if result.winner == "first" else Side.FIRST)
    return download(dumps([record]), f"{game}.games")


@router.websocket("/ws/games/{game}")
async def played(websocket: WebSocket, game: str) -> None:
    """Play or watch a game."""
    state = state_of(websocket)
    async with state.connected(websocket) as socket:
        if socket is None:
            return
        try:
            session = await state.desk.session(game) if game.isalnum() else None
        except PlygroundError as error:  # a game in Python that fails, or is not served now
            problem = ErrorMessage(code=code_of(error), message=without_paths(str(error)))
            await websocket.send_text(problem.json_text())
            session = None
        if session is None:
            await websocket.close(NOT_FOUND)
            return
        session.listen(socket)
        try:
            await socket.serve(_MESSAGES, session.obey, lambda: {"version": session.version})
        finally:
            session.unlisten(socket)
