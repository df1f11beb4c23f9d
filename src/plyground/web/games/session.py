"""A game that is being played: one object from the first move to the last.

Whoever moves, a person or an engine, takes the same road: the move is checked and played once, the
change is written to the store, then made, then told. So whatever happens to the server, a move that
somebody was shown is there when the game is loaded again.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Collection, Coroutine
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from plyground._core import Side
from plyground.arena.sandbox.limits import Failure
from plyground.errors import IllegalMove, PlygroundError
from plyground.games.names import position as named_position
from plyground.games.position import Position
from plyground.games.record import Game, Step
from plyground.web.games import may, models, view, wishes
from plyground.web.games.clocks import Clocks
from plyground.web.games.desk import Desk
from plyground.web.games.hints import hint
from plyground.web.games.people import People, Seating
from plyground.web.games.store import Left, StoredGame, StoredMove
from plyground.web.shared.messages import PingMessage, Pong
from plyground.web.shared.mistakes import Refused
from plyground.web.shared.models import PlayedMove, Result
from plyground.web.shared.own_code import GameFault, apart
from plyground.web.shared.players import Seat
from plyground.web.shared.security import Asker
from plyground.web.shared.sockets import Socket
from plyground.web.shared.tasks import noticed
from plyground.web.shared.thinking import Question
from plyground.web.shared.views import SIDES, position_view

Found = TypeVar("Found")

_AWAY_SECONDS = 3.0  # after which nobody is expected back
_STEP = 0.02  # a game to watch gives way to others between its moves
_TROUBLE_SECONDS = 5.0  # until an engine's move that could not be written is tried again


class _Stale(Refused):
    """A wish about a game that has changed meanwhile."""


class GameSession:
    """One game: moves, players, clocks and result; who watches it; the engine that thinks."""

    def __init__(self, stored: StoredGame, desk: Desk) -> None:
        self.id, self.visitor, self.start = stored.id, stored.visitor, stored.start
        self._asker = Asker(stored.visitor)  # from where, is known when the visitor comes
        self.seats = (Seat(stored.players[0]), Seat(stored.players[1]))
        humans = tuple(side for side in SIDES if self.seats[side].is_human)
        self.seating = Seating(stored.visitor, humans, stored.people)
        self.offer: wishes.Offer | None = None
        self.version, self.result, self.rematch = stored.version, stored.result, stored.rematch
        self.record = Game(named_position(stored.game, stored.start))
        self.moves: list[PlayedMove] = []  #: as they are shown
        self.clocks = Clocks(stored.clock, self._flag_falls)
        self.paused, self.pause = False, 1.0
        self._lefts: list[Left] = []
        for move in stored.moves:
            self._add(*view.played(self.record, move.move, move.seconds), move.left)
        self.shown = position_view(self.position)
        self.problem: str | None = None  #: with the game itself, where that is somebody's program
        self.desk = desk
        self._sockets: set[Socket] = set()
        self._change = asyncio.Lock()
        self._engine: asyncio.Task[None] | None = None
        self._is_closed = False

    # The game as it is.

    @property
    def position(self) -> Position:
        """The position now."""
        return self.record.position

    @property
    def is_over(self) -> bool:
        """Whether the game has a result."""
        return self.result is not None

    @property
    def is_show(self) -> bool:
        """Whether nobody but engines plays: a game to watch."""
        return not any(seat.is_human for seat in self.seats)

    @property
    def is_persons_turn(self) -> bool:
        """Whether a person is to move."""
        return not self.is_over and self.seats[self.position.turn].is_human

    @property
    def is_idle(self) -> bool:
        """Whether the game can be forgotten until somebody asks for it again."""
        return not self._sockets and self._engine is None and not self.clocks.has_flag

    @property
    def is_deleted(self) -> bool:
        """Whether nothing more happens here."""
        return self._is_closed

    @property
    def thinking(self) -> Side | None:
        """The side whose engine is to move."""
        waits = self.is_over or self._is_closed or self.is_persons_turn or self.problem
        return None if waits or (self.is_show and self.paused) else self.position.turn

    def last_ply_of(self, sides: Collection[Side]) -> int | None:
        """Return how many moves stay if the last one of these sides is taken back."""
        positions = self.record.positions
        plies = reversed(range(len(self.moves)))
        return next((ply for ply in plies if positions[ply].turn in sides), None)

    # Who watches it.

    def listen(self, socket: Socket) -> None:
        """Send the whole game to a visitor now, and every change from now on."""
        was_there = socket.visitor in self.present
        self._sockets.add(socket)
        if socket.visitor == self.visitor:
            self._asker = socket.asker
        socket.send(view.state(self, socket.visitor))
        if not was_there and self._is_seated(socket.visitor):
            self.tell(besides=socket)
        self.go_on()

    def unlisten(self, socket: Socket) -> None:
        """Send a visitor nothing more; when all have gone, engines stop thinking."""
        self._sockets.discard(socket)
        is_alone = not self._sockets and self._engine is not None
        if is_alone or self._is_seated(socket.visitor):
            # Not at once: a page that is loaded again comes back.
            asyncio.get_running_loop().call_later(_AWAY_SECONDS, self._rest, socket.visitor)

    def _rest(self, visitor: str) -> None:
        """Take note that a visitor has gone."""
        if self._is_seated(visitor) and visitor not in self.present:
            self.tell()
        if not self._sockets and self._engine is not None:
            self.desk.spawn(self.stop_engine())

    @property
    def present(self) -> set[str]:
        """The visitors who look at the game now."""
        return {socket.visitor for socket in self._sockets}

    def _is_seated(self, visitor: str) -> bool:
        return self.seating.people is not None and bool(self.seating.sides_of(visitor))

    def seat(self, people: People | None) -> None:
        """Take over who sits where, as it was written."""
        self.seating, self.offer = replace(self.seating, people=people), None
        self._set(self.version, self.result)
        self.tell()

    def tell(self, since: int | None = None, *, besides: Socket | None = None) -> None:
        """Send everybody the game, with the moves from ``since`` on."""
        states: dict[str, models.StateMessage] = {}
        for socket in self._sockets - {besides}:
            if socket.visitor not in states:
                from_here = len(self.moves) if since is None else since
                states[socket.visitor] = view.state(self, socket.visitor, from_here)
            socket.send(states[socket.visitor])

    def _complain(self, code: str, message: str) -> None:
        for socket in list(self._sockets):
            socket.refuse(code, message)

    # What people do.

    async def obey(self, socket: Socket, message: models.GameMessage) -> None:
        """Do what a message asks for; raises PlygroundError where that cannot be."""
        if isinstance(message, PingMessage):
            socket.send(Pong(ref=message.ref))
        elif isinstance(message, models.DirectMessage | models.SpeedMessage):
            await self._direct(socket.visitor, message)
        else:
            may.check(self, socket.visitor, message)
            change = self._change_of(socket, message)
            try:
                # To its end, even if whoever asked for it goes away: otherwise the store could
                # know of a move that the game does not.
                whole = asyncio.ensure_future(change)
                whole.add_done_callback(noticed)
                await asyncio.shield(whole)
            except _Stale as stale:
                socket.refuse("stale", str(stale), version=self.version, ref=message.ref)
                socket.send(view.state(self, socket.visitor))

    def _change_of(
        self, socket: Socket, message: models.MoveMessage | models.ActMessage
    ) -> Coroutine[Any, Any, None]:
        """Return what a message asks for, to be done."""
        if isinstance(message, models.MoveMessage):
            return self._play(message.move, self.clocks.spent(), message.version)
        if message.type == "hint":
            return self._begin_hint(socket, message)
        return wishes.fulfil(self, socket.visitor, message)

    async def _begin_hint(self, socket: Socket, message: models.ActMessage) -> None:
        """Think about the position in the background: meanwhile the visitor may move."""
        async with self.changing(message.version):
            about = {"version": message.version, "ref": message.ref}
            await socket.begin(hint, self.desk.pool, socket, self.position, about, **about)

    @contextlib.asynccontextmanager
    async def changing(self, version: int) -> AsyncIterator[None]:
        """Make one change at a time, to the game that whoever asks for it has seen."""
        try:
            async with self._change:
                if self._is_closed:
                    raise Refused("not_allowed", may.DELETED)
                if version != self.version:
                    raise _Stale("stale", "The game has changed in the meantime.")
                yield
        finally:
            self.go_on()

    async def cut(self, plies: int) -> None:
        """Take back all moves after so many."""
        version, store = self.version + 1, self.desk.store
        await store.write(store.cut, self.id, plies, version=version)
        while len(self.moves) > plies:
            self.moves.pop()
            self._lefts.pop()
            self.record.pop()
        self.shown = await self._apart(partial(position_view, self.position))
        self._set(version, None)
        self.tell(plies)

    async def _direct(
        self, visitor: str, message: models.DirectMessage | models.SpeedMessage
    ) -> None:
        """Pause, resume, step through or speed up a game to watch."""
        wish = message.type
        if wish not in may.acts(self, visitor):
            raise Refused("not_allowed", "Only the visitor who started a game can direct it.")
        if isinstance(message, models.SpeedMessage):
            self.pause = message.pause
        self.paused = {"pause": True, "go": False}.get(wish, self.paused)
        if wish in ("pause", "speed"):  # also while it waits for its next move
            await self.stop_engine()
        self.tell()
        if wish == "step" and self.paused and self._engine is None:
            self.go_on(steps=1)
        self.go_on()

    # What engines do.

    def go_on(self, steps: int | None = None) -> None:
        """Let an engine think, if one is to move and somebody is interested.

        ``steps`` is how many moves of a paused game are asked for.
        """

        def ended(task: asyncio.Task[None]) -> None:
            if self._engine is task:  # and was not stopped
                self._engine = None
                if not task.cancelled():  # as all are when the server ends: begin nothing then
                    self.go_on()  # somebody may have moved meanwhile

        is_wanted = steps is not None or bool(self._sockets)
        is_engines_turn = self.thinking is not None or steps is not None
        if is_engines_turn and is_wanted and self._engine is None:
            self._engine = asyncio.create_task(self._run_engine(steps))
            self._engine.add_done_callback(ended)

    async def _run_engine(self, steps: int | None) -> None:
        """Let engines move: until a person is to move, or for so many steps of a paused game."""
        try:
            while (steps is None or steps > 0) and not self.is_over and not self.is_persons_turn:
                if self.is_show and steps is None:
                    if self.paused or not self._sockets:
                        break
                    await asyncio.sleep(max(self.pause if self.moves else 0.0, _STEP))
                side, version = self.position.turn, self.version
                try:
                    move, seconds = await self.desk.agents.answer(self._question())
                    change = self._play(move, seconds, version)  # as a person's move is
                    whole = asyncio.ensure_future(change)
                    whole.add_done_callback(noticed)
                    await asyncio.shield(whole)
                except Failure as failure:
                    await self._lose(side, version, str(failure.reason), failure.note)
                except IllegalMove:
                    await self._lose(side, version, "illegal", f"{move[:40]!r} is not legal")
                steps = None if steps is None else steps - 1
        except _Stale:  # the position that it thought about is gone
            pass
        except GameFault as fault:
            self.problem = str(fault)
            self.tell()
        except PlygroundError as error:  # for example, the disk is full
            self._complain("busy", str(error))
            await asyncio.sleep(_TROUBLE_SECONDS)

    def _question(self) -> Question:
        """Ask the side to move for a move."""
        spec, clock = self.seats[self.position.turn].spec, self.clocks.game_clock
        return Question(self.id, self._asker, spec, self.record, clock)

    async def stop_engine(self) -> None:
        """Let no engine think about the position as it was."""
        task, self._engine = self._engine, None
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    # What follows.

    async def _play(self, move: str, seconds: float, version: int) -> None:
        """Play a move: check it, write it, make it, tell it."""
        async with self.changing(version):
            look = partial(view.looked, self.record, move, round(seconds, 3))
            step, shown, after, result = await self._apart(look)
            left = self.clocks.charge(self.position.turn, seconds)
            if left is None:
                await self.finish(view.forfeit(self, self.position.turn, "time"))
                return
            entered = StoredMove(shown.move, shown.seconds, left)
            store = self.desk.store
            await store.write(
                store.append, self.id, shown.ply, entered, version=version + 1, result=result
            )
            self._add(step, shown, left)
            self.shown = after
            self._set(version + 1, result)
            self.tell(len(self.moves) - 1)

    async def _apart(self, work: Callable[[], Found]) -> Found:
        return await apart(self.record.start.game, work)

    def _add(self, step: Step, shown: PlayedMove, left: Left) -> None:
        self.record.add(step)
        self.moves.append(shown)
        self._lefts.append(left)

    def _set(self, version: int, result: Result | None) -> None:
        """Take over what was written, and start the clock of whoever is to move.

        Nobody's clock runs before the first move of the game.
        """
        if version != self.version:
            self.offer = None  # it was about the game before
        self.version, self.result, self.problem = version, result, None
        waits = self.is_over or not self.moves or self.seating.is_waiting
        running = None if waits else self.position.turn
        left = self._lefts[-1] if self._lefts else self.clocks.initial
        self.clocks.begin_turn(left, running, is_human=self.is_persons_turn)

    def _flag_falls(self) -> None:
        async def lose(side: Side, version: int) -> None:
            try:
                await self._lose(side, version, "time")
            except Refused:
                pass  # something else has happened meanwhile
            except PlygroundError as error:  # for example, the disk is full
                self._complain("busy", str(error))

        self.desk.spawn(lose(self.position.turn, self.version))

    async def _lose(self, side: Side, version: int, reason: str, note: str = "") -> None:
        """End the game as lost for a side, unless something else has happened meanwhile."""
        async with self.changing(version):
            if not self.is_over:
                await self.finish(view.forfeit(self, side, reason, note))

    async def finish(self, result: Result) -> None:
        """Write a result that the board does not show, and tell it."""
        version, store = self.version + 1, self.desk.store
        await store.write(store.finish, self.id, result, version=version)
        self._set(version, result)
        self.tell()

    def resume(self) -> None:
        """Go on after the game was loaded: clocks run on, and an engine that was to move thinks."""
        self._set(self.version, self.result)
        self.go_on()

    async def close(self, why: str | None = None) -> None:
        """Let nothing more happen; the game stays in the store, or is deleted from it."""
        self._is_closed = True
        if why is not None:
            self._complain("not_allowed", why)
        await self.stop_engine()
        self.clocks.stop()
