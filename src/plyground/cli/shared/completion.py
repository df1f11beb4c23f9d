"""What a shell offers where a game or a player is expected."""

from __future__ import annotations


def complete_games(incomplete: str) -> list[str]:
    """Return the names of games that begin so."""
    import plyground  # noqa: F401 - makes the games known
    from plyground.games.names import known_names

    return [name for name in known_names() if name.startswith(incomplete)]


def complete_players(incomplete: str) -> list[tuple[str, str]]:
    """Return the kinds of players that begin so, each with its meaning."""
    from plyground.players.specs import KINDS

    return [(k.name, k.meaning) for k in KINDS.values() if k.name.startswith(incomplete)]
