"""The rules that every game must follow: ``check_game`` plays random games and checks them."""

from __future__ import annotations

import pickle
import random
from dataclasses import dataclass
from typing import Any

from plyground import _core
from plyground._core import Side
from plyground.errors import IllegalMove
from plyground.evaluation.own_features import features, has_features
from plyground.games.compiled.forms import compiled_form, is_compiled
from plyground.games.compiled.shape import words_of
from plyground.games.names import position as named_position
from plyground.games.native import is_native
from plyground.games.position import Position
from plyground.games.symmetry import symmetries, transformed, transformed_move


class LawBroken(AssertionError):  # noqa: N818 - it reads as what happened
    """A game breaks one of the rules; the message names the rule and the position."""


@dataclass(frozen=True)
class Report:
    """What ``check_game`` checked: games, positions, and the moves of the longest game."""

    games: int
    positions: int
    longest: int
    weak_hash: str | None = None  #: two positions that the game's own ``__hash__`` confuses


def check_game(
    game: Position | type[Position] | str,
    *,
    games: int = 20,
    seed: int = 0,
    max_moves: int = 10_000,
) -> Report:
    """Play random games and raise LawBroken at the first rule that is broken.

    ``game`` is a start position, a class whose default is one, or a game name.

    >>> check_game("kalah(3,2)", games=3).games
    3
    """
    start = _start(game)
    chance = random.Random(seed)
    seen, by_own = dict[int, Position](), dict[int, Position]()
    count, longest, weak = 0, 0, None
    for _ in range(games):
        position, moves = start, 0
        while not position.is_over:
            count += check_position(position, chance)
            weak = _check_hash(position, seen, by_own) or weak
            _check_compiled(position)
            _demand(moves < max_moves, f"random play ends within {max_moves} moves", start)
            position, moves = position.play(chance.choice(list(position.legal_moves))), moves + 1
        count += check_position(position, chance)
        weak = _check_hash(position, seen, by_own) or weak
        _check_compiled(position)
        longest = max(longest, moves)
    return Report(games, count, longest, weak)


def check_position(position: Position, chance: random.Random) -> int:
    """Check every rule that concerns a single position; returns 1, the positions checked."""
    moves = list(position.legal_moves)
    _demand(position.turn in (Side.FIRST, Side.SECOND), "turn is a Side", position)
    _demand(_is_hashable(tuple(moves)), "moves are hashable", position)
    _demand(bool(moves) != position.is_over, "no move is legal exactly when it is over", position)
    _demand(len(set(moves)) == len(moves), "legal moves differ from each other", position)
    _demand(moves == list(position.legal_moves), "legal moves do not change when asked", position)
    _demand(_is_hashable(position), "positions are hashable", position)
    _check_pickling(position)
    if position.is_over:
        _check_end(position)
    else:
        _check_move(position, chance.choice(moves))
    _check_text(position)
    _check_symmetries(position, chance)
    return 1


def _start(game: Position | type[Position] | str) -> Position:
    if isinstance(game, str):
        return named_position(game)
    start = game() if isinstance(game, type) else game
    for member in ("turn", "legal_moves", "play", "is_over", "margin"):
        if not hasattr(type(start), member) and not hasattr(start, member):
            raise LawBroken(f"{type(start).__name__} has no {member!r}: a Position must define it")
    if type(start).play is Position.play:
        raise LawBroken(f"{type(start).__name__} has no 'play': a Position must define it")
    return start


def _demand(holds: bool, law: str, position: Position) -> None:
    if not holds:
        raise LawBroken(f"rule broken: {law}; in {position.game}: {position.text}")


def _is_hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:  # a frozen dataclass that holds a list only fails here
        return False
    return True


def _check_pickling(position: Position) -> None:
    try:
        copy = pickle.loads(pickle.dumps(position))
    except Exception as error:  # pickling calls anything, so it may raise anything
        _demand(False, f"positions can be pickled ({error})", position)
    _demand(copy == position and hash(copy) == hash(position), "pickling keeps it equal", position)


