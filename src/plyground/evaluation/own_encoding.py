"""Games in Python as numbers, for networks.

A game may say itself how: ``encoding``, a list of numbers that is always as long, from the view of
the side to move. Otherwise the fields of its dataclass are taken apart into single values, which
become numbers by what was seen of them in random games: a number for each value if there are few,
else the bits of a whole number. ``all_moves``, if there is one, lists all moves of the game;
otherwise they are those of the same random games.
"""

from __future__ import annotations

import dataclasses
import random
import struct
from collections.abc import Iterator, Mapping
from typing import Any

from plyground.errors import PlygroundError
from plyground.games.position import Position

_GAMES, _POSITIONS = 1_000, 20_000  # of random play that a game is known by
_FEW = 16  # values that get a number each


@dataclasses.dataclass(frozen=True)
class Slot:
    """One value of a position: a number for each of its values, or the bits of a whole number."""

    values: tuple[str, ...] = ()
    bits: int = 0

    @property
    def size(self) -> int:
        """How many numbers it becomes."""
        return len(self.values) or self.bits

    def fill(self, value: object, numbers: list[float], at: int) -> None:
        """Set the numbers of a value; one that was never seen leaves them at 0."""
        if self.values:
            text = str(value)
            if text in self.values:
                numbers[at + self.values.index(text)] = 1.0
        elif isinstance(value, int):
            for bit in range(self.bits):
                numbers[at + bit] = float(value >> bit & 1)

    @classmethod
    def of(cls, seen: set[object]) -> Slot:
        """Choose the numbers for a value by what was seen of it.

        >>> Slot.of({0, 1, 2}).size, Slot.of(set(range(100))).size
        (3, 7)
        """
        whole = [value for value in seen if isinstance(value, int)]
        if len(seen) > _FEW and len(whole) == len(seen) and min(whole) >= 0:
            return cls(bits=max(whole).bit_length())
        return cls(tuple(sorted(map(str, seen))))


class OwnEncoding:
    """How a game in Python becomes numbers: by its own ``encoding``, or by its fields."""

    def __init__(self, size: int, slots: Mapping[str, list[Slot]], moves: tuple[str, ...]) -> None:
        self.size = size
        self.num_actions = len(moves)
        self.moves = moves  #: the texts of all, by their actions
        self._action = {move: action for action, move in enumerate(moves)}
        self._slots = slots  # by field; none if the game has an encoding of its own
        self._places: dict[str, list[tuple[Slot, int]]] = {}
        at = 0
        for field, ones in slots.items():
            self._places[field] = []
            for slot in ones:
                self._places[field].append((slot, at))
                at += slot.size

    def __call__(self, position: Position) -> tuple[list[float], list[int]]:
        """Return what the core asks for: numbers, and an action for each legal move."""
        return self._list(position), self.actions(position)

    def numbers(self, position: Position) -> bytes:
        """Return a position as numbers of 32 bits each."""
        return struct.pack(f"<{self.size}f", *self._list(position))

    def _list(self, position: Position) -> list[float]:
        if not self._slots:
            own = [float(number) for number in position.encoding]  # type: ignore[attr-defined]
            if len(own) != self.size:
                raise PlygroundError(
                    f"{position.game}: encoding has {len(own)} numbers here, not {self.size}"
                )
            return own
        numbers = [0.0] * self.size
        for field, places in self._places.items():
            for (slot, at), value in zip(places, _leaves(getattr(position, field)), strict=False):
                slot.fill(value, numbers, at)
        return numbers

    def actions(self, position: Position) -> list[int]:
        """Return the action of each legal move; -1 for one that is not known."""
        return [self._action.get(str(move), -1) for move in position.legal_moves]

    def header(self) -> dict[str, Any]:
        """Return all of it, as plain values."""
        slots = {
            field: [list(slot.values) or slot.bits for slot in ones]
            for field, ones in self._slots.items()
        }
        return {"size": self.size, "slots": slots, "moves": list(self.moves)}

    @classmethod
    def from_header(cls, header: Mapping[str, Any]) -> OwnEncoding:
        """Read it again."""
        slots = {
            str(field): [
                Slot(bits=one) if isinstance(one, int) else Slot(tuple(map(str, one)))
                for one in ones
            ]
            for field, ones in header["slots"].items()
        }
        return cls(int(header["size"]), slots, tuple(map(str, header["moves"])))

    @classmethod
    def found(cls, start: Position) -> OwnEncoding:
        """Find out how a game becomes numbers; raises PlygroundError if it does not say enough."""
        given = getattr(start, "encoding", None)
        if given is None and not dataclasses.is_dataclass(start):
            raise PlygroundError(
                f"{start.game} has no numbers to learn from; give it encoding, a list of numbers"
            )
        fields = [] if given is not None else _fields(start)
        seen: dict[str, list[set[object]]] = {field: [] for field in fields}
        moves = dict.fromkeys(map(str, getattr(start, "all_moves", ())))
        is_told = bool(moves)
        for position in _random_play(start):
            if not is_told:
                moves |= dict.fromkeys(map(str, position.legal_moves))
            for field in fields:
                for place, value in enumerate(_leaves(getattr(position, field))):
                    if place == len(seen[field]):
                        seen[field].append(set())
                    seen[field][place].add(value)
        slots = {field: [Slot.of(values) for values in seen[field]] for field in fields}
        size = sum(slot.size for ones in slots.values() for slot in ones) or len(given or ())
        return cls(size, slots, tuple(moves) if is_told else tuple(sorted(moves)))


def _fields(start: Position) -> list[str]:
    return [field.name for field in dataclasses.fields(start) if field.compare]  # type: ignore[arg-type]


def _leaves(value: object) -> Iterator[object]:
    """Take texts and sequences apart into what they are made of."""
    if isinstance(value, (tuple, list)):
        for part in value:
            yield from _leaves(part)
    elif isinstance(value, str):
        yield from value
    else:
        yield value


def _random_play(start: Position) -> Iterator[Position]:
    chance, positions = random.Random(0), 0
    for _ in range(_GAMES):
        position = start
        while not position.is_over and positions < _POSITIONS:
            yield position
            positions += 1
            position = position.play(chance.choice(list(position.legal_moves)))
