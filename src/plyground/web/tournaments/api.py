"""Tournaments to watch: those of visitors, and those that other programs write to a store."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from fastapi import APIRouter, Request, Response, WebSocket
from pydantic import TypeAdapter

from plyground.arena.rating.ratings import rate
from plyground.arena.rating.statistics import Estimate
from plyground.arena.running.places import Place, places
from plyground.arena.running.result import Points
from plyground.arena.running.spec import RunSpec
from plyground.arena.running.store import Board, Filter, NotStored, Store, StoredGame, StoredRun
from plyground.errors import PlygroundError, shown
from plyground.games.names import is_own_name
from plyground.games.names import position as named_position
from plyground.web.shared.messages import MISSING, PingMessage, Pong
from plyground.web.shared.mistakes import Busy, Missing, Refused
from plyground.web.shared.players import HUMAN, admit
from plyground.web.shared.sockets import NOT_FOUND, Socket
from plyground.web.shared.state import asker_of, state_of
from plyground.web.shared.tasks import noticed
from plyground.web.shared.thinking import Agents
from plyground.web.shared.views import position_view, title_of
from plyground.web.tournaments import models
from plyground.web.tournaments.cups import Cup

router = APIRouter(tags=["tournaments"])

_MESSAGES: TypeAdapter[PingMessage] = TypeAdapter(PingMessage)
_NEWS_SECONDS = 0.5
_RECENT, _MOST_BOARDS, _MOST_LISTED = 20, 12, 100
_MOST_RATED = 5000  # games; more take too long to rate while people wait


_NAME = re.compile(r"([0-9]{1,4})-([0-9]{1,18})")  # which store, which run
_VISITOR = "visitor"  # in the settings of a run that was begun here
_MOST_RUNNING = 8  # tournaments of one address; of all, twice as many
MOST_KEPT, MOST_KEPT_OF_ALL = 20, 500  # tournaments that have ended: of a visitor, of all visitors

Found = TypeVar("Found")


_OUTCOMES: dict[float, models.Outcome] = {1.0: "first", 0.5: "draw", 0.0: "second"}


class Tournaments:
    """The stores that are shown: the server's own, and others that it only reads."""

    def __init__(self, own: Path, watched: tuple[Path | str, ...]) -> None:
        for path in watched:
            if isinstance(path, Path) and not path.is_file():
                raise PlygroundError(f"{shown(path)}: this database does not exist")
        self._stores = [Store(own), *(Store(path) for path in watched)]
        self._cups: list[Cup] = []  # those that are being played
        self._tables: dict[str, tuple[Any, _Table]] = {}
        for run in self._stores[0].runs():
            if run.status == "running" and _VISITOR in run.settings:  # by a server that is gone
                self._stores[0].finish(run.id, "stopped")
        self._trim()

    async def begin(self, cup: Cup, agents: Agents) -> str:
        """Begin a tournament; each visitor may have one going on, and each address some."""
        others = [other.asker for other in self._cups]
        if any(other.visitor == cup.visitor for other in others):
            raise Busy("You have a running tournament. Stop it, or wait until it has finished.")
        there = sum(other.address == cup.asker.address for other in others)
        if there >= _MOST_RUNNING or len(others) >= 2 * _MOST_RUNNING:
            raise Busy("Too many tournaments are running. Wait until one has finished.")
        store = self._stores[0]
        self._cups.append(cup)
        try:
            await asyncio.to_thread(self._trim)
            await asyncio.to_thread(cup.begin, store)
        except BaseException:
            self._cups.remove(cup)
            raise
        cup.task = asyncio.create_task(cup.play(agents, store))
        cup.task.add_done_callback(lambda _: self._cups.remove(cup))
        cup.task.add_done_callback(noticed)  # it was written that the run has stopped
        return f"0-{cup.run}"

    def _trim(self) -> None:
        """Remove the oldest tournaments of visitors that have finished or were stopped."""
        store = self._stores[0]
        kept: Counter[str] = Counter()
        for run in reversed(store.runs()):
            visitor = run.settings.get(_VISITOR)
            if visitor is None or run.status == "running":
                continue
            if kept[visitor] >= MOST_KEPT or kept.total() >= MOST_KEPT_OF_ALL:
                store.delete(run.id)
            else:
                kept[visitor] += 1

    async def stop(self, name: str, visitor: str) -> None:
        """End a tournament of the visitor's own."""
        store, run = await self._find(name)
        if store is not self._stores[0] or run.settings.get(_VISITOR) != visitor:
            raise Refused("not_allowed", "This is somebody else's tournament.")
        for cup in [cup for cup in self._cups if cup.run == run.id]:
            await cup.stop()

    async def close(self) -> None:
        """End all tournaments, and let go of the stores."""
        for cup in list(self._cups):
            await cup.stop()
        for store in self._stores:
            store.close()

    async def listed(self, visitor: str) -> models.Tournaments:
        """List the tournaments, the latest first."""

        def read() -> list[models.TournamentEntry]:
            found = [
                models.TournamentEntry(**_entry(f"{at}-{run.id}", run, visitor))
                for at, store in enumerate(self._stores)
                for run in store.runs()
                if "players" in run.settings  # a ladder has no fixed ones
            ]
            return sorted(found, key=lambda entry: entry.started, reverse=True)

        return models.Tournaments(tournaments=(await asyncio.to_thread(read))[:_MOST_LISTED])

    async def view(self, name: str, visitor: str) -> models.TournamentMessage:
        """Return a tournament as it is now."""
        store, run = await self._find(name)
        return await asyncio.to_thread(self._view, name, store, run, visitor)

    def _view(
        self, name: str, store: Store, run: StoredRun, visitor: str
    ) -> models.TournamentMessage:
        boards = store.boards(run.id)[:_MOST_BOARDS]
        sign = (run.games, run.status, [(board.pairing, board.time) for board in boards])
        known = self._tables.get(name)
        if known is None or known[0] != sign:
            known = sign, _Table.read(store, run, boards)
            self._tables[name] = known
            if len(self._tables) > _MOST_LISTED:
                self._tables.pop(next(iter(self._tables)))
        table = known[1]
        return models.TournamentMessage(
            **_entry(name, run, visitor),
            standings=table.rows,
            boards=table.boards,
            recent=table.recent,
        )

    async def exists(self, name: str) -> bool:
        """Whether there is such a tournament."""
        try:
            await self._find(name)
        except Missing:
            return False
        return True

    async def game(self, name: str, number: int) -> models.PlayedGame:
        """Return a game of a tournament, to be replayed."""
        store, run = await self._find(name)
        found = await asyncio.to_thread(_asked, store.game, number)
        if found is None or found.run != run.id:
            raise Missing("Game not found in this tournament.")
        result = found.result
        return models.PlayedGame(
            game=result.game,
            start=result.start,
            moves=list(result.moves),
            first=result.players[0],
            second=result.players[1],
            result=_OUTCOMES[result.score],
            reason=str(result.reason),
        )

    async def _find(self, name: str) -> tuple[Store, StoredRun]:
        asked = _NAME.fullmatch(name)
        if asked is None or int(asked[1]) >= len(self._stores):
            raise Missing("Tournament not found.")
        store = self._stores[int(asked[1])]
        found = await asyncio.to_thread(_asked, store.run, int(asked[2]))
        if found is None:
            raise Missing("Tournament not found.")
        return store, found


