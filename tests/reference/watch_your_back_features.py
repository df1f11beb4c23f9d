"""What the evaluation of Watch Your Back! counts, slow and plain: one loop over squares a feature.

>>> position = WatchYourBack.start().play("c3").play("d3")
>>> own, opponent = features(position)
>>> own["pieces"], own["centre_distance"], opponent["centre_distance"]
(1, 2, 1)
"""

from __future__ import annotations

from tests.reference.watch_your_back import (
    BLACK,
    CORNER,
    DIRECTIONS,
    EMPTY,
    PIECES_TO_PLACE,
    SHRINK_TURNS,
    WHITE,
    Board,
    Square,
    WatchYourBack,
    arrive,
    square_from_text,
    step,
)

Values = dict[str, int]

MIDDLE = ((3, 3), (4, 3), (3, 4), (4, 4))
HEAT = ("b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3")
ROWS = {WHITE: range(6), BLACK: range(2, 8)}  # where a colour may place
DANGER_TURNS = 24
FARTHEST = 3


def features(position: WatchYourBack) -> tuple[Values, Values]:
    """Count everything for the side to move and for its opponent."""
    mover = position.colour
    return _features(position, mover), _features(position, _enemy(mover))


def stage(position: WatchYourBack) -> int:
    """Number the turns of the placing phase, and on to the second shrink."""
    if position.placing:
        return position.turns
    return PIECES_TO_PLACE + min(position.turns, SHRINK_TURNS[1])


def actions(position: WatchYourBack, move: str) -> Values:
    """Count what a move does."""
    if move == "pass":
        return dict.fromkeys(_actions_of_arrival(position, (3, 3)), 0)
    start = None if position.placing else square_from_text(move[:2])
    target = square_from_text(move[-2:])
    values = _actions_of_arrival(position, target)
    values |= _elimination(position, move)
    values["forms_cluster"] = int(_forms_cluster(position, start, target))
    if start is not None:
        values["towards_centre"] += steps_to_middle(start)
        values["leaves_middle"] = int(start in MIDDLE)
        attacks = _attacks(position, _enemy(position.colour))
        values["flees"] = int(start in {victim for victim, _ in attacks})
    return values


def steps_to_middle(square: Square) -> int:
    """Count the steps to the nearest of the four middle squares."""
    return min(_distance(square, middle) for middle in MIDDLE)


def _features(position: WatchYourBack, colour: str) -> Values:
    board = position.board
    pieces = _pieces(board, colour)
    enemies = _pieces(board, _enemy(colour))
    moves = [_safe_targets(position, piece) for piece in pieces]
    attacks = _attacks(position, colour)
    victims = {victim for victim, _ in attacks}
    landings = {landing for _, landing in attacks}
    to_move = colour == position.colour
    values = {
        "pieces": len(pieces),
        "centre_distance": sum(steps_to_middle(piece) for piece in pieces),
        "mobility": sum(len(targets) for targets in moves),
        "stuck": sum(not targets for targets in moves),
        "clusters": sum(_is_block(pieces, piece) for piece in pieces),
        "edge_danger": _nearness(position) * sum(_is_doomed(board, piece) for piece in pieces),
        "next_to_corner": sum(CORNER in _around(board, piece) for piece in pieces),
        "enemy_distance": 0,
        "sure_captures": max(min(len(victims), len(landings)) - 1, 0),
        "captures_now": len(victims) if to_move else 0,
        "threats": 0 if to_move else len(victims),
        "home": 0,
    }
    if position.shrinks > 0:
        values["enemy_distance"] = sum(_enemy_distance(piece, enemies) for piece in pieces)
    if position.placing:
        rows = ROWS[_enemy(colour)]
        values["home"] = sum(y not in rows for _, y in pieces)
    for name in HEAT:
        values[f"heat_{name}"] = sum(_class(piece) == square_from_text(name) for piece in pieces)
    values["middle"] = sum(piece in MIDDLE for piece in pieces)
    return values


def _actions_of_arrival(position: WatchYourBack, target: Square) -> Values:
    """Count what depends on the arrival only, as the board is before the move."""
    board, colour = position.board, position.colour
    enemy = _enemy(colour)
    nearest = _enemy_distance(target, _pieces(board, enemy))
    attacked = [d for d in DIRECTIONS if _attacks_from(position, target, d)]
    return {
        "captures": 0,
        "dies": 0,
        "towards_centre": -steps_to_middle(target),
        "near_enemy": FARTHEST - nearest,
        "surrounds": int(any(_is_last_exit(board, target, d, enemy) for d in DIRECTIONS)),
        "forms_cluster": 0,
        "takes_middle": int(target in MIDDLE),
        "leaves_middle": 0,
        "threatens": int(len(attacked) >= 1),
        "sure_capture": int(len(attacked) >= 2),
        "flees": 0,
        "blocks": int(target in {landing for _, landing in _attacks(position, enemy)}),
        "exposes": int(any(_is_exposed(position, target, d) for d in DIRECTIONS)),
    }


