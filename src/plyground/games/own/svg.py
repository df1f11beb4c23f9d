"""The picture of a diagram: an SVG for notebooks, documents and replays."""

from __future__ import annotations

import math
from collections.abc import Iterable

from plyground.games.drawing import svg
from plyground.games.own.diagram import Cell, Diagram, Piece

_UNIT = 50.0
_EDGE, _MARGIN = 12.0, 30.0
_FILLS = {
    "white": ("#ffffff", "#3a3632"),
    "black": ("#2b2825", "#0f0e0d"),
    "red": ("#c8321f", "#7d1a0d"),
    "yellow": ("#f4c430", "#9a7400"),
    "blue": ("#0072b2", "#00466e"),
    "green": ("#2e7d4f", "#17492c"),
    "orange": ("#d55e00", "#8a3d00"),
    "purple": ("#7b4ea3", "#4a2c66"),
    "grey": ("#e5ddd0", "#5f564c"),
}
_GROUNDS = {"plain": "#f3ecdd", "light": "#f3ecdd", "dark": "#dccdb0", "hole": "#2f5f9e"}
_LINE, _OPENING = "#c3b597", "#f4efe4"
_BOLD = ("ring", "cross", "bar")  # shapes that are lines, drawn in the piece's own colour


def svg_of(diagram: Diagram, title: str, status: str, last: Iterable[str] = ()) -> str:
    """Draw a diagram, with the cells of the last move framed."""
    frame = _Frame(diagram)
    height = frame.height + (22 if status else 0)
    picture = svg.picture(frame.width, height, f"{title}; {status}" if status else title)
    for cell in diagram.cells:
        _ground(picture, cell, frame)
    for cell in diagram.cells:
        if cell.stands is not None:
            _piece(picture, cell, cell.stands, frame)
    for cell in diagram.cells:
        if cell.name in last:
            x, y, width, height_ = frame.box(cell)
            picture.add(
                "rect", class_="last-move", x=x + 2.5, y=y + 2.5, width=width - 5,
                height=height_ - 5, rx=4, fill="none", stroke=svg.ORANGE, stroke_width=3,
            )  # fmt: skip
    for label in diagram.labels:
        svg.label(picture, label.text, *frame.point(label.x, label.y), fill=svg.FAINT)
    if status:
        svg.label(picture, status, frame.width / 2, frame.height + 8, font_size=14)
    return str(picture)


def text_svg(lines: list[str], title: str, status: str) -> str:
    """Draw the text of a position that has no board."""
    width = max(220.0, 9.0 * max(map(len, lines), default=0) + 40)
    height = 18.0 * len(lines) + 40 + 22
    picture = svg.picture(width, height, f"{title}; {status}")
    for number, line in enumerate(lines):
        picture.add(
            "text", line, x=20, y=36 + 18 * number, font_size=14, text_anchor="start",
            font_family="monospace", fill=svg.INK, style="white-space: pre",
        )  # fmt: skip
    svg.label(picture, status, width / 2, height - 16, font_size=14)
    return str(picture)


