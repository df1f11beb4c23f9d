"""Lines over TCP or over a WebSocket."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit

from plyground.adapters.kgp.wire import LONGEST
from plyground.errors import PlygroundError, shown

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

PORT, PATH = 2671, "/socket"
_EXAMPLE = "expected e.g. kgp://host:2671 or wss://host/socket"
_CHUNK = 1 << 16
_CONNECT_SECONDS = 10.0
_CLOSE_SECONDS = 1.0


class Connection(Protocol):
    """A way to exchange lines with a server."""

    def lines(self) -> AsyncIterator[str]:
        """Yield lines until the other side has closed."""
        ...

    async def send(self, line: str) -> None:
        """Send one line; raises ConnectionError if the other side has closed."""
        ...

    async def close(self) -> None:
        """Close, within about a second."""
        ...


@dataclass(frozen=True)
class Address:
    """Where a server is.

    >>> Address.parse("kalah.example.org")
    Address(scheme='kgp', host='kalah.example.org', port=2671, path='')
    """

    scheme: str  #: ``kgp`` for TCP, ``ws`` or ``wss`` for a WebSocket
    host: str
    port: int
    path: str

    @classmethod
    def parse(cls, url: str) -> Address:
        """Read an address; raises PlygroundError with what was expected."""
        text = url if "://" in url else f"kgp://{url}"
        try:
            parts = urlsplit(text)
            host, port = parts.hostname, parts.port
        except ValueError as error:
            raise PlygroundError(f"{shown(url)} is not an address: {error}; {_EXAMPLE}") from None
        scheme = {"tcp": "kgp"}.get(parts.scheme, parts.scheme)
        ports = {"kgp": PORT, "ws": 80, "wss": 443}
        if scheme not in ports or not host or not host.isprintable() or " " in host:
            raise PlygroundError(f"{shown(url)} is not an address; {_EXAMPLE}")
        path = "" if scheme == "kgp" else (parts.path.rstrip("/") or PATH)
        return cls(scheme, host, port or ports[scheme], path)

    @property
    def is_private(self) -> bool:
        """Whether nobody on the way can read what is sent."""
        return self.scheme == "wss" or self.host in ("localhost", "127.0.0.1", "::1")

    @property
    def text(self) -> str:
        """The address as a URL."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}{self.path}"


async def connect(address: Address) -> Connection:
    """Connect to a server; raises PlygroundError with the reason if that fails."""
    opened = _open_tcp if address.scheme == "kgp" else _open_websocket
    try:
        async with asyncio.timeout(_CONNECT_SECONDS):
            return await opened(address)
    except TimeoutError:
        why = f"no answer within {_CONNECT_SECONDS:g} seconds"
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or str(error) or type(error).__name__
    raise PlygroundError(f"cannot connect to {address.text}: {why}; is the server running there?")


class LineCutter:
    """Cuts bytes into lines; of a line that is too long only the beginning is kept.

    >>> cutter = LineCutter()
    >>> list(cutter.feed(b"ping")), list(cutter.feed(bytes([13, 10]) + b"go"))
    ([], ['ping'])
    """

    def __init__(self) -> None:
        self._begun = bytearray()

    def feed(self, chunk: bytes) -> Iterator[str]:
        """Yield the lines that are complete now."""
        *ended, last = chunk.split(b"\n")
        for line in ended:
            self._take(line)
            yield self._begun.decode("utf-8", "replace").rstrip("\r")
            self._begun.clear()
        self._take(last)

    def _take(self, part: bytes) -> None:
        self._begun += part[: LONGEST + 1 - len(self._begun)]


class _Tcp:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def lines(self) -> AsyncIterator[str]:
        cutter = LineCutter()
        with suppress(ConnectionError):
            while chunk := await self._reader.read(_CHUNK):
                for line in cutter.feed(chunk):
                    yield line

    async def send(self, line: str) -> None:
        self._writer.write(f"{line}\r\n".encode())
        await self._writer.drain()

    async def close(self) -> None:
        self._writer.close()
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(_CLOSE_SECONDS):
                await self._writer.wait_closed()


async def _open_tcp(address: Address) -> Connection:
    reader, writer = await asyncio.open_connection(address.host, address.port)
    # A server that has vanished without a word is noticed some day.
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    return _Tcp(reader, writer)


class _WebSocket:
    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    async def lines(self) -> AsyncIterator[str]:
        from websockets.exceptions import ConnectionClosed

        with suppress(ConnectionClosed):
            while True:
                message = await self._connection.recv(decode=False)
                # The end of a message is the end of a line, too, whether or not it says so.
                for line in LineCutter().feed(message + b"\n"):
                    yield line

    async def send(self, line: str) -> None:
        from websockets.exceptions import ConnectionClosed

        try:
            await self._connection.send(f"{line}\r\n")
        except ConnectionClosed as error:
            raise ConnectionError(str(error)) from None

    async def close(self) -> None:
        await self._connection.close()


async def _open_websocket(address: Address) -> Connection:
    from websockets.asyncio.client import connect as open_websocket
    from websockets.exceptions import InvalidHandshake, InvalidURI

    try:
        connection = await open_websocket(
            address.text, max_size=1 << 20, close_timeout=_CLOSE_SECONDS, compression=None
        )
    except (InvalidHandshake, InvalidURI) as error:
        raise OSError(f"not a WebSocket server ({error})") from None
    return _WebSocket(connection)
