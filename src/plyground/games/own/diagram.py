"""A board as its author describes it: cells, what stands on them, and what each move clicks.

A game in Python has a board in the browser, in notebooks and at the terminal if its class has one
more member, ``diagram``, that returns a ``Diagram``:

>>> rows = ("XO.", ".X.", "..O")
>>> diagram = Diagram.grid(rows, {"X": Piece("blue", "cross"), "O": Piece("red", "ring")})
>>> diagram.cells[1].name, diagram.cells[1].words
('b1', 'b1, red')
"""

from __future__ import annotations

import math
import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from plyground._core import Side
from plyground.errors import PlygroundError, shown
from plyground.games.drawing.text import column_letter, square_name

COLOURS = (
    "white", "black", "red", "yellow", "blue", "green", "orange", "purple", "grey",
)  # fmt: skip
SHAPES = ("disc", "tile", "ring", "cross", "up", "down", "bar")
CELL_SHAPES = ("square", "round", "hexagon")
GROUNDS = ("plain", "light", "dark", "hole", "none", *COLOURS)
MOST_CELLS, _LONGEST = 1000, 60


class DiagramError(PlygroundError):
    """A diagram cannot be drawn; the message says what is wrong with it."""


@dataclass(frozen=True)
class Piece:
    """What stands on a cell: a shape in a colour, perhaps with a short text on it.

    Give both sides different shapes as well as colours: not everybody sees colours.

    >>> Piece("red", "ring").words, Piece("blue", name="X").words
    ('red', 'X')
    """

    colour: str = "black"  #: one of COLOURS
    shape: str = ""  #: one of SHAPES; if empty, a tile for black and a disc for the others
    text: str = ""  #: up to three characters
    name: str = ""  #: what screen readers say; the colour if empty

    def __post_init__(self) -> None:
        _choose("colour", self.colour, COLOURS)
        if not self.shape:
            object.__setattr__(self, "shape", "tile" if self.colour == "black" else "disc")
        _choose("shape of a piece", self.shape, SHAPES)
        _check_text("text of a piece", self.text, 3)
        _check_text("name of a piece", self.name, _LONGEST)

    @property
    def words(self) -> str:
        """What screen readers say."""
        return self.name or self.colour


@dataclass(frozen=True)
class Cell:
    """A place on the board: its middle and size in units of a cell, and what is there.

    >>> Cell("c3", x=2, y=2, piece="red").words
    'c3, red'
    """

    name: str  #: such as ``c3``; moves click it by this name
    x: float = 0.0
    y: float = 0.0
    width: float = 1.0
    height: float = 1.0
    shape: str = "square"  #: one of CELL_SHAPES
    ground: str = "plain"  #: one of GROUNDS
    piece: Piece | str | None = None  #: a colour means a piece of that colour
    marked: bool = False  #: for example, part of a winning line
    fixed: bool = False  #: decoration, which nobody can click
    label: str = ""  #: what screen readers say; the name and the piece if empty

    def __post_init__(self) -> None:
        _check_text("name of a cell", self.name, _LONGEST)
        _check_text("label of a cell", self.label, 200)
        if not self.name:
            raise DiagramError("a cell has no name; give each a different one")
        _choose("shape of a cell", self.shape, CELL_SHAPES)
        _choose("ground of a cell", self.ground, GROUNDS)
        if isinstance(self.piece, str):
            object.__setattr__(self, "piece", Piece(self.piece))
        if not isinstance(self.piece, Piece | None):
            raise DiagramError(f"{self.name} holds {self.piece!r}; expected a Piece or a colour")
        numbers = (self.x, self.y, self.width, self.height)
        if not all(isinstance(n, int | float) and math.isfinite(n) for n in numbers):
            raise DiagramError(
                f"{self.name} has no place; expected numbers for x, y, width, height"
            )
        if self.width <= 0 or self.height <= 0 or max(map(abs, numbers)) > MOST_CELLS:
            raise DiagramError(f"{self.name} is too small or too far away to be drawn")

    @property
    def stands(self) -> Piece | None:
        """The piece on it."""
        assert not isinstance(self.piece, str)
        return self.piece

    @property
    def words(self) -> str:
        """What screen readers say."""
        return self.label or f"{self.name}, {self.stands.words if self.stands else 'empty'}"


@dataclass(frozen=True)
class Label:
    """A text beside the cells, such as the number of a row.

    >>> Label("3", x=-0.7, y=2)
    Label(text='3', x=-0.7, y=2)
    """

    text: str
    x: float
    y: float


@dataclass(frozen=True)
class Click:
    """How a move is chosen: by one cell, or by where a piece starts and where it goes.

    >>> Click(("a2", "a3"), label="a2 to a3").cells
    ('a2', 'a3')
    """

    cells: Sequence[str]
    also: Sequence[str] = ()  #: other cells that choose the same move
    label: str = ""  #: what screen readers say, and the text of a button