def _check_hash(
    position: Position, seen: dict[int, Position], by_own: dict[int, Position]
) -> str | None:
    """Equal positions have equal hashes, and unequal ones (in a sample, 64 bits) do not.

    The search identifies positions by bits that we compute from the fields, so it would confuse two
    that share them. Returns two positions that only the game's own ``__hash__`` gives one number:
    sets and dicts of them are slow, and openings may be left out.
    """
    bits = position.hash if is_native(position) else _core.exact_hash(position)
    known = seen.setdefault(bits, position)
    _demand(known == position, "unequal positions have different hashes", position)
    _demand(
        (known == position) <= (hash(known) == hash(position)), "equal ones hash alike", position
    )
    other = by_own.setdefault(hash(position), position)
    if other == position or is_native(position):
        return None
    name = type(position).__name__
    return f"{name}.__hash__ is {hash(position)} for {other.text} and for {position.text}"


def _check_end(position: Position) -> None:
    first, second = position.margin_for(Side.FIRST), position.margin_for(Side.SECOND)
    _demand(first == -second, "the margin flips with the side", position)
    _demand(
        position.margin_for(position.turn) == position.margin, "margin is the mover's", position
    )
    winner = None if first == 0 else Side.FIRST if first > 0 else Side.SECOND
    _demand(position.winner == winner, "the winner has the positive margin", position)


def _check_move(position: Position, move: Any) -> None:
    before = (hash(position), position.turn, tuple(position.legal_moves))
    child = position.play(move)
    after = (hash(position), position.turn, tuple(position.legal_moves))
    _demand(before == after, "play leaves the position as it was", position)
    _demand(type(child) is type(position), "play returns the same kind of position", position)
    _demand(child == position.play(move), "the same move leads to equal positions", position)
    _demand(child != position, "a move changes the position", position)
    _demand(position.parse_move(str(move)) == move, "a move's text reads back", position)


def _check_compiled(position: Position) -> None:
    """Compare the compiled form of a position with the plain one, also after every move."""
    if not is_compiled(type(position)) or (form := compiled_form(position)) is None:
        return
    _demand(form.turn == position.turn, "compiled, turn is the same", position)
    _demand(form.is_over == position.is_over, "compiled, is_over is the same", position)
    if position.is_over:
        _demand(form.margin == position.margin, "compiled, margin is the same", position)
        return
    moves = list(position.legal_moves)
    _demand(form.legal_moves == moves, "compiled, legal moves are the same", position)
    if hasattr(position, "evaluate"):
        same = form.evaluate() == float(position.evaluate())
        _demand(same, "compiled, evaluate() is the same", position)
    if has_features(position) and (counted := form.features()):
        named = sorted(features(position).items())
        same = counted == [own - other for _, (own, other) in named]
        _demand(same, "compiled, features() are the same", position)
    for move in moves:
        words = words_of(position.play(move))
        same = form.play(move).words == words
        _demand(same, f"compiled, move {move} leads to the same position", position)


def _check_text(position: Position) -> None:
    if not is_native(position):  # games in Python need no text that reads back
        return
    again = named_position(position.game, position.text)
    _demand(again == position, "the text of a position reads back", position)
    _demand(again.game == position.game, "the name of a game reads back", position)
    legal = set(position.legal_moves)
    for index in range(0, position.num_actions, 7):
        move = position.move_at(index)
        _demand(position.move_index(move) == index, "move indices read back", position)
        if move not in legal:
            _check_refusal(position, move)


def _check_refusal(position: Position, move: Any) -> None:
    try:
        position.play(move)
    except IllegalMove as error:
        _demand("\n" not in str(error), "an illegal move is explained in one line", position)
    else:
        _demand(False, f"the illegal move {move} is refused", position)


def _check_symmetries(position: Position, chance: random.Random) -> None:
    s = chance.randrange(symmetries(position, 1))
    image = transformed(position, s)
    moves = {transformed_move(position, move, s) for move in position.legal_moves}
    _demand(moves == set(image.legal_moves), f"symmetry {s} maps legal moves", position)
    _demand(image.is_over == position.is_over, f"symmetry {s} keeps the end", position)
    if position.is_over:
        _demand(image.margin == position.margin, f"symmetry {s} keeps the margin", position)
    else:
        move = chance.choice(position.legal_moves)
        there = image.play(transformed_move(position, move, s))
        _demand(
            there.text == _transformed_successor(position.play(move), s),
            f"symmetry {s} maps successors",
            position,
        )


def _transformed_successor(child: Position, s: int) -> str:
    # A successor may keep fewer symmetries than its parent; then only the identity is comparable.
    if s < symmetries(child, 0):
        return transformed(child, s).text
    raise LawBroken(f"rule broken: symmetry {s} outlives one ply; in {child.game}: {child.text}")
