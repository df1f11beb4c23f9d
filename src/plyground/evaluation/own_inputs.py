"""The inputs of a value network for a game in Python: the numbers above 0 of its encoding."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from plyground.evaluation.own_encoding import OwnEncoding
from plyground.games.position import Position

_MOST = 256  # inputs that the core takes at once
_BUCKET = 0  # nobody knows how far such a game is


class OwnInputs:
    """How positions of one game in Python become inputs, by their encoding."""

    def __init__(self, encoding: OwnEncoding) -> None:
        self._encoding = encoding

    @property
    def size(self) -> int:
        """How many inputs there are."""
        return self._encoding.size

    def __call__(self, position: Position) -> list[int]:
        """Return the inputs that are present, and the bucket at the end: as the core asks."""
        return [*self.present(position), _BUCKET]

    def present(self, position: Position) -> list[int]:
        """Return the inputs that are present."""
        numbers, _ = self._encoding(position)
        return [at for at, number in enumerate(numbers) if number > 0][:_MOST]

    def header(self) -> dict[str, Any]:
        """Return all of it, as plain values."""
        return self._encoding.header()

    @classmethod
    def from_header(cls, header: Mapping[str, Any]) -> OwnInputs:
        """Read it again."""
        return cls(OwnEncoding.from_header(header))

    @classmethod
    def found(cls, start: Position) -> OwnInputs:
        """Find out what a game shows of itself; raises PlygroundError if that is nothing."""
        return cls(OwnEncoding.found(start))
