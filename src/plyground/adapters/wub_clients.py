"""The clients of the Watch Your Back! server: their connections, and the seats they take."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address

from plyground.adapters import wub
from plyground.arena.running.result import Reason
from plyground.arena.sandbox.limits import Failure

LOST = "the connection was lost"
_KEEP_ALIVE = {"TCP_KEEPIDLE": 60, "TCP_KEEPINTVL": 15, "TCP_KEEPCNT": 4}  # where the system has it


class Reader(asyncio.StreamReader):
    """A reader that tells at once that the other end is in trouble, even while nobody reads."""

    def __init__(self) -> None:
        super().__init__(limit=wub.LONGEST_LINE)
        self.trouble = asyncio.Event()
        self.unread = 0  #: bytes

    def feed_data(self, data: bytes) -> None:  # type: ignore[override]  # as it is called
        """Take in what has come."""
        super().feed_data(data)
        self.unread += len(data)
        if self.is_flooded:
            self.trouble.set()

    @property
    def is_flooded(self) -> bool:
        """Whether more has come than anybody has asked for; then no more is read."""
        return self.unread > wub.LONGEST_LINE

    def feed_eof(self) -> None:
        """Take in that no more will come."""
        super().feed_eof()
        self.trouble.set()

    def set_exception(self, exc: Exception) -> None:
        """Take in that the connection was reset."""
        super().set_exception(exc)
        self.trouble.set()


class Client:
    """One client's connection."""

    def __init__(self, reader: Reader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self.name = ""
        self.address = _address(writer.get_extra_info("peername"))
        _keep_alive(writer.get_extra_info("socket"))

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
        self._reader.unread -= len(line)
        if not line.endswith(b"\n"):
            raise ConnectionResetError(LOST)
        return wub.Message.read(line, *expected)

    @property
    def trouble(self) -> Failure | None:
        """What is wrong with it, though nobody has asked it anything; None as a rule."""
        if self._reader.exception() is not None or self._reader.at_eof():
            return Failure(Reason.CRASH, LOST)
        if self._reader.is_flooded:
            note = f"sent more than {wub.LONGEST_LINE} bytes without being asked"
            return Failure(Reason.OUTPUT, note)
        return None

    async def wait_for_trouble(self) -> None:
        """Wait until there may be something wrong with it."""
        await self._reader.trouble.wait()

    async def close(self) -> None:
        """Hang up, when what was sent has gone out."""
        with suppress(OSError, TimeoutError):
            self._writer.close()
            async with asyncio.timeout(1):
                await self._writer.wait_closed()


def _keep_alive(connection: socket.socket) -> None:
    """Notice within minutes that a machine has vanished without a word."""
    with suppress(OSError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, value in _KEEP_ALIVE.items():
            if hasattr(socket, name):
                connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def _address(peer: tuple[str, int] | None) -> str:
    """Return what connections are counted by: an address, or the network of one household."""
    host = peer[0].partition("%")[0] if peer else ""
    with suppress(ValueError):
        address = ip_address(host)
        if isinstance(address, IPv6Address):
            mapped = address.ipv4_mapped
            return str(mapped) if mapped else address.exploded[:19]
    return host


@dataclass
class Seats:
    """How many clients there are, in all and from each address."""

    most_per_address: int
    taken: Counter[str] = field(default_factory=Counter)

    @contextmanager
    def seat(self, address: str, most: int) -> Iterator[None]:
        """Take one of ``most`` seats while the block runs; raises WubError if none is left."""
        if self.taken.total() >= most:
            raise wub.WubError("the server is full; try again later")
        if self.taken[address] >= self.most_per_address:
            raise wub.WubError(
                f"your address has {self.most_per_address} connections already; close one first"
            )
        self.taken[address] += 1
        try:
            yield
        finally:
            self.taken[address] -= 1
            if not self.taken[address]:
                del self.taken[address]
