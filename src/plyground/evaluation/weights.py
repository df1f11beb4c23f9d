"""Weight files: one number per feature and phase, in TOML with comments.

>>> weights = load("kalah")
>>> weights.game, weights["opening"]["stores"] > 0
('kalah', True)
>>> changed = weights.updated({"late.empty": -0.5}, origin="tried by hand")
>>> [(c.key, c.after) for c in weights.differences(changed)]
[('late.empty', -0.5)]
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from plyground import _core
from plyground.errors import PlygroundError, shown
from plyground.evaluation.own_features import PHASE, has_features
from plyground.evaluation.terms import ACTIONS, Terms, featured, own_terms, terms, terms_of
from plyground.games.names import families, family_of, parse_name
from plyground.games.position import Position
from plyground.games.python_file import file_beside
from plyground.storage import read_text, write_whole
from plyground.toml import Value, read_toml, table, toml

VERSION = 1
LARGEST_FILE = 1 << 20  #: bytes; ours have a few thousand
LARGEST = 1000.0  # beyond it a weight could overflow the core's whole numbers

Sections = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True)
class Change:
    """One weight that differs between two files."""

    key: str  #: section and name, ``late.empty``
    before: float
    after: float


@dataclass(frozen=True)
class Weights:
    """The weights of one game's evaluation and action scores, complete and checked.

    >>> weights = shipped("kalah")
    >>> sorted(weights.sections)
    ['actions', 'late', 'opening']
    >>> weights.updated({"late.stores": 1.5})["late"]["stores"]
    1.5
    """

    game: str  #: the family, by its name, or a game in Python
    sections: Sections
    origin: str = ""  #: where the weights come from
    own: Terms | None = None  #: the features of a game in Python

    def __getitem__(self, section: str) -> Mapping[str, float]:
        return self.sections[section]

    def __reduce__(self) -> tuple[Any, ...]:
        # The core's copy of the numbers stays behind when they go to another process.
        return type(self), (self.game, self.sections, self.origin, self.own)

    @property
    def terms(self) -> Terms:
        """The features, with names and meanings."""
        return self.own or terms(self.game)

    @cached_property
    def native(self) -> _core.Weights:
        """The same weights as the core's type."""
        phases = [[*self.sections[phase].values()] for phase in self.terms.phases]
        return _core.Weights(phases, [*self.sections[ACTIONS].values()])

    def items(self) -> Iterator[tuple[str, float]]:
        """Iterate over all weights with their keys, e.g. ``late.empty``."""
        for section, values in self.sections.items():
            for name, value in values.items():
                yield f"{section}.{name}", value

    def updated(self, changes: Mapping[str, float], origin: str | None = None) -> Weights:
        """Return a copy with some weights changed, by key."""
        sections = {section: dict(values) for section, values in self.sections.items()}
        for key, value in changes.items():
            section, _, name = key.partition(".")
            if name not in sections.get(section, {}):
                raise PlygroundError(_unknown(key, dict(self.items()), f"{self.game}'s weights"))
            sections[section][name] = value
        origin = self.origin if origin is None else origin
        return from_sections(self.game, sections, origin, own=self.own)

    def differences(self, other: Weights) -> list[Change]:
        """List the weights that differ from other weights of the same game."""
        if other.game != self.game:
            raise PlygroundError(
                f"weights of {self.game} and of {other.game} have no features in common"
            )
        after = dict(other.items())
        return [Change(key, v, after[key]) for key, v in self.items() if v != after[key]]

    def to_toml(self) -> str:
        """Return TOML text, with the meaning of each feature as a comment."""
        heading = (
            f"Weights of {self.game}: evaluation = sum of weight × (mover's value − opponent's).",
            "Units are those of the game: a seed, a cell, a piece.",
        )
        values: dict[str, Value] = {"game": self.game, "version": VERSION, "origin": self.origin}
        meanings = self.terms.sections.items()
        return toml(heading, values, *(table(name, self.sections[name], m) for name, m in meanings))

    def save(self, path: str | Path) -> None:
        """Write a file atomically: XML if the name ends in ``.xml``, else TOML."""
        from plyground.evaluation.xml import to_xml

        path = Path(path)
        text = to_xml(self) if path.suffix == ".xml" else self.to_toml()
        write_whole(path, text.encode())


def from_sections(
    game: str, sections: Sections, origin: str = "", where: str = "", own: Terms | None = None
) -> Weights:
    """Make weights; raises PlygroundError if a weight is missing or unknown."""
    where = where or f"weights of {game}"
    expected = (own or terms(game)).sections
    missing = [f"{s}.{n}" for s, names in expected.items() for n in names
               if n not in sections.get(s, {})]  # fmt: skip
    known = [f"{s}.{n}" for s, names in expected.items() for n in names]
    given = [f"{s}.{n}" for s, values in sections.items() for n in values]
    unknown = [key for key in given if key not in known]
    if unknown:
        raise PlygroundError(_unknown(unknown[0], known, where, len(unknown) - 1))
    if missing:
        raise PlygroundError(f"{where}: {len(missing)} weights are missing: {_some(missing)}")
    checked = {
        section: {name: _checked(sections[section][name], f"{section}.{name}", where)
                  for name in names}
        for section, names in expected.items()
    }  # fmt: skip
    return Weights(game, checked, origin, own)


