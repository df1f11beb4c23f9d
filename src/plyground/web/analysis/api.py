"""Analysis for clients: in one request, or live over a WebSocket."""

from __future__ import annotations

import asyncio
import math
import time
from dataclasses import replace
from functools import partial

from fastapi import APIRouter, Request, WebSocket
from pydantic import TypeAdapter

from plyground._core import StopToken
from plyground.errors import PlygroundError
from plyground.games.position import Position, move_text
from plyground.players.engines import Engine
from plyground.players.limits import Limit
from plyground.players.result import SearchResult
from plyground.solving.mistakes import reason
from plyground.web.analysis import models
from plyground.web.analysis.grading import SERIOUS, Graded, grade, summary
from plyground.web.analysis.lines import replay
from plyground.web.analysis.searching import (
    LONG_NODES,
    NOTHING,
    QUICK_NODES,
    Exact,
    Judge,
    Judged,
    explained,
    info,
    make_engine,
    solved,
)
from plyground.web.shared.messages import PingMessage, Pong
from plyground.web.shared.mistakes import TokenNeeded
from plyground.web.shared.models import Line
from plyground.web.shared.own_code import apart
from plyground.web.shared.players import admit
from plyground.web.shared.scores import exact_view
from plyground.web.shared.security import Asker
from plyground.web.shared.sockets import Socket
from plyground.web.shared.state import asker_of, state_of, until_gone
from plyground.web.shared.thinking import Pool
from plyground.web.shared.views import move_entry, position_view

router = APIRouter(tags=["analysis"])

_MESSAGES: TypeAdapter[models.AnalysisMessage] = TypeAdapter(models.AnalysisMessage)
_NEWS_SECONDS = 0.1  # between two messages of a live search
_FIRST_NEWS = 3  # messages that are sent at once
# After how many seconds of search the solver is asked, for how many nodes: lines come first.
_SOLVERS = ((0.1, QUICK_NODES), (2.0, LONG_NODES))
_GRADE_NODES = 100_000


@router.post("/api/analyse")
async def analyse(wish: models.Analyse, request: Request) -> models.Analysed:
    """Analyse a position: the best move, its score, lines, and the static evaluation."""
    state = state_of(request)
    spec = await admit(wish.engine, has_token=state.has_token(request))
    engine = make_engine(spec, wish.lines)
    line = Line(game=wish.game, start=wish.position, moves=wish.moves)
    position = (await apart(wish.game, partial(replay, line))).position
    if wish.depth is not None and engine.algorithm == "mcts":
        raise PlygroundError("mcts takes no depth. Give nodes or seconds instead.")
    limit = Limit(depth=wish.depth, nodes=wish.nodes, time=wish.limit_seconds)

    async def work() -> models.Analysed:
        pool, asker, stop = state.desk.pool, asker_of(request), StopToken()
        found = NOTHING.model_copy(update={"exact": True})
        if not position.is_over:
            found = info(await _searched(pool, asker, engine, position, limit))

        def rest() -> models.Analysed:
            exact = None if position.is_over else solved(position, QUICK_NODES, stop)
            whole = found if exact is None else exact.view(position, found, wish.lines)
            explanation, heat = explained(position) if wish.explain else (None, [])
            return _analysed(position, whole, explanation, heat)

        goes_on = not position.is_over
        return await pool.run(asker, rest, stop.stop, goes_on=goes_on, game=position.game)

    return await until_gone(request, work())


async def _searched(
    pool: Pool, asker: Asker, engine: Engine, position: Position, limit: Limit
) -> SearchResult:
    """Search up to a limit that has a time, in as many turns as others leave it."""
    best: SearchResult | None = None
    most_seconds, most_nodes = limit.time or 0.0, limit.nodes or math.inf
    seconds, nodes = 0.0, 0
    while True:
        stop = StopToken()
        work = partial(engine.search, position, limit, stop=stop)
        goes_on, game = best is not None, position.game
        found = await pool.run(asker, work, stop.stop, yields=True, goes_on=goes_on, game=game)
        seconds, nodes = seconds + max(found.seconds, 0.01), nodes + found.nodes
        if best is None or found.depth >= best.depth:
            best = found
        is_spent = seconds >= most_seconds or nodes >= most_nodes
        if is_spent or not stop.stopped or best.is_proven:
            return replace(best, seconds=seconds, nodes=nodes)
        nodes_left = None if limit.nodes is None else int(most_nodes - nodes)
        limit = replace(limit, time=most_seconds - seconds, nodes=nodes_left)


