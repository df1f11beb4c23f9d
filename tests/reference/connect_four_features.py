"""Connect Four's features, slow and plain: counted line by line."""

from __future__ import annotations

from tests.reference.connect_four import RED, YELLOW, Cell, ConnectFour, lines


def threats(position: ConnectFour, colour: str) -> set[Cell]:
    """Empty cells that complete four."""
    found = set()
    for line in lines(position.width, position.height):
        empty = [cell for cell in line if cell not in position.stones]
        own = [cell for cell in line if position.stones.get(cell) == colour]
        if len(empty) == 1 and len(own) == 3:
            found.add(empty[0])
    return found


def open_lines(position: ConnectFour, colour: str, stones: int) -> int:
    """Lines with so many stones of a colour and no other."""
    return sum(
        [position.stones.get(cell) for cell in line].count(colour) == stones
        and all(position.stones.get(cell) in (colour, None) for cell in line)
        for line in lines(position.width, position.height)
    )


def landings(position: ConnectFour) -> set[Cell]:
    cells = (position.landing(column) for column in range(position.width))
    return {cell for cell in cells if cell is not None}


def of_colour(position: ConnectFour, colour: str) -> dict[str, int]:
    winning = threats(position, colour)
    at_once = len(winning & landings(position))
    middle = {(position.width - 1) // 2, position.width // 2}
    return {
        "threats": len(winning),
        "wins_now": at_once,
        "wins_waiting": at_once,
        # Rows count from 1 at the bottom: Red's are odd.
        "parity": sum((row + 1) % 2 == (1 if colour == RED else 0) for _, row in winning),
        "stacked": sum((column, row - 1) in winning for column, row in winning),
        "threes": open_lines(position, colour, 3),
        "twos": open_lines(position, colour, 2),
        "ones": open_lines(position, colour, 1),
        "centre": sum(
            owner == colour and column in middle for (column, _), owner in position.stones.items()
        ),
    }


def other(colour: str) -> str:
    return YELLOW if colour == RED else RED


def features(position: ConnectFour) -> tuple[dict[str, int], dict[str, int]]:
    """Count every feature for the mover and for the opponent."""
    own = of_colour(position, position.side)
    opponent = of_colour(position, other(position.side))
    return own | {"wins_waiting": 0}, opponent | {"wins_now": 0}


def actions(position: ConnectFour, move: str) -> dict[str, int]:
    """Count every action feature of a legal move."""
    cell = position.landing(int(move) - 1)
    assert cell is not None
    above = (cell[0], cell[1] + 1)
    own = threats(position, position.side)
    opponent = threats(position, other(position.side))
    after = ConnectFour(position.width, position.height, {**position.stones, cell: position.side})
    return {
        "wins": int(cell in own),
        "blocks": int(cell in opponent),
        "makes": len(threats(after, position.side) - own),
        "gives": int(above in opponent),
        "wastes": int(above in own),
        "reach": sum(cell in line for line in lines(position.width, position.height)),
    }
