"""What a family of games knows about itself: one record, from which everything else reads.

A native game has a folder here, ``games/<name>/``, that ends in one ``Family``. Nothing outside
that folder names the game: generic code asks ``names.family_of(position)`` or goes through
``names.families()``. The records are plain data and functions, so that games stay the lowest layer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from plyground.errors import GameNameError

if TYPE_CHECKING:
    from plyground._core import Side, StopToken
    from plyground.games.native import NativePosition
    from plyground.games.position import Position
    from plyground.games.setup import Setup

Values = Mapping[str, str]
Json = dict[str, Any]

Place = tuple[float, float, float]  # centre and radius of a mark in a picture

YES_NO = ("no", "yes")


@dataclass(frozen=True)
class Parameter:
    """One parameter of a game: its values are words, or whole numbers in a range."""

    name: str
    default: str
    words: tuple[str, ...] = ()
    numbers: range = range(0)
    positional: bool = False
    meaning: str = ""  #: for the form of a new game

    def check(self, value: str, name: str) -> str:
        """Return the value in its one written form, or raise an error that says what is allowed."""
        if value in self.words:
            return value
        if re.fullmatch(r"[0-9]{1,9}", value) and int(value) in self.numbers:
            return str(int(value))
        raise GameNameError(f"{name}: {self.name}={value} is not valid; {self.expected}")

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


@dataclass(frozen=True)
class Names:
    """How a game and its variants are called: ``kalah(6,4,capture=always)``."""

    name: str
    parameters: tuple[Parameter, ...] = ()
    aliases: Mapping[str, Values] = field(default_factory=dict)
    #: Raises GameNameError where values that are fine one by one do not go together.
    check: Callable[[Values], None] = lambda _: None

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
        arguments += [f"{p.name}={values[p.name]}" for p in self.changed(values)]
        return f"{self.name}({','.join(arguments)})" if arguments else self.name

    def changed(self, values: Values) -> list[Parameter]:
        """List the named parameters that differ from their defaults."""
        return [p for p in self.parameters if not p.positional and values[p.name] != p.default]


@dataclass(frozen=True)
class Face:
    """How people are told about a game."""

    title: str
    meaning: str  #: what the game is about, in one sentence
    summary: str  #: the same in a few words, for a card
    unit: str  #: what both sides are counted by, "seeds in store"
    size: str = ""  #: the positional parameters in a title, "{size}×{size}"
    presets: Mapping[str, str] = field(default_factory=dict)  #: usual variants, each with its title
    sample: tuple[str, str | None, tuple[str, ...]] | None = None  #: a picture: game, start, moves
    help: Mapping[str, str] = field(default_factory=dict)  #: how moves are typed, what signs mean
    counts_margin: bool = True  #: whether the size of a win means something
    won: str = ""  #: why a game without margins is won, "four in a row"
    lost: str = ""  #: and why it is lost, "the opponent has four in a row"
    move_name: str = "{}"  #: what a move is called in a sentence, "house {}"
    setup: Literal["cells", "text"] | None = "cells"  #: how a position can be set up by hand


class View(Protocol):
    """The game's board in a browser: a module ``view`` with these functions.

    The browser knows no rules: a position becomes cells with labels and legal moves with the cells
    to click. What a move does to the cells is what ``position.effects`` tells.
    """

    def board(self, position: Any) -> Json:
        """Return the cells of a position, with ``kind``: how they are drawn."""
        ...

    def counts(self, position: Any) -> dict[str, int]:
        """Return what each side has, by its name; nothing where a game counts nothing."""
        ...

    def legal(self, position: Any, move: str) -> Json:
        """Return a legal move with its label and the cells to click."""
        ...

    def set_up(self, wish: Setup, start: Any) -> Position:
        """Return the position that was set up by hand, or raise PlygroundError."""
        ...


@dataclass(frozen=True)
class Play:
    """What players and their clocks need to know; the defaults are those of games in Python."""

    moves_left: Callable[[Any], int] = lambda _: 25  #: a guess: how often the mover moves again
    #: Nodes with which the solver is done in half of all positions like this one; None where the
    #: search is better off without it.
    solve_effort: Callable[[Any], float] | None = None
    most_moves: Callable[[Any], int] = lambda _: 10_000  #: no game from this start is longer
    moves_made: Callable[[Any], int] | None = None  #: by both sides, where the board shows it
    only_pass: str | None = None  #: a position where the mover can only pass
    reductions: bool = False  #: whether "auto" turns reductions on: matches decided
    pruning: bool = False  #: the same for pruning by the evaluation
    traps: bool = False  #: and for traps for opponents whose replies are easy to guess
    sharp_phases: bool = False  #: whether phases of the evaluation begin at once, as in the rules


def _margin_for(position: Any, side: Side) -> int:
    margin: int = position.margin_for(side)
    return margin


@dataclass(frozen=True)
class Scoring:
    """What the scores of a search stand for; the defaults are those of games in Python."""

    #: Which share of the game is left, from 1 down to 0: the same score means more near the end.
    left: Callable[[Any], float] = lambda _: 1.0
    #: The final margin of a side, in units of the game; None where only winning counts.
    margin: Callable[[Any, Side], int] | None = _margin_for


@dataclass(frozen=True)
class Learning:
    """Defaults for learning weights, and for building books."""

    depth: int = 3  #: of the searches in TD-Leaf
    scale: float = 4.0  #: an evaluation that is nearly a win
    opening: int = 16  #: random moves at the beginning, at most
    nodes: int = 5000  #: per move in the matches that measure weights
    loss_plies: float = 10.0  #: depth penalty per unit of score lost, in a book
    book_plies: int | None = None  #: where a book ends
    #: Parameters that leave boards and nearly all values as they are: one network serves all.
    ignored: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Benchmark:
    """What ``plyground bench`` measures."""

    perft: Mapping[str, int]  #: depth, by game
    signature: tuple[str, int, int]  #: game, plies of a random opening at most, search depth
    openspiel: Mapping[str, str] = field(default_factory=dict)  #: OpenSpiel's name, by game


@dataclass(frozen=True)
class Observation:
    """A position as an array, for reinforcement learning environments."""

    see: Callable[[Any, Side], list[Any]]  #: as nested lists
    most: Callable[[Any], float] = lambda _: 1.0  #: the largest number in it, by the start


class EndingTables(Protocol):
    """Tables of all endings up to a size, which people build once and keep in files.

    A module ``tables`` with these functions. A table consists of layers, one for each size, of a
    byte per position; a larger table begins with the layers of a smaller one.
    """

    unit: str  #: what sizes count, "seeds"

    def game(self, position: Any) -> str | None:
        """Return the shortest name of a game with the same table; None if there is no table."""
        ...

    def largest(self, position: Any, memory: int) -> int:
        """Return the largest size worth having whose table fits into so many bytes."""
        ...

    def positions(self, position: Any, size: int) -> int:
        """Count the positions of a table."""
        ...

    def make(self, position: Any, size: int) -> TableBuilder:
        """Return an empty table."""
        ...

    def use(self, position: Any, size: int, file: int, offset: int) -> None:
        """Let searches use the table that begins at this offset of an open file."""
        ...

    def forget(self, position: Any) -> None:
        """Let searches use no table."""
        ...


class TableBuilder(Protocol):
    """A table in memory, to be filled layer by layer."""

    def layer(self, seeds: int, /) -> memoryview:
        """Return the memory of a layer."""
        ...

    def fill(
        self,
        seeds: int,
        threads: int,
        on_progress: Callable[[int], None] | None,
        stop: StopToken,
        /,
    ) -> bool:
        """Work out a layer; returns False if it was stopped."""
        ...


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A game that can be chosen by its name and shown to people, native or written in Python."""

    names: Names
    start: Callable[[Values], Position]
    from_text: Callable[[Values, str], Position]
    face: Face
    view: View
    competition: str | None = None  #: what the plain name means in matches, where games must end

    @property
    def name(self) -> str:
        """The name without parameters."""
        return self.names.name

    @property
    def rules(self) -> str:
        """The rules, as HTML."""
        raise NotImplementedError

    def canonical(self, values: Values) -> str:
        """Return the one written form of a variant's name."""
        return self.names.canonical(values)

    def title(self, values: Values) -> str:
        """Return the name of a variant for people: ``Squatter 6×6``."""
        name = self.names.canonical(values)
        if name in self.names.aliases:
            return name.replace("-", " ").title()
        size = [self.face.size.format(**values)] if self.face.size else []
        if name == self.competition:  # what everybody plays needs no explanation
            return self.face.title
        changed = [f"{p.name}: {values[p.name]}" for p in self.names.changed(values)]
        words = " ".join([self.face.title, *size])
        return ", ".join([words, *changed]).replace("_", " ")


@dataclass(frozen=True, kw_only=True)
class Family(Entry):
    """A native game with all its variants, and all that only this game knows."""

    position: type[NativePosition]
    folder: Path  #: holds ``rules.html`` and ``weights.toml``
    mark: Callable[[Any, str], Place | None]  #: where a move is marked in the SVG picture
    play: Play
    scoring: Scoring
    learning: Learning
    benchmark: Benchmark
    observation: Observation
    tables: EndingTables | None = None
    known_endings: str | None = None  #: how many endings are won, drawn and lost
    #: Features that explain why one move is better than another, each as "one thing|many things";
    #: those that mean most come first.
    reasons: Mapping[str, str] = field(default_factory=dict)

    @property
    def rules(self) -> str:
        """The rules, as HTML."""
        return self.read("rules.html")

    def read(self, file: str) -> str:
        """Return the text of a file in the game's own folder."""
        return (self.folder / file).read_text(encoding="utf-8")
