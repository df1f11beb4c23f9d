"""What Squatter's evaluation counts, slow and plain: every feature and action from its meaning.

>>> position = Squatter.start(5).play("c3").play("a1")
>>> own, opponent = features(position)
>>> own["layers"], opponent["corners"]
(2, 1)
"""

from __future__ import annotations

from dataclasses import replace

from tests.reference.squatter import BLACK, WHITE, Cell, Squatter, cell_from_text

SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))
DIAGONALS = ((-1, -1), (-1, 1), (1, 1), (1, -1))


def features(position: Squatter) -> tuple[dict[str, int], dict[str, int]]:
    """Count every feature for the side to move and for its opponent."""
    own, opponent = position.side, _other(position.side)
    return _side_features(position, own), _side_features(position, opponent)


def stage(position: Squatter) -> int:
    """Return how many sixteenths of the board are still free, rounded down."""
    return 16 * len(position.free_cells()) // position.size**2


def actions(position: Squatter, move: str) -> dict[str, int]:
    """Count what a move does for the side to move."""
    cell, own, opponent = cell_from_text(move), position.side, _other(position.side)
    last = position.size - 1
    friends, enemies = live(position, own), live(position, opponent)
    promising = [loop for loop in small_loops(position, own) if _missing(position, own, loop) == 2]
    hostile = [
        loop for loop in small_loops(position, opponent) if _missing(position, opponent, loop) == 2
    ]
    diamonds = [loop for loop in promising if len(loop) == 4]
    return {
        "captures": int(closes_loop(position, own, cell)),
        "blocks": int(closes_loop(position, opponent, cell)),
        "joins": int(gaps(friends, cell) >= 2),
        "cuts": int(gaps(enemies, cell) >= 2),
        "threatens": int(any(cell in loop for loop in promising)),
        "double_threat": int(sum(cell in loop for loop in diamonds) >= 2),
        "spoils": int(any(cell in loop for loop in hostile)),
        "diagonals": sum(near in friends for near in _moved(cell, DIAGONALS)),
        "friends": sum(near in friends for near in _moved(cell, SIDES)),
        "enemies": sum(near in enemies for near in _moved(cell, SIDES + DIAGONALS)),
        "edge": int(_steps_from_edge(position, cell) == 0),
        "corner": int(cell[0] in (0, last) and cell[1] in (0, last)),
    }


def live(position: Squatter, side: str) -> set[Cell]:
    """Return the pieces of a side that stand outside all territory."""
    return {c for c, owner in position.pieces.items() if owner == side and c not in position.owners}


def small_loops(position: Squatter, side: str) -> list[frozenset[Cell]]:
    """List the walls of each loop around one or two cells that a side has or may still complete.

    The cells inside must be worth capturing: neither its own pieces nor its territory already.
    """
    hopeful = live(position, side) | set(position.free_cells())
    prey = {
        cell
        for cell in position.cells()
        if _steps_from_edge(position, cell) > 0
        and position.pieces.get(cell) != side
        and position.owners.get(cell) != side
    }
    insides: list[set[Cell]] = []
    for row, column in prey:
        insides.append({(row, column)})
        for neighbour in ((row + 1, column), (row, column + 1)):
            if neighbour in prey:
                insides.append({(row, column), neighbour})
    loops = [
        frozenset(near for cell in inside for near in _moved(cell, SIDES) if near not in inside)
        for inside in insides
    ]
    return [loop for loop in loops if loop <= hopeful]


def closes_loop(position: Squatter, side: str, cell: Cell) -> bool:
    """Tell whether a piece of this side on a free cell encloses what was open before."""
    before = set(position.enclosed_by(side))
    after = replace(position, pieces={**position.pieces, cell: side}).enclosed_by(side)
    return any(enclosed not in before for enclosed in after)


def gaps(walls: set[Cell], cell: Cell) -> int:
    """Count the gaps that a set of pieces leaves around a cell.

    Walk around the cell: a gap is a run of places without a piece that includes a side neighbour.
    What lies off the board is open. A full circle without any piece is no gap between pieces.
    """
    circle = _moved(cell, ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)))
    standing = [place in walls for place in circle]
    if not any(standing):
        return 0
    first = standing.index(True)
    count, side_seen = 0, False
    for step in range(1, 9):
        place = (first + step) % 8
        if standing[place]:
            count += side_seen
            side_seen = False
        elif place % 2 == 1:
            side_seen = True
    return count


def _side_features(position: Squatter, side: str) -> dict[str, int]:
    pieces, enemies = live(position, side), live(position, _other(side))
    free = position.free_cells()
    loops = small_loops(position, side)
    closers = {
        wall
        for loop in loops
        if _missing(position, side, loop) == 1
        for wall in loop
        if wall not in pieces
    }
    moves_now = side == position.side
    last = position.size - 1
    return {
        "captured": position.score(side),
        "captures_now": len(closers) if moves_now else 0,
        "threats": 0 if moves_now else len(closers),
        "double_threat": 0 if moves_now else int(len(closers) >= 2),
        "two_moves": sum(_missing(position, side, loop) == 2 for loop in loops),
        "three_moves": sum(
            len(loop) == 4 and _missing(position, side, loop) == 3 for loop in loops
        ),
        "strings": sum(_is_middle(piece, pieces) for piece in pieces),
        "clumps": sum(_touches(piece, pieces) > 2 for piece in pieces),
        "layers": sum(min(2, _steps_from_edge(position, piece)) for piece in pieces),
        "corners": sum(row in (0, last) and column in (0, last) for row, column in pieces),
        "room": sum(_touches(cell, pieces) > 0 and _touches(cell, enemies) == 0 for cell in free),
    }


def _is_middle(piece: Cell, pieces: set[Cell]) -> bool:
    """Tell whether neighbours lie in the columns, or in the rows, on both sides of a piece."""
    near = [cell for cell in _moved(piece, SIDES + DIAGONALS) if cell in pieces]
    rows, columns = {row - piece[0] for row, _ in near}, {column - piece[1] for _, column in near}
    return {-1, 1} <= rows or {-1, 1} <= columns


def _touches(cell: Cell, pieces: set[Cell]) -> int:
    return sum(near in pieces for near in _moved(cell, SIDES + DIAGONALS))


def _missing(position: Squatter, side: str, loop: frozenset[Cell]) -> int:
    return len(loop - live(position, side))


def _steps_from_edge(position: Squatter, cell: Cell) -> int:
    last = position.size - 1
    return min(cell[0], cell[1], last - cell[0], last - cell[1])


def _moved(cell: Cell, steps: tuple[tuple[int, int], ...]) -> list[Cell]:
    return [(cell[0] + down, cell[1] + right) for down, right in steps]


def _other(side: str) -> str:
    return BLACK if side == WHITE else WHITE
