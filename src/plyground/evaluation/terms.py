"""What each game's evaluation is made of: the names and meanings that the core gives."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from plyground.errors import PlygroundError
from plyground.games import kalah, squatter, watch_your_back
from plyground.games.native import is_native
from plyground.games.position import Position

_Native = type[kalah.Position] | type[squatter.Position] | type[watch_your_back.Position]
_FAMILIES: dict[str, _Native] = {
    "kalah": kalah.Position,
    "squatter": squatter.Position,
    "watch-your-back": watch_your_back.Position,
}
ACTIONS = "actions"  #: the section of a weight file that holds the weights of moves


@dataclass(frozen=True)
class Terms:
    """The features, phases and action features of one family of games."""

    family: str
    features: dict[str, str]  #: name to meaning
    phases: tuple[str, ...]
    actions: dict[str, str]  #: name to meaning

    @property
    def sections(self) -> dict[str, dict[str, str]]:
        """The sections of a weight file, each with its names and meanings."""
        return dict.fromkeys(self.phases, self.features) | {ACTIONS: self.actions}


def families() -> tuple[str, ...]:
    """List the families of games that have features."""
    return tuple(_FAMILIES)


@cache
def terms(family: str) -> Terms:
    """Return what a family's evaluation is made of.

    >>> terms("kalah").phases
    ('opening', 'late')
    >>> terms("kalah").features["stores"]
    'seeds in the store'
    """
    if family not in _FAMILIES:
        near = get_close_matches(family, _FAMILIES, 1, 0.5)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(_FAMILIES)}"
        raise PlygroundError(f"no weights for a game {family!r}; {hint}")
    features, phases, actions = _FAMILIES[family]._terms()
    return Terms(family, dict(features), tuple(phases), dict(actions))


def family_of(position: Position) -> str:
    """Return the family of a position of the core's games."""
    if is_native(position):
        for family, kind in _FAMILIES.items():
            if isinstance(position, kind):
                return family
    raise PlygroundError(f"{position.game} has no named features; only {', '.join(_FAMILIES)} have")
