"""Geometry that the games on a square board share: cells, pieces, coordinates, the last move."""

import math
import re

from plyground.games.drawing import svg, text

_PIECES: dict[str, dict[str, str]] = {
    "white": {"fill": "#ffffff", "stroke": "#3a3632"},
    "black": {"fill": "#2b2825", "stroke": "#0f0e0d"},
}


class SquareGrid:
    """Where the cells of an n by n board lie, with coordinates around it."""

    margin = 30.0

    def __init__(self, size: int, cell: float) -> None:
        self.size, self.cell = size, cell
        self.width = size * cell + 2 * self.margin

    def corner(self, column: int, row: int) -> tuple[float, float]:
        """Top left corner of a cell."""
        return self.margin + column * self.cell, self.margin + row * self.cell

    def centre(self, column: int, row: int) -> tuple[float, float]:
        """Middle of a cell."""
        x, y = self.corner(column, row)
        return x + self.cell / 2, y + self.cell / 2

    def add_cell(
        self, parent: svg.Element, column: int, row: int, /, **attributes: svg.Value
    ) -> svg.Element:
        """Fill one cell."""
        x, y = self.corner(column, row)
        return parent.add("rect", x=x, y=y, width=self.cell, height=self.cell, **attributes)

    def add_piece(
        self, parent: svg.Element, column: int, row: int, colour: str, *, dead: bool = False
    ) -> svg.Element:
        """Add a disc of the colour ``white`` or ``black``; a dead one is faded and smaller."""
        x, y = self.centre(column, row)
        return parent.add(
            "circle",
            class_=f"piece {colour}" + (" dead" if dead else ""),
            cx=x,
            cy=y,
            r=self.cell * (0.27 if dead else 0.36),
            stroke_width=1.6,
            opacity=0.6 if dead else 1,
            **_PIECES[colour],
        )

    def add_coordinates(self, parent: svg.Element, ring: int = 0) -> None:
        """Letters above and numbers to the left of what is left of the board."""
        for index in range(ring, self.size - ring):
            middle = self.margin + (index + 0.5) * self.cell
            edge = self.margin / 2 + ring * self.cell
            svg.label(parent, text.column_letter(index), middle, edge, fill=svg.FAINT)
            svg.label(parent, str(index + 1), edge, middle, fill=svg.FAINT)

    def target(self, move: str) -> tuple[float, float, float] | None:
        """Where a move ends, with the radius of a mark there; none for a move without squares."""
        squares = squares_in(move)
        if not squares:
            return None
        return (*self.centre(*text.square(squares[-1])), 0.3 * self.cell)

    def add_last_move(self, parent: svg.Element, move: str) -> None:
        """Frame the square that a move ends on, and dot a line to it from where it began.

        A move that names no square (``pass``) leaves no mark.
        """
        places = [self.centre(*text.square(name)) for name in squares_in(move)]
        if not places:
            return
        mark = parent.add("g", class_="last-move", fill="none", stroke=svg.ORANGE, stroke_width=3)
        half = self.cell / 2 - 2.5
        end_x, end_y = places[-1]
        mark.add("rect", x=end_x - half, y=end_y - half, width=2 * half, height=2 * half, rx=4)
        if len(places) > 1:
            start_x, start_y = places[0]
            length = math.dist(places[0], places[1])
            reach = (length - half) / length
            mark.add("circle", cx=start_x, cy=start_y, r=5, fill=svg.ORANGE, stroke="none")
            mark.add(
                "line",
                x1=start_x,
                y1=start_y,
                x2=start_x + (end_x - start_x) * reach,
                y2=start_y + (end_y - start_y) * reach,
                stroke_dasharray="2 4",
            )


def squares_in(move: str) -> list[str]:
    """Names of the squares in a move's text.

    >>> squares_in("d4e4"), squares_in("pass"), squares_in("c11")
    (['d4', 'e4'], [], ['c11'])
    """
    return re.findall(r"[a-z]\d+", move)
