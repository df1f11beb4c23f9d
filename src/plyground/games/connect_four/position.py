"""Connect Four: drop stones into columns; four in a line win."""

from __future__ import annotations

from itertools import pairwise

from plyground import _core
from plyground.errors import GameNameError, PositionTextError, shown
from plyground.games import record
from plyground.games.connect_four import drawing
from plyground.games.family import Names, Parameter, Values
from plyground.games.names import with_values
from plyground.games.status import status

COLOURS = ("red", "yellow")
_LETTERS = "RY"
_MAX_BITS = 64  # each column has one bit more than cells

PARAMETERS = (
    Parameter("width", "7", numbers=range(4, 13), positional=True, meaning="columns"),
    Parameter("height", "6", numbers=range(4, 16), positional=True, meaning="rows"),
)


def _check_size(values: Values) -> None:
    width, height = int(values["width"]), int(values["height"])
    if width * (height + 1) > _MAX_BITS:
        most = _MAX_BITS // width - 1
        raise GameNameError(
            f"a board with {width} columns and {height} rows is too large: "
            f"with {width} columns there can be {most} rows at most"
        )


NAMES = Names(
    "connect-four",
    PARAMETERS,
    aliases={"connect-four": {}},  # the usual board goes by the plain name
    check=_check_size,
)


class Position(_core.ConnectFourPosition):
    """A Connect Four position.

    >>> import plyground as ply
    >>> position = ply.position("connect-four").play("4")
    >>> position.board[-1], position.turn_name
    ('...R...', 'yellow')
    """

    @property
    def game(self) -> str:
        """The name of the game, with its parameters."""
        return NAMES.canonical({"width": str(self.width), "height": str(self.height)})

    def side_name(self, side: _core.Side) -> str:
        """Return the colour of a player: ``red`` or ``yellow``."""
        return COLOURS[side]

    @property
    def turn_name(self) -> str:
        """The colour to move: ``red`` or ``yellow``."""
        return self.side_name(self.turn)

    @property
    def board(self) -> tuple[str, ...]:
        """Rows from the top: ``R`` and ``Y`` for stones, ``.`` for empty cells."""
        cells = self._stones().translate(str.maketrans("12", _LETTERS))
        return tuple(cells[i : i + self.width] for i in range(0, len(cells), self.width))

    @property
    def text(self) -> str:
        """The position in one line: the rows from the top, and the side to move."""
        return f"{'/'.join(self.board)} {self.turn_name}"

    @property
    def _status(self) -> str:
        return status(self, None if self.winner is None else self.side_name(self.winner))

    def __str__(self) -> str:
        return drawing.text_board(self.board, self._status)

    def svg(self, last_move: str | None = None) -> str:
        """Draw the board as an SVG picture, with the last move (``4`` or ``red 4``) marked."""
        column = int(last_move.split()[-1]) - 1 if last_move else None
        return drawing.svg_board(self.board, column, self._status)

    def _why_illegal(self, move: object) -> str:
        if self.is_over:
            return f"{shown(move)} is illegal: the game is over"
        if isinstance(move, str) and move in {str(c) for c in range(1, self.width + 1)}:
            return f"column {move} is full; play another column"
        return f"{shown(move)} is not a column of this board; expected 1 to {self.width}"


class Game(record.Game):
    """A game of Connect Four from its start.

    >>> Game(width=5, height=4).position.game
    'connect-four(5,4)'
    """

    def __init__(self, width: int = 7, height: int = 6) -> None:
        super().__init__(with_values(NAMES, width=width, height=height))


def start(values: Values) -> Position:
    """Return the empty board."""
    width, height = int(values["width"]), int(values["height"])
    return Position(width, height, "." * (width * height))


def from_text(values: Values, text: str) -> Position:
    """Read a position from its one-line text."""
    width, height = int(values["width"]), int(values["height"])
    words = text.split()
    if len(words) != 2:
        raise PositionTextError(
            f"a Connect Four position has two words; expected e.g. '{start(values).text}'"
        )
    rows = words[0].split("/")
    if len(rows) != height or any(len(row) != width for row in rows):
        raise PositionTextError(
            f"{words[0]!r} is not {height} rows of {width} cells; join the rows with /"
        )
    if wrong := set(words[0]) - set(_LETTERS) - {".", "/"}:
        raise PositionTextError(f"{min(wrong)!r} is not a cell; expected R, Y or .")
    _check_stones(rows, words[1])
    found = Position(width, height, "".join(rows).translate(str.maketrans(_LETTERS, "12")))
    _check_lines(found)
    return found


def _check_stones(rows: list[str], side: str) -> None:
    """Refuse stones in the air, and numbers of stones that do not fit the side to move."""
    for above, below in pairwise(rows):
        for column, (stone, under) in enumerate(zip(above, below, strict=True), 1):
            if stone != "." and under == ".":
                raise PositionTextError(f"a stone in column {column} lies above an empty cell")
    red, yellow = ("".join(rows).count(letter) for letter in _LETTERS)
    if red - yellow not in (0, 1):
        raise PositionTextError(
            f"{red} red and {yellow} yellow stones: Red moves first, so expected as many, "
            "or one red stone more"
        )
    if side != COLOURS[red - yellow]:
        raise PositionTextError(
            f"{side!r} is not to move with {red} red and {yellow} yellow stones; "
            f"expected {COLOURS[red - yellow]}"
        )


def _check_lines(found: Position) -> None:
    """Refuse four in a line that no last move completed: the game would have ended before."""
    if not found._ends_by_last_move():
        raise PositionTextError("the game was over before: no last stone completed these lines")
