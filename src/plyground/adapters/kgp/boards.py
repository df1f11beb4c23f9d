"""Boards of the protocol as positions of ours, and what a move makes of them."""

from __future__ import annotations

from plyground.adapters.kgp.wire import Board, KgpError
from plyground.errors import PlygroundError
from plyground.games import kalah
from plyground.games.names import position as named_position


def position_of(board: Board) -> kalah.Position:
    """Return the position in which south, always the client, is to move.

    The server also ends a game when one side has gathered more than half of the seeds. That decides
    nothing that is still open, and the standard rules without it are searched faster.

    >>> position_of(Board((0, 0), ((3, 3, 3), (3, 3, 3)))).legal_moves
    ('1', '2', '3')
    """
    sides = [
        f"{','.join(map(str, houses))}/{store}"
        for houses, store in zip(board.houses, board.stores, strict=True)
    ]
    try:
        found = named_position(f"kalah({len(board.houses[0])},4)", f"{sides[0]} {sides[1]} south")
    except PlygroundError as error:
        raise KgpError(f"this board cannot be played: {error}") from None
    assert isinstance(found, kalah.Position)
    if found.is_over:
        raise KgpError("there is no legal move on this board: a side has no seeds")
    return found


def after_move(board: Board, house: int) -> tuple[Board, bool]:
    """Return the board after south has sown a house, and whether south moves again.

    What is left when the game ends, also by a majority, goes to its owner.

    >>> after_move(Board((0, 0), ((3, 3, 3), (3, 3, 3))), 1)
    (Board(stores=(1, 0), houses=((0, 4, 4), (3, 3, 3))), True)
    """
    position = position_of(board)
    if str(house) not in position.legal_moves:
        raise KgpError(
            f"{house} is not a legal move; legal moves are {' '.join(position.legal_moves)}"
        )
    after = position.play(str(house))
    south, north = after.houses
    stores = after.stores
    left = sum(south), sum(north)
    if 2 * max(stores) > sum(stores) + sum(left):
        stores = stores[0] + left[0], stores[1] + left[1]
        south = north = (0,) * len(south)
    return Board(stores, (south, north)), not after.north_to_move
