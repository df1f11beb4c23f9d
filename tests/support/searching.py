"""What the tests of searching share: engines, positions, the examples, and an oracle."""

from __future__ import annotations

import importlib.util
import random
import sys
from types import ModuleType
from typing import Any

import plyground as ply
from plyground.games.names import family_of
from plyground.games.native import NativePosition
from plyground.players.engines import BY_ALGORITHM
from plyground.players.options import ENGINES
from tests.support.paths import EXAMPLES
from tests.support.strategies import random_walk, set_up, start

ALGORITHMS = tuple(BY_ALGORITHM)
EXACT = ("alphabeta", "negamax", "pvs", "mtdf")  # those that must return what minimax returns
# What may change the score of a search to a depth is off.
FULL: dict[str, Any] = {
    "exact_depth": True,
    "quiescence": False,
    "reductions": "no",
    "pruning": "no",
}

# One game of each layout of the core, with the plies that are cheap to search.
GAMES = {
    "connect-four": 5,
    "connect-four(4,4)": 8,
    "kalah(6,4)": 4,
    "kalah(3,2)": 7,
    "kalah-manchester": 4,
    "kalah(9,3,capture=always,swap=yes)": 3,
    "squatter(4)": 4,
    "squatter(7)": 2,
    "squatter(9,first=black)": 2,
    "watch-your-back": 3,
    "watch-your-back(max_turns=60,double_pass_draws=yes)": 2,
}


def engine(algorithm: str, **options: Any) -> ply.Engine:
    """Make an engine with a small table; options that it does not have are left out."""
    small = {"table_mb": 1, "memory_mb": 1} | options
    known = {option.name for option in ENGINES[algorithm]} | {"lines"}
    return BY_ALGORITHM[algorithm](**{k: v for k, v in small.items() if k in known})


def exact_engine(algorithm: str, **options: Any) -> ply.Engine:
    """Make an engine without anything that lets it differ from minimax."""
    plain = {"evaluator": "hashed", "extend_again": False, "endings": False}
    return engine(algorithm, **plain | FULL | options)


def running_position(name: str, chance: random.Random, most: int = 200) -> NativePosition:
    """Return a position of any stage of a game that is not over, now and then a set-up one."""
    while True:
        begin = set_up(name, chance) if chance.random() < 0.2 else start(name)
        walk, _ = random_walk(begin, chance, chance.randrange(most))
        running = [position for position in walk if not position.is_over]
        if running:
            return running[-1]


def walk_from(position: ply.Position, chance: random.Random, most: int) -> ply.Position:
    """Play up to so many random moves, but do not end the game."""
    for _ in range(chance.randint(0, most)):
        child = position.play(chance.choice(list(position.legal_moves)))
        if child.is_over:
            break
        position = child
    return position


def move_score(position: NativePosition, move: str, depth: int, seed: int) -> int:
    """Return what minimax says of one move, from the view of the mover."""
    child = position.play(move)
    score = child._minimax(depth - 1, seed)
    if child.turn != position.turn:
        score = -score
    family = family_of(position)
    if family and not family.face.counts_margin:  # then every ply to the end counts
        score -= (score > 20_000) - (score < -20_000)
    return score


def check_line(position: ply.Position, line: tuple[Any, ...]) -> ply.Position:
    """Play a line, each move of which must be legal; return where it ends."""
    assert line
    for move in line:
        assert move in position.legal_moves
        position = position.play(move)
    return position


class Oracle:
    """The exact margin by trying everything; it remembers what it has seen, and nothing else."""

    def __init__(self) -> None:
        self._known: dict[ply.Position, int] = {}

    def margin(self, position: ply.Position) -> int:
        """Return the margin with best play by both sides, from the view of the mover."""
        if position.is_over:
            return position.margin
        if position not in self._known:
            self._known[position] = max(self.moves(position).values())
        return self._known[position]

    def moves(self, position: ply.Position) -> dict[Any, int]:
        """Return the margin of every legal move, from the view of the mover."""
        margins = {}
        for move in position.legal_moves:
            child = position.play(move)
            margin = self.margin(child)
            margins[move] = margin if child.turn == position.turn else -margin
        return margins


def example(name: str) -> ModuleType:
    """Import one of the examples by its path."""
    known = f"plyground_example_{name}"
    if known not in sys.modules:
        spec = importlib.util.spec_from_file_location(known, EXAMPLES / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        if str(EXAMPLES) not in sys.path:  # examples import each other, as when they are run
            sys.path.append(str(EXAMPLES))
        sys.modules[known] = importlib.util.module_from_spec(spec)  # pickling looks there
        spec.loader.exec_module(sys.modules[known])
    return sys.modules[known]


def example_start(name: str) -> ply.Position:
    """Return the start position of one of the examples."""
    classes = {
        "tic_tac_toe": "TicTacToe",
        "connect_four": "ConnectFour",
        "connect_four_compiled": "CompiledConnectFour",
        "nim": "Nim",
    }
    position: ply.Position = getattr(example(name), classes[name])()
    return position
