"""Positions and moves as messages to draw: the browser knows no rules, so all it needs is here.

A position becomes its cells with labels and its legal moves with the cells to click; a move comes
with its effects, which lead from the board before it to the board after it.
"""

from __future__ import annotations

from typing import Any

from plyground._core import Side
from plyground.errors import PlygroundError
from plyground.games import words
from plyground.games.family import Entry, Face
from plyground.games.names import entry_of, title
from plyground.games.position import Position, move_text
from plyground.players.expectation import unit_of
from plyground.web.shared import models
from plyground.web.shared.models import Side as SideWord

Json = dict[str, Any]

SIDES: dict[Side, SideWord] = {Side.FIRST: "first", Side.SECOND: "second"}


def position_view(position: Position) -> models.Position:
    """Return a position as the browser draws it.

    >>> import plyground as ply
    >>> view = position_view(ply.position("kalah(6,4)"))
    >>> view.turn, view.legal[2].to, view.legal[2].label
    ('first', 's3', 'sow house 3, 4 seeds')
    """
    family = _shown(position)
    winner = position.winner
    status = f"{position.turn_name} to move"
    if position.is_over:
        status = "draw" if winner is None else f"{position.side_name(winner)} won"
    return models.Position.model_validate(
        {
            "game": position.game,
            "title": title(position.game),
            "family": family.name,
            "text": position.text,
            "turn": None if position.is_over else SIDES[position.turn],
            "names": {word: position.side_name(side) for side, word in SIDES.items()},
            "over": position.is_over,
            "winner": None if winner is None else SIDES[winner],
            "margin": position.margin_for(Side.FIRST) if position.is_over else None,
            "status": status,
            "counts": _counts(position, family),
            "move_name": family.face.move_name,
            "margin_unit": unit_of(position),
            "board": family.view.board(position),
            "legal": [] if position.is_over else _legal(position, family),
        }
    )


def move_view(
    before: Position, move: Any, after: Position, ply: int, seconds: float | None = None
) -> models.PlayedMove:
    """Return a move with the events that animate it and a sentence that announces it."""
    effects = before.effects(move)
    sentences = words.sentences(before, move_text(move), effects)
    if after.is_over:
        sentences.append(end_text(after))
    return models.PlayedMove.model_validate(
        {
            **_entry(before, move, ply),
            "seconds": seconds,
            "announce": " ".join(sentences),
            "events": effects,
        }
    )


def move_entry(before: Position, move: Any, ply: int) -> models.Entry:
    """Return a move as a list of moves shows it."""
    return models.Entry.model_validate(_entry(before, move, ply))


def _entry(before: Position, move: Any, ply: int) -> Json:
    return {
        "ply": ply,
        "move": move_text(move),
        "side": SIDES[before.turn],
        "name": before.turn_name,
    }


def end_text(position: Position, you: Side | None = None) -> str:
    """Say in a sentence how a game ended on the board, to one of the players or to anybody.

    >>> import plyground as ply
    >>> over = ply.position("kalah(2,1)", "0,0/3 0,0/1 south")
    >>> end_text(over), end_text(over, ply.Side.FIRST), end_text(over, ply.Side.SECOND)
    ('South won by 2 (3–1).', 'You won by 2 (3–1).', 'You lost by 2 (1–3).')
    """
    family, winner = _shown(position), position.winner
    counts = list(family.view.counts(position).values())
    is_counted = family.face.counts_margin and len(counts) == 2
    if winner is None:
        return f"Draw ({counts[0]}–{counts[1]})." if is_counted else "Draw."
    has_lost = you is not None and you != winner
    said = "You lost" if has_lost else f"{'You' if you == winner else _name(position, winner)} won"
    if is_counted:
        low, high = sorted(counts)
        score = f"{low}–{high}" if has_lost else f"{high}–{low}"
        return f"{said} by {abs(position.margin)} ({score})."
    why = family.face.lost if has_lost else family.face.won
    if you is None:
        why = why.replace("the opponent", _name(position, winner.other))
    return f"{said}: {why}." if why else f"{said}."


def title_of(game: str) -> str:
    """Return the name of a game for people; of one that is not served here, its plain name."""
    try:
        return title(game)
    except PlygroundError:
        return game


def _name(position: Position, side: Side) -> str:
    return position.side_name(side).capitalize()


def end_result(position: Position) -> models.Result | None:
    """Return how a game ended on the board, None if it goes on."""
    if not position.is_over:
        return None
    return models.Result(
        winner=None if position.winner is None else SIDES[position.winner],
        reason="end",
        margin=position.margin_for(Side.FIRST),
        text=end_text(position),
    )


def cell_of(position: Position, move: str) -> str | None:
    """Return the cell on which a move ends, or from which it sows; None for a pass or a swap."""
    found = next((one for one in _legal(position, _shown(position)) if one["move"] == move), {})
    return found.get("to")


def _shown(position: Position) -> Entry:
    found = entry_of(position)
    if found is None:
        raise PlygroundError(f"{position.game} is not served here: start plyground serve with it")
    return found


def _legal(position: Position, family: Entry) -> list[Json]:
    return [family.view.legal(position, move) for move in position.legal_moves]


def _counts(position: Position, family: Entry) -> list[Json]:
    sides = {position.side_name(side): word for side, word in SIDES.items()}
    return [
        {"name": name, "side": sides[name], "count": count, "unit": _unit(count, family.face)}
        for name, count in family.view.counts(position).items()
    ]


def _unit(count: int, face: Face) -> str:
    """Return a unit as it stands after a number: ``1 seed in store``."""
    noun, *rest = face.unit.split(" ")
    return " ".join((noun.removesuffix("s") if count == 1 else noun, *rest))
