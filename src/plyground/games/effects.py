"""What a move does, step by step, as ``position.effects(move)`` tells it.

The core plays a move and tells its effects; browsers animate them and sentences tell them. Applied
one after another to the board before a move they give the board after it.

>>> import plyground as ply
>>> ply.position("kalah(6,4)").effects("3")
(Lift(at='s3', seeds=4), Sowing(path=('s4', 's5', 's6', 'south')), ExtraTurn(side='south'))

Cells have the names of the board: a square is ``d4``; in Kalah ``s3`` is south's third house from
its own left and ``north`` is north's store. A side is its colour or seat.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Cells = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lift:
    """All seeds are taken out of a house."""

    at: str
    seeds: int
    type: Literal["lift"] = field(default="lift", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Sowing:
    """One seed falls into each of these, in this order."""

    path: Cells
    type: Literal["sowing"] = field(default="sowing", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Capture:
    """The last seed fell into an empty house of its own side, ``last``: a store gets the cells.

    >>> import plyground as ply
    >>> position = ply.position("kalah(3,2)", "1,0,4/0 0,3,2/2 south")
    >>> position.effects("1")[-1]
    Capture(last='s2', cells=('s2', 'n2'), store='south', seeds=4)
    """

    last: str
    cells: Cells
    store: str
    seeds: int
    type: Literal["capture"] = field(default="capture", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Sweep:
    """The game is over: a store gets what is left in these houses."""

    cells: Cells
    store: str
    seeds: int
    type: Literal["sweep"] = field(default="sweep", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class ExtraTurn:
    """The same side moves again."""

    side: str
    type: Literal["extra-turn"] = field(default="extra-turn", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Swap:
    """The players exchange sides; the board stays."""

    type: Literal["swap"] = field(default="swap", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Placement:
    """A new piece on an empty cell."""

    at: str
    side: str
    type: Literal["placement"] = field(default="placement", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Step:
    """A piece goes to an empty cell, perhaps over another piece."""

    start: str
    to: str
    side: str
    over: str | None
    type: Literal["step"] = field(default="step", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Elimination:
    """A piece of a side is taken off because it stands between the two cells ``by``."""

    at: str
    side: str
    by: Cells
    type: Literal["elimination"] = field(default="elimination", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Enclosure:
    """A side closes a loop and captures what is inside, nearest to the move first.

    ``recaptured`` are those of the cells that the other side owned.

    >>> import plyground as ply
    >>> position = ply.position("squatter(3)", "+W+/W+W/+++ - white")
    >>> position.effects("b3")[-1]
    Enclosure(side='white', loop=('b1', 'a2', 'c2', 'b3'), cells=('b2',), recaptured=())
    """

    side: str
    loop: Cells
    cells: Cells
    recaptured: Cells
    type: Literal["enclosure"] = field(default="enclosure", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Shrink:
    """Cells leave the board; ``pieces`` are those cells on which a piece is lost."""

    cells: Cells
    pieces: Cells
    type: Literal["shrink"] = field(default="shrink", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Corner:
    """A cell becomes a corner; ``lost`` is the side whose piece stood there."""

    at: str
    lost: str | None
    type: Literal["corner"] = field(default="corner", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Phase:
    """Another phase of the game begins."""

    phase: str
    type: Literal["phase"] = field(default="phase", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Pass:
    """A side that cannot move gives the turn away."""

    side: str
    type: Literal["pass"] = field(default="pass", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Line:
    """A winning row of pieces."""

    side: str
    cells: Cells
    type: Literal["line"] = field(default="line", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Change:
    """All that a move changes on the board of a game in Python, which does not tell its steps.

    ``at`` are the cells that the move was chosen by.
    """

    at: Cells
    moved: tuple[Cells, ...]  #: pairs: from where to where
    placed: Cells
    turned: Cells  #: another piece stands there than before
    gone: Cells
    again: bool  #: whether the same side moves again
    type: Literal["change"] = field(default="change", init=False, repr=False)


Effect = (
    Lift
    | Sowing
    | Capture
    | Sweep
    | ExtraTurn
    | Swap
    | Placement
    | Step
    | Elimination
    | Enclosure
    | Shrink
    | Corner
    | Phase
    | Pass
    | Line
    | Change
)
