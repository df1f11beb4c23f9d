"""What a visitor may do in a game, and why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground.web.games import models
from plyground.web.shared.mistakes import Refused

if TYPE_CHECKING:
    from plyground.web.games.session import GameSession

DELETED = "This game was deleted."
_NOT_YOURS = "This is somebody else's game. You can watch it."
_REFUSALS = {
    "move": "It is not your turn.",
    "hint": "It is not your turn.",
    "take_back": "There is no move to take back.",
    "resign": "The game is over.",
    "rematch": "The game is not over yet.",
}


def acts(game: GameSession, visitor: str) -> list[str]:
    """Return what a visitor may do now."""
    if visitor != game.visitor:
        return []
    if game.is_show:
        return ["rematch"] if game.is_over else ["pause", "go", "step", "speed"]
    mine = game.is_persons_turn
    allowed = {
        "move": mine,
        "take_back": not game.clocks.is_timed and game.last_own_ply is not None,
        "hint": mine,
        "resign": not game.is_over,
        "rematch": game.is_over,
    }
    return [word for word, is_allowed in allowed.items() if is_allowed]


def check(game: GameSession, visitor: str, message: models.MoveMessage | models.ActMessage) -> None:
    """Refuse what a visitor may not do; what comes too late is found out later."""
    wish = message.type
    if game.is_deleted or visitor != game.visitor:
        raise Refused("not_allowed", DELETED if game.is_deleted else _NOT_YOURS)
    is_allowed = wish in acts(game, visitor) or (wish == "rematch" and game.rematch)
    if message.version == game.version and not is_allowed:
        code = "not_your_turn" if wish in ("move", "hint") else "not_allowed"
        raise Refused(code, _REFUSALS[wish])
