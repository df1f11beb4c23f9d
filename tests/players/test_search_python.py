"""Games written in Python: every algorithm searches them like its own, and survives their bugs."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar, Self

import pytest

import plyground as ply
from plyground import Side, _core
from tests.support import python_games, searching
from tests.support.paths import EXAMPLES
from tests.support.searching import (
    ALGORITHMS,
    EXACT,
    check_line,
    engine,
    exact_engine,
    example_start,
)

DEPTHS = {"tic_tac_toe": 4, "connect_four": 3, "nim": 4}
EXPECTED_RESULTS = {"tic_tac_toe": "draw", "connect_four": "", "nim": "first"}


@pytest.mark.parametrize("name", DEPTHS)
def test_examples_obey_the_laws(name: str) -> None:
    assert ply.testing.check_game(example_start(name), games=30).games == 30


@pytest.mark.parametrize("name", DEPTHS)
def test_examples_are_short_and_run(name: str) -> None:
    path = EXAMPLES / f"{name}.py"
    assert len(path.read_text(encoding="utf-8").splitlines()) < 90
    done = subprocess.run(
        [sys.executable, str(path)], capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.rstrip().splitlines()
    assert len(lines) >= 5
    assert lines[-1].endswith(EXPECTED_RESULTS[name])


@pytest.mark.parametrize("name", DEPTHS)
@pytest.mark.parametrize("algorithm", ["minimax", *EXACT])
def test_equals_minimax(algorithm: str, name: str) -> None:
    chance = random.Random(f"{algorithm} {name}")
    for seed in range(4):
        tested = exact_engine(algorithm, seed=seed)
        for _ in range(4):
            position = searching.walk_from(example_start(name), chance, 8)
            depth = chance.randint(1, DEPTHS[name])
            found = tested.search(position, ply.Limit(depth=depth))
            assert found.score == _core.python_minimax(position, depth, seed)
            check_line(position, found.line)


@pytest.mark.parametrize("name", DEPTHS)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_same_seed_and_nodes_give_the_same_search(algorithm: str, name: str) -> None:
    position = example_start(name)
    runs = [engine(algorithm, seed=5).search(position, ply.Limit(nodes=500)) for _ in range(2)]
    assert runs[0].nodes == runs[1].nodes
    assert runs[0].lines == runs[1].lines
    check_line(position, runs[0].line)


def test_tic_tac_toe_is_a_draw() -> None:
    position = example_start("tic_tac_toe")
    solution = ply.solve(position, table_mb=1)
    assert solution.margin == 0
    end = check_line(position, solution.line)
    assert end.is_over
    assert end.winner is None
    assert set(ply.solve_moves(position, table_mb=1).values()) == {0}


@pytest.mark.parametrize("algorithm", ["negamax", "pvs", "mtdf", "mcts"])
def test_nobody_loses_tic_tac_toe_to_chance(algorithm: str) -> None:
    tested = engine(algorithm)
    limit = ply.Limit(nodes=3_000) if algorithm == "mcts" else ply.Limit(depth=9)
    chance = random.Random(algorithm)
    for side in (Side.FIRST, Side.SECOND) * 4:
        position = example_start("tic_tac_toe")
        while not position.is_over:
            own = position.turn == side
            legal = list(position.legal_moves)
            move = tested.search(position, limit).move if own else chance.choice(legal)
            position = position.play(move)
        assert position.margin_for(side) >= 0


def test_nim_is_won_by_the_rule() -> None:
    """The mover wins unless the heaps' exclusive or is zero; a winning move makes it zero."""
    nim = searching.example("nim").Nim
    for heaps in [(1, 2, 3), (2, 3, 3), (0, 2, 2), (1, 1, 4), (4, 4, 0), (3, 1, 1), (2, 1, 0)]:
        position = nim(heaps)
        total = heaps[0] ^ heaps[1] ^ heaps[2]
        assert ply.solve(position, table_mb=1).margin == (1 if total else -1)
        tested = ply.PVS(table_mb=1, quiescence=False, reductions="no", pruning="no")
        found = tested.search(position, ply.Limit(depth=9))
        assert found.score == (20_001 if total else -20_001)
        for move, margin in ply.solve_moves(position, table_mb=1).items():
            left = position.play(move).heaps
            assert margin == (1 if left[0] ^ left[1] ^ left[2] == 0 else -1)
        if total:
            left = position.play(found.move).heaps
            assert left[0] ^ left[1] ^ left[2] == 0


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_connect_four_sees_three_in_a_line(algorithm: str) -> None:
    """Wins in one move; and when only one move does not lose at once, that is found."""
    limit = ply.Limit(nodes=4_000)
    winning = played(0, 6, 0, 6, 0, 5)
    found = engine(algorithm).search(winning, limit)
    assert (found.move, found.is_proven, found.score > 0) == (0, True, True)
    threatened = played(0, 6, 0, 5, 0)
    assert engine(algorithm).search(threatened, limit).move == 0
    lost = played(3, 0, 2, 0, 4)  # both ends of the three are open
    assert engine(algorithm).search(lost, ply.Limit(nodes=20_000)).score < -20_000


