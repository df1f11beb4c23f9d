"""What each game's evaluation is made of: the names and meanings that the core gives."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from plyground.errors import PlygroundError
from plyground.evaluation.own_features import PHASE, features, has_features
from plyground.games.family import Family
from plyground.games.names import families, family_of
from plyground.games.position import Position

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
        actions = {ACTIONS: self.actions} if self.actions else {}
        return dict.fromkeys(self.phases, self.features) | actions


@cache
def terms(family: str) -> Terms:
    """Return what a family's evaluation is made of.

    >>> terms("kalah").phases
    ('opening', 'late')
    >>> terms("kalah").features["stores"]
    'seeds in the store'
    """
    known = {each.name: each for each in families()}
    if family not in known:
        near = get_close_matches(family, known, 1, 0.5)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
        raise PlygroundError(f"no weights for a game {family!r}; {hint}")
    features, phases, actions = known[family].position._terms()
    return Terms(family, dict(features), tuple(phases), dict(actions))


def own_terms(game: str, names: Iterable[str]) -> Terms:
    """Return what the evaluation of a game in Python is made of."""
    return Terms(game, dict.fromkeys(names, ""), (PHASE,), {})


def terms_of(position: Position) -> Terms:
    """Return what a game's evaluation is made of; raises PlygroundError if that has no names."""
    if family_of(position) is None and has_features(position):
        return own_terms(position.game, features(position))
    return terms(featured(position).name)


def featured(position: Position) -> Family:
    """Return the family of a position; raises PlygroundError where there are no named features."""
    family = family_of(position)
    if family is None:
        known = ", ".join(each.name for each in families())
        raise PlygroundError(
            f"{position.game} has no named features, as {known} have; define features()"
        )
    return family
