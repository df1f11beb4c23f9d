"""MENACE, the machine of matchboxes: a box for each position, with beads for its moves.

Donald Michie built it in 1961 for noughts and crosses, of 304 matchboxes: a bead drawn from the box
of the position says the move, and after the game beads are added to the boxes that were opened, or
taken away. Positions that are mirror images share a box, and so do moves that are.
"""

from __future__ import annotations

import os
import random
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from plyground.errors import PlygroundError, shown
from plyground.games.position import Position
from plyground.games.symmetry import folded, transformed_move, unlike_moves, way
from plyground.players.limits import Limit
from plyground.storage import read_text, write_whole
from plyground.toml import Value, read_toml, table, toml

VERSION = 1  #: of the file's format
_LARGEST = 16 << 20  # bytes of a file: some 200,000 boxes


class Label(NamedTuple):
    """What stands on a box: its position, and the moves of the position that was asked about."""

    text: str  #: of the position that stands for all its mirror images
    moves: dict[str, Any]  #: by the colour of a bead, which is the move's text in that position


def label(position: Position) -> Label:
    """Return which box belongs to a position.

    >>> import plyground as ply
    >>> start = ply.position("squatter(3)")
    >>> label(start.play("a1")).text == label(start.play("c3")).text
    True
    >>> list(label(start).moves)
    ['a1', 'b1', 'b2']
    """
    image = folded(position)
    back = way(image, position)
    unlike = dict.fromkeys(unlike_moves(image).values())
    return Label(image.text, {str(m): transformed_move(image, m, back) for m in unlike})


@dataclass
class Matchboxes:
    """The boxes of one game, with the beads in them."""

    game: str
    boxes: dict[str, dict[str, int]] = field(default_factory=dict)  #: by label: beads by colour
    origin: str = ""  #: how they came about

    def beads(self, label: Label) -> dict[str, int]:
        """Return the beads of a box, by colour; of one that was never opened, one of each."""
        return self.boxes.get(label.text) or dict.fromkeys(label.moves, 1)

    def draw(self, label: Label, chance: random.Random) -> str | None:
        """Draw a bead; None from an empty box."""
        beads = self.beads(label)
        if not any(beads.values()):
            return None
        return chance.choices(list(beads), list(beads.values()))[0]

    def to_toml(self) -> str:
        """Write as TOML that people can read and change."""
        heading = (
            f"Matchboxes of {self.game}: the beads of each move, by position.",
            "Mirror images share a box.",
        )
        values: dict[str, Value] = {"game": self.game, "version": VERSION, "origin": self.origin}
        return toml(heading, values, table("boxes", dict(sorted(self.boxes.items()))))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a file of matchboxes, wholly or not at all."""
        write_whole(path, self.to_toml().encode())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Matchboxes:
        """Read a file of matchboxes; raises PlygroundError with what is wrong with it."""
        return cls.from_toml(read_text(path, largest=_LARGEST), shown(path))

    @classmethod
    def from_toml(cls, text: str, where: str) -> Matchboxes:
        """Read the text of a file; ``where`` names it in messages."""
        plain = read_toml(text, where)
        if "boxes" not in plain or not isinstance(plain.get("game"), str):
            raise PlygroundError(f"{where}: {_EXPECTED}")
        if plain.get("version") != VERSION:
            raise PlygroundError(
                f"{where}: version {plain.get('version')!r} is unknown; this is {VERSION}"
            )
        boxes = plain["boxes"]
        if not (isinstance(boxes, dict) and all(map(_is_box, boxes.values()))):
            raise PlygroundError(
                f"{where}: a box must hold a whole number of beads for each move, "
                f"0 to {_MOST_BEADS}"
            )
        return cls(plain["game"], boxes, str(plain.get("origin", "")))


_MOST_BEADS = 10**15  # far more than any training leaves in a box
_EXPECTED = "no matchboxes; expected a file that plyground train menace has made"


def _is_box(beads: object) -> bool:
    return isinstance(beads, dict) and all(
        type(n) is int and 0 <= n <= _MOST_BEADS for n in beads.values()
    )


class MenacePlayer:
    """Plays by matchboxes: draws a bead, or takes the move that has most of them.

    Where it has no box, or an empty one, every move has the same chance.
    """

    def __init__(self, file: str, best: bool = False, seed: int | None = None) -> None:
        self._file = file
        self._boxes = Matchboxes.load(file)
        self._best = best
        self._chance = random.Random(seed)

    def choose(self, position: Position, limit: Limit | None = None) -> Any:  # noqa: ARG002
        """Draw a bead from the position's box."""
        if position.game != self._boxes.game:
            raise PlygroundError(
                f"{shown(self._file)} has matchboxes of {self._boxes.game}, not of {position.game}"
            )
        box = label(position)
        known = {c: n for c, n in self._boxes.beads(box).items() if c in box.moves}
        if not any(known.values()):
            known = dict.fromkeys(box.moves, 1)
        if self._best:
            most = max(known.values())
            known = {colour: int(count == most) for colour, count in known.items()}
        return box.moves[self._chance.choices(list(known), list(known.values()))[0]]
