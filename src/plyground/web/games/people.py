"""Who may play which side: whoever began a game, or two people who each have a seat at it.

A game between two people on two devices has a seat for each, with a name. Whoever sits there is
known by the browser's cookie. The seat's own key brings another browser there, and the invitation
brings the second person: once.
"""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from plyground._core import Side
from plyground.errors import PlygroundError
from plyground.web.shared.views import SIDES

LONGEST_NAME = 24
CODE_LENGTH = 9  # of 31 letters: 44 bits
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that are taken for another
_KEY_BYTES = 24


@dataclass(frozen=True)
class Seat:
    """A person's seat: the name that others read, and the key that leads back there."""

    name: str
    key: str

    @classmethod
    def of(cls, name: str) -> Seat:
        """Make a seat with a new key."""
        return cls(checked_name(name), secrets.token_urlsafe(_KEY_BYTES))


@dataclass(frozen=True)
class Invitation:
    """Leads one person to a free seat: by a link with the secret, or by the code."""

    secret: str
    code: str
    side: Side  #: of the free seat
    is_open: bool = True

    @classmethod
    def to(cls, side: Side) -> Invitation:
        """Make an invitation that nobody guesses."""
        return cls(secrets.token_urlsafe(_KEY_BYTES), random_text(CODE_LENGTH), side)


@dataclass(frozen=True)
class People:
    """The people of a game on two devices."""

    seats: Mapping[Side, Seat] = field(default_factory=dict)
    sitters: Mapping[str, Side] = field(default_factory=dict)  #: by visitor
    invitation: Invitation | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether a seat is free."""
        return self.invitation is not None and self.invitation.is_open

    def swapped(self) -> People:
        """Return the same people, each on the other side."""
        seats = {side.other: Seat.of(seat.name) for side, seat in self.seats.items()}
        return People(seats, {visitor: side.other for visitor, side in self.sitters.items()})

    def joined(self, visitor: str, seat: Seat) -> People:
        """Return the people with the invited one."""
        assert self.invitation is not None
        side = self.invitation.side
        return People(
            {**self.seats, side: seat},
            {**self.sitters, visitor: side},
            replace(self.invitation, is_open=False),
        )


@dataclass(frozen=True)
class Seating:
    """Which sides a visitor plays: their own one, or all of a game that they began."""

    owner: str
    humans: tuple[Side, ...]
    people: People | None = None

    def sides_of(self, visitor: str) -> tuple[Side, ...]:
        """Return the sides that a visitor plays."""
        if self.people is None:
            return self.humans if visitor == self.owner else ()
        side = self.people.sitters.get(visitor)
        return () if side is None else (side,)

    @property
    def is_waiting(self) -> bool:
        """Whether somebody was invited who has not come yet."""
        return self.people is not None and self.people.is_waiting

    def name(self, side: Side) -> str | None:
        """Return the name of the person on a side, if it is one with a seat."""
        seat = None if self.people is None else self.people.seats.get(side)
        return None if seat is None else seat.name

    def present(self, visitors: Iterable[str], side: Side) -> bool | None:
        """Whether the person on a side is among these; None where nobody has a seat."""
        if self.people is None:
            return None
        return any(self.people.sitters.get(visitor) == side for visitor in visitors)


def checked_name(text: str) -> str:
    """Return a name that others can read; raises PlygroundError for any other.

    >>> checked_name("  Ann   Lee "), checked_name("José")
    ('Ann Lee', 'José')
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    is_readable = name.isprintable() and any(letter.isalnum() for letter in name)
    if not 1 <= len(name) <= LONGEST_NAME or not is_readable:
        raise PlygroundError(
            f"Enter a name of 1 to {LONGEST_NAME} characters, with at least one letter or digit."
        )
    return name


def random_text(length: int) -> str:
    """Draw a text that nobody guesses, and that can be read out."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def read_key(text: str) -> str:
    """Return a secret or code as it is kept: codes may be typed in groups and in capitals.

    >>> read_key(" ABC-def ghj "), read_key("Xy_Z-" * 6)
    ('abcdefghj', 'Xy_Z-Xy_Z-Xy_Z-Xy_Z-Xy_Z-Xy_Z-')
    """
    code = "".join(text.split()).replace("-", "").lower()
    return code if len(code) <= CODE_LENGTH else text.strip()


def shown_code(code: str) -> str:
    """Return a code in groups of three.

    >>> shown_code("abcdefghj")
    'abc-def-ghj'
    """
    return "-".join(code[at : at + 3] for at in range(0, len(code), 3))


def word_of(side: Side) -> str:
    """Return what messages call a side."""
    return SIDES[side]
