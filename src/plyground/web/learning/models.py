"""What the pages of puzzles and tutorials get: the same for everybody, so files could hold it."""

from __future__ import annotations

from typing import Literal

from plyground.web.shared.messages import Answer


class PuzzleSet(Answer):
    """A game that has puzzles; ``name`` stands in addresses."""

    name: str
    game: str
    family: str
    title: str
    count: int


class PuzzleSets(Answer):
    """The games that have puzzles."""

    games: list[PuzzleSet]


class Puzzle(Answer):
    """A position with one solution: the text of a position, or moves that lead to it."""

    position: str | None
    moves: list[str]
    solution: str
    line: list[str]
    goal: Literal["win", "draw"]
    difficulty: float


class Puzzles(Answer):
    """All puzzles of a game; the first one has the number 1."""

    game: str
    puzzles: list[Puzzle]


class TutorialStep(Answer):
    """A step of a tutorial: what to do in a position, and the moves that do it."""

    title: str
    text: str
    game: str
    start: str | None
    moves: list[str]
    accepted: list[str]
    hint: str | None
    done: str


class Tutorial(Answer):
    """The steps of a game's tutorial."""

    family: str
    title: str
    steps: list[TutorialStep]