def played(*columns: int) -> ply.Position:
    position = example_start("connect_four")
    for column in columns:
        position = position.play(column)
    return position


def test_connect_four_is_solved_near_its_end() -> None:
    chance, oracle = random.Random(1), searching.Oracle()
    solved = 0
    while solved < 6:
        position = searching.walk_from(example_start("connect_four"), chance, 42)
        stones: int = position.taken.bit_count()  # type: ignore[attr-defined]
        if stones < 32:
            continue
        solved += 1
        assert ply.solve(position, table_mb=1).margin == oracle.margin(position)


@dataclass(frozen=True)
class Sticks(python_games.Nim):
    """Nim with opinions, and a list of moves that is a fresh list each time."""

    calls: ClassVar[list[str]] = []

    @property
    def legal_moves(self) -> Any:
        return [str(move) for move in super().legal_moves]

    def play(self, move: str) -> Self:
        return super().play(int(move))

    def evaluate(self) -> float:
        self.calls.append("evaluate")
        return 250.9 if self.heap % 4 else -1e9


def test_opinions_of_the_game_are_asked() -> None:
    Sticks.calls.clear()
    found = engine("pvs").search(Sticks(23), ply.Limit(depth=1))
    assert (found.score, found.move) == (15_000, "3")  # opinions end at ±15,000
    found = engine("pvs").search(Sticks(24), ply.Limit(depth=1))
    assert found.score == -250
    assert Sticks.calls


@pytest.mark.parametrize("kind", [list, tuple, iter, lambda moves: dict.fromkeys(moves).keys()])
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_moves_may_come_in_any_sequence(
    algorithm: str, kind: Callable[[Sequence[int]], Any]
) -> None:
    class AnyKind(python_games.Nim):
        @property
        def legal_moves(self) -> Any:
            return kind(range(1, min(3, self.heap) + 1))

    found = engine(algorithm).search(AnyKind(9), ply.Limit(nodes=300))
    assert found.move in (1, 2, 3)
    assert ply.solve(AnyKind(9), table_mb=1).move == 1


class MistakeError(Exception):
    """What the broken games raise."""


class Mark:
    """A field that is no plain value: it is asked for its hash."""

    def __hash__(self) -> int:
        Broken.count("hash")
        return 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mark)


@dataclass(frozen=True)
class Broken(python_games.Nim):
    """Raises in one of its members, from the so-many-th call on; 0 is never."""

    mark: Mark = field(default_factory=Mark)

    member: ClassVar[str] = ""
    after: ClassVar[int] = 0

    @classmethod
    def count(cls, member: str) -> None:
        if member == cls.member:
            cls.after -= 1
            if cls.after < 0:
                raise MistakeError(member)

    @property
    def legal_moves(self) -> Any:
        self.count("legal_moves")
        return super().legal_moves

    def play(self, move: Any) -> Self:
        self.count("play")
        return super().play(move)

    @property
    def is_over(self) -> bool:
        self.count("is_over")
        return super().is_over

    @property
    def margin(self) -> int:
        self.count("margin")
        return super().margin

    def evaluate(self) -> float:
        self.count("evaluate")
        return 0.0


@contextmanager
def broken(member: str, after: int) -> Iterator[None]:
    Broken.member, Broken.after = member, after
    try:
        yield
    finally:
        Broken.member = ""


