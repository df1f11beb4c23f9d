"""A server for the Kalah Game Protocol, written from its text and with the plain rules.

It knows nothing of plyground. Whatever a client says is checked against the grammar, and every
move against the reference.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from tests.reference.kalah import NORTH, SOUTH, Kalah, Rules

LONGEST = 16_384
GRAMMAR = re.compile(
    r"(([0-9]+)?(@([0-9]+))? )?([A-Za-z0-9]+)( ([+-]?[0-9]*\.?[0-9]+|[A-Za-z0-9:-]+"
    r'|"(\\.|[^"\\])*"|<[0-9]+(,[0-9]+)*>))*'
)
WAIT = 30.0


class Peer:
    """The other end of a connection: what it says, line by line."""

    def __init__(
        self, write: Callable[[bytes], Awaitable[None]], close: Callable[[], Awaitable[None]]
    ) -> None:
        self.write = write
        self.close = close
        self.heard: list[str] = []
        self._unread: asyncio.Queue[str | None] = asyncio.Queue()
        self._partial = b""

    def take_in(self, chunk: bytes) -> None:
        *lines, self._partial = (self._partial + chunk).split(b"\n")
        for line in lines:
            assert line.endswith(b"\r"), f"{line!r} does not end in CRLF"
            text = line[:-1].decode("utf-8")
            assert len(text) + 2 <= LONGEST
            assert GRAMMAR.fullmatch(text), f"{text!r} is not a command"
            self.heard.append(text)
            self._unread.put_nowait(text)

    def end(self) -> None:
        self._unread.put_nowait(None)

    async def say(self, line: str) -> None:
        await self.write(f"{line}\r\n".encode())

    async def hear(self) -> str:
        """Return the next line; raises EOFError when the client has gone."""
        line = await asyncio.wait_for(self._unread.get(), WAIT)
        if line is None:
            raise EOFError
        return line

    async def greet(self) -> dict[str, str]:
        """Say hello, and return what the client has set, and its mode."""
        await self.say("2 kgp 1 0 1")
        settings = {}
        while not (line := await self.hear()).startswith("mode "):
            key, value = re.fullmatch(r'set (\S+) "(.*)"', line).groups()  # type: ignore[union-attr]
            settings[key] = value
        settings["mode"] = line.removeprefix("mode ")
        return settings

    async def until(self, pattern: str) -> str:
        """Return the next line that a pattern describes."""
        while not re.fullmatch(pattern, line := await self.hear()):
            pass
        return line


Handler = Callable[[Peer], Awaitable[None]]


class _Serving:
    """Connections of one server: each gets the handler, and what that raised is kept."""

    def __init__(self, handler: Handler) -> None:
        self._handler = handler
        self.failures: list[BaseException] = []

    async def on_tcp(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async def write(data: bytes) -> None:
            writer.write(data)
            await writer.drain()

        async def close() -> None:
            writer.close()

        async def receive() -> bytes:
            try:
                return await reader.read(1 << 16)
            except ConnectionError:
                return b""

        await self._handle(Peer(write, close), receive)

    async def on_websocket(self, connection: ServerConnection) -> None:
        assert connection.request is not None
        assert connection.request.path == "/socket"

        async def receive() -> bytes:
            try:
                return await connection.recv(decode=False)
            except ConnectionClosed:
                return b""

        async def write(data: bytes) -> None:
            await connection.send(data, text=True)

        await self._handle(Peer(write, connection.close), receive)

    async def _handle(self, peer: Peer, receive: Callable[[], Awaitable[bytes]]) -> None:
        async def read() -> None:
            try:
                while chunk := await receive():
                    peer.take_in(chunk)
            except BaseException as error:
                self.failures.append(error)
            finally:
                peer.end()

        reading = asyncio.create_task(read())
        try:
            await self._handler(peer)
        except BaseException as error:
            self.failures.append(error)
        finally:
            await peer.close()
            await asyncio.wait({reading}, timeout=5)
            reading.cancel()


@asynccontextmanager
async def serving(handler: Handler, transport: str) -> AsyncIterator[str]:
    """Serve on a free port over ``tcp`` or ``ws``; raises at the end what the handler raised."""
    connections = _Serving(handler)
    try:
        if transport == "tcp":
            async with await asyncio.start_server(connections.on_tcp, "127.0.0.1", 0) as server:
                yield f"kgp://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        else:
            async with serve(connections.on_websocket, "127.0.0.1", 0) as websockets:
                port = next(iter(websockets.sockets)).getsockname()[1]
                yield f"ws://127.0.0.1:{port}"
    finally:
        if connections.failures:
            raise connections.failures[0]


def board_text(position: Kalah) -> str:
    """Write a position as the side to move sees it, which then is south."""
    mine, theirs = position.seat, 1 - position.seat
    counts = (
        position.rules.houses, position.stores[mine], position.stores[theirs],
        *position.houses[mine], *position.houses[theirs],
    )  # fmt: skip
    return f"<{','.join(map(str, counts))}>"


@dataclass
class PlayedGame:
    rules: Rules
    moves: list[str] = field(default_factory=list)
    end: Kalah | None = None
    by_client: int = 0


@dataclass
class _Open:
    """A state that waits for the client."""

    legal: list[str]
    move: str | None = None
    moves: int = 0
    ended: asyncio.Event = field(default_factory=asyncio.Event)


class FreePlay:
    """Plays many games at once with one client, against random opponents."""

    def __init__(self, peer: Peer, seed: int, *, patience: float) -> None:
        self.peer = peer
        self.chance = random.Random(seed)
        self.patience = patience
        self.improved = self.stopped = self.pings = 0
        self._states: dict[int, _Open] = {}
        self._closed: set[int] = set()
        self._id = 2
        self._pinged: set[int] = set()

    def _next_id(self) -> int:
        self._id += 2
        return self._id

    async def listen(self) -> None:
        """Take in what the client says, and insist that it makes sense."""
        while True:
            line = await self.peer.hear()
            found = re.fullmatch(r"@([0-9]+) (move ([0-9]+)|yield|pong)", line)
            if found is None:
                assert line.startswith("set info:comment "), line
                continue
            number = int(found[1])
            if found[2] == "pong":
                self._pinged.remove(number)
            elif number in self._closed:
                assert found[2] != "yield" or number in self._closed
            else:
                state = self._states[number]
                if found[2] == "yield":
                    assert state.move is not None, "it gave up without a move"
                    state.ended.set()
                else:
                    assert found[3] in state.legal, line
                    state.move = found[3]
                    state.moves += 1

    async def ask(self, position: Kalah) -> str:
        """Send a state, and return what the client has chosen."""
        number = self._next_id()
        state = self._states[number] = _Open(position.legal_moves())
        await self.peer.say(f"{number} state {board_text(position)}")
        if self.chance.random() < 0.1:
            ping = self._next_id()
            self._pinged.add(ping)
            self.pings += 1
            await self.peer.say(f"{ping} ping")
        try:
            # Mostly patient, and now and then not at all.
            await asyncio.wait_for(state.ended.wait(), self.patience * self.chance.random() ** 4)
        except TimeoutError:
            self.stopped += 1
        self._closed.add(number)
        del self._states[number]
        await self.peer.say(f"{self._next_id()}@{number} stop")
        self.improved += state.moves > 1
        return state.move or self.chance.choice(state.legal)

    async def play(self, rules: Rules) -> PlayedGame:
        """Play a game to its end; the client may sit on either side."""
        game = PlayedGame(rules)
        position = Kalah.start(rules)
        seat = self.chance.choice((SOUTH, NORTH))
        while not position.is_over():
            if position.seat == seat:
                move = await self.ask(position)
                game.by_client += 1
            else:
                move = self.chance.choice(position.legal_moves())
            game.moves.append(move)
            position = position.play(move)
        game.end = position
        return game

    async def play_all(
        self, games: int, at_once: int, sizes: list[tuple[int, int]]
    ) -> list[PlayedGame]:
        """Play so many games, some of them at the same time, and say goodbye."""
        listening = asyncio.create_task(self.listen())
        slots = asyncio.Semaphore(at_once)

        async def one() -> PlayedGame:
            async with slots:
                houses, seeds = self.chance.choice(sizes)
                return await self.play(Rules(houses, seeds, majority_ends=True))

        playing = asyncio.gather(*(one() for _ in range(games)))
        either: set[asyncio.Future[Any]] = {listening, playing}
        done, _ = await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if listening in done:
            playing.cancel()
            listening.result()
        listening.cancel()
        await self.peer.say("goodbye")
        return playing.result()
