"""Which phase a position is in, by the names that weight files use."""

from __future__ import annotations

from plyground.errors import PlygroundError
from plyground.evaluation.terms import featured, terms
from plyground.games.native import is_native
from plyground.games.position import Position


def phase_of(position: Position) -> str:
    """Return the phase of a running game.

    Where weights go over from one phase to the next little by little, it is the nearer one. Sharp
    phases are those of the rules, and begin where they begin there.

    >>> import plyground as ply
    >>> phase_of(ply.position("watch-your-back")), phase_of(ply.position("kalah(6,4)"))
    ('placing', 'opening')
    """
    family = featured(position)
    names = terms(family.name).phases
    if position.is_over:
        raise PlygroundError("the game is over: it has no phase")
    assert is_native(position)
    phase, other, part = position._features()[2]
    if family.play.sharp_phases:
        return names[phase]
    return names[other if part >= 0.5 else phase]
