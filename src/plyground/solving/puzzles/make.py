"""Make puzzles: positions from games between levels in which one move alone is right."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import count

from plyground.games.native import is_native
from plyground.games.position import Position, move_text
from plyground.games.symmetry import folded
from plyground.players.specs import player
from plyground.solving.puzzles.proof import SOLVER_NODES, Proof, is_sharp, only_move
from plyground.solving.puzzles.puzzle import Collection, Puzzle
from plyground.solving.puzzles.trials import FEW_TRIES, difficulty

_RANDOM_MOVES = 6  # at most, at the beginning of a game
_LEVELS = range(1, 9)  # that play the games
_FEWEST_MOVES = 3  # to choose from
_LATE, _SHARE = 30, 3  # positions at the end of a game to look at: so many, or the last third
_QUICK_NODES = 2_000  # of the solver, for each of them
_LOOKS = 8  # of them may cost more
_MOST_OF_A_GAME = 4  # puzzles
_MOST_OF_A_KIND = 0.3  # of all puzzles may have the same whole number as their difficulty
_LONGEST = 400  # moves of a game

OnStep = Callable[[Collection], None]


def extend(
    collection: Collection,
    start: Position,
    wanted: int,
    *,
    nodes: int = SOLVER_NODES,
    on_step: OnStep | None = None,
) -> None:
    """Add puzzles until there are so many; ``on_step`` is called after every game.

    The same seed gives the same puzzles, also if it was stopped in between.
    """
    origin = collection.game if is_native(start) else start
    known = {folded(puzzle.start(origin)).text for puzzle in collection.puzzles}
    for number in count(collection.games):
        if len(collection.puzzles) >= wanted:
            break
        chance = random.Random(f"{collection.seed} {number}")
        for found in _puzzles_in_game(start, chance, known, nodes):
            if _is_rare(collection, found, wanted):
                collection.puzzles.append(rated(found, start, chance.randrange(1 << 20)))
        collection.games = number + 1
        if len(collection.puzzles) >= wanted:
            collection.puzzles.sort(key=lambda puzzle: puzzle.difficulty)
        if on_step is not None:
            on_step(collection)


def _is_rare(collection: Collection, puzzle: Puzzle, wanted: int) -> bool:
    alike = sum(int(other.difficulty) == int(puzzle.difficulty) for other in collection.puzzles)
    return alike < _MOST_OF_A_KIND * wanted


def _puzzles_in_game(
    start: Position, chance: random.Random, known: set[str], nodes: int
) -> Iterator[Puzzle]:
    """Yield the puzzles among the late positions of a new game."""
    visited = [each for each in played(start, chance) if len(each[0].legal_moves) >= _FEWEST_MOVES]
    late = visited[-max(_LATE, len(visited) // _SHARE) :]
    chance.shuffle(late)
    found = 0
    for looks, (here, moves) in enumerate(late):
        if found == _MOST_OF_A_GAME:
            break
        if (text := folded(here).text) in known:
            continue
        proof = only_move(here, nodes=_QUICK_NODES)
        if proof is None and looks < _LOOKS and is_sharp(here):
            proof = only_move(here, nodes=nodes)
        if proof is not None:
            known.add(text)
            found += 1
            yield _made(here, moves, proof, chance.randrange(1 << 20))


def rated(puzzle: Puzzle, start: Position, seed: int) -> Puzzle:
    """Return a puzzle with its difficulty measured by many tries."""
    here = puzzle.start(start.game if is_native(start) else start)
    return puzzle._replace(difficulty=difficulty(here, puzzle.solution, seed))


def _made(here: Position, moves: tuple[str, ...], proof: Proof, seed: int) -> Puzzle:
    text = here.text if is_native(here) else None
    hard = difficulty(here, proof.solution, seed, FEW_TRIES)
    lead = moves if text is None else ()
    return Puzzle(text, lead, proof.solution, proof.line, proof.goal, hard)


def played(start: Position, chance: random.Random) -> Iterator[tuple[Position, tuple[str, ...]]]:
    """Play a game between two levels; yields its positions, each with the moves before it."""
    here: Position = start
    moves: tuple[str, ...] = ()
    seats = [
        player(f"pvs:level={chance.choice(_LEVELS)}", chance.randrange(1 << 20)) for _ in range(2)
    ]
    opening = chance.randrange(_RANDOM_MOVES + 1)
    while not here.is_over and len(moves) < _LONGEST:
        if len(moves) < opening:
            move = chance.choice(here.legal_moves)
        else:
            yield here, moves
            move = seats[here.turn].choose(here)
        here, moves = here.play(move), (*moves, move_text(move))
