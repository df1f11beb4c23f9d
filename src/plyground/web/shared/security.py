"""Who asks, from where, and how much: checked before anything else is looked at.

The server may hold a class's games on a laptop in a shared network. So pages of other sites must
not use it through a visitor's browser (Host and Origin are checked, the cookie is strict, and only
pages that can do nothing are framed), no visitor and no address can crowd out another, and nothing
but our own files is ever run by a page.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import ipaddress
import secrets
import socket
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from plyground.web.shared.replies import error_reply

COOKIE = "plyground"
MOST_BYTES = 64 * 1024  # of a request
_YEAR = 365 * 24 * 3600
_MOST_BUCKETS = 10_000
_LONGEST_WAIT = 3.0  # seconds that a request is held back, or a refusal

_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; connect-src 'self'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
# A picture that somebody opens by itself may show itself, and do nothing else.
_PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
# Pages that other sites may show in a frame. They only look: no cookie, no form, nothing to send.
EMBEDDED = ("/embed/board", "/embed/replay", "/embed/puzzle")
_EMBED_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"
)
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


@dataclass(frozen=True)
class Rates:
    """How many requests are taken: at once, and then each second."""

    requests: tuple[int, float] = (150, 40.0)  #: of one visitor
    messages: tuple[int, float] = (60, 20.0)  #: on one WebSocket
    newcomers: tuple[int, float] = (300, 2.0)  #: cookies given to one address
    addresses: tuple[int, float] = (1000, 200.0)  #: requests of one address; more are held back
    address_messages: tuple[int, float] = (1000, 300.0)  #: on all WebSockets of one address
    keys: tuple[int, float] = (60, 0.5)  #: of invitations and seats that one address tries
    sockets: int = 40  #: open at once by one visitor
    connections: int = 600  #: open at once by one address, and as many as half of all


@dataclass(frozen=True)
class Asker:
    """Who asks: a visitor, and from where. Cookies are cheap, so that addresses share, too."""

    visitor: str
    address: str = ""


def network(address: str) -> str:
    """Return what stands for everybody behind an address: one household has 2⁶⁴ of IPv6.

    >>> network("::ffff:10.0.0.1"), network("2001:db8::5:1"), network("10.0.0.1")
    ('10.0.0.1', '2001:db8::/64', '10.0.0.1')
    """
    try:
        number = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(number, ipaddress.IPv4Address):
        return str(number)
    if number.ipv4_mapped is not None:
        return str(number.ipv4_mapped)
    return str(ipaddress.ip_network((number, 64), strict=False))


class Bucket:
    """Lets through so many at once, and then so many each second.

    >>> bucket = Bucket((2, 0.001))
    >>> bucket.take(), bucket.take(), bucket.take()
    (True, True, False)
    """

    def __init__(self, rate: tuple[int, float]) -> None:
        self._most, self._refill = rate
        self._level, self._at = float(self._most), time.monotonic()

    def take(self) -> bool:
        """Take one, if there is one."""
        return self.wait(0.0) is not None

    def wait(self, most_seconds: float) -> float | None:
        """Take one, and return after how many seconds it is there; None if that is too long."""
        now = time.monotonic()
        self._level = min(self._level + (now - self._at) * self._refill, float(self._most))
        self._at = now
        missing = max(1 - self._level, 0.0)
        if missing > most_seconds * self._refill:
            return None
        self._level -= 1
        return missing / self._refill if missing else 0.0


class Buckets:
    """A bucket for each visitor or address; of very many the oldest are forgotten."""

    def __init__(self, rate: tuple[int, float]) -> None:
        self._rate = rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, key: str) -> Bucket:
        """Return a key's bucket."""
        bucket = self._buckets.pop(key, None) or Bucket(self._rate)
        self._buckets[key] = bucket
        if len(self._buckets) > _MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return bucket

    def take(self, key: str) -> bool:
        """Take one of a key's."""
        return self.of(key).take()


_Refusal = tuple[int, str, str]  # status, message, code
_TOO_FAST: _Refusal = (429, "Too many requests. Wait a second.", "too_fast")


def _is_number(text: str) -> bool:
    """Whether a text is a number in plain digits: to Python, ² is a digit as well."""
    return text.isascii() and text.isdigit()


class Visitors:
    """Knows visitors by a cookie that only this server can have made."""

    def __init__(self, secret: bytes, rates: Rates) -> None:
        self._secret = secret
        self._newcomers = Buckets(rates.newcomers)

    def identify(self, headers: Mapping[str, str], address: str) -> tuple[str, str | None]:
        """Return who asks, and the cookie to set where there is none.

        Whoever takes no cookies, or takes very many, is known by the address.
        """
        value = _cookie(headers.get("cookie", ""))
        name, _, seal = value.partition(".")
        if name and hmac.compare_digest(self._seal(name), seal):
            return name, None
        if not self._newcomers.take(address):
            return f"address {address}", None
        name = secrets.token_urlsafe(16)
        return name, f"{name}.{self._seal(name)}"

    def of_socket(self, headers: Mapping[str, str], address: str) -> str:
        """Return who opens a WebSocket, which can set no cookie."""
        name, cookie = self.identify(headers, address)
        return f"address {address}" if cookie is not None else name

    def _seal(self, name: str) -> str:
        return hmac.new(self._secret, name.encode(), hashlib.sha256).hexdigest()[:32]


