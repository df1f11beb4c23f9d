"""Watch Your Back!: place twelve pieces each, move, sandwich, and mind the shrinking board."""

from plyground.games.watch_your_back.position import (
    FAMILY,
    PARAMETERS,
    SHRINK_TURNS,
    Action,
    Game,
    Position,
    Square,
    action_from_move,
    move_from_action,
)

__all__ = [
    "FAMILY",
    "PARAMETERS",
    "SHRINK_TURNS",
    "Action",
    "Game",
    "Position",
    "Square",
    "action_from_move",
    "move_from_action",
]
