"""Squatter: place pieces in turn, and close loops around cells to capture them."""

from __future__ import annotations

import re

from plyground import _core
from plyground._core import Side
from plyground.errors import PositionTextError, shown
from plyground.games import record
from plyground.games.family import Names, Parameter, Values
from plyground.games.names import with_values
from plyground.games.squatter import drawing
from plyground.games.status import status

_COLOURS = ("white", "black")

PARAMETERS = (
    Parameter("size", "7", numbers=range(3, 12), positional=True, meaning="rows and columns"),
    Parameter("first", "white", _COLOURS, meaning="who moves first"),
)
NAMES = Names("squatter", PARAMETERS)


class Position(_core.SquatterPosition):
    """A Squatter position.

    >>> import plyground as ply
    >>> position = ply.position("squatter(5)").play("c2")
    >>> position.board
    ('+++++', '++W++', '+++++', '+++++', '+++++')
    """

    @property
    def game(self) -> str:
        """The name of the game, with its parameters."""
        return NAMES.canonical(
            {"size": str(self.size), "first": "black" if self.black_first else "white"}
        )

    def side_of(self, colour: str) -> Side:
        """Return the player who has the pieces of this colour (``white`` or ``black``)."""
        return Side(_COLOURS.index(colour) ^ self.black_first)

    def side_name(self, side: Side) -> str:
        """Return the colour of a player: ``white`` or ``black``."""
        return _COLOURS[side ^ self.black_first]

    @property
    def turn_name(self) -> str:
        """The colour to move: ``white`` or ``black``."""
        return self.side_name(self.turn)

    @property
    def scores(self) -> tuple[int, int]:
        """Captured cells that count: (White, Black)."""
        return self.score(self.side_of("white")), self.score(self.side_of("black"))

    @property
    def board(self) -> tuple[str, ...]:
        """Rows: ``W B`` pieces, ``w b`` in enemy territory, ``+`` free, ``-`` captured."""
        letters = self._letters
        cells = zip(self._pieces(), self._owners(), strict=True)
        return self._rows("".join(_symbol(letters, piece, owner) for piece, owner in cells))

    @property
    def owners(self) -> tuple[str, ...]:
        """Rows of the owners of captured cells: ``W``, ``B`` or ``.`` for nobody."""
        letters = self._letters
        return self._rows("".join(letters.get(owner, ".") for owner in self._owners()))

    @property
    def text(self) -> str:
        """The position in one line: the board, the owners of captured cells, the side to move."""
        owners = "/".join(self.owners)
        captured = owners if set(owners) - {".", "/"} else "-"
        return f"{'/'.join(self.board)} {captured} {self.turn_name}"

    @property
    def _letters(self) -> dict[str, str]:
        return {"1": "B", "2": "W"} if self.black_first else {"1": "W", "2": "B"}

    def _rows(self, cells: str) -> tuple[str, ...]:
        return tuple(cells[i : i + self.size] for i in range(0, len(cells), self.size))

    @property
    def _status(self) -> str:
        return status(self, None if self.winner is None else self.side_name(self.winner))

    def __str__(self) -> str:
        return drawing.text_board(self.board, self.owners, self.scores, self._status)

    def svg(self, last_move: str | None = None) -> str:
        """Draw the board as an SVG picture, with the last move (``c3`` or ``white c3``) marked."""
        cell = last_move.split()[-1] if last_move else None
        return drawing.svg_board(self.board, self.owners, cell, self._status)

    def _why_illegal(self, move: object) -> str:
        last = f"{chr(ord('a') + self.size - 1)}{self.size}"
        cell = re.fullmatch(r"([a-k])([1-9]|1[01])", move) if isinstance(move, str) else None
        if not cell:
            return f"{shown(move)} is not a cell; expected a letter and a number, a1 to {last}"
        row, column = int(cell[2]) - 1, ord(cell[1]) - ord("a")
        if row >= self.size or column >= self.size:
            return f"{move} is not on a {self.size}×{self.size} board; expected a1 to {last}"
        if self.board[row][column] == "-":
            return f"{move} is captured: nobody can play there"
        return f"{move} is occupied; expected a free cell"


class Game(record.Game):
    """A game of Squatter from its start.

    >>> Game(size=6, first="black").position.turn_name
    'black'
    """

    def __init__(self, size: int = 7, **parameters: str) -> None:
        super().__init__(with_values(NAMES, size=size, **parameters))


