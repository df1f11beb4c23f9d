"""A server of the Watch Your Back! course's network protocol, for a class or a cup.

Whoever asks for a game waits for the next one with the same key; who waited plays White. Names are
what clients say they are: this is for people who know each other.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from plyground._core import Side
from plyground.adapters import wub
from plyground.adapters.wub_clients import LOST, Client, Reader, Seats
from plyground.arena.referee.referee import RefereedGame
from plyground.arena.running.result import GameResult, Reason
from plyground.arena.running.spec import arena_start
from plyground.arena.sandbox.limits import Failure
from plyground.errors import IllegalMove, PlygroundError, bounded, shown
from plyground.games.watch_your_back import Position as WatchYourBackPosition

MOST_CLIENTS = 200
MOST_PER_ADDRESS = 40  #: a whole class may sit behind one address
_BACKLOG = 1024  # connections that wait to be accepted
_TROUBLE_SECONDS = 10.0  # between two lines about connections that cannot be accepted
_SHOWN = 180  # characters of a reason in a line to a client, which has its limit
_NOBODY = "nobody"  # whose fault it is when there is no game yet


@dataclass(frozen=True)
class Patience:
    """How many seconds the server waits."""

    greeting: float = 20.0  #: for the first line, and for every OKAY
    action: float = 60.0  #: for an action


class _OpponentFailedError(Exception):
    """Something is wrong with the side that waits."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.note)
        self.failure = failure


class _Table:
    """A game between two clients: the referee's questions, as the protocol puts them."""

    def __init__(self, clients: tuple[Client, Client], patience: Patience) -> None:
        self._clients, self._patience = clients, patience
        names = clients[0].name, clients[1].name
        self._game = RefereedGame(arena_start("watch-your-back"), names)

    async def play(self) -> GameResult:
        """Play to the end, tell both how it ended, and return the result."""
        game = self._game
        await self._begin()
        for side in game.turns():
            try:
                with game.blaming(side):
                    game.enter(*await self._ask(side))
            except _OpponentFailedError as error:
                game.lose(side.other, error.failure)
            if not game.has_verdict:
                await self._tell_move(side.other)
        result = game.result()
        if result.reason.is_fault and result.loser is not None:
            end = wub.line("ERRO", wub.LETTERS[result.loser], bounded(result.note, _SHOWN))
        else:
            winner = game.position.winner
            end = wub.line("OVER", "draw" if winner is None else wub.LETTERS[winner])
        for client in self._clients:
            client.send(end)
        return result

    async def _begin(self) -> None:
        """Tell both who plays and which colour they have; each says that it has understood."""
        white, black = self._clients
        black.send(wub.line("GAME", white.name, black.name))  # White has heard it already
        await self._expect_okay(Side.SECOND)
        if self._game.has_verdict:
            return
        for side in (Side.FIRST, Side.SECOND):
            self._clients[side].send(wub.line("INIT", wub.COLOURS[side]))
        for side in (Side.FIRST, Side.SECOND):
            await self._expect_okay(side)

    async def _ask(self, side: Side) -> tuple[str, float]:
        """Ask a side for its action; returns the move and the seconds it took."""
        position = self._game.position
        assert isinstance(position, WatchYourBackPosition)
        self._clients[side].send(wub.line("TURN", position.turns))
        began = time.perf_counter()
        message = await self._receive_while_both_are_there(side)
        try:
            return message.move, time.perf_counter() - began
        except IllegalMove as error:  # what is written is not an action of the course
            raise Failure(Reason.ILLEGAL, str(error)) from None

    async def _receive_while_both_are_there(self, side: Side) -> wub.Message:
        """Return a side's action; an opponent who hangs up meanwhile loses, and frees both."""
        other = self._clients[side.other]
        answer = asyncio.ensure_future(self._receive(side, self._patience.action, "ACTN"))
        trouble = asyncio.ensure_future(other.wait_for_trouble())
        try:
            await asyncio.wait({answer, trouble}, return_when=asyncio.FIRST_COMPLETED)
            if not answer.done() and (failure := other.trouble) is not None:
                raise _OpponentFailedError(failure)
            return await answer
        finally:
            answer.cancel()
            trouble.cancel()

    async def _tell_move(self, side: Side) -> None:
        """Tell a side what its opponent has just played."""
        self._clients[side].send(wub.action_line("UPD8", self._game.moves[-1]))
        if self._game.position.is_over:  # nothing that it says now changes the result
            with suppress(wub.WubError, TimeoutError, OSError):
                await self._clients[side].receive(self._patience.greeting, "OKAY")
        else:
            await self._expect_okay(side)

    async def _expect_okay(self, side: Side) -> None:
        with self._game.blaming(side):
            if not self._game.has_verdict:
                await self._receive(side, self._patience.greeting, "OKAY")

    async def _receive(self, side: Side, seconds: float, expected: str) -> wub.Message:
        try:
            return await self._clients[side].receive(seconds, expected)
        except wub.WubError as error:
            raise Failure(Reason.OUTPUT, str(error)) from None
        except TimeoutError:
            raise Failure(Reason.TIME, f"did not answer within {seconds:g} s") from None
        except OSError:
            raise Failure(Reason.CRASH, LOST) from None


@dataclass(eq=False)
class _Waiting:
    """A client that waits for an opponent, who then leads it through the game."""

    client: Client
    is_chosen: asyncio.Event = field(default_factory=asyncio.Event)
    is_released: asyncio.Event = field(default_factory=asyncio.Event)