def _asked(read: Callable[[int], Found], number: int) -> Found | None:
    """Return a run or game of a store, None if there is none."""
    try:
        return read(number)
    except NotStored:
        return None


def _entry(name: str, run: StoredRun, visitor: str) -> dict[str, Any]:
    """Return the fields of a `TournamentEntry`."""
    game = str(run.settings.get("game", ""))
    return {
        "id": name,
        "title": run.settings.get("round") or _title(run.kind, game),
        "game": game,
        "kind": run.kind,
        "openings": str(run.settings.get("openings", "")).partition(":")[0],
        "players": list(run.settings.get("players", {})),
        "games": run.games,
        "total": _total(run),
        "status": run.status,
        "problem": run.settings.get("problem"),
        "started": run.started.isoformat().replace("+00:00", "Z"),
        "own": run.settings.get(_VISITOR) == visitor,
    }


def _title(kind: str, game: str) -> str:
    """Return what a run is called: ``Squatter 6×6 round robin``."""
    return f"{title_of(game)} {kind.replace('-', ' ')}"


def _spec(run: StoredRun) -> RunSpec | None:
    """Return who meets whom in a run, where its settings say so."""
    settings = run.settings
    try:
        return RunSpec(
            dict.fromkeys(settings["order"], ""), kind=run.kind, pairs=settings["pairs"],
            rounds=settings.get("rounds"), heroes=settings.get("heroes", 1), seed=run.seed,
        )  # fmt: skip
    except (KeyError, TypeError, PlygroundError):  # a match, or another version's settings
        return None


def _total(run: StoredRun) -> int | None:
    """Return how many games there will be, where the settings say so."""
    with contextlib.suppress(PlygroundError):
        return None if (spec := _spec(run)) is None else spec.games
    return None


def _places(run: StoredRun, players: Sequence[str], points: Points) -> list[Place]:
    """Return everybody's place, as the kind of the run decides it."""
    with contextlib.suppress(PlygroundError):
        if (spec := _spec(run)) is not None:
            return places(spec.schedule, players, points)
    return places(None, players, points)


