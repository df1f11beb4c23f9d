"""One player made of others, by the phase of the game or by the number of the move.

A part goes on until the next one begins: ``placing=…;moving=…`` leaves the moves on the shrunk
board to the second. Move numbers count the moves of both sides from 0, and must leave none out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from math import inf
from typing import Any

from plyground.errors import PlygroundError, shown
from plyground.evaluation.phase import phase_of
from plyground.evaluation.terms import featured, terms
from plyground.games.names import families
from plyground.games.native import is_native
from plyground.games.position import Position
from plyground.players.book import BookPlayer
from plyground.players.limits import Limit
from plyground.players.move_number import MoveNumbers
from plyground.players.simple import Player

_RANGE = re.compile(r"(?P<first>[0-9]{1,6})(?P<open>-(?P<last>[0-9]{1,6})?)?")
_EXAMPLE = "expected e.g. phases:opening=mcts;late=pvs or phases:0-6=book;7-=pvs"


class PhasePlayer:
    """Lets one of its parts answer; a book that has no move leaves it to the part behind it.

    >>> import plyground as ply
    >>> made = ply.player("phases:placing=random;moving=pvs:depth=1")
    >>> type(made.at(ply.position("watch-your-back"))).__name__
    'Random'
    """

    def __init__(self, parts: Mapping[str, Player]) -> None:
        if not parts:
            raise PlygroundError(f"phases needs at least one part; {_EXAMPLE}")
        numbered = [name[:1].isdigit() for name in parts]
        if any(numbered) and not all(numbered):
            raise PlygroundError("phases: give phases or move numbers, not both")
        self._begins = _begins(parts) if any(numbered) else None
        self._names = tuple(self._begins or _in_order(parts))
        self.parts = tuple(parts[name] for name in self._names)  #: as they follow each other
        self._numbers = MoveNumbers()

    def at(self, position: Position) -> Player:
        """Return the part that answers in this position."""
        place = self._by_phase(position) if self._begins is None else self._by_number(position)
        for part in self.parts[place:-1]:
            if not (isinstance(part, BookPlayer) and not part.knows(position)):
                return part
        return self.parts[-1]

    def choose(self, position: Position, limit: Limit | None = None) -> Any:
        """Ask the part that answers here."""
        return self.at(position).choose(position, limit)

    def _by_phase(self, position: Position) -> int:
        if not is_native(position):
            raise PlygroundError(
                f"phases: {position.game} has no phases; give move numbers, e.g. 0-6=mcts;7-=pvs"
            )
        phases = terms(featured(position).name).phases
        for name in self._names:
            if name not in phases:
                raise PlygroundError(
                    f"phases: {position.game} has no phase {name}; it has {', '.join(phases)}"
                )
        here = phases.index(phase_of(position))
        return max(i for i, name in enumerate(self._names) if phases.index(name) <= here)

    def _by_number(self, position: Position) -> int:
        assert self._begins is not None
        number = self._numbers.of(position)
        return sum(first <= number for first in self._begins.values()) - 1


def parts_of(player: Player) -> tuple[Player, ...]:
    """Return the players that a player is made of: itself, unless it is made of phases."""
    return player.parts if isinstance(player, PhasePlayer) else (player,)


def part_at(player: Player, position: Position) -> Player:
    """Return who of a player's parts answers in a position."""
    return player.at(position) if isinstance(player, PhasePlayer) else player


def _in_order(names: Iterable[str]) -> list[str]:
    """Sort phases; refuses what no game's phases are, and a first phase that nobody plays in."""
    by_family = {family.name: terms(family.name).phases for family in families()}
    every = [phase for phases in by_family.values() for phase in phases]
    for name in names:
        if name not in every:
            near = get_close_matches(name, every, 1, 0.5)
            listed = ", ".join(dict.fromkeys(every))
            hint = f"did you mean {near[0]}?" if near else f"there are {listed}, and move numbers"
            raise PlygroundError(f"phases: no phase {shown(name)}; {hint}")
    fitting = [phases for phases in by_family.values() if set(names) <= set(phases)]
    if not fitting:
        listed = "; ".join(f"{family}: {', '.join(of)}" for family, of in by_family.items())
        raise PlygroundError(f"phases: no game has {' and '.join(names)}; {listed}")
    first = fitting[0][0]
    if first not in names:
        raise PlygroundError(f"phases: no player for {first}; begin with {first}=…")
    return [phase for phase in fitting[0] if phase in names]


def _begins(names: Iterable[str]) -> dict[str, int]:
    """Return the first move of each range; refuses those that leave a move out or share one."""
    ranges = sorted((*_range(name), name) for name in names)
    due: float = 0
    for first, last, _ in ranges:
        if first < due:
            raise PlygroundError(f"phases: move {first} is given twice; let ranges end before it")
        if first > due:
            raise PlygroundError(f"phases: no player for move {due:.0f}; begin with {due:.0f}-…")
        due = last + 1
    if due != inf:
        raise PlygroundError(f"phases: no player from move {due:.0f} on; add {due:.0f}-=…")
    return {name: first for first, _, name in ranges}


def _range(name: str) -> tuple[int, float]:
    found = _RANGE.fullmatch(name)
    if not found:
        raise PlygroundError(f"phases: {shown(name)} is not a range of moves; {_EXAMPLE}")
    first = int(found["first"])
    last = int(found["last"]) if found["last"] else inf if found["open"] else first
    if last < first:
        raise PlygroundError(f"phases: {name} ends before it begins; expected e.g. 0-6")
    return first, last
