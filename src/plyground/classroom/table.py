"""The ladder's table: Bradley–Terry ratings, computed from all games each time.

So they cannot drift. They are anchored at a staff agent, which stays as it is. Versions that were
replaced are rated as well, as far as there is room: their games say how strong their opponents are.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from plyground.arena.rating.ratings import Ratings, rate
from plyground.arena.running.result import Points
from plyground.classroom.register import Register, Version
from plyground.classroom.settings import Settings

ANCHOR_ELO = 1500.0
_MOST_RATED = 80  # players; the work grows with the cube of their number
_REST = 5.0  # times as long as the last computation took, until the next one
_LEAST_REST = 0.5  # seconds


@dataclass(frozen=True)
class Ladder:
    """The ratings at a moment, and whose they are."""

    ratings: Ratings | None
    versions: tuple[Version, ...]  #: that play now, the best first
    games: int


def ladder(register: Register, settings: Settings, points: Points) -> Ladder:
    """Rate everybody who plays now."""
    playing = register.playing()
    staff = [one.name for one in settings.staff]
    labels = [one.label for one in playing]
    rated = set(staff) | set(labels) | set(_replaced(register, playing, len(staff)))
    games = {game: score for game, score in points.items() if {game.a, game.b} <= rated}
    met = {name for game in games for name in (game.a, game.b)}
    if not met & set(labels):
        return Ladder(None, tuple(playing), len(games))
    anchors = [name for name in (*staff[len(staff) // 2 :], *staff) if name in met]
    anchor = (anchors[0], ANCHOR_ELO) if anchors else None
    ratings = rate(games, anchor=anchor)

    def strength(one: Version) -> float:
        return ratings.of(one.label).elo.value if one.label in ratings.players else -1e9

    return Ladder(ratings, tuple(sorted(playing, key=strength, reverse=True)), len(games))


def _replaced(register: Register, playing: Sequence[Version], staff: int) -> list[str]:
    """Return the latest of the versions that were replaced."""
    room = max(_MOST_RATED - len(playing) - staff, 0)
    now = {one.id: one for one in playing}
    teams = {one.team for one in playing}
    others = [one for one in register.versions() if one.id not in now and one.team in teams]
    return [one.label for one in others[::-1][:room]]


class Rater(threading.Thread):
    """Computes the ladder again whenever games have been played, but not all the time."""

    def __init__(self, compute: Callable[[], Ladder]) -> None:
        super().__init__(name="rater", daemon=True)
        self._compute = compute
        self._changed = threading.Event()
        self._ended = threading.Event()
        self.latest = compute()

    def change(self) -> None:
        """Say that something has changed."""
        self._changed.set()

    def run(self) -> None:
        """Compute until told to end."""
        while not self._ended.is_set():
            self._changed.wait()
            self._changed.clear()
            began = time.monotonic()
            if not self._ended.is_set():
                self.latest = self._compute()
            self._ended.wait(max(_REST * (time.monotonic() - began), _LEAST_REST))

    def end(self) -> None:
        """End the thread."""
        self._ended.set()
        self._changed.set()
        self.join()
