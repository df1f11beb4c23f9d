"""Analysis for clients: in one request, or live over a WebSocket."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable
from functools import partial

from fastapi import APIRouter, Request, Response, WebSocket
from pydantic import TypeAdapter, ValidationError

from plyground._core import StopToken
from plyground.errors import PlygroundError
from plyground.games.position import Position
from plyground.players.found import Found
from plyground.players.limits import Limit
from plyground.web.analysis.grading import grade, summary
from plyground.web.analysis.lines import replay
from plyground.web.analysis.searching import (
    LONG_NODES,
    QUICK_NODES,
    Exact,
    Judge,
    Judged,
    explained,
    info,
    make_engine,
    solved,
)
from plyground.web.shared import models
from plyground.web.shared.players import check_spec
from plyground.web.shared.replies import JsonReply
from plyground.web.shared.scores import exact_view
from plyground.web.shared.sockets import Socket, reason
from plyground.web.shared.state import state_of
from plyground.web.shared.thinking import Pool
from plyground.web.shared.views import Json, move_entry, position_view

router = APIRouter(tags=["analysis"])

_MESSAGES: TypeAdapter[models.AnalysisMessage] = TypeAdapter(models.AnalysisMessage)
_NEWS_SECONDS = 0.1  # between two messages of a live search
_FIRST_NEWS = 3  # messages that are sent at once
# After how many seconds of search the solver is asked, for how many nodes: lines come first.
_SOLVERS = ((0.1, QUICK_NODES), (2.0, LONG_NODES))
_GRADE_NODES = 100_000


@router.post("/api/analyse", response_model=models.Analysed)
async def analyse(wish: models.Analyse, request: Request) -> Response:
    """Analyse a position: the best move, its score, lines, and what the evaluation is made of."""
    state = state_of(request)
    has_token = state.has_token(request.headers.get("authorization"))
    engine = make_engine(check_spec(wish.engine, has_token=has_token), wish.lines)
    line = models.Line(game=wish.game, start=wish.position, moves=wish.moves)
    position = replay(line).position
    if wish.depth is not None and engine.algorithm == "mcts":
        raise PlygroundError("mcts has no depth to limit; give nodes or seconds")
    limit = Limit(depth=wish.depth, nodes=wish.nodes, time=wish.limit_seconds)
    stop = StopToken()

    def work() -> Json:
        found = None
        if not position.is_over:
            found = info(position, engine.search(position, limit, stop=stop))
        exact = None if position.is_over else solved(position, QUICK_NODES)
        if exact is not None:
            found = exact.view(position, found, wish.lines)
        explanation, heat = explained(position) if wish.explain else (None, [])
        return _analysed(position, found) | {"explanation": explanation, "heat": heat}

    return JsonReply(await state.desk.pool.run(request.state.visitor, work, stop.stop))


def _analysed(position: Position, found: Json | None) -> Json:
    over: Json = {"depth": 0, "nodes": 0, "seconds": 0.0, "lines": [], "exact": True}
    known = found or over
    best = known["lines"][0] if known["lines"] else None
    score = exact_view(position, position.margin) if best is None else best["score"]
    return {
        "position": position_view(position),
        "move": None if best is None else best["move"],
        "score": score,
        **{key: known[key] for key in over},
    }


@router.post("/api/grade", response_model=models.Graded)
async def graded(wish: models.GradeWish, request: Request) -> Response:
    """Say how good a move is in a position, and what would be better."""
    before = replay(models.Line(game=wish.game, start=wish.start, moves=wish.moves)).position
    move = str(before.parse_move(wish.move))
    judge, stop = Judge(_GRADE_NODES), StopToken()

    def work() -> Json:
        judged = judge.judge(before, stop=stop)
        after = judge.judge_move(before, move, judged, stop=stop)
        word, loss = grade(before, move, judged, after)
        return {
            "move": move,
            "grade": word,
            "loss": loss,
            "score": after.score,
            "best": judged.best,
            "best_score": judged.score,
            "line": list(judged.line),
            "refutation": [move, *after.line],
        }

    pool = state_of(request).desk.pool
    return JsonReply(await pool.run(request.state.visitor, work, stop.stop))


@router.websocket("/ws/analysis")
async def live(websocket: WebSocket) -> None:
    """Analyse live: one task at a time, a new one ends the one before."""
    state, visitor = state_of(websocket), websocket.state.visitor
    with state.seat(visitor) as is_admitted:
        await websocket.accept()
        if not is_admitted:
            await websocket.close(4429)
            return
        socket = Socket(websocket, state.rates.messages)
        has_token = state.has_token(websocket.headers.get("authorization"))
        analyst = _Analyst(socket, state.desk.pool, visitor, has_token=has_token)
        try:
            await socket.serve(analyst.obey)
        finally:
            await analyst.stop()


class _Analyst:
    """Works for one connection."""

    def __init__(self, socket: Socket, pool: Pool, visitor: str, *, has_token: bool) -> None:
        self._socket, self._pool, self._visitor = socket, pool, visitor
        self._has_token = has_token
        self._task: asyncio.Task[None] | None = None

    async def obey(self, given: Json) -> None:
        """Do what a message asks for."""
        number = given.get("id")
        about = {"id": number} if isinstance(number, int) else {}
        try:
            message = _MESSAGES.validate_python(given)
        except ValidationError as error:
            self._socket.refuse("bad_message", reason(error), **about)
            return
        if isinstance(message, models.PingMessage):
            self._socket.send({"type": "pong"})
            return
        await self.stop()
        if isinstance(message, models.StartMessage):
            self._task = asyncio.create_task(self._explained(self._search(message), message.id))
        elif isinstance(message, models.ReviewMessage):
            self._task = asyncio.create_task(self._explained(self._review(message), message.id))

    async def stop(self) -> None:
        """End what is going on."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _explained(self, work: Awaitable[None], number: int) -> None:
        try:
            await work
        except PlygroundError as error:
            self._socket.refuse("bad_request", str(error), id=number)

    async def _search(self, message: models.StartMessage) -> None:
        position = replay(message.line).position
        spec = check_spec(message.engine, has_token=self._has_token)
        live = _Live(position, message, self._socket)
        if position.is_over:
            live.end(None)
            return
        engine = make_engine(spec, message.lines)
        solvers = list(_SOLVERS)
        while live.seconds < message.seconds and live.exact is None:
            until = solvers[0][0] if solvers else message.seconds
            share = Limit(time=max(min(until, message.seconds) - live.seconds, 0.01))
            stop = StopToken()
            work = partial(engine.search, position, share, live.report, stop=stop)
            live.take(await self._pool.run(self._visitor, work, stop.stop, yields=True))
            while solvers and (live.is_proven or solvers[0][0] <= live.seconds):
                ask = partial(solved, position, solvers.pop(0)[1])
                live.exact = live.exact or await self._pool.run(self._visitor, ask)
            if live.is_proven:
                break
        live.end(live.last)

    async def _review(self, message: models.ReviewMessage) -> None:
        record = replay(message.line)
        judge, stop = Judge(message.nodes), StopToken()
        before: Judged | None = None
        grades: list[tuple[str, str, float]] = []
        for ply, position in enumerate(record.positions):
            work = partial(judge.judge, position, stop=stop)
            judged = await self._pool.run(self._visitor, work, stop.stop)
            news: Json = {"type": "graded", "id": message.id, "ply": ply, "of": len(record.moves)}
            news |= {"score": judged.score, "best": judged.best, "line": list(judged.line)}
            news |= {"exact": judged.exact, "move": None}
            if before is not None:
                earlier, move = record.positions[ply - 1], str(record.moves[ply - 1])
                work = partial(judge.judge_move, earlier, move, before, stop=stop)
                after = await self._pool.run(self._visitor, work, stop.stop)
                word, loss = grade(earlier, move, before, after)
                entry = move_entry(earlier, move, ply)
                grades.append((entry["side"], word, loss))
                better = {"best": before.best, "best_line": list(before.line)}
                news["move"] = entry | {"grade": word, "loss": loss} | better
            self._socket.send(news)
            before = judged
        self._socket.send({"type": "review", "id": message.id} | summary(grades))


