"""Watch Your Back! boards: two colours, corners, and a board that shrinks."""

from collections.abc import Sequence

from plyground import _core
from plyground.games.drawing import svg, text
from plyground.games.drawing.square_grid import SquareGrid

Rows = Sequence[str]

_SIZE = 8
_PLACEMENTS = _core.WatchYourBackPosition.PLACEMENTS
_SHRINK_TURNS = _core.WatchYourBackPosition.SHRINK_TURNS
_WARNING_TURNS = 16  # this long before it goes, the outer ring is marked
_GLYPHS = {"O": text.WHITE, "@": text.BLACK, "-": text.EMPTY, "X": text.CORNER, " ": " "}


def text_board(board: Rows, phase: str, turns: int, status: str) -> str:
    """Draw the board as text; ``status`` begins its last line.

    ``board`` has 8 rows of ``O @ - X`` and blanks, from the top; ``phase`` is ``placing``,
    ``moving`` or ``completed``; ``turns`` counts in this phase. Removed squares are not drawn;
    the empty squares that go next are shaded when that is near.
    """
    ring = _rings_gone(board)
    cells = [[_GLYPHS[cell] for cell in row] for row in board]
    for column, row in _doomed(board, phase, turns):
        if board[row][column] == "-":
            cells[row][column] = text.DOOMED
    white, black = (sum(row.count(piece) for row in board) for piece in "O@")
    pieces = f"{text.WHITE} white {white}, {text.BLACK} black {black}"
    lines = text.grid(cells, ring)
    return "\n".join([*lines, f" {status} · {pieces} · {_clock(phase, turns)}"])


def _rings_gone(board: Rows) -> int:
    return next((ring for ring, row in enumerate(board) if row.strip()), 0)


def _next_shrink(phase: str, turns: int) -> int | None:
    """Find the moving-phase turn after which the board shrinks next."""
    if phase == "completed":
        return None
    if phase == "placing":
        return _SHRINK_TURNS[0]
    return next((shrink for shrink in _SHRINK_TURNS if turns < shrink), None)


def _clock(phase: str, turns: int) -> str:
    if phase == "placing":
        return f"placing {turns + 1} of {_PLACEMENTS}"
    shrink = _next_shrink(phase, turns)
    if shrink is None:
        return f"turn {turns}"
    left = shrink - turns
    when = f"in {left} turn{'s' * (left > 1)}" if left <= _WARNING_TURNS else f"at {shrink}"
    return f"turn {turns}, shrinks {when}"


def _doomed(board: Rows, phase: str, turns: int) -> list[tuple[int, int]]:
    """Squares (column, row) of the ring that is about to go, if that is near."""
    shrink = _next_shrink(phase, turns)
    if phase != "moving" or shrink is None or shrink - turns > _WARNING_TURNS:
        return []
    low = _rings_gone(board)
    high = _SIZE - 1 - low
    kept = range(low, high + 1)
    return [(x, y) for y in kept for x in kept if x in (low, high) or y in (low, high)]


_CELL = 52.0
_LIGHT, _DARK, _LINE = "#f3ecdd", "#e4d8c1", "#bfae92"
_CORNER_FILL, _CORNER_CROSS = "#6f665c", "#efe8da"
_DOOM = "#b0452c"


GRID = SquareGrid(_SIZE, _CELL)


def svg_board(
    board: Rows, turns: int, phase: str, last_move: str | None = None, status: str = ""
) -> str:
    """Draw the board as an SVG picture; the ring that goes next is tinted when that is near.

    Takes what :func:`text_board` takes. ``last_move`` (``d4`` or ``d4e4``) is framed, with a
    trail from where the piece came; ``status``, if any, is written under the board.
    """
    grid = GRID
    ring = _rings_gone(board)
    words = "; ".join(part for part in (status, _clock(phase, turns)) if part)
    picture = svg.picture(
        grid.width, grid.width + (8 if status else 0), f"Watch Your Back!: {words}"
    )
    for row, cells in enumerate(board):
        for column, cell in enumerate(cells):
            _add_square(picture, grid, (column, row), cell)
    _add_doom(picture, grid, _doomed(board, phase, turns))
    if last_move is not None:
        grid.add_last_move(picture, last_move)
    for row, cells in enumerate(board):
        for column, cell in enumerate(cells):
            if cell in "O@":
                grid.add_piece(picture, column, row, "white" if cell == "O" else "black")
    grid.add_coordinates(picture, ring)
    if status:
        place = grid.width / 2, grid.width - 9 - ring * _CELL
        svg.label(picture, f"{status} · {_clock(phase, turns)}", *place, font_size=14)
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


def _add_doom(picture: svg.Element, grid: SquareGrid, squares: Sequence[tuple[int, int]]) -> None:
    """Tint the squares that go next, and draw a dashed line along what stays."""
    if not squares:
        return
    for column, row in squares:
        grid.add_cell(picture, column, row, class_="doomed", fill=_DOOM, fill_opacity=0.13)
    inner = min(squares)[0] + 1
    x, y = grid.corner(inner, inner)
    side = (_SIZE - 2 * inner) * grid.cell
    style: svg.Style = {
        "fill": "none",
        "stroke": _DOOM,
        "stroke_width": 2,
        "stroke_dasharray": "7 5",
    }
    picture.add("rect", x=x, y=y, width=side, height=side, **style)