@cache
def calls_of(algorithm: str) -> dict[str, int]:
    """How often a search of a fresh engine calls each member."""
    counts = {}
    for member in ("hash", "legal_moves", "play", "is_over", "margin", "evaluate"):
        with broken(member, 1_000_000):
            engine(algorithm).search(Broken(13), ply.Limit(nodes=300))
            counts[member] = 1_000_000 - Broken.after
    return counts


@pytest.mark.parametrize("member", ["hash", "legal_moves", "play", "is_over", "margin", "evaluate"])
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_what_a_game_raises_comes_out_as_it_is(algorithm: str, member: str) -> None:
    calls = calls_of(algorithm)[member]
    for after in sorted({0, 1, calls // 2, calls - 1} & set(range(calls))):
        tested = engine(algorithm)
        with broken(member, after), pytest.raises(MistakeError, match=member):
            tested.search(Broken(13), ply.Limit(nodes=300))
        found = tested.search(Broken(13), ply.Limit(nodes=300))  # as if nothing had happened
        assert found.move in (1, 2, 3)


@pytest.mark.parametrize("member", ["hash", "legal_moves", "play", "is_over", "margin"])
def test_what_a_game_raises_comes_out_of_the_solver(member: str) -> None:
    for after in (0, 1, 5):
        for solver in (ply.solve, ply.solve_moves):
            with broken(member, after), pytest.raises(MistakeError, match=member):
                solver(Broken(13), table_mb=1)
    assert ply.solve(Broken(13), table_mb=1).margin == 1


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_threads_that_search_games_in_python(algorithm: str) -> None:
    """Two searches at once beside a thread that is busy with Python."""
    ending = threading.Event()

    def be_busy() -> None:
        while not ending.is_set():
            sum(range(100))

    busy = threading.Thread(target=be_busy)
    limit = ply.Limit(nodes=400)
    positions = [example_start("tic_tac_toe"), example_start("connect_four")]
    alone = [engine(algorithm).search(position, limit) for position in positions]
    busy.start()
    try:
        with ThreadPoolExecutor(2) as pool:
            together = list(pool.map(lambda p: engine(algorithm).search(p, limit), positions))
    finally:
        ending.set()
        busy.join()
    assert [(f.nodes, f.lines) for f in together] == [(f.nodes, f.lines) for f in alone]


def test_solvers_side_by_side() -> None:
    positions = [example_start("tic_tac_toe"), example_start("nim")]
    with ThreadPoolExecutor(2) as pool:
        margins = list(pool.map(lambda p: ply.solve(p, table_mb=1).margin, positions))
    assert margins == [0, 1]


@pytest.mark.parametrize(
    "spec", ["random", "greedy", "pvs:depth=2", "mcts:sims=30", "minimax:depth=1"]
)
@pytest.mark.parametrize("name", DEPTHS)
def test_players_play_games_in_python(name: str, spec: str) -> None:
    game, player = ply.Game(example_start(name)), ply.player(spec, seed=1)
    while not game.is_over:
        game.push(player.choose(game.position))
    assert game.result is not None


@dataclass(frozen=True)
class Debts(ply.Position):
    """Python gives -1 and -2 the same hash; here they are different debts."""

    total: int = 0
    left: int = 6

    @property
    def turn(self) -> ply.Side:
        return ply.Side(self.left % 2)

    @property
    def legal_moves(self) -> tuple[int, ...]:
        return () if self.left == 0 else (-2, -1, 1, 3)

    def play(self, move: int) -> Debts:
        return Debts(self.total + (move if self.left % 2 else -move), self.left - 1)

    @property
    def is_over(self) -> bool:
        return self.left == 0

    @property
    def margin(self) -> int:
        return (self.total * self.total + 3 * self.total) % 7 - 3


def test_numbers_that_python_hashes_alike_stay_apart() -> None:
    assert hash(Debts(-1)) == hash(Debts(-2))
    ply.testing.check_game(Debts(), games=20)
    for total in range(-6, 7):
        start = Debts(total)
        truth = ply.Minimax().search(start, ply.Limit(depth=6)).score
        for chosen in (ply.Negamax(table_mb=1), ply.PVS(table_mb=1), ply.MTDf(table_mb=1)):
            assert chosen.search(start, ply.Limit(depth=6)).score == truth
