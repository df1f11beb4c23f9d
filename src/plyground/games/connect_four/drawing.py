"""Connect Four boards: stones in columns."""

from collections.abc import Sequence

from plyground.games.drawing import svg

Rows = Sequence[str]

_GLYPHS = {"R": "●", "Y": "○", ".": "·"}
_COLOURS = {"R": "red", "Y": "yellow"}
_CELL, _MARGIN = 50.0, 24.0
_FRAME, _HOLE = "#2f5f9e", "#e9eef5"
_STONES: dict[str, dict[str, str]] = {
    "R": {"fill": "#c8321f", "stroke": "#7d1a0d"},
    "Y": {"fill": "#f4c430", "stroke": "#9a7400"},
}


def text_board(board: Rows, status: str) -> str:
    """Draw the board as text, rows from the top; ``status`` begins its last line."""
    width = len(board[0])
    border = "─" * (2 * width + 1)
    rows = [f"  │ {' '.join(_GLYPHS[cell] for cell in row)} │" for row in board]
    # Two figures of a column's number stand one above the other.
    tens = " ".join(str(c // 10) if c > 9 else " " for c in range(1, width + 1))
    numbers = " ".join(str(c % 10) for c in range(1, width + 1))
    lines = [*rows, f"  └{border}┘", *([f"    {tens}"] if width > 9 else []), f"    {numbers}"]
    return "\n".join([*lines, f" {status} · {_GLYPHS['R']} red, {_GLYPHS['Y']} yellow"])


def svg_board(board: Rows, last_column: int | None = None, status: str = "") -> str:
    """Draw the board as an SVG picture; the top stone of ``last_column`` (from 0) is framed."""
    columns, rows = len(board[0]), len(board)
    width, height = columns * _CELL + 2 * _MARGIN, rows * _CELL + 2 * _MARGIN
    title = "Connect Four" + (f"; {status}" if status else "")
    picture = svg.picture(width, height + (22 if status else 0), title)
    picture.add(
        "rect", x=_MARGIN, y=_MARGIN, width=columns * _CELL, height=rows * _CELL, rx=8, fill=_FRAME
    )
    for row, cells in enumerate(board):
        for column, cell in enumerate(cells):
            _add_cell(picture, column, row, cell)
    if last_column is not None:
        _add_last_move(picture, board, last_column)
    for column in range(columns):
        x = _MARGIN + (column + 0.5) * _CELL
        svg.label(picture, str(column + 1), x, height - _MARGIN / 2, fill=svg.FAINT)
    if status:
        svg.label(picture, status, width / 2, height + 8, font_size=14)
    return str(picture)


def _add_cell(picture: svg.Element, column: int, row: int, cell: str) -> None:
    x, y = centre(column, row)
    if cell == ".":
        picture.add("circle", class_="hole", cx=x, cy=y, r=0.4 * _CELL, fill=_HOLE)
        return
    stone = picture.add("g", class_=f"piece {_COLOURS[cell]}", stroke_width=1.6, **_STONES[cell])
    stone.add("circle", cx=x, cy=y, r=0.4 * _CELL)
    # A ring tells Yellow's stones from Red's without colour.
    if cell == "Y":
        stone.add("circle", cx=x, cy=y, r=0.22 * _CELL, fill="none")


def _add_last_move(picture: svg.Element, board: Rows, column: int) -> None:
    row = next((r for r, cells in enumerate(board) if cells[column] != "."), None)
    if row is None:
        return
    x, y = centre(column, row)
    style: svg.Style = {"fill": "none", "stroke": "#ffffff", "stroke_width": 3.5}
    picture.add("circle", class_="last-move", cx=x, cy=y, r=0.45 * _CELL, **style)


def centre(column: int, row: int) -> tuple[float, float]:
    """Middle of a cell; row 0 is the top."""
    return _MARGIN + (column + 0.5) * _CELL, _MARGIN + (row + 0.5) * _CELL


def landing(board: Rows, column: int) -> tuple[float, float, float] | None:
    """Middle of the cell that a stone falls to, with the radius of a mark there."""
    free = [row for row, cells in enumerate(board) if cells[column] == "."]
    return (*centre(column, free[-1]), 0.3 * _CELL) if free else None
