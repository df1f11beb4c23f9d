"""A position of a game in Python as a picture, as text, and what a move changes in it."""

from __future__ import annotations

from typing import Any

from plyground.games.effects import Change
from plyground.games.own.diagram import Diagram
from plyground.games.own.difference import difference
from plyground.games.own.guess import diagram_of
from plyground.games.own.svg import svg_of, text_svg
from plyground.games.own.text import text_of
from plyground.games.position import Position
from plyground.games.status import status


def status_of(position: Position) -> str:
    """Return whose move it is, or who has won."""
    winner = position.winner
    return status(position, None if winner is None else position.side_name(winner))


def text_lines(position: Position) -> list[str]:
    """Return the text of a position without a board: what its class prints, or its fields."""
    is_own = type(position).__str__ not in (Position.__str__, object.__str__)
    return (str(position) if is_own else repr(position)).splitlines()


def text_board(position: Position) -> str:
    """Draw a position at the terminal; without a board it is the representation of its fields."""
    diagram = diagram_of(position)
    return repr(position) if diagram is None else text_of(diagram, status_of(position))


def picture(position: Position, last_move: str | None = None) -> str:
    """Draw a position as SVG; ``last_move`` names the cells of the move that led there."""
    diagram, title = diagram_of(position), position.game
    if diagram is None:
        return text_svg(text_lines(position), title, status_of(position))
    return svg_of(diagram, title, status_of(position), _cells_in(diagram, last_move))


def _cells_in(diagram: Diagram, last_move: str | None) -> tuple[str, ...]:
    """Return the cells that a text names: ``first c3``, ``c3d4``, or ``c3 d4``."""
    words = (last_move or "").split()
    cells = tuple(word for word in words if word in diagram.names)
    click = diagram.click(words[-1]) if words and not cells else None
    return cells if click is None else tuple(click.cells)


def last_cells(before: Position, move: Any) -> str:
    """Return the cells of a move, as ``picture`` takes them."""
    diagram = diagram_of(before)
    click = None if diagram is None else diagram.click(move)
    return "" if click is None else " ".join(click.cells)


def change(position: Position, move: Any) -> Change:
    """Return what a legal move changes on the board."""
    after = position.play(move)
    again = not after.is_over and after.turn == position.turn
    return difference(diagram_of(position), diagram_of(after), move, again=again)
