"""When something is due: once at a moment, or again and again.

| text | due |
|---|---|
| ``2026-12-01 18:00`` | once |
| ``every night 02:00``, ``every day 18:30`` | every day |
| ``every monday 09:00`` | every week |

Times are those of the clock on the server's wall.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from plyground.errors import PlygroundError, shown

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_REPEATED = re.compile(r"every (\w+) (\d{1,2}):(\d{2})")


@dataclass(frozen=True)
class Moment:
    """One moment, or a time of the day that comes again.

    >>> night = Moment.parse("every night 02:00")
    >>> night.last(datetime(2026, 12, 1, 1, 59)), night.last(datetime(2026, 12, 1, 2, 0))
    (datetime.datetime(2026, 11, 30, 2, 0), datetime.datetime(2026, 12, 1, 2, 0))
    """

    text: str
    once: datetime | None = None
    at: time = time()
    weekday: int | None = None

    @classmethod
    def parse(cls, text: str) -> Moment:
        """Read a moment; raises PlygroundError with what was expected."""
        plain = " ".join(text.lower().split())
        try:
            if found := _REPEATED.fullmatch(plain):
                at = time(int(found[2]), int(found[3]))
                if found[1] in ("day", "night"):
                    return cls(text, at=at)
                if found[1] in _DAYS:
                    return cls(text, at=at, weekday=_DAYS.index(found[1]))
            else:
                once = datetime.fromisoformat(plain)
                return cls(text, once.astimezone().replace(tzinfo=None) if once.tzinfo else once)
        except ValueError:
            pass
        raise PlygroundError(
            f"{shown(text)} is not a time; expected e.g. '2026-12-01 18:00', 'every night 02:00' "
            "or 'every monday 09:00'"
        )

    def last(self, now: datetime) -> datetime | None:
        """Return when it was due last, None if it never was."""
        if self.once is not None:
            return self.once if self.once <= now else None
        found = datetime.combine(now.date(), self.at)
        if found > now:
            found -= timedelta(days=1)
        while self.weekday is not None and found.weekday() != self.weekday:
            found -= timedelta(days=1)
        return found

    def next(self, now: datetime) -> datetime | None:
        """Return when it is due next, None if it will not be again."""
        if self.once is not None:
            return self.once if self.once > now else None
        found = datetime.combine(now.date(), self.at)
        if found <= now:
            found += timedelta(days=1)
        while self.weekday is not None and found.weekday() != self.weekday:
            found += timedelta(days=1)
        return found
