"""A diagram at the terminal: one character per cell, framed with coordinates where it is a grid."""

from __future__ import annotations

from itertools import pairwise

from plyground.games.drawing import text as glyphs
from plyground.games.own.diagram import Cell, Diagram, Piece

_SIGNS = {
    "ring": "○", "cross": "×", "up": "▲", "down": "▼", "tile": "■", "disc": "●",
}  # fmt: skip
_HOLLOW = {"disc": glyphs.WHITE, "tile": "□", "up": "△", "down": "▽"}
_LIGHT = ("white", "yellow", "grey")


def text_of(diagram: Diagram, status: str) -> str:
    """Draw a diagram in characters; ``status`` is its last line.

    >>> print(text_of(Diagram.grid(["x.", ".o"], {"x": "black", "o": "white"}), "x to move"))
          a b
        ┌─────┐
      1 │ ■ · │
      2 │ · ○ │
        └─────┘
     x to move
    """
    if diagram.columns:
        width = diagram.columns
        rows = [diagram.cells[i : i + width] for i in range(0, len(diagram.cells), width)]
        names = [row[0].name[1:] for row in rows]
        lines = glyphs.grid([[_glyph(cell) for cell in row] for row in rows], names=names)
    else:
        lines = _free(diagram)
    return "\n".join([*lines, f" {status}"])


def _free(diagram: Diagram) -> list[str]:
    """Put each cell where it lies, as close as neighbours allow; empty decoration is left out."""
    shown = [cell for cell in diagram.cells if not cell.fixed or cell.stands is not None]
    rows: dict[float, list[Cell]] = {}
    for cell in sorted(shown, key=lambda cell: (cell.y, cell.x)):
        rows.setdefault(round(cell.y, 3), []).append(cell)
    gaps = [b.x - a.x for row in rows.values() for a, b in pairwise(row) if b.x > a.x]
    left, step = min(cell.x for cell in shown), min(gaps, default=1.0)
    lines = []
    for row in rows.values():
        line: list[str] = []
        for cell in row:
            at = round(2 * (cell.x - left) / step)
            line += [" "] * (at + 1 - len(line))
            line[at] = _glyph(cell)
        lines.append("  " + "".join(line))
    return lines


def _glyph(cell: Cell) -> str:
    piece: Piece | None = cell.stands
    if piece is None:
        return " " if cell.ground == "none" else glyphs.EMPTY
    if piece.text:
        return piece.text[0]
    if piece.shape == "bar":
        return "─" if cell.width > cell.height else "│"
    is_light = piece.colour in _LIGHT
    return _HOLLOW.get(piece.shape, _SIGNS[piece.shape]) if is_light else _SIGNS[piece.shape]