@dataclass(frozen=True)
class Diagram:
    """A board to draw, and the cells that each move clicks.

    ``clicks`` gives for a move the name of its cell, the names of its two cells, or a ``Click``. A
    move that is not in it is found by its text, ``c3`` or ``c3d4``, by the number of its cell, or
    by a pair ``(row, column)`` or two of them on a grid. All other moves become buttons.

    >>> board = Diagram.grid(("X.", ".O"), {"X": "blue", "O": "red"})
    >>> [cell.words for cell in board.cells]
    ['a1, blue', 'b1, empty', 'a2, empty', 'b2, red']
    >>> board.click("b1")
    Click(cells=('b1',), also=(), label='')
    """

    cells: Sequence[Cell]
    clicks: Mapping[Any, Click | str | Sequence[str]] = field(default_factory=dict)
    labels: Sequence[Label] = ()
    columns: int | None = None  #: of a grid, whose cells come row by row
    upright: bool = False  #: pieces fall from above; the board is never turned
    counts: Mapping[Side, int] = field(default_factory=dict)  #: what each side has
    unit: str = ""  #: what ``counts`` counts, such as "discs"
    note: str = ""  #: a line below the status

    def __post_init__(self) -> None:
        names = [cell.name for cell in self.cells]
        if not names or len(names) > MOST_CELLS:
            raise DiagramError(f"a diagram has 1 to {MOST_CELLS} cells; this one has {len(names)}")
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise DiagramError(f"two cells are called {shown(twice)}; name each differently")
        for click in self.clicks.values():
            for name in (cells := _click(click)).cells, cells.also:
                if unknown := set(name) - set(names):
                    raise DiagramError(
                        f"clicks names a cell {shown(min(unknown))} that is not there"
                    )

    @classmethod
    def grid(
        cls,
        rows: Iterable[Sequence[Hashable]],
        pieces: Mapping[Any, Piece | str],
        *,
        ground: str = "plain",
        bottom_up: bool = False,
        marked: Iterable[str] = (),
        **more: Any,
    ) -> Diagram:
        """Describe rows from the top; ``pieces`` says what stands for each value in them.

        Cells are called ``a1``, ``b1`` and so on from the top left, or with ``bottom_up`` from the
        bottom left. ``ground`` is one of GROUNDS, or ``checkered``. ``marked`` are names of cells
        to mark; ``more`` are the other fields of a diagram.
        """
        lines = [tuple(row) for row in rows]
        width = len(lines[0]) if lines else 0
        if not width or width > 26 or any(len(line) != width for line in lines):
            raise DiagramError("a grid needs rows of the same length, from 1 to 26 cells each")
        line = set(marked)
        cells = []
        for y, row in enumerate(lines):
            for x, value in enumerate(row):
                name = square_name(x, len(lines) - 1 - y if bottom_up else y)
                shade = ("light", "dark")[(x + y) % 2] if ground == "checkered" else ground
                cells.append(
                    Cell(name, x, y, ground=shade, piece=pieces.get(value), marked=name in line)
                )
        more.setdefault("labels", tuple(_coordinates(cells, width)))
        return cls(tuple(cells), columns=width, **more)

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of all cells."""
        return frozenset(cell.name for cell in self.cells)

    def click(self, move: Any) -> Click | None:
        """Return what chooses a move; None if it names no cell."""
        if move in self.clicks:
            return _click(self.clicks[move])
        found = self._cells_of(move)
        return None if found is None else Click(found)

    def _cells_of(self, move: Any) -> tuple[str, ...] | None:
        one = self._cell_of(move)
        if one is not None:
            return (one,)
        is_place = self.columns and isinstance(move, tuple) and all(map(_is_number, move))
        if isinstance(move, tuple) and len(move) == 2 and not is_place:
            start, end = map(self._cell_of, move)
            return None if start is None or end is None else (start, end)
        names, text = self.names, str(move)
        if text in names:
            return (text,)
        for parts in re.finditer(r"[-x\s>]*", text):  # c3d4, c3-d4, c3xd4
            pair = text[: parts.start()], text[parts.end() :]
            if set(pair) <= names:
                return pair
        return None

    def _cell_of(self, move: Any) -> str | None:
        """Return the cell that a name, a number or a pair of numbers means."""
        if isinstance(move, str):
            return move if move in self.names else None
        index = move
        if isinstance(move, tuple) and len(move) == 2 and self.columns:
            row, column = move
            if not (_is_number(row) and _is_number(column) and 0 <= column < self.columns):
                return None
            index = row * self.columns + column
        if self.clicks or not _is_number(index) or not 0 <= index < len(self.cells):
            return None
        return self.cells[int(index)].name


def _coordinates(cells: Sequence[Cell], width: int) -> Iterable[Label]:
    """Letters above the columns, and the numbers of the rows at their left."""
    for x in range(width):
        yield Label(column_letter(x), x, -0.72)
    for cell in cells[::width]:
        yield Label(cell.name[1:], -0.72, cell.y)


def _click(given: Click | str | Sequence[str]) -> Click:
    if isinstance(given, Click):
        return given
    return Click((given,) if isinstance(given, str) else tuple(given))


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _choose(what: str, given: object, known: Sequence[str]) -> None:
    if given not in known:
        raise DiagramError(f"{given!r} is not a {what}; expected one of {', '.join(known)}")


def _check_text(what: str, given: object, longest: int) -> None:
    if not isinstance(given, str) or len(given) > longest or not given.isprintable():
        raise DiagramError(
            f"the {what} is {given!r}; expected a text of at most {longest} characters"
        )
