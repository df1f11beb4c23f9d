"""What a running server has at hand for every request."""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket

from plyground.web.games.desk import Desk
from plyground.web.shared.security import Rates
from plyground.web.shared.sockets import TOO_MANY, Socket

if TYPE_CHECKING:
    from plyground.web.tournaments.api import Tournaments


@dataclass
class State:
    """The games, the limits and the token of a server."""

    desk: Desk
    token: str
    rates: Rates
    tournaments: Tournaments
    _open: Counter[str] = field(default_factory=Counter)

    def has_token(self, connection: HTTPConnection) -> bool:
        """Whether a request shows the token."""
        shown = connection.headers.get("authorization", "")
        given = shown.removeprefix("Bearer ").strip()
        return bool(given) and hmac.compare_digest(given.encode(), self.token.encode())

    @asynccontextmanager
    async def connected(self, websocket: WebSocket) -> AsyncIterator[Socket | None]:
        """Take a WebSocket; yields None, and closes it, if the visitor has too many."""
        visitor = websocket.state.visitor
        self._open[visitor] += 1
        try:
            await websocket.accept()
            if self._open[visitor] <= self.rates.sockets:
                yield Socket(websocket, self.rates.messages)
            else:
                await websocket.close(TOO_MANY)
                yield None
        finally:
            self._open[visitor] -= 1
            if not self._open[visitor]:
                del self._open[visitor]


def state_of(connection: HTTPConnection) -> State:
    """Return the server's state."""
    return cast("State", connection.app.state.plyground)
