"""A puzzle and the file that holds many of them.

A file is JSON compressed with gzip: the game, how the puzzles were made, and a list for each
puzzle, with the fields of ``Puzzle`` in their order. A position is its text; a game in Python has
no text that can be read again, so there the moves from the start lead to it.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import zlib
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal, NamedTuple

from plyground.errors import PlygroundError, shown
from plyground.games.names import (
    entry_of,
    families,
    family_of,
    file_stem,
    position,
)
from plyground.games.position import Position
from plyground.games.python_file import file_beside
from plyground.storage import read_bytes, write_whole

VERSION = 1  #: of the file's format
SUFFIX = ".puzzles"
_LARGEST = 16 << 20  # bytes unpacked

Goal = Literal["win", "draw"]


class Puzzle(NamedTuple):
    """A position with one solution."""

    position: str | None  #: its text; None for the start of the game
    moves: tuple[str, ...]  #: played from there
    solution: str  #: the only move that reaches the goal
    line: tuple[str, ...]  #: best play by both, which begins with the solution
    goal: Goal
    difficulty: float  #: 1 to 10: what share of tries by the levels failed

    def start(self, game: str | Position) -> Position:
        """Return the position to solve; raises PlygroundError where it is not one of the game."""
        here = position(game, self.position) if isinstance(game, str) else game
        for move in self.moves:
            here = here.play(here.parse_move(move))
        return here


@dataclass
class Collection:
    """The puzzles of a game, easy ones first once it is complete."""

    game: str  #: the canonical name
    puzzles: list[Puzzle] = field(default_factory=list)
    origin: str = ""  #: how they were made
    seed: int = 0
    games: int = 0  #: that were looked through

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a file."""
        plain = {
            "version": VERSION, "game": self.game, "origin": self.origin, "seed": self.seed,
            "games": self.games, "puzzles": self.puzzles,
        }  # fmt: skip
        text = json.dumps(plain, separators=(",", ":"))
        write_whole(path, gzip.compress(text.encode(), mtime=0))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Collection:
        """Read a file; raises PlygroundError with the reason if it is none of ours."""
        return cls.from_bytes(read_bytes(path), shown(path))

    @classmethod
    def from_bytes(cls, content: bytes, name: str) -> Collection:
        """Read what a file holds; ``name`` is for messages."""
        try:
            with gzip.GzipFile(fileobj=io.BytesIO(content)) as file:
                plain = json.loads(file.read(_LARGEST))
            if plain["version"] != VERSION:
                raise ValueError
            puzzles = [_puzzle(*fields) for fields in plain["puzzles"]]
            return cls(
                str(plain["game"]), puzzles, str(plain["origin"]), int(plain["seed"]),
                int(plain["games"]),
            )  # fmt: skip
        except (OSError, EOFError, zlib.error, ValueError, TypeError, KeyError, RecursionError):
            raise PlygroundError(
                f"{name} is not a puzzle file; make one with plyground puzzles build"
            ) from None


def _puzzle(
    text: str | None, moves: list[str], solution: str, line: list[str], *rest: Any
) -> Puzzle:
    goal, difficulty = rest
    if goal not in ("win", "draw"):
        raise ValueError
    return Puzzle(text, tuple(moves), str(solution), tuple(line), goal, float(difficulty))


@cache
def shipped(game: str) -> Collection | None:
    """Return the shipped puzzles of a game, or None."""
    file = resources.files("plyground.solving.puzzles") / "shipped" / file_name(game)
    return Collection.from_bytes(file.read_bytes(), file.name) if file.is_file() else None


def shipped_games() -> dict[str, str]:
    """Return the games that puzzles are shipped for, by the name of their file.

    >>> "connect-four" in shipped_games().values()
    True
    """
    usual = [name for entry in families() for name in entry.face.presets]
    found = {file_stem(_plain(name)): shipped(name) for name in usual}
    return {stem: one.game for stem, one in found.items() if one is not None}


def file_name(game: str) -> str:
    """Return the file name of a game's puzzles.

    >>> file_name("kalah(6,4)"), file_name("watch-your-back(max_turns=320,double_pass_draws=yes)")
    ('kalah-6-4.puzzles', 'watch-your-back.puzzles')
    """
    return file_stem(_plain(game)) + SUFFIX


def own_path(start: Position) -> Path | None:
    """Return where the puzzles of a game in Python belong: ``my_game.puzzles`` beside its file."""
    return None if family_of(start) is not None else file_beside(start, SUFFIX[1:])


def _plain(game: str) -> str:
    """Return the plain name of a game that in matches has an end."""
    entry = entry_of(position(game))
    return game if entry is None or game != entry.competition else entry.canonical({})
