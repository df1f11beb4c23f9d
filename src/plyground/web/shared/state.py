"""What a running server has at hand for every request."""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from starlette.requests import HTTPConnection

from plyground.web.games.desk import Desk
from plyground.web.shared.security import Rates

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

    def has_token(self, authorization: str | None) -> bool:
        """Whether a request shows the token."""
        given = (authorization or "").removeprefix("Bearer ").strip()
        return bool(given) and hmac.compare_digest(given.encode(), self.token.encode())

    @contextmanager
    def seat(self, visitor: str) -> Iterator[bool]:
        """Count a visitor's WebSockets; yields whether one more is welcome."""
        self._open[visitor] += 1
        try:
            yield self._open[visitor] <= self.rates.sockets
        finally:
            self._open[visitor] -= 1
            if not self._open[visitor]:
                del self._open[visitor]


def state_of(connection: HTTPConnection) -> State:
    """Return the server's state."""
    return cast("State", connection.app.state.plyground)