def _cookie(header: str) -> str:
    try:
        found = SimpleCookie(header).get(COOKIE)
    except CookieError:
        return ""
    value = "" if found is None else found.value
    return value if value.isascii() else ""


class Doorkeeper:
    """The outermost part of the app: hosts, origins, sizes, rates, cookies and headers."""

    def __init__(
        self,
        app: ASGIApp,
        visitors: Visitors,
        hosts: Iterable[str],
        rates: Rates,
        larger: Mapping[str, int] | None = None,
    ) -> None:
        self._app, self._visitors = app, visitors
        self._larger = larger or {}  # paths that take larger requests, and how large
        #: Let whoever waits for a search be answered now: the server is about to end.
        self.end_questions: Callable[[], None] = lambda: None
        self._hosts = {"localhost", socket.gethostname().lower(), *(h.lower() for h in hosts)}
        self._requests = Buckets(rates.requests)
        self._addresses = Buckets(rates.addresses)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it here."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        address = network(scope["client"][0]) if scope.get("client") else "unknown"
        refusal = self._refusal(scope, headers) or await self._held_back(address)
        if scope["type"] == "websocket":
            if refusal is not None:
                await send({"type": "websocket.close", "code": 4403, "reason": refusal[1]})
                return
            visitor = self._visitors.of_socket(headers, address)
            scope["state"] |= {"visitor": visitor, "asker": Asker(visitor, address)}
            await self._app(scope, receive, send)
            return
        visitor, cookie = self._visitors.identify(headers, address)
        scope["state"] |= {"visitor": visitor, "asker": Asker(visitor, address)}
        is_api = scope["path"].startswith("/api/")
        # A link on another site brings no strict cookie along: the one that is there must stay.
        if not is_api or headers.get("sec-fetch-site") == "cross-site":
            cookie = None
        if refusal is None and is_api and not self._requests.take(visitor):
            refusal = _TOO_FAST
        outgoing = _dressed(send, scope["path"], cookie)
        if refusal is not None:
            status, message, code = refusal
            await error_reply(status, code, message)(scope, receive, outgoing)
            return
        await self._app(scope, receive, outgoing)

    async def _held_back(self, address: str) -> _Refusal | None:
        """Slow down an address that asks too fast; refuse it if it asks very much too fast.

        A whole class may open a page at once: that takes a moment longer, and nothing is missing.
        """
        seconds = self._addresses.of(address).wait(_LONGEST_WAIT)
        if seconds is None:
            await asyncio.sleep(_LONGEST_WAIT)
            return _TOO_FAST
        if seconds > 0:
            await asyncio.sleep(seconds)
        return None

    def _refusal(self, scope: Scope, headers: Headers) -> _Refusal | None:
        host = headers.get("host", "")
        if not self._is_ours(host):
            return 403, "Unknown host name. Use the address that the server printed.", "host"
        origin = headers.get("origin")
        is_safe = scope["type"] == "http" and scope["method"] in ("GET", "HEAD", "OPTIONS")
        if origin is not None and not is_safe and origin.partition("://")[2] != host:
            return 403, "Pages of other sites cannot use this server.", "origin"
        if headers.get("sec-fetch-site") == "cross-site" and not is_safe:
            return 403, "Pages of other sites cannot use this server.", "origin"
        length = headers.get("content-length", "0")
        most = self._larger.get(scope["path"], MOST_BYTES)
        if not _is_number(length) or int(length[:12]) > most:
            return 413, f"The request is too large. The limit is {most} bytes.", "too_large"
        if scope["type"] == "http" and "transfer-encoding" in headers:
            return 413, "The request has no Content-Length.", "too_large"
        return None

    def _is_ours(self, host: str) -> bool:
        """Whether a Host is a name of ours; a number cannot have been made to point here."""
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
        name = name.lower()
        if name in self._hosts:
            return True
        try:
            ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
        except ValueError:
            return False
        return True


def _dressed(send: Send, path: str, cookie: str | None) -> Send:
    """Add the headers that every response has."""

    async def dressed(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers[name] = value
            is_picture = headers.get("content-type", "").startswith("image/svg")
            headers["Content-Security-Policy"] = _PICTURE_POLICY if is_picture else _POLICY
            if path in EMBEDDED:
                headers["Content-Security-Policy"] = _EMBED_POLICY
                headers["Cross-Origin-Resource-Policy"] = "cross-origin"
                del headers["X-Frame-Options"]
            headers.setdefault(
                "Cache-Control", "no-store" if path.startswith("/api/") else "no-cache"
            )
            if cookie is not None:
                settings = f"Path=/; Max-Age={_YEAR}; HttpOnly; SameSite=Strict"
                headers.append("Set-Cookie", f"{COOKIE}={cookie}; {settings}")
        await send(message)

    return dressed