def _analysed(
    position: Position,
    found: models.Searched,
    explanation: models.Explained | None,
    heat: list[models.Heat],
) -> models.Analysed:
    best = found.lines[0] if found.lines else None
    return models.Analysed(
        position=position_view(position),
        move=None if best is None else best.move,
        score=exact_view(position, position.margin) if best is None else best.score,
        exact=found.exact,
        depth=found.depth,
        nodes=found.nodes,
        seconds=found.seconds,
        lines=found.lines,
        explanation=explanation,
        heat=heat,
    )


@router.post("/api/grade")
async def graded(wish: models.GradeWish, request: Request) -> models.Graded:
    """Say how good a move is in a position, and what would be better."""
    line = Line(game=wish.game, start=wish.start, moves=wish.moves)
    before = (await apart(wish.game, partial(replay, line))).position
    judge, stop = Judge(_GRADE_NODES), StopToken()

    def work() -> models.Graded:
        move = move_text(before.parse_move(wish.move))
        judged = judge.judge(before, stop=stop)
        after = judge.judge_move(before, move, judged, stop=stop)
        word, loss = grade(before, move, judged, after)
        return models.Graded(
            move=move,
            grade=word,
            loss=loss,
            score=after.score,
            best=judged.best,
            best_score=judged.score,
            line=list(judged.line),
            refutation=[move, *after.line],
        )

    pool = state_of(request).desk.pool
    run = pool.run(asker_of(request), work, stop.stop, game=before.game)
    return await until_gone(request, run)


@router.websocket("/ws/analysis")
async def live(websocket: WebSocket) -> None:
    """Analyse live: one task at a time, a new one ends the one before."""
    state = state_of(websocket)
    async with state.connected(websocket) as socket:
        if socket is not None:
            try:
                has_token = state.has_token(websocket)
            except TokenNeeded as wrong:
                socket.refuse(wrong.code, str(wrong))
                has_token = False
            analyst = _Analyst(socket, state.desk.pool, has_token=has_token)
            await socket.serve(_MESSAGES, analyst.obey)


