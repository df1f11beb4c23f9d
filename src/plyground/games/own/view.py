"""The board of a game in Python in a browser."""

from __future__ import annotations

from collections import Counter
from typing import Any

from plyground.errors import PlygroundError
from plyground.games.own.diagram import Cell, Diagram, Piece
from plyground.games.own.guess import diagram_of
from plyground.games.own.honest import demand_honest
from plyground.games.own.pictures import text_lines
from plyground.games.position import Position, move_text
from plyground.games.setup import Setup

Json = dict[str, Any]

_MOST_LINES, _LONGEST_LINE = 60, 200


class OwnView:
    """Shows positions of one class; what was seen last is kept, because it is asked for often."""

    def __init__(self) -> None:
        self._last: tuple[Position, _Seen] | None = None

    def board(self, position: Position) -> Json:
        """Return the cells as they are described or guessed, or else lines of text."""
        diagram = self._seen(position).diagram
        if diagram is None:
            lines = [line[:_LONGEST_LINE] for line in text_lines(position)[:_MOST_LINES]]
            return {"kind": "text", "lines": lines, "cells": []}
        rows = sorted({cell.y for cell in diagram.cells if not cell.fixed})
        found: Json = {
            "kind": "drawn",
            "cells": [_cell(cell, rows) for cell in _in_order(diagram)],
            "labels": [{"text": one.text, "x": one.x, "y": one.y} for one in diagram.labels],
        }
        more = {"upright": diagram.upright or None, "note": diagram.note or None}
        return found | {key: value for key, value in more.items() if value is not None}

    def counts(self, position: Position) -> dict[str, int]:
        """Return what the diagram counts for each side."""
        diagram = self._seen(position).diagram
        counts = {} if diagram is None else diagram.counts
        return {position.side_name(side): int(count) for side, count in counts.items()}

    def legal(self, position: Position, move: Any) -> Json:
        """Return a legal move with the cells to click; without cells it becomes a button."""
        text, seen = move_text(move), self._seen(position)
        click = None if seen.diagram is None else seen.diagram.click(move)
        # Moves that begin and end on the same cells cannot be told apart by clicks.
        if click is None or seen.chosen_by[click.cells[0], click.cells[-1]] > 1:
            label = click.label if click is not None else ""
            return {"move": text, "label": label or text}
        found: Json = {"move": text, "to": click.cells[-1], "label": click.label or text}
        if len(click.cells) > 1:
            found["from"] = click.cells[0]
        if click.also:
            found["also"] = list(click.also)
        return found

    def set_up(self, wish: Setup, start: Position) -> Position:  # noqa: ARG002 - called alike
        """Refuse: only the class can make a position, from a text."""
        raise PlygroundError(f"{start.game} can be set up from a text only")

    def _seen(self, position: Position) -> _Seen:
        last = self._last
        if last is None or last[0] is not position:
            last = self._last = position, _Seen(position)
        return last[1]


class _Seen:
    """What is shown of a position, and how many moves begin and end on the same cells."""

    def __init__(self, position: Position) -> None:
        demand_honest(position)
        self.diagram = diagram = diagram_of(position)
        clicks = [] if diagram is None else list(map(diagram.click, position.legal_moves))
        self.chosen_by = Counter(
            (click.cells[0], click.cells[-1]) for click in clicks if click is not None
        )


def _in_order(diagram: Diagram) -> list[Cell]:
    """Return cells in the order in which they are read."""
    return sorted(diagram.cells, key=lambda cell: (cell.y, cell.x))


def _cell(cell: Cell, rows: list[float]) -> Json:
    found: Json = {
        "id": cell.name, "x": cell.x, "y": cell.y, "width": cell.width, "height": cell.height,
        "row": rows.index(cell.y) if cell.y in rows else 0,
        "shape": cell.shape, "ground": cell.ground, "label": cell.words,
    }  # fmt: skip
    if cell.stands is not None:
        found["piece"] = _piece(cell.stands)
    for flag in ("marked", "fixed"):
        if getattr(cell, flag):
            found[flag] = True
    return found


def _piece(piece: Piece) -> Json:
    found = {"colour": piece.colour, "shape": piece.shape}
    return found | ({"text": piece.text} if piece.text else {})
