"""Watch Your Back! to draw: pieces, corners, and the shrinking board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from plyground.errors import PlygroundError
from plyground.games.names import position as named_position
from plyground.games.position import Position as AnyPosition
from plyground.games.setup import Setup, check_known, colour_of
from plyground.games.watch_your_back.drawing import Clock
from plyground.games.watch_your_back.position import (
    PLACEMENTS,
    SQUARES,
    Position,
    empty_board,
    shrinks_at,
)

Json = dict[str, Any]

#: Its number in wasm/games.hpp, and the module of the static site that draws it.
SITE = (3, "shrinking")

_PIECES = {"O": "white", "@": "black"}


def board(position: Position) -> Json:
    """Return the squares with their labels, and when the board shrinks."""
    clock = position.clock
    squares = zip(SQUARES, "".join(position.board), strict=True)
    shrink = {"at": clock.next_shrink, "in": clock.left, "squares": list(clock.doomed)}
    return {
        "kind": "grid",
        "columns": 8,
        "rows": 8,
        "cells": [_cell(name, symbol, clock) for name, symbol in squares],
        "phase": position.phase,
        "turns": position.turns,
        "shrink": None if clock.left is None else shrink,
        "note": "" if position.is_over else _note(position),
    }


def _note(position: Position) -> str:
    """Say what the phase asks for, and when the board shrinks."""
    clock = position.clock
    if position.phase == "placing":
        return f"Placing: piece {position.turns + 1} of {PLACEMENTS}"
    if clock.left is None:
        return f"Turn {position.turns}: the board does not shrink any more"
    if not clock.doomed:
        return f"Turn {position.turns}: the board shrinks after turn {clock.next_shrink}"
    if clock.left == 1:
        return "The edge disappears after this move!"
    return f"The edge disappears in {clock.left} turns"


def counts(position: Position) -> dict[str, int]:
    """Return the pieces on the board."""
    return dict(zip(_PIECES.values(), position.pieces, strict=True))


def legal(position: Position, move: str) -> Json:  # noqa: ARG001 - every game's is called alike
    """Return a legal move with the squares to click."""
    if move == "pass":
        return {"move": move, "label": "no legal move: pass"}
    start, target = move[:2], move[2:]
    if not target:
        return {"move": move, "to": start, "label": f"place on {start}"}
    return {"move": move, "from": start, "to": target, "label": f"{start} to {target}"}


def set_up(wish: Setup, start: Position) -> AnyPosition:  # noqa: ARG001 - called alike
    """Return the position with these pieces, on the board as it is at that turn."""
    check_known(wish.cells, set(SQUARES))
    pieces = {cell: "O@"["WB".index(colour_of(cell, v))] for cell, v in wish.cells.items()}
    moving = wish.phase == "moving"
    fewest = 0 if moving else _fewest_turns(pieces.values())
    turns = fewest if wish.turns is None else wish.turns
    if turns < fewest:  # there might be no room to place the others
        raise PlygroundError(f"{len(pieces)} pieces need at least {fewest} turns, not {turns}")
    empty = empty_board(shrinks_at(turns) if moving else 0)
    for name, ground in zip(SQUARES, empty, strict=True):
        if name in pieces and ground != "-":
            what = "is a corner" if ground == "X" else "is gone by then"
            raise PlygroundError(f"{name} {what}: no piece can stand there")
    squares = [pieces.get(name, ground) for name, ground in zip(SQUARES, empty, strict=True)]
    rows = "/".join("".join(squares[i : i + 8]) for i in range(0, 64, 8))
    return named_position(wish.game, f"{rows} {wish.phase} {turns}")


def _fewest_turns(pieces: Iterable[str]) -> int:
    """Return how soon so many pieces can have been placed, by sides that take turns."""
    count = Counter(pieces)
    return max(2 * count["O"] - 1, 2 * count["@"], 0)


def _cell(name: str, symbol: str, clock: Clock) -> Json:
    state = {"X": "corner", " ": "gone"}.get(symbol, "free")
    words = [name, {"corner": "corner", "gone": "removed"}.get(state, "empty")]
    cell: Json = {"id": name, "state": state}
    if symbol in _PIECES:
        cell["piece"] = _PIECES[symbol]
        words[-1] = f"{cell['piece']} piece"
    if name in clock.doomed:
        cell["doomed"] = True
        words.append(f"goes in {clock.left} turn{'s' * (clock.left != 1)}")
    return cell | {"label": ", ".join(words)}