class _Live:
    """A search that is shown while it runs."""

    def __init__(self, position: Position, wish: models.StartMessage, socket: Socket) -> None:
        self.exact: Exact | None = None
        self.last: Found | None = None
        self.is_proven = False
        self.seconds = 0.0  #: of search so far
        self._position, self._wish, self._socket = position, wish, socket
        self._loop = asyncio.get_running_loop()
        self._sent, self._sent_at = 0, 0.0

    def report(self, found: Found) -> None:
        """Take news from the searching thread."""
        now = time.monotonic()
        if self._sent < _FIRST_NEWS or now - self._sent_at > _NEWS_SECONDS:
            if not any(line.bound != "none" for line in found.lines):
                return
            self._sent, self._sent_at = self._sent + 1, now
            self._loop.call_soon_threadsafe(self._tell, found, False)

    def take(self, found: Found) -> None:
        """Take what a search found until it was interrupted, reached its limit, or all is known."""
        self.seconds += max(found.seconds, 0.01)
        if self.last is None or found.depth >= self.last.depth:
            self.last = found
        self.is_proven = found.is_proven and found.lines[0].bound == "exact"

    def end(self, found: Found | None) -> None:
        """Send the last news."""
        self._tell(found, True)

    def _tell(self, found: Found | None, done: bool) -> None:
        known = None if found is None else info(self._position, found)
        if self.exact is not None:
            known = self.exact.view(self._position, known, self._wish.lines)
        nothing: Json = {"depth": 0, "selective_depth": 0, "nodes": 0, "seconds": 0.0}
        nothing |= {"nodes_per_second": 0, "lines": [], "exact": self._position.is_over}
        about: Json = {"type": "info", "id": self._wish.id}
        self._socket.send(about | (known or nothing) | {"done": done})
