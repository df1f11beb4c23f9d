"""What the commands on puzzles share: how a collection is given."""

from __future__ import annotations

from pathlib import Path

import typer

import plyground as ply
from plyground.cli.shared.completion import complete_games
from plyground.cli.shared.start import game_or_start
from plyground.errors import PlygroundError
from plyground.games.names import competition_name
from plyground.games.native import is_native
from plyground.solving.puzzles import SUFFIX, Collection, Puzzle, own_path, shipped

SOURCE = typer.Argument(
    metavar="GAME", autocompletion=complete_games, help=f"Game, game.py or puzzle file (*{SUFFIX})"
)
NUMBER = typer.Argument(metavar="N", min=1, help="Number of the puzzle")


def begun(game: str) -> ply.Position:
    """Return the start of the game that puzzles are made for: one that has an end."""
    given = game_or_start(game)
    return ply.position(competition_name(given)) if isinstance(given, str) else given


def opened(source: str) -> tuple[Collection, ply.Position | None]:
    """Return the puzzles of a game or in a file, and the start of a game in Python."""
    if source.endswith(SUFFIX):
        return Collection.load(source), None
    start = begun(source)
    path = own_path(start)
    found = shipped(start.game) if path is None else _read(path)
    if found is None:
        raise PlygroundError(
            f"there are no puzzles of {start.game}; make some with plyground puzzles build"
        )
    return found, None if is_native(start) else start


def _read(path: Path) -> Collection | None:
    return Collection.load(path) if path.is_file() else None


def numbered(collection: Collection, number: int) -> Puzzle:
    """Return a puzzle by its number."""
    if number > len(collection.puzzles):
        raise PlygroundError(
            f"there is no puzzle {number}; expected 1 to {len(collection.puzzles)}"
        )
    return collection.puzzles[number - 1]
