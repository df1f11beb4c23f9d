"""Commands of the protocol as lines of text: ``[id][@reference] name argument ...``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from plyground.errors import PlygroundError, bounded, shown

LONGEST = 16_384  # characters of a command, its end included
_MOST_DIGITS = 18
_SHOWN = 1000  # characters of what is wrong: the answer must fit into a command, too

# Without the blanks before it: no two parts side by side match the same characters, so that a line
# is read in a time that grows with its length only.
_COMMAND = re.compile(
    r"(?:(?P<id>[0-9]*)(?:@(?P<reference>[0-9]+))?\s+)?(?P<name>[A-Za-z0-9]+)"
    r"(?P<rest>\s.*)?",
    re.DOTALL,
)
_ARGUMENT = re.compile(
    r"\s*(?:"
    r"<(?P<board>[0-9]+(?:,[0-9]+)*)>"
    r'|"(?P<string>(?:\\.|[^"\\])*)"'
    r"|(?P<real>[+-]?[0-9]*\.[0-9]+)"
    r"|(?P<integer>[+-]?[0-9]+)"
    r"|(?P<word>[A-Za-z0-9:-]+)"
    r")(?=\s|\Z)",
    re.DOTALL,
)
_ESCAPES = {"n": "\n", "t": "\t"}


class KgpError(PlygroundError):
    """A line that is not KGP, or that makes no sense now."""

    about: int | None = None  #: the id of the command, if it has one


class Word(str):
    """A text that is written without quotes: ``freeplay``, ``info:name``."""

    __slots__ = ()


@dataclass(frozen=True)
class Board:
    """A board as the protocol writes it, each side's houses from its owner's left.

    >>> Board((10, 2), ((1, 2, 3), (4, 2, 0))).text
    '<3,10,2,1,2,3,4,2,0>'
    """

    stores: tuple[int, int]  #: (south, north)
    houses: tuple[tuple[int, ...], tuple[int, ...]]  #: (south, north)

    @property
    def text(self) -> str:
        """The board as it is sent."""
        south, north = self.houses
        return f"<{','.join(map(str, (len(south), *self.stores, *south, *north)))}>"


Argument = int | float | str | Board


@dataclass(frozen=True)
class Command:
    """One command, of either side.

    >>> Command("move", (3,), reference=8).text
    '@8 move 3'
    """

    name: str
    arguments: tuple[Argument, ...] = ()
    id: int | None = None
    reference: int | None = None

    @property
    def text(self) -> str:
        """The command as it is sent, without the end of the line."""
        number = "" if self.id is None else str(self.id)
        reference = "" if self.reference is None else f"@{self.reference}"
        head = f"{number}{reference} " if number or reference else ""
        return head + " ".join([self.name, *map(_written, self.arguments)])


def _written(argument: Argument) -> str:
    if isinstance(argument, Board):
        return argument.text
    if isinstance(argument, str) and not isinstance(argument, Word):
        escaped = argument.replace("\\", "\\\\").replace('"', '\\"')
        return '"' + escaped.replace("\n", "\\n").replace("\r", "") + '"'
    return str(argument)


def read_command(line: str) -> Command:
    r"""Read one line; raises KgpError with what is wrong.

    >>> read_command('4@2 set info:name "a \\"b\\""').arguments
    ('info:name', 'a "b"')
    """
    if len(line) >= LONGEST:
        raise KgpError(f"a command of more than {LONGEST} characters")
    found = _COMMAND.fullmatch(line.lstrip())
    if found is None:
        raise KgpError(f"{_seen(line)} is not a command")
    numbers = [found[group] and _number(found[group]) for group in ("id", "reference")]
    number, reference = (value if isinstance(value, int) else None for value in numbers)
    try:
        arguments = tuple(_arguments(found["rest"] or ""))
    except KgpError as error:
        error.about = number
        raise
    return Command(found["name"], arguments, number, reference)


def _arguments(text: str) -> Iterator[Argument]:
    text = text.rstrip()
    place = 0
    while place < len(text):
        found = _ARGUMENT.match(text, place)
        if found is None:
            raise KgpError(f"{_seen(text[place:].strip())} is not an argument")
        yield _argument(found)
        place = found.end()


def _argument(found: re.Match[str]) -> Argument:
    match found.lastgroup:
        case "board":
            return _board([_number(count) for count in found["board"].split(",")])
        case "string":
            return re.sub(
                r"\\(.)", lambda m: _ESCAPES.get(m[1], m[1]), found["string"], flags=re.DOTALL
            )
        case "real":
            return float(found["real"])
        case "integer":
            return _number(found["integer"])
        case _:
            return Word(found["word"])


def _seen(text: str) -> str:
    return shown(bounded(text, _SHOWN))


def _number(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise KgpError(f"{_seen(text)} is too large a number")
    return int(text)


def _board(counts: list[int]) -> Board:
    size = counts[0]
    if size < 1 or len(counts) != 3 + 2 * size:
        raise KgpError(f"{len(counts)} numbers do not make a board of {size} houses per side")
    south, north = tuple(counts[3 : 3 + size]), tuple(counts[3 + size :])
    return Board((counts[1], counts[2]), (south, north))
