"""Watch Your Back! boards: two colours, corners, and a board that shrinks."""

from collections.abc import Sequence
from dataclasses import dataclass

from plyground.games.drawing import svg, text
from plyground.games.drawing.square_grid import SquareGrid

Rows = Sequence[str]

_SIZE = 8
_WARNING_TURNS = 16  # this long before it goes, the outer ring is marked
_GLYPHS = {"O": text.WHITE, "@": text.BLACK, "-": text.EMPTY, "X": text.CORNER, " ": " "}


@dataclass(frozen=True)
class Clock:
    """How far a game is: what the core says about the phase and the next shrink."""

    phase: str  #: ``placing``, ``moving`` or ``completed``
    turns: int  #: in this phase
    placements: int  #: turns of the placing phase
    shrinks: int = 0  #: rings that are gone
    next_shrink: int | None = None  #: the turn of the moving phase after which the next one goes
    vanishing: tuple[str, ...] = ()  #: the squares that go then

    @property
    def left(self) -> int | None:
        """Turns of the moving phase until the next shrink."""
        if self.next_shrink is None:
            return None
        return self.next_shrink - (self.turns if self.phase == "moving" else 0)

    @property
    def doomed(self) -> tuple[str, ...]:
        """The squares that go next, if that is near."""
        is_near = self.left is not None and self.left <= _WARNING_TURNS
        return self.vanishing if is_near and self.phase == "moving" else ()

    def __str__(self) -> str:
        if self.phase == "placing":
            return f"placing {self.turns + 1} of {self.placements}"
        if self.left is None:
            return f"turn {self.turns}"
        soon = f"in {self.left} turn{'s' * (self.left > 1)}"
        return f"turn {self.turns}, shrinks {soon if self.doomed else f'at {self.next_shrink}'}"


def text_board(board: Rows, clock: Clock, status: str) -> str:
    """Draw the board as text; ``status`` begins its last line.

    ``board`` has 8 rows of ``O @ - X`` and blanks, from the top. Removed squares are not drawn;
    the empty squares that go next are shaded when that is near.
    """
    cells = [[_GLYPHS[cell] for cell in row] for row in board]
    for column, row in map(text.square, clock.doomed):
        if board[row][column] == "-":
            cells[row][column] = text.DOOMED
    white, black = (sum(row.count(piece) for row in board) for piece in "O@")
    pieces = f"{text.WHITE} white {white}, {text.BLACK} black {black}"
    lines = text.grid(cells, clock.shrinks)
    return "\n".join([*lines, f" {status} · {pieces} · {clock}"])


_CELL = 52.0
_LIGHT, _DARK, _LINE = "#f3ecdd", "#e4d8c1", "#bfae92"
_CORNER_FILL, _CORNER_CROSS = "#6f665c", "#efe8da"
_DOOM = "#b0452c"


GRID = SquareGrid(_SIZE, _CELL)


def svg_board(board: Rows, clock: Clock, last_move: str | None = None, status: str = "") -> str:
    """Draw the board as an SVG picture; the ring that goes next is tinted when that is near.

    Takes what :func:`text_board` takes. ``last_move`` (``d4`` or ``d4e4``) is framed, with a
    trail from where the piece came; ``status``, if any, is written under the board.
    """
    grid = GRID
    words = "; ".join(part for part in (status, str(clock)) if part)
    picture = svg.picture(
        grid.width, grid.width + (8 if status else 0), f"Watch Your Back!: {words}"
    )
    for row, cells in enumerate(board):
        for column, cell in enumerate(cells):
            _add_square(picture, grid, (column, row), cell)
    _add_doom(picture, grid, clock)
    if last_move is not None:
        grid.add_last_move(picture, last_move)
    for row, cells in enumerate(board):
        for column, cell in enumerate(cells):
            if cell in "O@":
                grid.add_piece(picture, column, row, "white" if cell == "O" else "black")
    grid.add_coordinates(picture, clock.shrinks)
    if status:
        place = grid.width / 2, grid.width - 9 - clock.shrinks * _CELL
        svg.label(picture, f"{status} · {clock}", *place, font_size=14)
    return str(picture)


def _add_square(picture: svg.Element, grid: SquareGrid, place: tuple[int, int], cell: str) -> None:
    if cell == " ":
        return
    column, row = place
    if cell != "X":
        fill = (_LIGHT, _DARK)[(column + row) % 2]
        grid.add_cell(picture, column, row, class_="square", fill=fill, stroke=_LINE)
        return
    grid.add_cell(picture, column, row, class_="corner", fill=_CORNER_FILL, stroke=_LINE)
    x, y = grid.centre(column, row)
    arm = grid.cell * 0.2
    down = f"M{x - arm:.1f} {y - arm:.1f}l{2 * arm:.1f} {2 * arm:.1f}"
    up = f"M{x - arm:.1f} {y + arm:.1f}l{2 * arm:.1f} {-2 * arm:.1f}"
    style: svg.Style = {"stroke": _CORNER_CROSS, "stroke_width": 4, "stroke_linecap": "round"}
    picture.add("path", d=down + up, **style)


def _add_doom(picture: svg.Element, grid: SquareGrid, clock: Clock) -> None:
    """Tint the squares that go next, and draw a dashed line along what stays."""
    if not clock.doomed:
        return
    for column, row in map(text.square, clock.doomed):
        grid.add_cell(picture, column, row, class_="doomed", fill=_DOOM, fill_opacity=0.13)
    inner = clock.shrinks + 1
    x, y = grid.corner(inner, inner)
    side = (_SIZE - 2 * inner) * grid.cell
    style: svg.Style = {
        "fill": "none",
        "stroke": _DOOM,
        "stroke_width": 2,
        "stroke_dasharray": "7 5",
    }
    picture.add("rect", x=x, y=y, width=side, height=side, **style)
