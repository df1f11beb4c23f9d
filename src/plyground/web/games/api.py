"""Games over REST and WebSocket: begin, list, play, watch."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from fastapi import APIRouter, Request, Response, WebSocket
from pydantic import TypeAdapter, ValidationError

from plyground._core import Side
from plyground.errors import IllegalMove, PlygroundError
from plyground.games.files import dumps
from plyground.games.record import Game as Record
from plyground.web.analysis.lines import Missing, download, replay, unusual_start
from plyground.web.games.catalogue import MOST_OPEN
from plyground.web.games.desk import Desk
from plyground.web.games.hints import hint
from plyground.web.games.sessions import Refused, Session
from plyground.web.games.store import Json, StoredGame, StoredMove
from plyground.web.shared import models
from plyground.web.shared.players import Seat, check_spec
from plyground.web.shared.replies import JsonReply
from plyground.web.shared.sockets import NOT_FOUND, Socket, reason
from plyground.web.shared.state import State, state_of
from plyground.web.shared.thinking import Busy

router = APIRouter(tags=["games"])

MOST_LISTED, MOST_KEPT = 100, 500  # games of one visitor
_MESSAGES: TypeAdapter[models.GameMessage] = TypeAdapter(models.GameMessage)
_MISSING: dict[int | str, dict[str, Any]] = {404: {"model": models.Error}}


@router.post("/api/games", status_code=201, response_model=models.Game)
async def begin(wish: models.NewGame, request: Request) -> Response:
    """Begin a game; the answer is its first state."""
    state, visitor = state_of(request), request.state.visitor
    has_token = state.has_token(request.headers.get("authorization"))
    players = (
        check_spec(wish.first, has_token=has_token),
        check_spec(wish.second, has_token=has_token),
    )
    record = replay(wish)
    if record.is_over:
        raise PlygroundError("the game is over there; begin from an earlier position")
    store = state.desk.store
    if await state.desk.write(store.open_games, visitor) >= MOST_OPEN:
        raise Busy(f"you have {MOST_OPEN} open games; finish or delete one")
    await state.desk.write(store.trim, visitor, MOST_KEPT)
    clock = None if wish.clock is None else wish.clock.model_dump()
    left = (None, None) if wish.clock is None else (wish.clock.initial, wish.clock.initial)
    moves = tuple(StoredMove(str(move), None, left) for move in record.moves)
    new = StoredGame(
        "", visitor, record.start.game, unusual_start(record), players, clock,
        moves=moves,
    )  # fmt: skip
    session = await find(state.desk, await state.desk.begin(new))
    return JsonReply(session.view(visitor), 201)


@router.get("/api/games", response_model=models.Summaries)
async def listed(request: Request) -> Response:
    """List the visitor's games, the latest first."""
    desk = state_of(request).desk
    found = await desk.write(desk.store.of_visitor, request.state.visitor, MOST_LISTED)
    return JsonReply({"games": [_summary(game, moves) for game, moves in found]})


@router.get("/api/games/{game}", response_model=models.Game, responses=_MISSING)
async def shown(game: models.GameId, request: Request) -> Response:
    """Show a game: anybody who knows its id may look on."""
    session = await find(state_of(request).desk, game)
    return JsonReply(session.view(request.state.visitor))


@router.delete("/api/games/{game}", status_code=204, responses=_MISSING)
async def deleted(game: models.GameId, request: Request) -> Response:
    """Remove one of the visitor's own games."""
    desk = state_of(request).desk
    session = await find(desk, game)
    if session.standing.stored.visitor != request.state.visitor:
        raise Refused("not_allowed", "this is somebody else's game")
    await desk.delete(game)
    return Response(status_code=204)


@router.get("/api/games/{game}/record", responses=_MISSING, response_class=Response)
async def recorded(game: models.GameId, request: Request) -> Response:
    """Download a game as a record file."""
    standing = (await find(state_of(request).desk, game)).standing
    record = Record(standing.record.start)
    for move in standing.record.moves:
        record.push(move)
    record.headers = {"First": standing.seats[0].title, "Second": standing.seats[1].title}
    result = standing.stored.result
    if result is not None and result["reason"] != "end":
        record.headers["Ended by"] = result["reason"]
        if not record.is_over:
            record.resign(Side.SECOND if result["winner"] == "first" else Side.FIRST)
    return download(dumps([record]), f"{game}.games")


