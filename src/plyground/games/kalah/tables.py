"""Kalah's tables of endings: all positions with few seeds in the houses, a byte each.

Only what can still be won counts, so games that differ in the seeds at the start, or in the rules
of the first two actions, share a table.
"""

from __future__ import annotations

from plyground._core import KalahTable
from plyground.games.kalah.position import NAMES, Position, values_of

unit = "seeds"
_SHARED = ("seeds", "swap", "first_extra_turn")


def game(position: Position) -> str | None:
    """Return the shortest name of a game with the same table.

    None where a majority ends the game: there the stores count too.

    >>> import plyground as ply
    >>> game(ply.position("kalah(7,5,capture=always,swap=yes)"))
    'kalah(7,capture=always)'
    """
    if position.rules.majority_ends:
        return None
    values = values_of(position.rules)
    changed = [
        f",{p.name}={values[p.name]}" for p in NAMES.changed(values) if p.name not in _SHARED
    ]
    return f"{NAMES.name}({values['houses']}{''.join(changed)})"


def largest(position: Position, memory: int) -> int:
    """Return the most seeds whose positions fit into so many bytes; no more than the game has."""
    seeds = sum(map(sum, position.houses)) + sum(position.stores)
    return min(seeds, KalahTable.fitting_seeds(position.rules.houses, memory))


def positions(position: Position, size: int) -> int:
    """Count the positions with up to ``size`` seeds."""
    return KalahTable.positions(position.rules.houses, size)


def make(position: Position, size: int) -> KalahTable:
    """Return an empty table."""
    return KalahTable(position.rules, size)


def use(position: Position, size: int, file: int, offset: int) -> None:
    """Let searches use the table that begins at this offset of an open file."""
    KalahTable.use(position.rules, size, file, offset)


def forget(position: Position) -> None:
    """Let searches use no table."""
    KalahTable.forget(position.rules)
