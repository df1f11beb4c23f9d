"""Game names with parameters: ``kalah(6,4,capture=always)``, read and written in one way."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING

from plyground.errors import GameNameError
from plyground.games.family import Entry, Family, Learning, Names, Play, Scoring

if TYPE_CHECKING:
    from plyground.games.position import Position

_NAME = re.compile(r"(?P<family>[a-z][a-z0-9_-]*)(\((?P<arguments>[^()]*)\))?")
# Such a game may be short, and its interpreter takes most of the time.
_LEARNING_IN_PYTHON = Learning(opening=4, nodes=500)
_IN_PYTHON = Play(), Scoring()

_entries: dict[str, Entry] = {}  # by name and alias
_by_type: dict[type, Family] = {}
_own: dict[type, Entry] = {}  # games in Python that may be chosen by name here


def register(family: Family) -> None:
    """Make a game known by its name, its aliases and its positions."""
    _by_type[family.position] = family
    for name in (family.name, *family.names.aliases):
        _entries[name] = family


def register_own(kind: type, entry: Entry) -> None:
    """Make a game written in Python known by its name, in this process only."""
    if entry.name in _entries:
        raise GameNameError(
            f"there is a game {entry.name!r} already; give {kind.__name__} a property `game` "
            "with another name"
        )
    _own[kind] = _entries[entry.name] = entry


def entries() -> tuple[Entry, ...]:
    """List all games that can be chosen by name: those in Python first, then the native ones."""
    return (*_own.values(), *_by_type.values())


def entry_of(position: Position) -> Entry | None:
    """Return how a game is shown, native or registered; None for any other game in Python."""
    return _by_type.get(type(position)) or _own.get(type(position))


def is_own_name(name: str) -> bool:
    """Whether a name means a game in Python that was registered here."""
    found = _entries.get(name)
    return found is not None and not isinstance(found, Family)


def families() -> tuple[Family, ...]:
    """List the native games, in the order in which they are shown."""
    return tuple(_by_type.values())


def family_of(position: Position) -> Family | None:
    """Return the family of a native position; None for a game written in Python."""
    return _by_type.get(type(position))


def play_of(position: Position) -> Play:
    """Return what players need to know of a game, native or not."""
    family = family_of(position)
    return _IN_PYTHON[0] if family is None else family.play


def learning_of(position: Position) -> Learning:
    """Return the defaults for learning a game, native or not."""
    family = family_of(position)
    return _LEARNING_IN_PYTHON if family is None else family.learning


def scoring_of(position: Position) -> Scoring:
    """Return what scores stand for in a game, native or not."""
    family = family_of(position)
    return _IN_PYTHON[1] if family is None else family.scoring


def known_names() -> list[str]:
    """List the names and aliases of all games, without parameters."""
    return list(_entries)


def default_game() -> str:
    """Return the game that is played where none is named."""
    return families()[0].canonical({})


def competition_name(name: str) -> str:
    """Return the game that a name means in matches: a plain game that may be endless gets an end.

    >>> competition_name("watch-your-back")
    'watch-your-back(max_turns=320,double_pass_draws=yes)'
    """
    family, values = parse_entry(name)
    canonical = family.canonical(values)
    is_plain = canonical == family.canonical({})
    return family.competition if is_plain and family.competition else canonical


def title(name: str) -> str:
    """Return the name of a game for people.

    >>> title("squatter(6)"), title("kalah-manchester"), title("kalah(6,4,swap=yes)")
    ('Squatter 6×6', 'Kalah Manchester', 'Kalah (6, 4), swap: yes')
    """
    entry, values = parse_entry(name)
    return entry.title(values)


def file_stem(name: str) -> str:
    """Return a game's name as the stem of a file's name.

    >>> file_stem("squatter(7,first=black)")
    'squatter-7-first-black'
    """
    return name.translate(str.maketrans("(,=", "---", ")"))


def parse_name(name: str) -> tuple[Family, dict[str, str]]:
    """Read the name of a native game; raises GameNameError with what was expected.

    >>> import plyground
    >>> family, values = parse_name("squatter(7)")
    >>> family.canonical(values)
    'squatter(7)'
    """
    family, values = parse_entry(name)
    if not isinstance(family, Family):
        raise GameNameError(f"{name} is written in Python; expected a built-in game")
    return family, values


def parse_entry(name: str) -> tuple[Entry, dict[str, str]]:
    """Read the name of any game that is known here; raises GameNameError like ``parse_name``."""
    name = re.sub(r"\s+", "", name)
    match = _NAME.fullmatch(name)
    if not match:
        examples = " or ".join(family.canonical({}) for family in families()[:2])
        raise GameNameError(f"{name!r} is not a game name; expected e.g. {examples}")
    family = _entries.get(match["family"])
    if family is None:
        near = get_close_matches(match["family"], known_names(), 1, 0.5)
        hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(known_names())}"
        raise GameNameError(f"there is no game {match['family']!r}; {hint}")
    values = dict(family.names.aliases.get(match["family"], {}))
    if match["arguments"]:
        values |= _read_arguments(family.names, match["arguments"], name)
    values = family.names.complete(values)
    family.names.check(values)
    return family, values


def _read_arguments(names: Names, arguments: str, name: str) -> dict[str, str]:
    values: dict[str, str] = {}
    positional = [p for p in names.parameters if p.positional]
    by_name = {p.name: p for p in names.parameters}
    named = False
    for place, argument in enumerate(arguments.split(",")):
        key, equals, value = argument.partition("=")
        named |= bool(equals)
        if not equals:
            if named or place >= len(positional):
                raise GameNameError(f"{name}: {argument!r} has no name; {_takes(names)}")
            key, value = positional[place].name, argument
        if key not in by_name:
            near = get_close_matches(key, by_name, 1, 0.5)
            hint = f"did you mean {near[0]}?" if near else _takes(names)
            raise GameNameError(f"{name}: no parameter {key!r}; {hint}")
        if key in values:
            raise GameNameError(f"{name}: {key} is given twice; give it once")
        values[key] = by_name[key].check(value, name)
    return values


def _takes(names: Names) -> str:
    words = [p.name if p.positional else f"{p.name}=…" for p in names.parameters]
    return f"{names.name} takes ({','.join(words)})"


def position(name: str, text: str | None = None) -> Position:
    """Return the start position of a game, or the position that a one-line text describes.

    >>> import plyground as ply
    >>> ply.position("kalah(6,4)").play("3").turn_name
    'south'
    """
    entry, values = parse_entry(name)
    return entry.start(values) if text is None else entry.from_text(values, text)


def with_values(names: Names, **given: object) -> Position:
    """Return the start position for parameters given as keywords; checks them like a name's."""
    arguments = ",".join(f"{key}={value}" for key, value in given.items())
    return position(f"{names.name}({arguments})")
