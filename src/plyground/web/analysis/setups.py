"""Setting up positions by hand: cells become a text, and the game says whether that can be."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from plyground.errors import PlygroundError
from plyground.games import kalah, squatter, watch_your_back
from plyground.games.names import parse_name
from plyground.games.names import position as named_position
from plyground.games.position import Position
from plyground.web.analysis import models
from plyground.web.shared.views import position_view

_SEATS = ("south", "north")
_COLOURS = ("white", "black")


def check(wish: models.Setup) -> models.Checked:
    """Return the position that was set up, or what is wrong with it."""
    try:
        position = _position(wish)
    except PlygroundError as error:
        message = str(error)
        cell = re.match(r"[a-k]\d{1,2}\b", message)
        return models.Checked(
            valid=False,
            text=None,
            position=None,
            message=message,
            cell=None if cell is None else cell[0],
        )
    shown = position_view(position)
    return models.Checked(valid=True, text=position.text, position=shown, message=None, cell=None)


def _position(wish: models.Setup) -> Position:
    if wish.text is not None:
        return named_position(wish.game, wish.text)
    family, values = parse_name(wish.game)
    start = family.start(values)
    if isinstance(start, kalah.Position):
        return named_position(wish.game, _kalah_text(wish, start))
    if isinstance(start, squatter.Position):
        return _squatter(wish, start)
    assert isinstance(start, watch_your_back.Position)
    return named_position(wish.game, _watch_your_back_text(wish))


def _kalah_text(wish: models.Setup, start: kalah.Position) -> str:
    numbers = range(1, start.rules.houses + 1)
    known = {f"{seat[0]}{number}" for seat in _SEATS for number in numbers} | set(_SEATS)
    _check_known(wish.cells, known)
    seeds = {cell: _seeds(cell, wish.cells.get(cell, 0)) for cell in known}
    sides = [
        f"{','.join(str(seeds[f'{seat[0]}{number}']) for number in numbers)}/{seeds[seat]}"
        for seat in _SEATS
    ]
    return " ".join([*sides, wish.turn or _SEATS[0]])


def _squatter(wish: models.Setup, start: squatter.Position) -> Position:
    """Return the position; where no owners are given, closed loops own what they enclose."""
    names = [[_name(x, y) for x in range(start.size)] for y in range(start.size)]
    known = {name for row in names for name in row}
    _check_known(wish.cells, known)
    _check_known(wish.owners or {}, known)
    pieces = {cell: _colour(cell, value) for cell, value in wish.cells.items()}
    owners = {cell: _colour(cell, value) for cell, value in (wish.owners or {}).items()}
    turn = wish.turn or start.turn_name
    if turn not in _COLOURS:
        raise PlygroundError(f"{turn!r} is no side; expected white or black")
    if wish.owners is None:
        board = "".join(pieces.get(name, ".") for row in names for name in row)
        return squatter.with_loops_filled(start, board, turn)
    rows = ["".join(_symbol(pieces.get(name), owners.get(name)) for name in row) for row in names]
    land = ["".join(owners.get(name, ".") for name in row) for row in names]
    return named_position(wish.game, f"{'/'.join(rows)} {'/'.join(land)} {turn}")


def _symbol(piece: str | None, owner: str | None) -> str:
    if piece is None:
        return "+" if owner is None else "-"
    return piece if owner in (None, piece) else piece.lower()


def _watch_your_back_text(wish: models.Setup) -> str:
    _check_known(wish.cells, {_name(x, y) for x in range(8) for y in range(8)})
    pieces = {cell: "O@"["WB".index(_colour(cell, v))] for cell, v in wish.cells.items()}
    moving = wish.phase == "moving"
    fewest = 0 if moving else _fewest_turns(pieces.values())
    turns = fewest if wish.turns is None else wish.turns
    if turns < fewest:  # there might be no room to place the others
        raise PlygroundError(f"turns: {turns}; so many pieces need {fewest} at least")
    gone = sum(turns >= turn for turn in watch_your_back.SHRINK_TURNS) if moving else 0
    low, high = gone, 7 - gone
    rows = []
    for y in range(8):
        row = ""
        for x in range(8):
            name = _name(x, y)
            is_gone = not (low <= x <= high and low <= y <= high)
            is_corner = x in (low, high) and y in (low, high)
            if name in pieces and (is_gone or is_corner):
                what = "is gone by then" if is_gone else "is a corner"
                raise PlygroundError(f"{name} {what}: no piece can stand there")
            row += "." if is_gone else "X" if is_corner else pieces.get(name, "-")
        rows.append(row)
    return f"{'/'.join(rows)} {wish.phase} {turns}"


def _fewest_turns(pieces: Iterable[str]) -> int:
    """Return how soon so many pieces can have been placed, by sides that take turns."""
    count = Counter(pieces)
    return max(2 * count["O"] - 1, 2 * count["@"], 0)


def _name(x: int, y: int) -> str:
    return f"{chr(ord('a') + x)}{y + 1}"


def _check_known(cells: Mapping[str, models.CellValue], known: set[str]) -> None:
    for cell in cells:
        if cell not in known:
            raise PlygroundError(f"{cell!r} is not on this board")


def _seeds(cell: str, value: models.CellValue) -> int:
    if not isinstance(value, int):
        raise PlygroundError(f"{cell} holds {value!r}; expected a number of seeds")
    return value


def _colour(cell: str, value: models.CellValue) -> str:
    if value not in _COLOURS:
        raise PlygroundError(f"{cell} holds {value!r}; expected white or black")
    return str(value)[0].upper()
