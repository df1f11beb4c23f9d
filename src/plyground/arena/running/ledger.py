"""The points of a run, a byte for each game: what is read all the time while it is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, overload

from plyground.arena.rating.statistics import Score
from plyground.arena.running.result import Pairing

_UNPLAYED = 255


class Ledger(Mapping[Pairing, float]):
    """What player a got in each game that is over, with every two players' score kept up to date.

    >>> ledger = Ledger()
    >>> game = Pairing("greedy", "random")
    >>> ledger.enter(game, 1.0)
    >>> ledger.enter(game.partner, 0.5)
    >>> dict(ledger) == {game: 1.0, game.partner: 0.5}
    True
    >>> ledger.score("random", "greedy").pentanomial
    (0, 1, 0, 0, 0)
    """

    def __init__(self, points: Mapping[Pairing, float] | None = None) -> None:
        self._rows: dict[tuple[int, str, str], bytearray] = {}  # two bytes for each opening
        self._counts: dict[tuple[str, str], tuple[list[int], list[int]]] = {}
        self._size = 0
        for pairing, gained in (points or {}).items():
            self.enter(pairing, gained)

    def enter(self, pairing: Pairing, gained: float) -> None:
        """Add a game; one that is there already stays as it is."""
        if pairing in self:
            return
        row = self._rows.setdefault((pairing.round, pairing.a, pairing.b), bytearray())
        place = 2 * pairing.opening + pairing.swapped
        if place >= len(row):
            row.extend([_UNPLAYED] * (2 * pairing.opening + 2 - len(row)))
        row[place] = round(2 * gained)
        self._size += 1
        single, pairs = self._counts.setdefault((pairing.a, pairing.b), ([0] * 3, [0] * 5))
        single[row[place]] += 1
        if row[place ^ 1] != _UNPLAYED:
            pairs[row[place] + row[place ^ 1]] += 1

    def score(self, player: str, opponent: str | None = None) -> Score:
        """Return a player's score against another one, or against all."""
        total = Score(0, 0, 0)
        for (a, b), (single, pairs) in self._counts.items():
            if player == a and opponent in (None, b):
                total += Score(single[2], single[1], single[0], _five(pairs))
            elif player == b and opponent in (None, a):
                total += Score(single[0], single[1], single[2], _five(pairs[::-1]))
        return total

    def pair(self, pairing: Pairing) -> int | None:
        """Return the half points that a got in both games of a pair, None while they are open."""
        row = self._rows.get((pairing.round, pairing.a, pairing.b), b"")
        scores = row[2 * pairing.opening : 2 * pairing.opening + 2]
        return None if len(scores) < 2 or _UNPLAYED in scores else sum(scores)

    def __getitem__(self, pairing: Pairing) -> float:
        gained = self.get(pairing)
        if gained is None:
            raise KeyError(pairing)
        return gained

    @overload
    def get(self, key: Pairing, /) -> float | None: ...
    @overload
    def get(self, key: Pairing, /, default: Any) -> Any: ...
    def get(self, key: Pairing, /, default: Any = None) -> Any:
        """Return what a got in a game, ``default`` if it has not been played."""
        row = self._rows.get((key.round, key.a, key.b), b"")
        place = 2 * key.opening + key.swapped
        half_points = row[place] if place < len(row) else _UNPLAYED
        return default if half_points == _UNPLAYED else half_points / 2

    def __contains__(self, pairing: object) -> bool:
        return isinstance(pairing, Pairing) and self.get(pairing) is not None

    def __iter__(self) -> Iterator[Pairing]:
        for (number, a, b), row in self._rows.items():
            for place, half_points in enumerate(row):
                if half_points != _UNPLAYED:
                    yield Pairing(a, b, place // 2, bool(place % 2), number)

    def __len__(self) -> int:
        return self._size


def _five(counts: list[int]) -> tuple[int, int, int, int, int]:
    lost, behind, level, ahead, won = counts
    return lost, behind, level, ahead, won
