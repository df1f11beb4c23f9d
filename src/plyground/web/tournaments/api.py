"""Tournaments to watch: those of visitors, and those that other programs write to a store."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request, Response, WebSocket

from plyground.arena.rating.ratings import rate
from plyground.arena.rating.statistics import Estimate, Score, standings
from plyground.arena.running.result import GameResult
from plyground.arena.running.spec import RunSpec
from plyground.arena.running.store import Board, Filter, Store, StoredGame, StoredRun
from plyground.errors import PlygroundError, shown
from plyground.games.names import position as named_position
from plyground.web.analysis.lines import Missing
from plyground.web.games.agents import Agents
from plyground.web.games.sessions import Refused
from plyground.web.shared import models
from plyground.web.shared.players import HUMAN, check_spec
from plyground.web.shared.replies import JsonReply
from plyground.web.shared.sockets import NOT_FOUND, Socket
from plyground.web.shared.state import state_of
from plyground.web.shared.thinking import Busy
from plyground.web.shared.views import Json, position_view
from plyground.web.tournaments.cups import Cup

router = APIRouter(tags=["tournaments"])

_MISSING: dict[int | str, dict[str, Any]] = {404: {"model": models.Error}}
_NEWS_SECONDS = 0.5
_RECENT, _MOST_BOARDS, _MOST_LISTED = 20, 12, 100
_MOST_RATED = 5000  # games; more take too long to rate while people wait


class Tournaments:
    """The stores that are shown: the server's own, and others that it only reads."""

    def __init__(self, own: Path, watched: tuple[Path, ...]) -> None:
        for path in watched:
            if not path.is_file():
                raise PlygroundError(f"{shown(path)}: there is no such store of games to watch")
        self._stores = [Store(own), *(Store(path) for path in watched)]
        self._cups: dict[int, Cup] = {}
        self._views: dict[str, tuple[Any, Json]] = {}
        for run in self._stores[0].runs():
            if run.status == "running":  # by a server that is gone
                self._stores[0].finish(run.id, "stopped")

    def begin(self, cup: Cup, agents: Agents) -> str:
        """Begin a tournament; each visitor may have one going on."""
        if any(other.visitor == cup.visitor for other in self._cups.values()):
            raise Busy("you have a tournament going on; stop it, or wait for its end")
        store = self._stores[0]
        self._cups[cup.begin(store)] = cup
        cup.task = asyncio.create_task(cup.play(agents, store))
        cup.task.add_done_callback(lambda task: self._ended(cup.run, task))
        return f"0-{cup.run}"

    def _ended(self, run: int, task: asyncio.Task[None]) -> None:
        self._cups.pop(run, None)
        if not task.cancelled():
            task.exception()  # it was written that the run has stopped

    async def stop(self, name: str, visitor: str) -> None:
        """End a tournament of the visitor's own."""
        store, run = await self._find(name)
        if store is not self._stores[0] or run.settings.get("visitor") != visitor:
            raise Refused("not_allowed", "this is somebody else's tournament")
        if run.id in self._cups:
            await self._cups[run.id].stop()

    async def close(self) -> None:
        """End all tournaments, and let go of the stores."""
        for cup in list(self._cups.values()):
            await cup.stop()
        for store in self._stores:
            store.close()

    async def listed(self, visitor: str) -> list[Json]:
        """List the tournaments, the latest first."""

        def read() -> list[Json]:
            found = [
                _entry(f"{at}-{run.id}", run, visitor)
                for at, store in enumerate(self._stores)
                for run in store.runs()
            ]
            return sorted(found, key=lambda entry: str(entry["started"]), reverse=True)

        return (await asyncio.to_thread(read))[:_MOST_LISTED]

    async def view(self, name: str, visitor: str) -> Json:
        """Return how a tournament stands."""
        store, run = await self._find(name)
        return await asyncio.to_thread(self._view, name, store, run, visitor)

    def _view(self, name: str, store: Store, run: StoredRun, visitor: str) -> Json:
        boards = store.boards(run.id)[:_MOST_BOARDS]
        sign = (run.games, run.status, [(board.pairing, board.time) for board in boards])
        known = self._views.get(name)
        if known is None or known[0] != sign:
            playing = {"boards": [_board(board) for board in boards]}
            known = sign, _table(store, run) | playing
            self._views[name] = known
            if len(self._views) > _MOST_LISTED:
                self._views.pop(next(iter(self._views)))
        return _entry(name, run, visitor) | known[1]

    async def game(self, name: str, number: int) -> Json:
        """Return a game of a tournament, to be replayed."""
        store, run = await self._find(name)
        found = await asyncio.to_thread(store.game, number)
        if found.run != run.id:
            raise Missing("there is no such game in this tournament")
        result = found.result
        return _outcome(result) | {
            "game": result.game,
            "start": result.start,
            "moves": list(result.moves),
        }

    async def _find(self, name: str) -> tuple[Store, StoredRun]:
        at, _, number = name.partition("-")
        if not (at.isdigit() and number.isdigit() and int(at) < len(self._stores)):
            raise Missing("there is no such tournament")
        store = self._stores[int(at)]
        runs = await asyncio.to_thread(store.runs)
        found = next((run for run in runs if run.id == int(number)), None)
        if found is None:
            raise Missing("there is no such tournament")
        return store, found


