"""The server around the application: connections, their time and number, and what is logged.

A connection costs nothing to open. So each address has only so many, a request must come as a whole
within some seconds, and an answer must be taken: else the connection is closed, and nobody else has
noticed anything.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import socket
from collections import Counter
from collections.abc import Callable
from typing import Any, ClassVar, cast

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from plyground import system
from plyground.errors import PlygroundError, shown
from plyground.web.app import Settings, create_app
from plyground.web.shared.security import Bucket, Doorkeeper, network
from plyground.web.shared.sockets import MOST_BYTES

REQUEST_SECONDS = 10.0  # until a request must be here, with its body
TAKING_SECONDS = 20.0  # until an answer must be taken
# Pages ask again every 5 seconds at the latest; a busy machine is nobody's fault.
IDLE_SECONDS = 15  # until a connection without a request is closed
BACKLOG = 512  # connections that wait to be accepted, and are then accepted at once
_FILES = 65_536  # open at once, where the system lets us
_OTHER_FILES = 256  # not connections: the store, players in processes
_LINES = (20, 1 / 60)  # of the log: at once, and then each second


def configured(settings: Settings, app: ASGIApp | None = None) -> uvicorn.Config:
    """Return how the application is served; makes room for connections, and limits the log."""
    trusted = [str(_parsed(proxy)) for proxy in settings.proxies]
    connections = Connections(raise_file_limit(), settings.rates.connections, trusted)
    config = uvicorn.Config(
        create_app(settings) if app is None else app,
        http=guarded(connections),
        log_level="warning", access_log=False, server_header=False, lifespan="on", backlog=BACKLOG,
        ws_max_size=MOST_BYTES, ws_per_message_deflate=False, timeout_graceful_shutdown=2,
        timeout_keep_alive=IDLE_SECONDS,
        # Without a proxy anybody could write any address into this header.
        proxy_headers=bool(trusted), forwarded_allow_ips=trusted,
    )  # fmt: skip
    for name in ("uvicorn", "uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        logger.filters = [one for one in logger.filters if not isinstance(one, FewLines)]
        logger.addFilter(FewLines())
    return config


class Server(uvicorn.Server):
    """Answers whoever waits for a search before it ends, instead of breaking off."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End everything in good order."""
        if isinstance(self.config.app, Doorkeeper):
            self.config.app.end_questions()
        await super().shutdown(sockets)


def _parsed(proxy: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    try:
        return ipaddress.ip_network(proxy, strict=False)
    except ValueError:
        raise PlygroundError(
            f"--proxy {shown(proxy)} is not valid; expected an address such as 127.0.0.1 or a "
            "network such as 10.0.0.0/8"
        ) from None


def raise_file_limit() -> int:
    """Let this process open as many files as it may; returns how many."""
    return system.raise_file_limit(_FILES)


class Connections:
    """Counts connections: of each address, and of all."""

    def __init__(self, files: int, of_one: int, proxies: list[str]) -> None:
        # Files are left for what is accepted before it can be refused, and for the rest.
        self.most = max(files - BACKLOG - _OTHER_FILES, files // 4)
        self.of_one = min(of_one, self.most // 2)
        self._proxies = [ipaddress.ip_network(proxy) for proxy in proxies]
        self._open: Counter[str] = Counter()

    def enter(self, address: str) -> Callable[[], None] | None:
        """Count a connection; returns what counts it off, None if there are too many."""
        key = network(address)
        is_full = self._open.total() >= self.most
        if is_full or (self._open[key] >= self.of_one and not self._is_proxy(address)):
            return None
        self._open[key] += 1

        def leave() -> None:
            self._open[key] -= 1
            if not self._open[key]:
                del self._open[key]

        return leave

    def _is_proxy(self, address: str) -> bool:
        """Whether many people come from an address, and their own ones are known."""
        with contextlib.suppress(ValueError):
            number = ipaddress.ip_address(address)
            return any(number in proxies for proxies in self._proxies)
        return False


class Deadline:
    """Breaks off a connection some seconds after it was started, unless it is cleared before."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None

    def start(self, transport: asyncio.Transport) -> None:
        """Let the time run, if it does not run already."""
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._seconds, transport.abort)

    def clear(self) -> None:
        """Let the time stand."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Guarded(H11Protocol):
    """A connection that must not be slow; once it is a WebSocket, pings watch over it."""

    counted: ClassVar[Connections]
    _leave: Callable[[], None] | None = None

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._request, self._answer = Deadline(REQUEST_SECONDS), Deadline(TAKING_SECONDS)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or break it off; let the time of its first request run."""
        super().connection_made(transport)
        self._leave = self.counted.enter(self.client[0] if self.client else "")
        if self._leave is None:
            transport.abort()
        else:
            self._request.start(transport)

    def data_received(self, data: bytes) -> None:
        """Take what came in; the time runs until a request is whole."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.transport.get_protocol() is not self:
            return  # it is a WebSocket now, which may be silent for as long as it likes
        is_whole = self.conn.their_state not in (h11.IDLE, h11.SEND_BODY)
        if is_whole or self.timeout_keep_alive_task is not None:
            self._request.clear()
        else:
            self._request.start(self.transport)

    def pause_writing(self) -> None:
        """Let the time run in which an answer must be taken."""
        super().pause_writing()
        self._answer.start(self.transport)

    def resume_writing(self) -> None:
        """Let that time stand."""
        self._answer.clear()
        super().resume_writing()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Go on as a WebSocket, which is counted like any connection."""
        self._request.clear()
        super().handle_websocket_upgrade(event)
        upgraded, leave = cast(Any, self.transport.get_protocol()), self._leave
        lost, self._leave = upgraded.connection_lost, None

        def connection_lost(error: Exception | None) -> None:
            if leave is not None:
                leave()
            lost(error)

        upgraded.connection_lost = connection_lost

    def connection_lost(self, error: Exception | None) -> None:
        """Count the connection off."""
        self._request.clear()
        self._answer.clear()
        if self._leave is not None:
            self._leave()
            self._leave = None
        super().connection_lost(error)


def guarded(connections: Connections) -> type[Guarded]:
    """Return the protocol of one server's connections."""

    class Counted(Guarded):
        counted = connections

    return Counted


class FewLines(logging.Filter):
    """Lets through some messages, and then few: what strangers do must not fill the disk."""

    def __init__(self) -> None:
        super().__init__()
        self._bucket = Bucket(_LINES)
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write a message; says how many were not written before it."""
        if not self._bucket.take():
            self._left_out += 1
            return False
        if self._left_out:
            record.msg = f"{record.getMessage()} ({self._left_out} messages left out before)"
            record.args = ()
            self._left_out = 0
        return True
