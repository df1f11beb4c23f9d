"""Squatter boards: pieces, and who owns the captured cells."""

from collections.abc import Sequence

from plyground.games.drawing import svg, text
from plyground.games.drawing.square_grid import SquareGrid

Rows = Sequence[str]

_COLOURS = {"W": "white", "B": "black", "w": "white", "b": "black"}
_GLYPHS = {
    "W": text.WHITE,
    "B": text.BLACK,
    "w": text.DEAD_WHITE,
    "b": text.DEAD_BLACK,
    "+": text.EMPTY,
}
_LAND_GLYPHS = {"W": text.WHITE_LAND, "B": text.BLACK_LAND}


def text_board(board: Rows, owners: Rows, scores: Sequence[int], status: str) -> str:
    """Draw the board as text; ``status`` begins its last line.

    ``board`` has rows of ``W B w b + -`` and ``owners`` rows of ``W B .``, both from the top;
    ``scores`` are (white, black). A square stands for a captured empty cell (hollow: White's), a
    small disc for a piece in enemy territory.
    """
    cells = [
        [_GLYPHS.get(cell) or _LAND_GLYPHS[owner] for cell, owner in zip(*rows, strict=True)]
        for rows in zip(board, owners, strict=True)
    ]
    free = sum(row.count("+") for row in board)
    score = f"{text.WHITE} white {scores[0]}, {text.BLACK} black {scores[1]}"
    return "\n".join([*text.grid(cells), f" {status} · {score} · {free} free"])


# Colours of the empty board and, by owner, of captured land and of the border around it.
_FREE, _LINE = "#f1ece2", "#c9bfae"
_LAND = {"W": "#f9dfa6", "B": "#a9c6de"}
_BORDER = {"W": "#c77700", "B": svg.BLUE}
_MIN_CELL, _MIN_WIDTH = 46.0, 320.0  # small boards get bigger cells, so that the caption fits


def grid_of(size: int) -> SquareGrid:
    """Lay out a board of so many rows: small ones get large cells."""
    return SquareGrid(size, max(_MIN_CELL, _MIN_WIDTH / size))


def svg_board(board: Rows, owners: Rows, last_move: str | None = None, status: str = "") -> str:
    """Draw the board as an SVG picture: land tinted by owner, pieces in enemy territory faded.

    ``board`` and ``owners`` are as in :func:`text_board`; ``last_move`` (``c3``) is framed;
    ``status``, if any, is written under the board.
    """
    grid = grid_of(len(board))
    scores = ", ".join(f"{name} {_score(board, owners, side)}" for side, name in _PLAYERS)
    title = f"Squatter: {scores}" + (f"; {status}" if status else "")
    picture = svg.picture(grid.width, grid.width + (8 if status else 0), title)
    _add_cells(picture, grid, owners)
    _add_borders(picture, grid, owners)
    for row, cells in enumerate(board):
        for column, cell in enumerate(cells):
            if cell in _COLOURS:
                grid.add_piece(picture, column, row, _COLOURS[cell], dead=cell.islower())
    if last_move is not None:
        grid.add_last_move(picture, last_move)
    grid.add_coordinates(picture)
    if status:
        svg.label(picture, f"{status} · {scores}", grid.width / 2, grid.width - 9, font_size=14)
    return str(picture)


_PLAYERS = (("W", "white"), ("B", "black"))


def _score(board: Rows, owners: Rows, side: str) -> int:
    """Cells that a side owns and has no piece on."""
    cells = zip("".join(board), "".join(owners), strict=True)
    return sum(owner == side and cell.upper() != side for cell, owner in cells)


def _add_cells(picture: svg.Element, grid: SquareGrid, owners: Rows) -> None:
    cells = picture.add("g", stroke=_LINE, stroke_width=1)
    for row, names in enumerate(owners):
        for column, owner in enumerate(names):
            kind = {"W": "land white", "B": "land black"}.get(owner, "free")
            grid.add_cell(cells, column, row, class_=kind, fill=_LAND.get(owner, _FREE))


def _add_borders(picture: svg.Element, grid: SquareGrid, owners: Rows) -> None:
    """Add a line around each side's land, just inside it, so that two neighbours show both."""
    for owner, colour in _BORDER.items():
        path = "".join(
            _edges(grid, owners, (column, row))
            for row, names in enumerate(owners)
            for column, name in enumerate(names)
            if name == owner
        )
        if path:
            style: svg.Style = {"stroke": colour, "stroke_width": 2.5, "stroke_linecap": "square"}
            picture.add("path", class_="border", d=path, fill="none", **style)


def _edges(grid: SquareGrid, owners: Rows, cell: tuple[int, int]) -> str:
    """Path along the sides of a cell whose neighbour has another owner.

    The edge of the board is never captured, so every captured cell has four neighbours; the
    guard is for set-up boards that no game can reach.
    """
    column, row = cell
    x, y = grid.corner(column, row)
    near, far = 1.5, grid.cell - 1.5
    sides = {
        (0, -1): f"M{x + near:.1f} {y + near:.1f}H{x + far:.1f}",
        (0, 1): f"M{x + near:.1f} {y + far:.1f}H{x + far:.1f}",
        (-1, 0): f"M{x + near:.1f} {y + near:.1f}V{y + far:.1f}",
        (1, 0): f"M{x + far:.1f} {y + near:.1f}V{y + far:.1f}",
    }
    size = len(owners)
    path = ""
    for (right, down), side in sides.items():
        inside = 0 <= column + right < size and 0 <= row + down < size
        if not inside or owners[row + down][column + right] != owners[row][column]:
            path += side
    return path