@dataclass(frozen=True)
class _Table:
    """What is shown of a tournament besides its entry in the list."""

    rows: list[models.TableRow]
    boards: list[models.LiveBoard]
    recent: list[models.RecentGame]

    @classmethod
    def read(cls, store: Store, run: StoredRun, boards: Sequence[Board]) -> _Table:
        """Read a tournament from its store, and rate its players."""
        points = store.points(run.id)
        players = tuple(run.settings.get("players", {}))
        ratings = rate(points, players=players) if 0 < len(points) <= _MOST_RATED else None
        rows = [
            _row(one, None if ratings is None else elo_of(ratings.of(one.player).elo))
            for one in _places(run, players, points)
        ]
        recent = store.games(Filter(run=run.id), _RECENT, newest_first=True)
        shown = [found for board in boards if (found := _board(board)) is not None]
        return cls(rows, shown, [_recent(game) for game in recent])


def _row(place: Place, elo: models.Elo | None) -> models.TableRow:
    score = place.score
    return models.TableRow(
        rank=place.rank,
        player=place.player,
        elo=elo,
        points=place.points,
        games=score.games,
        wins=score.wins,
        draws=score.draws,
        losses=score.losses,
    )


def elo_of(estimate: Estimate) -> models.Elo:
    """Return an estimate; what is infinite is null."""

    def finite(value: float) -> float | None:
        return round(value, 1) if abs(value) < 1e9 else None

    return models.Elo(
        value=finite(estimate.value), low=finite(estimate.low), high=finite(estimate.high)
    )


def _recent(game: StoredGame) -> models.RecentGame:
    result = game.result
    return models.RecentGame(
        id=game.id,
        first=result.players[0],
        second=result.players[1],
        result=_OUTCOMES[result.score],
        reason=str(result.reason),
        margin=result.margin,
        moves=len(result.moves),
    )


def _board(board: Board) -> models.LiveBoard | None:
    """Return a board; None for that of a game in Python that cannot be read or does not work."""
    try:
        position = position_view(named_position(board.game, board.position))
    except Exception:  # anything, where it is somebody's code
        if not is_own_name(board.game):
            raise
        return None
    return models.LiveBoard(
        key=board.pairing.key,
        first=board.pairing.players[0],
        second=board.pairing.players[1],
        position=position,
    )


@router.get("/api/tournaments")
async def listed(request: Request) -> models.Tournaments:
    """List the tournaments, the latest first."""
    return await state_of(request).tournaments.listed(request.state.visitor)


@router.post("/api/tournaments", status_code=201)
async def begin(wish: models.NewTournament, request: Request) -> models.Tournament:
    """Begin a round robin."""
    state, visitor = state_of(request), request.state.visitor
    cup = Cup.planned(asker_of(request), wish)
    has_token = state.has_token(request)
    for spec in cup.specs:
        if await admit(spec, has_token=has_token) == HUMAN:
            raise PlygroundError("Only engines can play in a tournament here.")
    name = await state.tournaments.begin(cup, state.desk.agents)
    return await state.tournaments.view(name, visitor)


@router.get("/api/tournaments/{name}", responses=MISSING)
async def shown_one(name: str, request: Request) -> models.Tournament:
    """Show a tournament as it is now."""
    return await state_of(request).tournaments.view(name, request.state.visitor)


@router.delete("/api/tournaments/{name}", status_code=204, responses=MISSING)
async def stopped(name: str, request: Request) -> Response:
    """Stop a tournament of the visitor's own."""
    await state_of(request).tournaments.stop(name, request.state.visitor)
    return Response(status_code=204)


@router.get("/api/tournaments/{name}/games/{number}", responses=MISSING)
async def game(name: str, number: models.GameNumber, request: Request) -> models.PlayedGame:
    """Return a game of a tournament, to be replayed."""
    return await state_of(request).tournaments.game(name, number)


@router.websocket("/ws/tournaments/{name}")
async def watched(websocket: WebSocket, name: str) -> None:
    """Send a tournament, whenever it has changed."""
    state = state_of(websocket)
    async with state.connected(websocket) as socket:
        if socket is None:
            return
        try:
            await state.tournaments.view(name, socket.visitor)
        except Missing:
            await websocket.close(NOT_FOUND)
            return
        await socket.begin(_tell, socket, state.tournaments, name)
        await socket.serve(_MESSAGES, _answer)


async def _tell(socket: Socket, tournaments: Tournaments, name: str) -> None:
    last: models.TournamentMessage | None = None
    while True:
        now = await tournaments.view(name, socket.visitor)
        if now != last:
            socket.send(now)
            last = now
        await asyncio.sleep(_NEWS_SECONDS)


async def _answer(socket: Socket, message: PingMessage) -> None:
    socket.send(Pong(ref=message.ref))