class _Analyst:
    """Works for one connection."""

    def __init__(self, socket: Socket, pool: Pool, *, has_token: bool) -> None:
        self._socket, self._pool, self._asker = socket, pool, socket.asker
        self._has_token = has_token
        self._rested: tuple[tuple[str, str], Engine] | None = None  # with what it has found

    async def obey(self, socket: Socket, message: models.AnalysisMessage) -> None:
        """Do what a message asks for."""
        if isinstance(message, PingMessage):
            socket.send(Pong(ref=message.ref))
        elif isinstance(message, models.StopMessage):
            await socket.stop()
        elif isinstance(message, models.StartMessage):
            await socket.begin(self._search, message, id=message.id)
        else:
            await socket.begin(self._review, message, id=message.id)

    async def _search(self, message: models.StartMessage) -> None:
        position = (await apart(message.game, partial(replay, message.line))).position
        spec = await admit(message.engine, has_token=self._has_token)
        live = _Live(position, message, self._socket)
        if position.is_over:
            live.end(None)
            return
        engine = self._engine(position.game, spec, message.lines)
        solvers = list(_SOLVERS)
        while live.seconds < message.seconds and live.exact is None:
            until = solvers[0][0] if solvers else message.seconds
            share = Limit(time=max(min(until, message.seconds) - live.seconds, 0.01))
            stop = StopToken()
            work = partial(engine.search, position, share, live.report, stop=stop)
            goes_on, game = live.last is not None, position.game
            run = self._pool.run(
                self._asker, work, stop.stop, yields=True, goes_on=goes_on, game=game
            )
            live.take(await run)
            while solvers and (live.is_proven or solvers[0][0] <= live.seconds):
                stop = StopToken()
                ask = partial(solved, position, solvers.pop(0)[1], stop)
                if live.exact is None:
                    asked = self._pool.run(self._asker, ask, stop.stop, goes_on=True, game=game)
                    live.exact = await asked
            if live.is_proven:
                break
        self._rested = (position.game, spec), engine
        live.end(live.last)

    def _engine(self, game: str, spec: str, lines: int) -> Engine:
        """Return the engine that was asked before, if it is the same and at rest, or a new one.

        One whose search was cut off may still be at work.
        """
        rested, self._rested = self._rested, None
        if rested is None or rested[0] != (game, spec):
            return make_engine(spec, lines)
        rested[1].lines = lines
        return rested[1]

    async def _review(self, message: models.ReviewMessage) -> None:
        game = message.game
        record = await apart(game, partial(replay, message.line))
        judge, stop = Judge(message.nodes), StopToken()
        before: Judged | None = None
        grades: list[Graded] = []
        for ply, position in enumerate(record.positions):
            work = partial(judge.judge, position, stop=stop)
            judged = await self._pool.run(self._asker, work, stop.stop, game=game)
            move = None
            if before is not None:
                earlier, text = record.positions[ply - 1], move_text(record.moves[ply - 1])
                work = partial(judge.judge_move, earlier, text, before, stop=stop)
                after = await self._pool.run(self._asker, work, stop.stop, game=game)
                ask = partial(judge.stake, earlier, stop=stop)
                stake = await self._pool.run(self._asker, ask, stop.stop, game=game)
                word, loss = grade(earlier, text, before, after)
                why = None
                if word in SERIOUS and before.best is not None:
                    tell = partial(reason, earlier, text, before.best)
                    why = await self._pool.run(self._asker, tell, stop.stop, game=game)
                entry = move_entry(earlier, text, ply)
                grades.append(Graded(entry.side, word, loss, stake))
                move = models.GradedMove(
                    **dict(entry), grade=word, loss=loss, best=before.best,
                    best_line=list(before.line), why=why,
                )  # fmt: skip
            news = models.GradedMessage(
                id=message.id, ply=ply, of=len(record.moves), score=judged.score,
                best=judged.best, line=list(judged.line), exact=judged.exact, move=move,
            )  # fmt: skip
            self._socket.send(news)
            before = judged
        self._socket.send(summary(message.id, grades))


class _Live:
    """A search that is shown while it runs."""

    def __init__(self, position: Position, wish: models.StartMessage, socket: Socket) -> None:
        self.exact: Exact | None = None
        self.last: SearchResult | None = None
        self.is_proven = False
        self.seconds = 0.0  #: of search so far
        self._nodes = 0  # before the search that runs now
        self._position, self._wish, self._socket = position, wish, socket
        self._loop = asyncio.get_running_loop()
        self._sent, self._sent_at = 0, 0.0

    def report(self, found: SearchResult) -> None:
        """Take news from the searching thread."""
        now = time.monotonic()
        if self._sent < _FIRST_NEWS or now - self._sent_at > _NEWS_SECONDS:
            if not any(line.bound != "none" for line in found.lines):
                return
            self._sent, self._sent_at = self._sent + 1, now
            self._loop.call_soon_threadsafe(self._tell, self._with_earlier(found), False)

    def take(self, found: SearchResult) -> None:
        """Take what a search found until it was interrupted, reached its limit, or all is known."""
        found = self._with_earlier(found)
        self.seconds, self._nodes = max(found.seconds, self.seconds + 0.01), found.nodes
        if self.last is None or found.depth >= self.last.depth:
            self.last = found
        self.is_proven = found.is_proven and found.lines[0].bound == "exact"

    def _with_earlier(self, found: SearchResult) -> SearchResult:
        """Return a result with the work of the searches before it, which it is built on."""
        nodes, seconds = self._nodes + found.nodes, self.seconds + found.seconds
        return replace(found, nodes=nodes, seconds=seconds)

    def end(self, found: SearchResult | None) -> None:
        """Send the last news."""
        self._tell(found, True)

    def _tell(self, found: SearchResult | None, done: bool) -> None:
        known = NOTHING.model_copy(update={"exact": self._position.is_over})
        if found is not None:
            known = info(found)
        if self.exact is not None:
            known = self.exact.view(self._position, known, self._wish.lines)
        self._socket.send(models.InfoMessage(id=self._wish.id, done=done, **dict(known)))