class Server:
    """Pairs clients by their keys, and referees their games.

    Each client has a task, which holds its seat: whatever ends the task frees the seat.
    """

    def __init__(
        self,
        on_result: Callable[[GameResult], None],
        on_event: Callable[[str], None] = lambda _: None,
        patience: Patience | None = None,
        most_per_address: int = MOST_PER_ADDRESS,
    ) -> None:
        self._on_result, self._on_event = on_result, on_event
        self._patience = patience or Patience()
        self._seats = Seats(most_per_address)
        self._waiting: dict[str, deque[_Waiting]] = defaultdict(deque)
        self._tasks: set[asyncio.Task[None]] = set()
        self._failed: asyncio.Future[None] | None = None
        self._last_trouble = float("-inf")

    @property
    def clients(self) -> int:
        """How many seats are taken."""
        return self._seats.taken.total()

    async def serve(self, host: str, port: int, on_ready: Callable[[int], None]) -> None:
        """Serve for ever; ``on_ready`` hears the port that the system has given."""
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._note_trouble)
        try:
            server = await loop.create_server(self._protocol, host, port, backlog=_BACKLOG)
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise PlygroundError(f"cannot listen on {shown(host)}:{port}: {reason}") from None
        self._failed = loop.create_future()
        async with server:
            on_ready(server.sockets[0].getsockname()[1])
            try:
                await self._failed
            finally:
                for task in self._tasks:
                    task.cancel()
                if self._tasks:
                    await asyncio.wait(self._tasks)

    def _protocol(self) -> asyncio.StreamReaderProtocol:
        reader = Reader()

        async def on_connect(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with suppress(asyncio.CancelledError):  # the server ends, and this task with it
                await self._greet(Client(reader, writer))

        return asyncio.StreamReaderProtocol(reader, on_connect)

    def _note_trouble(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Say in a line what went wrong with connections: there may be very many of them."""
        error = context.get("exception")
        if not isinstance(error, OSError):
            loop.default_exception_handler(context)
        elif time.monotonic() - self._last_trouble > _TROUBLE_SECONDS:
            self._last_trouble = time.monotonic()
            self._on_event(f"a connection failed: {error.strerror or error}")

    async def _greet(self, client: Client) -> None:
        """Give a new client a seat, and see it through."""
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            with self._seats.seat(client.address, MOST_CLIENTS):
                await self._attend(client)
        except wub.WubError as error:
            client.send(wub.line("ERRO", _NOBODY, bounded(str(error), _SHOWN)))
        except (TimeoutError, OSError):
            pass  # it has gone, or never said what it wants
        finally:
            self._tasks.discard(task)
            await client.close()

    async def _attend(self, client: Client) -> None:
        """Hear what a client wants, and let it wait or play."""
        key = await self._hear_play(client)
        await asyncio.sleep(0)  # a reset that came together with its words is known by now
        while client.trouble is None:
            opponent = self._next_waiting(key)
            if opponent is None:
                await self._wait(client, key)
                return
            try:
                if await self._accepts(opponent.client, client):
                    await self._play(opponent.client, client)
                    return
            finally:
                opponent.is_released.set()

    async def _hear_play(self, client: Client) -> str:
        message = await client.receive(self._patience.greeting, "PLAY")
        client.name = wub.plain_name(message.words[0])
        key = wub.plain_name(message.words[1], "key") if len(message.words) > 1 else ""
        client.send(wub.line("OKAY"))
        return key

    def _next_waiting(self, key: str) -> _Waiting | None:
        """Return whoever has waited longest with the same key."""
        waiting = self._waiting.get(key)
        if not waiting:
            return None
        chosen = waiting.popleft()
        chosen.is_chosen.set()
        return chosen

    async def _wait(self, client: Client, key: str) -> None:
        """Wait until an opponent has played with this client, or it has gone."""
        waiting = _Waiting(client)
        self._waiting[key].append(waiting)
        self._on_event(f"{client.name} waits for an opponent")
        chosen = asyncio.ensure_future(waiting.is_chosen.wait())
        trouble = asyncio.ensure_future(client.wait_for_trouble())
        try:
            await asyncio.wait({chosen, trouble}, return_when=asyncio.FIRST_COMPLETED)
            if waiting.is_chosen.is_set():
                await waiting.is_released.wait()
                return
            self._on_event(f"{client.name} has gone while it waited")
            failure = client.trouble
            if failure is not None and failure.reason == Reason.OUTPUT:
                raise wub.WubError(failure.note)
        finally:
            chosen.cancel()
            trouble.cancel()
            with suppress(ValueError):
                self._waiting[key].remove(waiting)
            if not self._waiting[key]:
                del self._waiting[key]

    async def _accepts(self, waiting: Client, client: Client) -> bool:
        """Tell a client that has waited who plays; returns whether it is still there."""
        waiting.send(wub.line("GAME", waiting.name, client.name))
        try:
            await waiting.receive(self._patience.greeting, "OKAY")
        except (wub.WubError, TimeoutError, OSError):
            self._on_event(f"{waiting.name} has gone while it waited")
            return False
        return True

    async def _play(self, white: Client, black: Client) -> None:
        self._on_event(f"{white.name} plays {black.name}")
        try:
            result = await _Table((white, black), self._patience).play()
            self._on_result(result)
        except Exception as error:  # the store is full, for example: that is for the teacher
            if self._failed is not None and not self._failed.done():
                self._failed.set_exception(error)
