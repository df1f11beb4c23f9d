"""How hard a puzzle is: the share of tries by the levels that fail."""

from __future__ import annotations

from collections.abc import Mapping

from plyground.games.position import Position, move_text
from plyground.players.specs import player

#: How often each level tries: 1 moves nearly at random, and 10 finds almost everything.
TRIES: Mapping[int, int] = {2: 24, 3: 36, 4: 48, 5: 48, 6: 48, 7: 36, 8: 12, 9: 3}
#: A third of that says roughly how hard a puzzle is.
FEW_TRIES: Mapping[int, int] = {level: count // 3 for level, count in TRIES.items()}


def success(
    position: Position, solution: str, seed: int, tries: Mapping[int, int] = TRIES
) -> dict[int, float]:
    """Return for each level the share of its tries that find the solution."""
    return {
        level: sum(_finds(position, solution, level, seed + one) for one in range(count)) / count
        for level, count in tries.items()
    }


def difficulty(
    position: Position, solution: str, seed: int, tries: Mapping[int, int] = TRIES
) -> float:
    """Return 1 for a puzzle that every level solves, to 10 for one that none of them does."""
    found = success(position, solution, seed, tries)
    return round(10 - 9 * sum(found.values()) / len(found), 1)


def _finds(position: Position, solution: str, level: int, seed: int) -> bool:
    return move_text(player(f"pvs:level={level}", seed).choose(position)) == solution
