"""Who comes in: a team or staff, by a key once, then by a cookie that holds no key.

The cookie is sealed together with the hash of the key: when staff replace a key, whoever came in
with the old one is out.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie

from starlette.requests import HTTPConnection
from starlette.responses import Response

from plyground.classroom.register import STAFF_KEY, Register, Team, hashed
from plyground.web.shared.mistakes import Refused

COOKIE = "plyground-class"
_STAFF = "staff"
_YEAR = 365 * 24 * 3600


@dataclass(frozen=True)
class Person:
    """Who asks: staff, a team, or anybody."""

    staff: bool = False
    team: Team | None = None


class Doors:
    """Knows keys and cookies."""

    def __init__(self, register: Register) -> None:
        self._register = register
        self._secret = register.secret()

    def person(self, connection: HTTPConnection) -> Person:
        """Return who asks, by the key in the request's head or by the cookie."""
        given = connection.headers.get("authorization", "")
        if given.startswith("Bearer "):
            return self._with_key(given.removeprefix("Bearer ").strip()) or Person()
        name, _, seal = _cookie(connection).rpartition(".")
        if name == _STAFF:
            is_ours = hmac.compare_digest(seal, self._seal(_STAFF, self._staff_hash()))
            return Person(staff=is_ours)
        if name.isascii() and name.isdigit() and len(name) < 12:
            found = next((one for one in self._register.teams() if one.id == int(name)), None)
            if found and hmac.compare_digest(seal, self._seal(name, found.key)):
                return Person(team=found)
        return Person()

    def enter(self, key: str, reply: Response, *, is_secure: bool) -> Person:
        """Exchange a key for a cookie; raises Refused for a wrong key."""
        person = self._with_key(key.strip())
        if person is None:
            raise Refused("key", "This link is not valid any more. Ask staff for a new one.")
        name = _STAFF if person.team is None else str(person.team.id)
        key_hash = self._staff_hash() if person.team is None else person.team.key
        reply.set_cookie(
            COOKIE, f"{name}.{self._seal(name, key_hash)}", max_age=_YEAR, path="/",
            httponly=True, samesite="strict", secure=is_secure,
        )  # fmt: skip
        return person

    def _with_key(self, key: str) -> Person | None:
        if not key.isascii():
            return None
        staff = self._staff_hash()
        if staff and hmac.compare_digest(hashed(key), staff):
            return Person(staff=True)
        team = self._register.team_with_key(key)
        return None if team is None else Person(team=team)

    def _staff_hash(self) -> str:
        return self._register.value(STAFF_KEY) or ""

    def _seal(self, name: str, key_hash: str) -> str:
        text = f"{name} {key_hash}".encode()
        return hmac.new(self._secret, text, hashlib.sha256).hexdigest()


def _cookie(connection: HTTPConnection) -> str:
    try:
        found = SimpleCookie(connection.headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found is not None and found.value.isascii() else ""
