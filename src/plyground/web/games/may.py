"""What a visitor may do in a game, and why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground._core import Side
from plyground.web.games import models
from plyground.web.shared.mistakes import Refused

if TYPE_CHECKING:
    from plyground.web.games.session import GameSession

DELETED = "This game was deleted."
_NOT_YOURS = "This is somebody else's game. You can watch it."
_WAITING = "Nobody has followed your invitation yet."
_REFUSALS = {
    "move": "It is not your turn.",
    "hint": "It is not your turn.",
    "take_back": "There is no move to take back.",
    "resign": "The game is over.",
    "rematch": "The game is not over yet.",
    "draw": "You cannot offer a draw now.",
    "accept": "There is no offer any longer.",
    "decline": "There is no offer any longer.",
}


def acts(game: GameSession, visitor: str) -> list[str]:
    """Return what a visitor may do now."""
    if game.is_show:
        directs = ["rematch"] if game.is_over else ["pause", "go", "step", "speed"]
        return directs if visitor == game.visitor else []
    sides = game.seating.sides_of(visitor)
    if not sides or game.seating.is_waiting:
        return []
    mine = game.is_persons_turn and game.position.turn in sides
    allowed = {
        "move": mine,
        "take_back": not game.clocks.is_timed and game.last_ply_of(sides) is not None,
        "hint": mine,
        "resign": not game.is_over,
        "rematch": game.is_over,
    }
    if game.seating.people is not None:
        allowed |= _between_two(game, sides[0])
    return [word for word, is_allowed in allowed.items() if is_allowed]


def _between_two(game: GameSession, side: Side) -> dict[str, bool]:
    """Return what differs for a person who plays against another one on another device.

    There is one offer at a time. To offer the same as the other person means to accept.
    """
    offer, has_moved = game.offer, game.last_ply_of((side,)) is not None
    is_free = offer is None or (offer.by != side)
    return {
        "take_back": not game.is_over and has_moved and is_free,
        "hint": False,
        "draw": not game.is_over and bool(game.moves) and is_free,
        "rematch": game.is_over and game.rematch is None and is_free,
        "accept": offer is not None and offer.by != side,
        "decline": offer is not None,
    }


def check(game: GameSession, visitor: str, message: models.MoveMessage | models.ActMessage) -> None:
    """Refuse what a visitor may not do; what comes too late is found out later."""
    wish = message.type
    if game.is_deleted:
        raise Refused("not_allowed", DELETED)
    is_directed = game.is_show and visitor == game.visitor
    if not (is_directed or game.seating.sides_of(visitor)):
        raise Refused("not_allowed", _NOT_YOURS)
    if game.seating.is_waiting:
        raise Refused("not_allowed", _WAITING)
    is_allowed = wish in acts(game, visitor) or (wish == "rematch" and game.rematch)
    if message.version == game.version and not is_allowed:
        code = "not_your_turn" if wish in ("move", "hint") else "not_allowed"
        raise Refused(code, _REFUSALS[wish])
