"""What a running server has at hand for every request."""

from __future__ import annotations

import asyncio
import hmac
from collections import Counter
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar, cast

from starlette.requests import HTTPConnection, Request
from starlette.websockets import WebSocket

from plyground.web.games.desk import Desk
from plyground.web.shared.mistakes import Gone, TokenNeeded
from plyground.web.shared.security import Asker, Bucket, Buckets, Rates
from plyground.web.shared.sockets import TOO_MANY, Socket

if TYPE_CHECKING:
    from plyground.web.tournaments.api import Tournaments


Result = TypeVar("Result")


@dataclass
class State:
    """The games, the limits and the token of a server."""

    desk: Desk
    token: str
    rates: Rates
    tournaments: Tournaments
    _open: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._messages = Buckets(self.rates.address_messages)
        self.keys = Buckets(self.rates.keys)  #: of invitations and seats that may be tried

    def has_token(self, connection: HTTPConnection) -> bool:
        """Whether a request shows the token; raises TokenNeeded if it shows a wrong one."""
        shown = connection.headers.get("authorization", "")
        given = shown.removeprefix("Bearer ").strip()
        if given and not hmac.compare_digest(given.encode(), self.token.encode()):
            raise TokenNeeded("This token is wrong. Enter the one that plyground serve printed.")
        return bool(given)

    @asynccontextmanager
    async def connected(self, websocket: WebSocket) -> AsyncIterator[Socket | None]:
        """Take a WebSocket; yields None, and closes it, if the visitor has too many."""
        visitor = websocket.state.visitor
        self._open[visitor] += 1
        try:
            await websocket.accept()
            if self._open[visitor] <= self.rates.sockets:
                shared = self._messages.of(websocket.state.asker.address)
                yield Socket(websocket, Bucket(self.rates.messages), shared)
            else:
                await websocket.close(TOO_MANY)
                yield None
        finally:
            self._open[visitor] -= 1
            if not self._open[visitor]:
                del self._open[visitor]


async def until_gone(request: Request, work: Coroutine[Any, Any, Result]) -> Result:
    """Return what some work gives; it is cancelled when the client goes away before."""

    async def gone() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    done, left = asyncio.ensure_future(work), asyncio.ensure_future(gone())
    try:
        await asyncio.wait({done, left}, return_when=asyncio.FIRST_COMPLETED)
        if not done.done():
            raise Gone("The client has gone.")
        return done.result()
    finally:
        for task in (done, left):
            task.cancel()
        await asyncio.gather(done, left, return_exceptions=True)


def asker_of(connection: HTTPConnection) -> Asker:
    """Return who asks."""
    return cast("Asker", connection.state.asker)


def state_of(connection: HTTPConnection) -> State:
    """Return the server's state."""
    return cast("State", connection.app.state.plyground)
