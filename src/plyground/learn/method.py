"""What a learning method offers: numbered steps, a state in bytes, and a player that has learned.

To add one: subclass ``Method`` with the members below, and list it in ``learn.methods``. Its
options become options of ``plyground train NAME``, and its runs are saved, resumed, plotted and
judged like all others.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from plyground.games.position import Position
from plyground.players.options import Option

#: What a step or a match tells, as plain values for the log. Known keys: ``games`` (played so far),
#: ``loss`` and ``weights`` (by key); any other number is shown and can be plotted by its name.
Row = dict[str, Any]


@dataclass(frozen=True)
class Task:
    """What is to be learned: all that the result depends on, and who helps."""

    start: Position  #: of the game
    options: Mapping[str, Any]  #: the method's and the frame's, complete and checked
    seed: int = 0
    workers: int | str | None = field(default=0, compare=False)  #: never changes the result

    def chance(self, *of: object) -> random.Random:
        """Return chance that depends on the seed and on what it is used for, and nothing else.

        >>> import plyground as ply
        >>> task = Task(ply.position("kalah(6,4)"), {}, seed=1)
        >>> task.chance("opening", 3).random() == task.chance("opening", 3).random()
        True
        """
        return random.Random("/".join(map(str, (self.seed, *of))))


class Method(ABC):
    """A way to learn.

    Whatever changes from step to step belongs to the state; chance is drawn anew in every step,
    from ``task.chance("…", number)``. Files that a method needs beside its result (as the weights
    that it began with) are made by ``opponents`` in the run's folder, always the same ones.
    """

    name: ClassVar[str]
    meaning: ClassVar[str]  #: one line
    example: ClassVar[str]  #: the arguments after ``plyground train NAME``
    options: ClassVar[tuple[Option, ...]]  #: besides those that all methods share
    result: ClassVar[str]  #: the name of the file that a player can use, as ``weights.toml``
    openings: ClassVar[str] = "random"  #: of its matches; ``start`` where a game is short

    def __init__(self, task: Task) -> None:
        """Prepare; raises PlygroundError if this game or these options cannot be."""
        self.task = task

    @property
    @abstractmethod
    def steps(self) -> int:
        """How many steps the whole run has, at most."""

    def progress(self, done: int) -> float:
        """Return how much of the run is over after so many steps, 0 to 1."""
        return done / self.steps

    @abstractmethod
    def step(self, number: int) -> Row:
        """Do step ``number``, counted from 0; the last one done was the one before it."""

    @abstractmethod
    def state(self) -> bytes:
        """Return all that the steps so far have changed."""

    @abstractmethod
    def restore(self, state: bytes) -> None:
        """Go back to a state; raises ValueError (or KeyError) if it is none of this method's."""

    @abstractmethod
    def save(self, path: Path) -> None:
        """Write what has been learned so far as a file that a player can use, whole."""

    @abstractmethod
    def player(self, file: Path) -> str:
        """Return the spec of the player that uses such a file in matches."""

    @abstractmethod
    def opponents(self, folder: Path) -> Mapping[str, str]:
        """Return the fixed opponents by name, as specs; the first is what the run began with."""

    def close(self) -> None:  # noqa: B027 - most have nothing to close
        """Leave nothing running."""