class _Frame:
    """Where the cells of a diagram lie in the picture."""

    def __init__(self, diagram: Diagram) -> None:
        cells = diagram.cells
        self._left = min(cell.x - cell.width / 2 for cell in cells)
        self._top = min(cell.y - cell.height / 2 for cell in cells)
        self._margin = _MARGIN if diagram.labels else _EDGE
        right = max(cell.x + cell.width / 2 for cell in cells)
        bottom = max(cell.y + cell.height / 2 for cell in cells)
        self.width = (right - self._left) * _UNIT + self._margin + _EDGE
        self.height = (bottom - self._top) * _UNIT + self._margin + _EDGE

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the diagram lies."""
        return (
            self._margin + (x - self._left) * _UNIT,
            self._margin + (y - self._top) * _UNIT,
        )

    def box(self, cell: Cell) -> tuple[float, float, float, float]:
        """Return the corner and the size of a cell."""
        x, y = self.point(cell.x - cell.width / 2, cell.y - cell.height / 2)
        return x, y, cell.width * _UNIT, cell.height * _UNIT


def _ground(picture: svg.Element, cell: Cell, frame: _Frame) -> None:
    if cell.ground == "none":
        return
    fill = _GROUNDS.get(cell.ground) or _FILLS[cell.ground][0]
    x, y, width, height = frame.box(cell)
    style: svg.Style = {"fill": fill, "stroke": _LINE, "stroke_width": 1}
    if cell.shape == "hexagon":
        picture.add("polygon", points=_hexagon(x, y, width, height), **style)
    else:
        rx = min(width, height) / 2 if cell.shape == "round" else 0.0
        picture.add("rect", x=x, y=y, width=width, height=height, rx=rx, **style)
    if cell.ground == "hole":
        middle = frame.point(cell.x, cell.y)
        picture.add("circle", cx=middle[0], cy=middle[1], r=0.4 * min(width, height), fill=_OPENING)


def _hexagon(x: float, y: float, width: float, height: float) -> str:
    """Return the corners of a hexagon with a corner at the top; rows of them interlock."""
    parts = ((0.5, 0), (1, 0.25), (1, 0.75), (0.5, 1), (0, 0.75), (0, 0.25))
    return " ".join(f"{x + width * a:.2f},{y + height * b:.2f}" for a, b in parts)


def _piece(picture: svg.Element, cell: Cell, piece: Piece, frame: _Frame) -> None:
    fill, stroke = _FILLS[piece.colour]
    x, y = frame.point(cell.x, cell.y)
    _, _, width, height = frame.box(cell)
    radius = 0.36 * min(width, height)
    is_line = piece.shape in _BOLD
    style: svg.Style = {
        "fill": "none" if is_line and piece.shape != "bar" else fill,
        "stroke": (stroke if piece.colour == "white" else fill) if is_line else stroke,
        "stroke_width": 0.3 * radius if is_line and piece.shape != "bar" else 1.6,
    }
    group = picture.add("g", class_=f"piece {piece.colour}", **style)
    if piece.shape in ("disc", "ring"):
        group.add("circle", cx=x, cy=y, r=radius)
    elif piece.shape == "tile":
        half = 0.92 * radius
        group.add("rect", x=x - half, y=y - half, width=2 * half, height=2 * half, rx=0.42 * half)
    elif piece.shape == "cross":
        arm = 0.8 * radius
        path = f"M{x - arm:.2f} {y - arm:.2f}l{2 * arm:.2f} {2 * arm:.2f}"
        path += f"m{-2 * arm:.2f} 0l{2 * arm:.2f} {-2 * arm:.2f}"
        group.add("path", d=path, stroke_linecap="round")
    elif piece.shape == "bar":
        long, wide = max(width, height) * 0.86, min(width, height) * 0.5
        w, h = (long, wide) if width >= height else (wide, long)
        group.add("rect", x=x - w / 2, y=y - h / 2, width=w, height=h, rx=min(w, h) / 2)
    else:
        group.add("polygon", points=_triangle(x, y, radius, down=piece.shape == "down"))
    if cell.marked:
        ring: svg.Style = {"fill": "none", "stroke": svg.ORANGE, "stroke_width": 3}
        picture.add("circle", cx=x, cy=y, r=1.2 * radius, **ring)
    if piece.text:
        is_dark = piece.colour not in ("white", "yellow", "grey") and not is_line
        ink = "#ffffff" if is_dark else svg.INK
        size = (1.0 if len(piece.text) == 1 else 0.75) * radius
        svg.label(picture, piece.text, x, y, fill=ink, font_size=size, font_weight=700)


def _triangle(x: float, y: float, radius: float, *, down: bool) -> str:
    turn = math.pi / 2 if down else -math.pi / 2
    lift = -0.2 if down else 0.2  # so that its middle is in the middle
    corners = [turn + i * 2 * math.pi / 3 for i in range(3)]
    return " ".join(
        f"{x + 1.1 * radius * math.cos(a):.2f},{y + 1.1 * radius * (math.sin(a) + lift):.2f}"
        for a in corners
    )