@router.websocket("/ws/games/{game}")
async def played(websocket: WebSocket, game: str) -> None:
    """Play or watch a game."""
    state: State = state_of(websocket)
    visitor = websocket.state.visitor
    with state.seat(visitor) as is_admitted:
        await websocket.accept()
        socket = Socket(websocket, state.rates.messages)
        session = await state.desk.session(game) if is_admitted and game.isalnum() else None
        if session is None:
            await websocket.close(NOT_FOUND if is_admitted else 4429)
            return
        table = _Table(session, visitor, socket, state)
        session.listen(visitor, socket.send)
        try:
            await socket.serve(table.obey)
        finally:
            session.unlisten(socket.send)
            await table.close()


class _Table:
    """A visitor at a game: turns messages into actions, and mistakes into answers."""

    def __init__(self, session: Session, visitor: str, socket: Socket, state: State) -> None:
        self._session, self._visitor, self._socket = session, visitor, socket
        self._state = state
        self._hint: asyncio.Task[None] | None = None

    async def obey(self, message: Json) -> None:
        """Do what a message asks for; whatever is wrong with it, the game goes on."""
        given = message.get("ref")
        ref = {"ref": given} if isinstance(given, str | int | float) else {}
        version = {"version": self._session.standing.stored.version}
        try:
            await self._act(_MESSAGES.validate_python(message), ref)
        except ValidationError as error:
            self._socket.refuse("bad_message", reason(error), **version, **ref)
        except Refused as refusal:
            self._socket.refuse(refusal.code, str(refusal), **version, **ref)
            if refusal.code == "stale":
                self._socket.send({"type": "state"} | self._session.view(self._visitor))
        except IllegalMove as error:
            self._socket.refuse("illegal_move", str(error), **version, **ref)
        except PlygroundError as error:
            self._socket.refuse("busy", str(error), **version, **ref)

    async def _act(self, message: models.GameMessage, ref: Json) -> None:
        session, visitor = self._session, self._visitor
        if isinstance(message, models.MoveMessage):
            await session.move(visitor, message.move, message.version)
        elif isinstance(message, models.SpeedMessage):
            await session.direct(visitor, "speed", message.pause)
        elif isinstance(message, models.DirectMessage):
            await session.direct(visitor, message.type)
        elif isinstance(message, models.PingMessage):
            self._socket.send({"type": "pong"} | ref)
        elif message.type == "hint":
            self._begin_hint(message.version, ref)
        else:
            act = {
                "take_back": session.take_back,
                "resign": session.resign,
                "rematch": session.rematch,
            }[message.type]
            await act(visitor, message.version)

    def _begin_hint(self, version: int, ref: Json) -> None:
        """Think in the background: meanwhile the visitor may move."""
        position = self._session.position_for_hint(self._visitor, version)
        if self._hint is not None:
            self._hint.cancel()

        async def think() -> None:
            try:
                found = await hint(self._state.desk.pool, self._visitor, position)
            except PlygroundError as error:
                self._socket.refuse("busy", str(error), version=version, **ref)
            else:
                self._socket.send({"type": "hint", "version": version} | found | ref)

        self._hint = asyncio.create_task(think())

    async def close(self) -> None:
        """End what was begun for this visitor alone."""
        if self._hint is not None:
            self._hint.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._hint


async def find(desk: Desk, game: str) -> Session:
    """Return the session of a game; raises Missing where there is none."""
    session = await desk.session(game)
    if session is None:
        raise Missing("there is no such game")
    return session


def _summary(game: StoredGame, moves: int) -> Json:
    seats = [Seat(spec) for spec in game.players]
    titles = ["You" if seat.is_human else seat.title for seat in seats]
    return {
        "id": game.id,
        "game": game.game,
        "players": {"first": titles[0], "second": titles[1]},
        "moves": moves,
        "status": "running" if game.result is None else "over",
        # An engine answers at once, so that a running game with a person in it waits for that one.
        "your_turn": game.result is None and any(seat.is_human for seat in seats),
        "result": game.result,
        "updated": game.updated.isoformat().replace("+00:00", "Z"),
    }
