"""Watch Your Back! to draw: pieces, corners, what is eliminated, and the shrinking board.

The core plays a move, its eliminations and a shrink in one go. To tell them apart the move is also
played on the same board at an earlier turn, where nothing shrinks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from plyground.errors import PlygroundError
from plyground.games.drawing.text import square, square_name
from plyground.games.names import position as named_position
from plyground.games.position import Position as AnyPosition
from plyground.games.setup import Setup, check_known, colour_of
from plyground.games.watch_your_back.position import SHRINK_TURNS, Position

Json = dict[str, Any]
Board = tuple[str, ...]
Place = tuple[int, int]

_PIECES = {"O": "white", "@": "black"}
_WARNING_TURNS = 16  # as in the pictures: this long before it goes, the ring is marked
_SIDEWAYS = ((0, -1), (-1, 0), (1, 0), (0, 1))
_EVERY = tuple((x, y) for y in range(8) for x in range(8))


def board(position: Position) -> Json:
    """Return the squares with their labels, and when the board shrinks."""
    shrink = _shrink(position)
    doomed = set(shrink["squares"]) if shrink else set()
    left = shrink["in"] if shrink else 0
    rows = position.board
    cells = [_cell(square_name(x, y), rows[y][x], doomed, left) for x, y in _EVERY]
    return {
        "kind": "grid",
        "columns": 8,
        "rows": 8,
        "cells": cells,
        "phase": position.phase,
        "turns": position.turns,
        "shrink": shrink,
    }


def counts(position: Position) -> dict[str, int]:
    """Return the pieces on the board."""
    return dict(zip(_PIECES.values(), position.pieces, strict=True))


def legal(position: Position, move: str) -> Json:  # noqa: ARG001 - every game's is called alike
    """Return a legal move with the squares to click."""
    if move == "pass":
        return {"move": move, "label": "pass"}
    start, target = move[:2], move[2:]
    if not target:
        return {"move": move, "to": start, "label": f"place on {start}"}
    return {"move": move, "from": start, "to": target, "label": f"{start} to {target}"}


def events(before: Position, move: str, after: Position) -> tuple[list[Json], list[str]]:
    """Return what happens in a move, and the same in sentences."""
    colour = before.turn_name
    old, new = before.board, after.board
    has_shrunk = _gone(new) > _gone(old)
    quiet = _unshrunk(before).play(move).board if has_shrunk else new
    found, sentences = _action(move, colour)
    if move != "pass":
        eliminated = _eliminated(old, quiet, move, colour)
        found += eliminated
        if eliminated:
            squares = " and ".join(event["at"] for event in eliminated)
            sentences.append(f"Eliminated: {squares}.")
    if has_shrunk:
        shrunk = _shrinking(quiet, new)
        found += shrunk
        fallen = sum(len(e.get("pieces", [])) + len(e.get("removed", [])) for e in shrunk)
        sentences.append(f"The board shrinks; {fallen} piece{'s' * (fallen != 1)} fall.")
    if before.phase == "placing" and after.phase == "moving":
        found.append({"type": "phase", "phase": "moving"})
        sentences.append("The moving phase begins.")
    return found, sentences


def set_up(wish: Setup, start: Position) -> AnyPosition:  # noqa: ARG001 - called alike
    """Return the position with these pieces, on the board as it is at that turn."""
    check_known(wish.cells, {square_name(x, y) for x, y in _EVERY})
    pieces = {cell: "O@"["WB".index(colour_of(cell, v))] for cell, v in wish.cells.items()}
    moving = wish.phase == "moving"
    fewest = 0 if moving else _fewest_turns(pieces.values())
    turns = fewest if wish.turns is None else wish.turns
    if turns < fewest:  # there might be no room to place the others
        raise PlygroundError(f"turns: {turns}; so many pieces need {fewest} at least")
    gone = sum(turns >= turn for turn in SHRINK_TURNS) if moving else 0
    low, high = gone, 7 - gone
    rows = []
    for y in range(8):
        row = ""
        for x in range(8):
            name = square_name(x, y)
            is_gone = not (low <= x <= high and low <= y <= high)
            is_corner = x in (low, high) and y in (low, high)
            if name in pieces and (is_gone or is_corner):
                what = "is gone by then" if is_gone else "is a corner"
                raise PlygroundError(f"{name} {what}: no piece can stand there")
            row += "." if is_gone else "X" if is_corner else pieces.get(name, "-")
        rows.append(row)
    return named_position(wish.game, f"{'/'.join(rows)} {wish.phase} {turns}")


def _fewest_turns(pieces: Iterable[str]) -> int:
    """Return how soon so many pieces can have been placed, by sides that take turns."""
    count = Counter(pieces)
    return max(2 * count["O"] - 1, 2 * count["@"], 0)


def _cell(name: str, symbol: str, doomed: set[str], left: int) -> Json:
    state = {"X": "corner", " ": "gone"}.get(symbol, "free")
    words = [name, {"corner": "corner", "gone": "removed"}.get(state, "empty")]
    cell: Json = {"id": name, "state": state}
    if symbol in _PIECES:
        cell["piece"] = _PIECES[symbol]
        words[-1] = f"{cell['piece']} piece"
    if name in doomed:
        cell["doomed"] = True
        words.append(f"goes in {left} turn{'s' * (left != 1)}")
    return cell | {"label": ", ".join(words)}


def _shrink(position: Position) -> Json | None:
    """Return when the board shrinks next, and what goes then once that is near."""
    if position.is_over:
        return None
    turns = position.turns if position.phase == "moving" else 0
    at = next((turn for turn in SHRINK_TURNS if turns < turn), None)
    if at is None:
        return None
    low = _gone(position.board)
    near = position.phase == "moving" and at - turns <= _WARNING_TURNS
    squares = [square_name(*place) for place in _ring(low)] if near else []
    return {"at": at, "in": at - turns, "squares": squares}


def _gone(board: Board) -> int:
    """Return how many rings are gone."""
    return next((ring for ring, row in enumerate(board) if row.strip()), 0)


def _ring(low: int) -> list[Place]:
    high = 7 - low
    kept = range(low, high + 1)
    return [(x, y) for y in kept for x in kept if low in (x, y) or high in (x, y)]


def _unshrunk(position: Position) -> Position:
    """Return the same board and mover, two turns or more before anything shrinks."""
    rows, phase, turns, *rest = position.text.split()
    earlier = int(turns) % 2 + (SHRINK_TURNS[0] if _gone(position.board) else 0)
    found = named_position(position.game, " ".join([rows, phase, str(earlier), *rest]))
    assert isinstance(found, Position)
    return found


def _action(move: str, colour: str) -> tuple[list[Json], list[str]]:
    if move == "pass":
        return [{"type": "pass"}], [f"{colour.capitalize()} cannot move and passes."]
    start, target = move[:2], move[2:]
    if not target:
        sentence = f"{colour.capitalize()} places on {start}."
        return [{"type": "place", "at": start, "piece": colour}], [sentence]
    step: Json = {"type": "step", "from": start, "to": target, "piece": colour}
    (x1, y1), (x2, y2) = square(start), square(target)
    if abs(x1 - x2) + abs(y1 - y2) == 2:
        step["over"] = square_name((x1 + x2) // 2, (y1 + y2) // 2)
    return [step], [f"{colour.capitalize()} moves {start} to {target}."]


def _eliminated(before: Board, after: Board, move: str, colour: str) -> list[Json]:
    """Return what falls: first the enemies beside the arriving piece, then perhaps itself."""
    arrival, mine = square(move[-2:]), next(k for k, v in _PIECES.items() if v == colour)
    found: list[Json] = []
    for right, down in _SIDEWAYS:
        x, y = arrival[0] + right, arrival[1] + down
        if (
            _at(before, (x, y)) in _PIECES
            and _at(after, (x, y)) == "-"
            and square_name(x, y) != move[:2]
        ):
            by = [square_name(*arrival), square_name(x + right, y + down)]
            found.append(_elimination((x, y), _PIECES[_at(before, (x, y))], by))
    if _at(after, arrival) != mine:
        hostile = {"X", *(set(_PIECES) - {mine})}
        for right, down in ((1, 0), (0, 1)):
            sides = [(arrival[0] + s * right, arrival[1] + s * down) for s in (-1, 1)]
            if all(_at(after, place) in hostile for place in sides):
                found.append(
                    _elimination(arrival, colour, [square_name(*place) for place in sides])
                )
                break
    return found


def _elimination(place: Place, piece: str, by: list[str]) -> Json:
    return {"type": "eliminate", "at": square_name(*place), "piece": piece, "by": by}


def _at(board: Board, place: Place) -> str:
    x, y = place
    return board[y][x] if 0 <= x < 8 and 0 <= y < 8 else " "


def _shrinking(before: Board, after: Board) -> list[Json]:
    """Return the ring that goes, then the new corners in their order with what falls to each."""
    low = _gone(before)
    ring = _ring(low)
    pieces = [square_name(*place) for place in ring if _at(before, place) in _PIECES]
    found: list[Json] = [
        {"type": "shrink", "squares": [square_name(*place) for place in ring], "pieces": pieces}
    ]
    low, high = low + 1, 6 - low
    for corner in ((low, low), (low, high), (high, high), (high, low)):
        # No square lies beside two corners, so that it is clear to which one a piece fell.
        near = [corner, *((corner[0] + x, corner[1] + y) for x, y in _SIDEWAYS)]
        removed = [
            square_name(*place)
            for place in near
            if place not in ring
            and _at(before, place) in _PIECES
            and _at(after, place) not in _PIECES
        ]
        found.append({"type": "corner", "at": square_name(*corner), "removed": removed})
    return found
