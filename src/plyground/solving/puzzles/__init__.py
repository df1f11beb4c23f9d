"""Puzzles: positions in which one move alone keeps the result, and how hard it is to find.

>>> collection = shipped("connect-four")
>>> puzzle = collection.puzzles[0]
>>> puzzle.solution in puzzle.start(collection.game).legal_moves
True
"""

from plyground.solving.puzzles.proof import Proof, only_move
from plyground.solving.puzzles.puzzle import (
    SUFFIX,
    Collection,
    Puzzle,
    file_name,
    own_path,
    shipped,
    shipped_games,
)

__all__ = [
    "SUFFIX",
    "Collection",
    "Proof",
    "Puzzle",
    "file_name",
    "only_move",
    "own_path",
    "shipped",
    "shipped_games",
]