def _elimination(position: WatchYourBack, move: str) -> Values:
    """Count the pieces lost by both sides on the board right after the move, before any shrink."""
    board, colour = dict(position.board), position.colour
    before = len(_pieces(board, _enemy(colour)))
    if not position.placing:
        board[square_from_text(move[:2])] = EMPTY
    target = square_from_text(move[-2:])
    arrive(board, target, colour)
    captures = before - len(_pieces(board, _enemy(colour)))
    return {"captures": captures, "dies": int(board[target] == EMPTY)}


def _attacks(position: WatchYourBack, colour: str) -> set[tuple[Square, Square]]:
    """Find every enemy that a colour could capture if it were to move, and from which square."""
    board = position.board
    found = set()
    for victim in _pieces(board, _enemy(colour)):
        for direction in DIRECTIONS:
            anvil, landing = _opposite(victim, direction), step(victim, direction)
            if board.get(anvil) not in (colour, CORNER) or board.get(landing) != EMPTY:
                continue
            if position.placing:
                reached = landing[1] in ROWS[colour]
            else:
                # The piece on the other side of the victim cannot be the one that comes.
                comers = [piece for piece in _pieces(board, colour) if piece != anvil]
                reached = any(landing in position.targets(piece) for piece in comers)
            if reached:
                found.add((victim, landing))
    return found


def _attacks_from(position: WatchYourBack, target: Square, direction: Square) -> bool:
    """Tell whether an enemy stands next to the target and a friend can get behind it."""
    near = step(target, direction)
    behind = step(near, direction)
    enemy = _enemy(position.colour)
    return position.board.get(near) == enemy and _reaches(position, position.colour, behind)


def _is_exposed(position: WatchYourBack, target: Square, direction: Square) -> bool:
    """Tell whether one side of the target is hostile and the enemy can get to the other."""
    enemy = _enemy(position.colour)
    if position.board.get(_opposite(target, direction)) not in (enemy, CORNER):
        return False
    return _reaches(position, enemy, step(target, direction))


def _reaches(position: WatchYourBack, colour: str, square: Square) -> bool:
    """Tell whether a colour could place on a square, or step there: jumps are not looked at."""
    if position.board.get(square) != EMPTY:
        return False
    if position.placing:
        return square[1] in ROWS[colour]
    return colour in _around(position.board, square)


def _safe_targets(position: WatchYourBack, piece: Square) -> list[Square]:
    """List the squares a piece can go to that are not between two hostile ones."""
    hostile = (_enemy(position.board[piece]), CORNER)
    return [
        target
        for target in position.targets(piece)
        if not any(
            position.board.get(step(target, direction)) in hostile
            and position.board.get(_opposite(target, direction)) in hostile
            for direction in DIRECTIONS
        )
    ]


def _is_last_exit(board: Board, target: Square, direction: Square, enemy: str) -> bool:
    near = step(target, direction)
    return board.get(near) == enemy and _around(board, near).count(EMPTY) == 1


def _forms_cluster(position: WatchYourBack, start: Square | None, target: Square) -> bool:
    others = [piece for piece in _pieces(position.board, position.colour) if piece != start]
    x, y = target
    corners = [(x, y), (x - 1, y), (x, y - 1), (x - 1, y - 1)]
    return any(_is_block([*others, target], corner) for corner in corners)


def _is_block(pieces: list[Square], corner: Square) -> bool:
    """Tell whether pieces fill the 2 by 2 block whose top left square is given."""
    x, y = corner
    return all(square in pieces for square in ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)))


def _nearness(position: WatchYourBack) -> int:
    """Tell how near the next shrink is: 0 while it is far, up to 23 on the turn before it."""
    if position.placing or position.shrinks == len(SHRINK_TURNS):
        return 0
    return max(DANGER_TURNS - (SHRINK_TURNS[position.shrinks] - position.turns), 0)


def _is_doomed(board: Board, piece: Square) -> bool:
    """Tell whether the next shrink takes the square away or turns it into a corner."""
    ring = min(x for x, _ in board)
    if ring == len(SHRINK_TURNS):
        return False
    edges = (ring, 7 - ring)
    corners = (ring + 1, 6 - ring)
    x, y = piece
    return x in edges or y in edges or (x in corners and y in corners)


def _class(square: Square) -> Square:
    """Return the square's mirror image in the triangle a1, d1, d4."""
    x, y = (min(number, 7 - number) for number in square)
    return max(x, y), min(x, y)


def _enemy_distance(square: Square, enemies: list[Square]) -> int:
    return min([_distance(square, enemy) for enemy in enemies] + [FARTHEST])


def _distance(one: Square, other: Square) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _around(board: Board, square: Square) -> list[str | None]:
    return [board.get(step(square, direction)) for direction in DIRECTIONS]


def _opposite(square: Square, direction: Square) -> Square:
    return square[0] - direction[0], square[1] - direction[1]


def _pieces(board: Board, colour: str) -> list[Square]:
    return [square for square, content in board.items() if content == colour]


def _enemy(colour: str) -> str:
    return BLACK if colour == WHITE else WHITE