@cache
def shipped(game: str) -> Weights:
    """Return the weights shipped with the package."""
    family, _ = parse_name(terms(game).family)
    return from_toml(family.read("weights.toml"), f"the weights of {family.name}")


@cache
def material(game: str) -> Weights:
    """Return weights that count only material; the action scores are the shipped ones."""
    expected = terms(game)
    first = next(iter(expected.features))
    only = {name: float(name == first) for name in expected.features}
    sections = dict.fromkeys(expected.phases, only) | {ACTIONS: shipped(game)[ACTIONS]}
    return from_sections(game, sections, "material only")


def load(source: str | Path | Weights, game: str | None = None) -> Weights:
    """Load weights: a file, a game's name, or ``default`` or ``material`` for a given game."""
    if isinstance(source, Weights):
        loaded = source
    elif source in ("default", "material"):
        if game is None:
            raise PlygroundError(f"weights {source!r} need a game, e.g. {families()[0].name}")
        return shipped(game) if source == "default" else material(game)
    elif Path(source).suffix in (".toml", ".xml"):
        loaded = _from_file(Path(source), game)
    else:
        loaded = _named(source)
    if game is not None and loaded.game != game:
        raise PlygroundError(f"{source}: these are weights of {loaded.game}, not of {game}")
    return loaded


def load_for(source: str | Path | Weights, position: Position) -> Weights:
    """Load weights for a position.

    The ``default`` of a game in Python is a file beside its own, ``my_game.weights.toml``, or 1 for
    every feature; ``material`` is 1 for the first feature and 0 for the others.
    """
    if family_of(position) is not None or not has_features(position):
        return load(source, featured(position).name)
    own = terms_of(position)
    if isinstance(source, Weights):
        loaded = source
    elif source == "default" and (beside := _own_file(position)) is not None:
        loaded = _from_file(beside, own.family)
    elif source in ("default", "material"):
        values = {name: float(source == "default" or i == 0) for i, name in enumerate(own.features)}
        return from_sections(own.family, {PHASE: values}, f"{source} weights", own=own)
    else:
        loaded = _from_file(Path(source), own.family)
    if loaded.game != own.family:
        raise PlygroundError(f"{source}: these are weights of {loaded.game}, not of {own.family}")
    return from_sections(own.family, loaded.sections, loaded.origin, str(source), own)


def _own_file(position: Position) -> Path | None:
    """Return the weight file beside a game in Python, if there is one."""
    path = file_beside(position, "weights.toml")
    return path if path is not None and path.is_file() else None


def judges_features(evaluator: str, weights: Any, position: Position) -> bool:
    """Whether the features of a game in Python are judged by weights, or its ``evaluate`` is asked.

    They are wherever somebody asks for it or there is a weight file, or nothing else to ask.
    """
    if weights != "default":
        return True
    if not has_features(position):
        return False
    knows = hasattr(position, "evaluate")
    return evaluator == "features" or not knows or _own_file(position) is not None


def _named(source: str | Path) -> Weights:
    try:
        return shipped(str(source))
    except PlygroundError:
        if not os.path.exists(source):  # False also for what cannot be a file name
            raise
        raise PlygroundError(
            f"{shown(source)}: expected a file that ends in .toml or .xml, e.g. RUN/weights.toml"
        ) from None


def _from_file(path: Path, game: str | None) -> Weights:
    from plyground.evaluation.xml import from_xml

    text = read_text(path, largest=LARGEST_FILE)
    if path.suffix == ".xml":
        return from_xml(text, str(path), game)
    return from_toml(text, str(path))


def from_toml(text: str, where: str) -> Weights:
    """Read a weight file's text; ``where`` names it in messages."""
    data = read_toml(text, where)
    version = data.pop("version", VERSION)
    if version != VERSION:
        raise PlygroundError(f"{where}: version {version} is unknown; this is version {VERSION}")
    game, origin = data.pop("game", None), data.pop("origin", "")
    if not isinstance(game, str):
        line = f'game = "{families()[0].name}"'
        raise PlygroundError(f"{where}: the line {line} (or another game) is missing")
    stray = [key for key, value in data.items() if not isinstance(value, dict)]
    if stray:
        raise PlygroundError(f"{where}: {stray[0]} is outside a section such as [opening]")
    own = own_terms(game, data[PHASE]) if list(data) == [PHASE] else None
    return from_sections(game, data, str(origin), where, own)


def _checked(value: object, key: str, where: str) -> float:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not abs(value) <= LARGEST:  # type: ignore[arg-type]  # which refuses nan
        raise PlygroundError(
            f"{where}: {key} = {value!r} is not valid; "
            f"expected a number from -{LARGEST:g} to {LARGEST:g}"
        )
    return float(value)  # type: ignore[arg-type]


def _unknown(key: str, known: object, where: str, more: int = 0) -> str:
    names = list(known)  # type: ignore[call-overload]
    near = get_close_matches(key, names, 1, 0.5)
    hint = f"; did you mean {near[0]}?" if near else f"; there are {_some(names)}"
    others = f" (and {more} more unknown)" if more else ""
    return f"{where}: {key} is not a weight{others}{hint}"


def _some(names: list[str]) -> str:
    return ", ".join(names[:8]) + (" …" if len(names) > 8 else "")
