"""Games that are being played: who may do what, and what everybody sees of it.

A change is written to the store first, then made, then told. So whatever happens to the server, a
move that somebody was shown is there when the game is loaded again.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import replace

from plyground._core import Side
from plyground.arena.sandbox.limits import Failure
from plyground.errors import PlygroundError
from plyground.games.position import Position
from plyground.web.games.agents import Question
from plyground.web.games.clocks import Clocks
from plyground.web.games.desk import Desk
from plyground.web.games.standing import Standing
from plyground.web.games.store import Json, StoredGame, StoredMove
from plyground.web.shared.views import SIDES, end_result

Listener = Callable[[Json], None]

_STEP = 0.02  # a game to watch gives way to others between its moves
_TROUBLE_SECONDS = 5.0  # until an engine's move that could not be written is tried again


class Refused(PlygroundError):  # noqa: N818 - it says what happened
    """Something that cannot be done now; ``code`` says why, for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Session:
    """One game: how it stands, its clocks, those who look on, and an engine at work."""

    def __init__(self, stored: StoredGame, desk: Desk) -> None:
        self.standing = Standing(stored)
        self._desk = desk
        self._clocks = Clocks(stored.clock, self._flag_falls)
        self._listeners: dict[Listener, str] = {}
        self._change = asyncio.Lock()
        self._engine: asyncio.Task[None] | None = None
        self._is_closed = False
        self.paused, self.pause = False, 1.0

    # What is so.

    @property
    def _id(self) -> str:
        return self.standing.stored.id

    @property
    def is_watched(self) -> bool:
        """Whether somebody is connected."""
        return bool(self._listeners)

    @property
    def is_idle(self) -> bool:
        """Whether the game can be forgotten until somebody asks for it again."""
        return not self._listeners and self._engine is None and not self._clocks.has_flag

    @property
    def thinking(self) -> Side | None:
        """The side whose engine is to move."""
        now = self.standing
        waits = now.is_over or self._is_closed or now.is_persons_turn
        return None if waits or (now.is_show and self.paused) else now.position.turn

    def view(self, visitor: str, since: int = 0) -> Json:
        """Return the game as a visitor sees it, with the moves from ``since`` on."""
        return self.standing.view(visitor, since) | {
            "clock": self._clocks.view(),
            "thinking": None if self.thinking is None else SIDES[self.thinking],
            "watch": {"paused": self.paused, "pause": self.pause}
            if self.standing.is_show
            else None,
        }

    # Looking on.

    def listen(self, visitor: str, listener: Listener) -> None:
        """Tell a listener the whole game now, and every change from now on."""
        self._listeners[listener] = visitor
        listener({"type": "state"} | self.view(visitor))
        self.go_on()

    def unlisten(self, listener: Listener) -> None:
        """Tell a listener nothing more."""
        self._listeners.pop(listener, None)

    def tell(self, since: int | None = None) -> None:
        """Tell all listeners how it stands, with the moves from ``since`` on."""
        views: dict[str, Json] = {}
        for listener, visitor in list(self._listeners.items()):
            if visitor not in views:
                from_here = len(self.standing.moves) if since is None else since
                views[visitor] = {"type": "state"} | self.view(visitor, from_here)
            listener(views[visitor])

    def _tell_all(self, message: Json) -> None:
        for listener in list(self._listeners):
            listener(message)

    # What people do.

    async def move(self, visitor: str, move: str, version: int) -> None:
        """Play a move for the visitor."""

        async def change() -> None:
            self._check(visitor, version)
            self._need(visitor, "move", "not_your_turn", "it is not your move")
            self.standing.position.parse_move(move)
            await self._play(move, self._clocks.spent())

        await self._unbroken(change)

    async def take_back(self, visitor: str, version: int) -> None:
        """Go back to before the visitor's last move."""

        async def change() -> None:
            self._check(visitor, version)
            self._need(visitor, "take_back", "not_allowed", "there is no move to take back")
            plies = self.standing.last_own_ply()
            assert plies is not None
            await self._desk.write(self._desk.store.cut, self._id, plies, version=version + 1)
            self.standing.note(version=version + 1, result=None)
            self.standing.cut(plies)
            self._begin_turn()
            self.tell(plies)

        await self._stop_engine()
        await self._unbroken(change)

    async def resign(self, visitor: str, version: int) -> None:
        """Give the game up for the visitor."""

        async def change() -> None:
            self._check(visitor, version)
            self._need(visitor, "resign", "not_allowed", "the game is over already")
            own = [side for side in SIDES if self.standing.seats[side].is_human]
            loser = own[0] if len(own) == 1 else self.standing.position.turn
            await self._finish(loser, "resignation", "has resigned")

        await self._stop_engine()
        await self._unbroken(change)

    async def rematch(self, visitor: str, version: int) -> None:
        """Begin another game with the sides changed; of many wishes the first one counts."""

        async def change() -> None:
            self._check(visitor, version)
            stored = self.standing.stored
            if stored.rematch is None:
                self._need(visitor, "rematch", "not_allowed", "the game is not over")
                players = stored.players[1], stored.players[0]
                new = replace(stored, players=players, moves=(), version=0, result=None)
                game = await self._desk.begin(new)
                await self._desk.write(self._desk.store.link, self._id, game)
                self.standing.note(rematch=game)
            self.tell()

        await self._unbroken(change)

    def position_for_hint(self, visitor: str, version: int) -> Position:
        """Return the position in which the visitor asks for a hint."""
        self._check(visitor, version)
        self._need(visitor, "hint", "not_your_turn", "it is not your move")
        return self.standing.position

    async def direct(self, visitor: str, word: str, pause: float | None = None) -> None:
        """Pause, go on with, step through or speed up a game to watch."""
        self._need(visitor, word, "not_allowed", f"{word} is for those who began a game to watch")
        if pause is not None:
            self.pause = pause
        self.paused = {"pause": True, "go": False}.get(word, self.paused)
        if word in ("pause", "speed"):  # also while it waits for its next move
            await self._stop_engine()
        self.tell()
        if word == "step" and self.paused and self._engine is None:
            self._start_engine(steps=1)
        self.go_on()

    async def _unbroken(self, change: Callable[[], Awaitable[None]]) -> None:
        """Make a change to its end, one at a time, even if whoever asked for it goes away.

        Otherwise the store could know of a move that the game does not.
        """

        async def whole() -> None:
            async with self._change:
                await change()
            self.go_on()

        await asyncio.shield(asyncio.ensure_future(whole()))

    def _check(self, visitor: str, version: int) -> None:
        if self._is_closed:
            raise Refused("not_allowed", "this game is there no longer")
        if visitor != self.standing.stored.visitor:
            raise Refused("not_allowed", "this is somebody else's game; you can watch it")
        if version != self.standing.stored.version:
            raise Refused("stale", "the game has gone on since")

    def _need(self, visitor: str, word: str, code: str, message: str) -> None:
        if word not in self.standing.can(visitor):
            raise Refused(code, message)

    # What engines do.

    def go_on(self) -> None:
        """Let an engine think, if one is to move and somebody is interested."""
        is_wanted = not self.standing.is_show or self.is_watched
        if self.thinking is not None and is_wanted and self._engine is None:
            self._start_engine()

    def _start_engine(self, steps: int | None = None) -> None:
        def ended(task: asyncio.Task[None]) -> None:
            if self._engine is task:  # and was not stopped
                self._engine = None
                self.go_on()  # somebody may have moved meanwhile

        self._engine = asyncio.create_task(self._run_engine(steps))
        self._engine.add_done_callback(ended)

    async def _run_engine(self, steps: int | None) -> None:
        try:
            while steps is None or steps > 0:
                now = self.standing
                if now.is_over or now.is_persons_turn:
                    break
                if now.is_show and steps is None:
                    if self.paused or not self.is_watched:
                        break
                    await asyncio.sleep(max(self.pause if now.moves else 0.0, _STEP))
                await self._think(now.position.turn)
                steps = None if steps is None else steps - 1
        except PlygroundError as error:  # for example, the disk is full
            self._tell_all({"type": "error", "code": "busy", "message": str(error)})
            await asyncio.sleep(_TROUBLE_SECONDS)

    async def _think(self, side: Side) -> None:
        """Let an engine answer; what it plays, or does wrong, is written and told."""
        now, stored = self.standing, self.standing.stored
        try:
            answer, seconds = await self._desk.agents.answer(
                Question(
                    stored.id, stored.visitor, now.seats[side].spec, now.record,
                    self._clocks.game_clock,
                )
            )  # fmt: skip
        except Failure as failure:
            fault = str(failure.reason), f"has failed: {failure.note}"
        else:
            fault = "illegal", f"played {answer[:40]!r}, which is no legal move"

        async def change() -> None:
            if now.stored.version != stored.version:
                return
            if fault[0] == "illegal" and answer in map(str, now.position.legal_moves):
                await self._play(answer, seconds)
            else:
                await self._finish(side, *fault)

        await self._unbroken(change)

    async def _stop_engine(self) -> None:
        task, self._engine = self._engine, None
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    # What follows.

    async def _play(self, move: str, seconds: float) -> None:
        """Write a move, make it, tell it."""
        now = self.standing
        left = self._clocks.charge(now.position.turn, seconds)
        if left is None:
            await self._finish(now.position.turn, "time", "has run out of time")
            return
        entered = StoredMove(move, round(seconds, 3), left)
        version, result = now.stored.version + 1, end_result(now.position.play(move))
        await self._desk.write(
            self._desk.store.append, self._id, len(now.moves) + 1, entered,
            version=version, result=result,
        )  # fmt: skip
        now.enter(entered)
        now.note(version=version, result=result)
        self._begin_turn()
        self.tell(len(now.moves) - 1)

    def _begin_turn(self) -> None:
        """Start the clock of whoever is to move: nobody's before the first move of the game."""
        now = self.standing
        running = None if now.is_over or not now.moves else now.position.turn
        left = now.left or self._clocks.initial
        self._clocks.begin_turn(left, running, is_human=now.is_persons_turn)

    def _flag_falls(self) -> None:
        self._desk.spawn(self._lose_on_time(self.standing.stored.version))

    async def _lose_on_time(self, version: int) -> None:
        async def change() -> None:
            now = self.standing
            if now.stored.version == version and not now.is_over:
                await self._finish(now.position.turn, "time", "has run out of time")

        await self._unbroken(change)

    async def _finish(self, loser: Side, reason: str, text: str) -> None:
        """Write a result that the board does not show, and tell it."""
        winner = Side(1 - loser)
        position = self.standing.position
        names = [position.side_name(side).capitalize() for side in (winner, loser)]
        result = {
            "winner": SIDES[winner],
            "reason": reason,
            "margin": None,
            "text": f"{names[0]} wins: {names[1].lower()} {text}.",
        }
        version = self.standing.stored.version + 1
        await self._desk.write(self._desk.store.finish, self._id, result, version=version)
        self.standing.note(version=version, result=result)
        self._begin_turn()
        self.tell()

    def resume(self) -> None:
        """Go on after the game was loaded: clocks run on, and an engine that was to move thinks."""
        self._begin_turn()
        self.go_on()

    async def close(self, why: str | None = None) -> None:
        """Let nothing more happen; the game stays in the store, or is deleted from it."""
        self._is_closed = True
        if why is not None:
            self._tell_all({"type": "error", "code": "not_allowed", "message": why})
        await self._stop_engine()
        self._clocks.stop()