def with_loops_filled(start: Position, board: str, turn_name: str) -> Position:
    """Return the position with these pieces (rows of ``W B .``) where loops own what they enclose.

    >>> import plyground as ply
    >>> with_loops_filled(ply.position("squatter(3)"), ".W.W.W.W.", "black").owners
    ('...', '.W.', '...')
    """
    numbers = {"W": "2", "B": "1"} if start.black_first else {"W": "1", "B": "2"}
    pieces = "".join(numbers.get(cell, ".") for cell in board)
    turn, owners = start.side_of(turn_name), "." * len(pieces)
    # Each capture may kill pieces of the other colour's loops, so that one is closed at a time.
    for side in (start.side_of("white"), start.side_of("black")):
        found = Position(start.size, pieces, owners, turn, start.black_first)
        closed = found._enclosed(side)
        number = str(side + 1)
        owners = "".join(
            number if inside != "." else owner for inside, owner in zip(closed, owners, strict=True)
        )
    return Position(start.size, pieces, owners, turn, start.black_first)


def _symbol(letters: dict[str, str], piece: str, owner: str) -> str:
    if piece == ".":
        return "+" if owner == "." else "-"
    return letters[piece] if owner in (".", piece) else letters[piece].lower()


def start(values: Values) -> Position:
    """Return the start position for these parameters."""
    size = int(values["size"])
    empty = "." * (size * size)
    return Position(size, empty, empty, Side.FIRST, values["first"] == "black")


def from_text(values: Values, text: str) -> Position:
    """Read the one-line text of a position; raises PositionTextError."""
    size = int(values["size"])
    words = text.split()
    if len(words) != 3:
        raise PositionTextError(
            f"a Squatter position has three words; expected e.g. '{start(values).text}'"
        )
    board = _read_grid(words[0], size, "WBwb+-")
    owners = "." * len(board) if words[1] == "-" else _read_grid(words[1], size, "WB.")
    if words[2] not in _COLOURS:
        raise PositionTextError(f"{words[2]!r} is not a side; expected white or black")
    _check_cells(board, owners, size)
    black_first = values["first"] == "black"
    numbers = {"W": "2", "B": "1"} if black_first else {"W": "1", "B": "2"}
    found = Position(
        size,
        "".join(numbers.get(cell.upper(), ".") for cell in board),
        "".join(numbers.get(owner, ".") for owner in owners),
        Side(_COLOURS.index(words[2]) ^ black_first),
        black_first,
    )
    _check_loops(found)
    return found


def _read_grid(word: str, size: int, symbols: str) -> str:
    rows = word.split("/")
    if len(rows) != size or any(len(row) != size for row in rows):
        raise PositionTextError(f"{word!r} is not {size} rows of {size} cells joined by /")
    if wrong := set(word) - set(symbols) - {"/"}:
        raise PositionTextError(
            f"{min(wrong)!r} is not a cell; expected one of {' '.join(symbols)}"
        )
    return "".join(rows)


def _name(i: int, size: int) -> str:
    return f"{chr(ord('a') + i % size)}{i // size + 1}"


def _check_cells(board: str, owners: str, size: int) -> None:
    """Refuse a board and owners that contradict each other."""
    for i, (cell, owner) in enumerate(zip(board, owners, strict=True)):
        if owner != "." and (min(i // size, i % size) == 0 or max(i // size, i % size) == size - 1):
            raise PositionTextError(f"{_name(i, size)} is on the edge: nobody can capture it")
        expected = {
            "+": ("a free cell has no owner", owner == "."),
            "-": ("a captured cell needs an owner, W or B", owner != "."),
        }.get(cell, ("", True))
        if cell in "wb":
            expected = (
                "a lower-case piece stands in enemy territory",
                owner not in (".", cell.upper()),
            )
        if cell in "WB":
            expected = ("a piece in enemy territory is lower case", owner in (".", cell))
        if not expected[1]:
            raise PositionTextError(f"{_name(i, size)} is {cell!r}, owner {owner!r}: {expected[0]}")


def _check_loops(found: Position) -> None:
    """Refuse a closed loop that has captured nothing: no game reaches it."""
    for side in Side:
        open_cell = found._enclosed(side).replace("1", "2").find("2")
        if open_cell >= 0:
            name, colour = _name(open_cell, found.size), found.side_name(side)
            raise PositionTextError(
                f"{name} is inside a closed loop of {colour}; expected {colour} to own it"
            )
