"""Game names with parameters: ``kalah(6,4,capture=always)``, read and written in one way."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from plyground.errors import GameNameError

if TYPE_CHECKING:
    from plyground.games.position import Position

Values = Mapping[str, str]

_NAME = re.compile(r"(?P<family>[a-z][a-z0-9-]*)(\((?P<arguments>[^()]*)\))?")


@dataclass(frozen=True)
class Parameter:
    """One parameter of a game: its values are words, or whole numbers in a range."""

    name: str
    default: str
    words: tuple[str, ...] = ()
    numbers: range = range(0)
    positional: bool = False

    def check(self, value: str, name: str) -> str:
        """Return the value in its one written form, or raise an error that says what is allowed."""
        if value in self.words:
            return value
        if re.fullmatch(r"[0-9]{1,9}", value) and int(value) in self.numbers:
            return str(int(value))
        raise GameNameError(f"{name}: {self.name}={value} is not possible; {self.expected}")

    @property
    def expected(self) -> str:
        """What the parameter takes, as a clause for messages."""
        choices = list(self.words)
        if self.numbers:
            choices.append(f"a whole number {self.numbers[0]} to {self.numbers[-1]}")
        most, last = choices[:-1], choices[-1]
        return (
            f"{self.name} takes {', '.join(most)} or {last}"
            if most
            else f"{self.name} takes {last}"
        )


YES_NO = ("no", "yes")


@dataclass(frozen=True)
class Family:
    """A game with all its parameters, and how to make its positions from their values."""

    name: str
    parameters: tuple[Parameter, ...]
    start: Callable[[Values], Position]
    from_text: Callable[[Values, str], Position]
    aliases: Mapping[str, Values] = field(default_factory=dict)

    def complete(self, given: Values) -> dict[str, str]:
        """Return all parameters: the given ones, and the defaults of the rest."""
        return {p.name: given.get(p.name, p.default) for p in self.parameters}

    def canonical(self, given: Values) -> str:
        """Return the one written form of a name with these values."""
        values = self.complete(given)
        for alias, its_values in self.aliases.items():
            if values == self.complete(its_values):
                return alias
        arguments = [values[p.name] for p in self.parameters if p.positional]
        arguments += [
            f"{p.name}={values[p.name]}"
            for p in self.parameters
            if not p.positional and values[p.name] != p.default
        ]
        return f"{self.name}({','.join(arguments)})" if arguments else self.name

    def read(self, file: str) -> str:
        """Return the text of a file in the game's own folder."""
        folder = Path(__file__).parent / self.name.replace("-", "_")
        return (folder / file).read_text(encoding="utf-8")

    def with_values(self, **given: object) -> Position:
        """Return the start position for parameters given as keywords; checks them like a name's."""
        arguments = ",".join(f"{key}={value}" for key, value in given.items())
        return position(f"{self.name}({arguments})")


_families: dict[str, Family] = {}


def register(family: Family) -> None:
    """Make a game known by its name and aliases."""
    _families[family.name] = family
    for alias in family.aliases:
        _families[alias] = family


def known_names() -> list[str]:
    """List the names and aliases of all games, without parameters."""
    return list(_families)


def parse_name(name: str) -> tuple[Family, dict[str, str]]:
    """Read a game name; raises GameNameError with what was expected.

    >>> import plyground
    >>> family, values = parse_name("squatter(7)")
    >>> family.canonical(values)
    'squatter(7)'
    """
    name = re.sub(r"\s+", "", name)
    match = _NAME.fullmatch(name)
    if not match:
        raise GameNameError(f"{name!r} is not a game name; expected e.g. kalah(6,4) or squatter(7)")
    family = _families.get(match["family"])
    if family is None:
        near = get_close_matches(match["family"], known_names(), 1, 0.5)
        hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(known_names())}"
        raise GameNameError(f"there is no game {match['family']!r}; {hint}")
    values = dict(family.aliases.get(match["family"], {}))
    if match["arguments"]:
        values |= _read_arguments(family, match["arguments"], name)
    return family, family.complete(values)


def _read_arguments(family: Family, arguments: str, name: str) -> dict[str, str]:
    values: dict[str, str] = {}
    positional = [p for p in family.parameters if p.positional]
    by_name = {p.name: p for p in family.parameters}
    named = False
    for place, argument in enumerate(arguments.split(",")):
        key, equals, value = argument.partition("=")
        named |= bool(equals)
        if not equals:
            if named or place >= len(positional):
                raise GameNameError(f"{name}: {argument!r} has no name; {_takes(family)}")
            key, value = positional[place].name, argument
        if key not in by_name:
            near = get_close_matches(key, by_name, 1, 0.5)
            hint = f"did you mean {near[0]}?" if near else _takes(family)
            raise GameNameError(f"{name}: no parameter {key!r}; {hint}")
        if key in values:
            raise GameNameError(f"{name}: {key} is given twice; give it once")
        values[key] = by_name[key].check(value, name)
    return values


def _takes(family: Family) -> str:
    words = [p.name if p.positional else f"{p.name}=…" for p in family.parameters]
    return f"{family.name} takes ({','.join(words)})"


def position(name: str, text: str | None = None) -> Position:
    """Return the start position of a game, or the position that a one-line text describes.

    >>> import plyground as ply
    >>> ply.position("kalah(6,4)").play("3").turn_name
    'south'
    """
    family, values = parse_name(name)
    return family.start(values) if text is None else family.from_text(values, text)
