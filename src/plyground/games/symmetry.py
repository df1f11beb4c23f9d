"""Mirror images: which positions are one and the same, and which of their moves are.

Built-in games know their symmetries. A game in Python may say what it has by the same three
members: ``num_symmetries``, ``transformed(symmetry)`` and ``transformed_move(move, symmetry)``;
symmetry 0 changes nothing.
"""

from __future__ import annotations

from typing import Any, TypeVar

from plyground.games.native import is_native
from plyground.games.position import Position

P = TypeVar("P", bound=Position)


def symmetries(position: Position, plies: int | None = None) -> int:
    """Count the symmetries that hold for so many moves; to the end of the game if not given."""
    if is_native(position):
        return position.num_symmetries if plies is None else position.num_symmetries_within(plies)
    return int(getattr(position, "num_symmetries", 1))


def transformed(position: P, symmetry: int) -> P:
    """Return a position seen through one of its symmetries."""
    return position.transformed(symmetry) if symmetry else position  # type: ignore[attr-defined]


def transformed_move(position: Position, move: Any, symmetry: int) -> Any:
    """Return the move that a move becomes, seen through a symmetry."""
    return position.transformed_move(move, symmetry) if symmetry else move  # type: ignore[attr-defined]


def folded(position: P, plies: int | None = None) -> P:
    """Return the image that stands for a position and all its mirror images.

    >>> import plyground as ply
    >>> start = ply.position("squatter(7)")
    >>> folded(start.play("b3")) == folded(start.play("e6"))
    True
    """
    images = [transformed(position, s) for s in range(symmetries(position, plies))]
    return images[0] if len(images) == 1 else min(images, key=lambda image: image.text)


def way(position: Position, image: Position, plies: int | None = None) -> int:
    """Return the symmetry that leads from a position to one of its images."""
    count = symmetries(position, plies)
    return next(s for s in range(count) if transformed(position, s) == image)


def unlike_moves(position: Position) -> dict[Any, Any]:
    """Return for each legal move the first one that is its mirror image, if only itself.

    >>> import plyground as ply
    >>> len(set(unlike_moves(ply.position("squatter(3)")).values()))  # corner, edge and middle
    3
    """
    keeping = [s for s in range(symmetries(position)) if transformed(position, s) == position]
    stands_for: dict[Any, Any] = {}
    for move in position.legal_moves:
        for s in keeping:
            stands_for.setdefault(transformed_move(position, move, s), move)
    return {move: stands_for[move] for move in position.legal_moves}
