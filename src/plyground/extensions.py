"""What later layers add to earlier ones: entered here, and imported when it is first needed.

A new kind of external player is one line here and one function in an adapter.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

# Kinds of external players, the word before the colon of a spec. Each is a function from the rest
# of the spec to the program to run and the only game that it plays, if there is but one.
PLAYER_KINDS = {
    "mankalah": "plyground.adapters.external_players:mankalah_player",
    "openspiel": "plyground.adapters.external_players:openspiel_player",
    "squatter-java": "plyground.adapters.external_players:squatter_java_player",
}
# The only game of that first kind.
MANKALAH_GAME = "plyground.adapters.mankalah:GAME"
# Classes that a `file:` player may bring instead of our own `Agent`, see arena.agents.external.
PLAYER_CLASSES = {
    "Player": "plyground.adapters.course_player:COURSE_CLASS",
}


def load(where: str) -> Any:
    """Import what ``module:name`` says."""
    module, _, name = where.partition(":")
    return getattr(import_module(module), name)
