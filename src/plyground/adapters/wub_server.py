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
from dataclasses import dataclass

from plyground._core import Side
from plyground.adapters import wub
from plyground.arena.referee.referee import RefereedGame
from plyground.arena.running.result import GameResult, Reason
from plyground.arena.running.spec import arena_start
from plyground.arena.sandbox.limits import Failure
from plyground.errors import IllegalMove, PlygroundError, shown
from plyground.games.watch_your_back import Position as WatchYourBackPosition

MOST_CLIENTS = 200
_NOBODY = "nobody"  # whose fault it is when there is no game yet


@dataclass(frozen=True)
class Patience:
    """How many seconds the server waits."""

    greeting: float = 20.0  #: for the first line, and for every OKAY
    action: float = 60.0  #: for an action


class Client:
    """One client's connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self.name = ""

    def send(self, line: bytes) -> None:
        """Send a line; whoever has gone will be missed when it is to answer."""
        with suppress(OSError, RuntimeError):
            self._writer.write(line)

    async def receive(self, seconds: float, *expected: str) -> wub.Message:
        """Return the next message; raises WubError, TimeoutError or ConnectionError."""
        async with asyncio.timeout(seconds):
            try:
                line = await self._reader.readline()
            except ValueError:
                raise wub.WubError(f"a line has at most {wub.LONGEST_LINE} bytes") from None
        if not line.endswith(b"\n"):
            raise ConnectionResetError("the connection was lost")
        return wub.Message.read(line, *expected)

    @property
    def has_gone(self) -> bool:
        """Whether it has hung up."""
        return self._reader.at_eof()

    async def close(self) -> None:
        """Hang up, when what was sent has gone out."""
        with suppress(OSError, TimeoutError):
            self._writer.close()
            async with asyncio.timeout(1):
                await self._writer.wait_closed()


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
            with game.blaming(side):
                game.enter(*await self._ask(side))
            if not game.has_verdict:
                await self._tell_move(side.other)
        result = game.result()
        if result.reason.is_fault and result.loser is not None:
            end = wub.line("ERRO", wub.LETTERS[result.loser], result.note)
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
        message = await self._receive(side, self._patience.action, "ACTN")
        try:
            return message.move, time.perf_counter() - began
        except IllegalMove as error:  # what is written is not an action of the course
            raise Failure(Reason.ILLEGAL, str(error)) from None

    async def _tell_move(self, side: Side) -> None:
        """Tell a side what its opponent has just played."""
        self._clients[side].send(wub.action_line("UPD8", self._game.moves[-1]))
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
            raise Failure(Reason.CRASH, "the connection was lost") from None


class Server:
    """Pairs clients by their keys, and referees their games."""

    def __init__(
        self,
        on_result: Callable[[GameResult], None],
        on_event: Callable[[str], None] = lambda _: None,
        patience: Patience | None = None,
    ) -> None:
        self._on_result, self._on_event = on_result, on_event
        self._patience = patience or Patience()
        self._waiting: dict[str, deque[Client]] = defaultdict(deque)
        self._clients = 0
        self._failed: asyncio.Future[None] | None = None

    async def serve(self, host: str, port: int, on_ready: Callable[[int], None]) -> None:
        """Serve for ever; ``on_ready`` hears the port that the system has given."""
        try:
            server = await asyncio.start_server(self._greet, host, port, limit=wub.LONGEST_LINE)
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise PlygroundError(f"cannot listen on {shown(host)}:{port}: {reason}") from None
        self._failed = asyncio.get_running_loop().create_future()
        async with server:
            on_ready(server.sockets[0].getsockname()[1])
            await self._failed

    async def _greet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Hear what a new client wants, and let it wait or play."""
        client = Client(reader, writer)
        self._clients += 1
        await self._forget_the_gone()
        try:
            if self._clients > MOST_CLIENTS:
                raise wub.WubError("the server is full; try again later")
            key = await self._hear_play(client)
        except (wub.WubError, TimeoutError, OSError) as error:
            if isinstance(error, wub.WubError):
                client.send(wub.line("ERRO", _NOBODY, error))
            await self._part(client)
            return
        opponent = await self._opponent(key, client)
        if opponent is None:
            self._waiting[key].append(client)
            self._on_event(f"{client.name} waits for an opponent")
        else:
            await self._play(opponent, client)

    async def _hear_play(self, client: Client) -> str:
        message = await client.receive(self._patience.greeting, "PLAY")
        client.name = wub.plain_name(message.words[0])
        key = wub.plain_name(message.words[1], "key") if len(message.words) > 1 else ""
        client.send(wub.line("OKAY"))
        return key

    async def _opponent(self, key: str, client: Client) -> Client | None:
        """Return whoever waited longest with the same key, and is still there."""
        while waiting := self._waiting[key]:
            opponent = waiting.popleft()
            opponent.send(wub.line("GAME", opponent.name, client.name))
            try:
                await opponent.receive(self._patience.greeting, "OKAY")
            except (wub.WubError, TimeoutError, OSError):
                self._on_event(f"{opponent.name} has gone while it waited")
                await self._part(opponent)
            else:
                return opponent
        return None

    async def _forget_the_gone(self) -> None:
        """Make room: whoever waits may hang up without a word."""
        gone: list[Client] = []
        for key, waiting in list(self._waiting.items()):
            gone += [client for client in waiting if client.has_gone]
            self._waiting[key] = deque(client for client in waiting if not client.has_gone)
            if not self._waiting[key]:
                del self._waiting[key]
        for client in gone:
            await self._part(client)

    async def _play(self, white: Client, black: Client) -> None:
        self._on_event(f"{white.name} plays {black.name}")
        try:
            result = await _Table((white, black), self._patience).play()
            self._on_result(result)
        except Exception as error:  # the store is full, for example: that is for the teacher
            if self._failed is not None and not self._failed.done():
                self._failed.set_exception(error)
        finally:
            await self._part(white)
            await self._part(black)

    async def _part(self, client: Client) -> None:
        self._clients -= 1
        await client.close()