def _entry(name: str, run: StoredRun, visitor: str) -> Json:
    game = str(run.settings.get("game", ""))
    return {
        "id": name,
        "title": f"{run.kind} of {game}",
        "game": game,
        "kind": run.kind,
        "players": list(run.settings.get("players", {})),
        "games": run.games,
        "total": _total(run),
        "status": run.status,
        "started": run.started.isoformat().replace("+00:00", "Z"),
        "own": run.settings.get("visitor") == visitor,
    }


def _total(run: StoredRun) -> int | None:
    """Return how many games there will be, where the settings say so."""
    settings = run.settings
    try:
        return RunSpec(
            dict.fromkeys(settings["order"], ""), kind=run.kind, pairs=settings["pairs"],
            rounds=settings.get("rounds"), heroes=settings.get("heroes", 1),
        ).games  # fmt: skip
    except (KeyError, TypeError, PlygroundError):  # a match, or another version's settings
        return None


def _table(store: Store, run: StoredRun) -> Json:
    points = store.points(run.id)
    players = tuple(run.settings.get("players", {}))
    ratings = rate(points, players=players) if 0 < len(points) <= _MOST_RATED else None
    rows = []
    for one in standings(players, points):
        elo = None if ratings is None else _estimate(ratings.of(one.player).elo)
        rows.append({"rank": one.rank, "player": one.player, "elo": elo} | _score(one.score))
    recent = store.games(Filter(run=run.id), _RECENT, newest_first=True)
    return {"standings": rows, "recent": [_recent(game) for game in recent]}


def _score(score: Score) -> Json:
    return {
        "points": score.points,
        "games": score.games,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
    }


def _estimate(estimate: Estimate) -> Json:
    """Return an estimate; what is infinite is null."""
    values = {"value": estimate.value, "low": estimate.low, "high": estimate.high}
    finite = {key: abs(value) < 1e9 for key, value in values.items()}
    return {key: round(value, 1) if finite[key] else None for key, value in values.items()}


def _outcome(result: GameResult) -> Json:
    return {
        "first": result.players[0],
        "second": result.players[1],
        "result": {1.0: "first", 0.5: "draw", 0.0: "second"}[result.score],
        "reason": str(result.reason),
    }


def _recent(game: StoredGame) -> Json:
    result = game.result
    return _outcome(result) | {
        "id": game.id,
        "margin": result.margin,
        "moves": len(result.moves),
    }


def _board(board: Board) -> Json:
    return {
        "key": board.pairing.key,
        "first": board.pairing.players[0],
        "second": board.pairing.players[1],
        "position": position_view(named_position(board.game, board.position)),
    }


@router.get("/api/tournaments", response_model=models.Tournaments)
async def listed(request: Request) -> Response:
    """List the tournaments, the latest first."""
    return JsonReply(
        {"tournaments": await state_of(request).tournaments.listed(request.state.visitor)}
    )


@router.post("/api/tournaments", status_code=201, response_model=models.Tournament)
async def begin(wish: models.NewTournament, request: Request) -> Response:
    """Begin a tournament of some players, everybody against everybody."""
    state, visitor = state_of(request), request.state.visitor
    cup = Cup.planned(visitor, wish)
    has_token = state.has_token(request.headers.get("authorization"))
    for spec in cup.specs:
        if check_spec(spec, has_token=has_token) == HUMAN:
            raise PlygroundError("a person cannot play in a tournament here")
    name = state_of(request).tournaments.begin(cup, state.desk.agents)
    return JsonReply(await state_of(request).tournaments.view(name, visitor), 201)


@router.get("/api/tournaments/{name}", response_model=models.Tournament, responses=_MISSING)
async def shown_one(name: str, request: Request) -> Response:
    """Show how a tournament stands."""
    return JsonReply(await state_of(request).tournaments.view(name, request.state.visitor))


@router.delete("/api/tournaments/{name}", status_code=204, responses=_MISSING)
async def stopped(name: str, request: Request) -> Response:
    """Stop a tournament of the visitor's own."""
    await state_of(request).tournaments.stop(name, request.state.visitor)
    return Response(status_code=204)


@router.get(
    "/api/tournaments/{name}/games/{number}", response_model=models.PlayedGame, responses=_MISSING
)
async def game(name: str, number: models.GameNumber, request: Request) -> Response:
    """Return a game of a tournament, to be replayed."""
    return JsonReply(await state_of(request).tournaments.game(name, number))


@router.websocket("/ws/tournaments/{name}")
async def watched(websocket: WebSocket, name: str) -> None:
    """Tell how a tournament stands, whenever that has changed."""
    state, visitor = state_of(websocket), websocket.state.visitor
    with state.seat(visitor) as is_admitted:
        await websocket.accept()
        socket = Socket(websocket, state.rates.messages)
        tournaments = state.tournaments
        try:
            if not is_admitted:
                raise Missing("too many connections")
            await tournaments.view(name, visitor)
        except Missing:
            await websocket.close(NOT_FOUND if is_admitted else 4429)
            return

        async def tell() -> None:
            last: Json = {}
            while True:
                view = await tournaments.view(name, visitor)
                if view != last:
                    socket.send({"type": "tournament"} | view)
                    last = view
                await asyncio.sleep(_NEWS_SECONDS)

        async def obey(message: Json) -> None:
            if message.get("type") == "ping":
                socket.send({"type": "pong"})
            else:
                socket.refuse("bad_message", "there is nothing to say here but ping")

        teller = asyncio.create_task(tell())
        try:
            await socket.serve(obey)
        finally:
            teller.cancel()
