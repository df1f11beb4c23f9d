"""Games in Python that are wrong, hostile or enormous end in an exception, never in a crash."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Self

import pytest

import plyground as ply
from plyground import Side, _core
from plyground.errors import PlygroundError
from plyground.solving.solver import solve_moves
from tests.support.python_games import Nim, TicTacToe
from tests.support.searching import ALGORITHMS, engine


class Failed(Exception):  # noqa: N818 - it says what happened
    pass


# One after another: what a game does wrong, by the member that does it.
class Unhashable:
    """Neither a plain value nor a dataclass: it gives its own hash."""

    def __hash__(self) -> int:
        raise Failed


@dataclass(frozen=True)
class Wrong(TicTacToe):
    """Tic-tac-toe until two moves are made; then the member named by ``fault`` misbehaves."""

    fault: str = ""
    mark: Any = None

    def play(self, move: int) -> Self:
        if self._is_due("play"):
            raise Failed
        if self._is_due("play_none"):
            return None  # type: ignore[return-value]
        child = super().play(move)
        return replace(child, mark=Unhashable()) if self._is_due("hash") else child

    @property
    def legal_moves(self) -> Any:
        if self._is_due("legal_moves"):
            raise Failed
        if self._is_due("no_moves"):
            return []
        if self._is_due("many_moves"):
            return range(5000)
        return super().legal_moves

    @property
    def is_over(self) -> bool:
        if self._is_due("is_over"):
            raise Failed
        return super().is_over

    @property
    def margin(self) -> Any:
        if self.fault.startswith("margin"):
            return {"margin": None, "margin_huge": 10**30, "margin_nan": float("nan")}[self.fault]
        return super().margin

    def evaluate(self) -> Any:
        if self.fault == "evaluate":
            raise Failed
        return {"evaluate_nan": float("nan"), "evaluate_text": "x"}.get(self.fault, 0.0)

    def _is_due(self, fault: str) -> bool:
        return self.fault == fault and self.cells.count(".") <= 7


FAULTS = {
    "play": Failed,
    "play_none": AttributeError,
    "legal_moves": Failed,
    "no_moves": ValueError,
    "many_moves": ValueError,
    "is_over": Failed,
    "margin": TypeError,
    "margin_huge": ValueError,
    "margin_nan": TypeError,
    "evaluate": Failed,
    "evaluate_nan": ValueError,
    "evaluate_text": TypeError,
    "hash": Failed,
}
NEVER_ASKS = {"evaluate": ("mcts",), "hash": ("minimax", "alphabeta")}


@pytest.mark.parametrize(
    ("algorithm", "fault"),
    [
        (algorithm, fault)
        for algorithm in ALGORITHMS
        for fault in FAULTS
        if algorithm not in NEVER_ASKS.get(fault.split("_")[0], ())
    ],
)
def test_what_a_game_raises_comes_out_of_every_search(algorithm: str, fault: str) -> None:
    start, tested = Wrong(fault=fault), engine(algorithm, threads=4)
    limit = ply.Limit(nodes=20_000) if algorithm == "mcts" else ply.Limit(depth=9)
    if fault.startswith("evaluate"):
        limit = ply.Limit(depth=2)  # deeper, nothing is left to evaluate
    for _ in range(2):
        with pytest.raises(FAULTS[fault]):
            tested.search(start, limit)
    assert tested.search(TicTacToe(), ply.Limit(nodes=100)).move is not None  # it still works


@pytest.mark.parametrize("fault", [fault for fault in FAULTS if "evaluate" not in fault])
def test_what_a_game_raises_comes_out_of_the_solver(fault: str) -> None:
    with pytest.raises(FAULTS[fault]):
        ply.solve(Wrong(fault=fault), table_mb=1)
    with pytest.raises(FAULTS[fault]):
        solve_moves(Wrong(fault=fault), table_mb=1)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_what_a_callback_raises_comes_out(algorithm: str) -> None:
    def fail(_: object) -> None:
        raise Failed

    tested = engine(algorithm, threads=2)
    for position in (ply.position("squatter(5)"), TicTacToe()):
        with pytest.raises(Failed):
            tested.search(position, ply.Limit(time=20.0), fail)
        assert tested.search(position, ply.Limit(nodes=100)).move is not None
    with pytest.raises(Failed):
        ply.solve(ply.position("kalah(4,3)"), table_mb=1, on_progress=fail)


@dataclass(frozen=True)
class Fickle(ply.Position):
    """Its margin is another one whenever it is asked for."""

    plies: int = 0
    turn: Side = Side.FIRST
    legal_moves = ("a", "b")
    asked = [0]  # noqa: RUF012 - shared by all positions on purpose

    def play(self, move: str) -> Self:  # noqa: ARG002
        return replace(self, plies=self.plies + 1, turn=self.turn.other)

    @property
    def is_over(self) -> bool:
        return self.plies == 3

    @property
    def margin(self) -> int:
        self.asked[0] += 1
        return (self.asked[0] * 7919) % 201 - 100


def test_solving_contradictory_margins_ends() -> None:
    for _ in range(20):
        try:
            found = ply.solve(Fickle(), ply.Limit(time=2.0, nodes=100_000), table_mb=1)
            assert found.lower <= found.upper
        except ValueError as error:
            assert "contradict" in str(error)  # noqa: PT017 - either is right


@dataclass(frozen=True)
class Circle(ply.Position):
    """Round and round: a draw that never ends, or a way out that loses."""

    place: int = 0
    turn: Side = Side.FIRST

    @property
    def legal_moves(self) -> tuple[str, ...]:
        return () if self.is_over else ("on", "out")

    def play(self, move: str) -> Self:
        place = -1 if move == "out" else (self.place + 1) % 4
        return replace(self, place=place, turn=self.turn.other)

    @property
    def is_over(self) -> bool:
        return self.place == -1

    margin = 0


def test_solving_a_game_that_can_go_round_for_ever_ends() -> None:
    found = ply.solve(Circle(), ply.Limit(time=5.0, nodes=10_000), table_mb=1)
    assert found.lower <= 0 <= found.upper
    assert len(found.line) <= 2000


def nested(depth: int) -> Any:
    value: Any = 0
    for _ in range(depth):
        value = (value,)
    return value


@dataclass
class Knot:
    """Refers to itself."""

    inside: Any = None

    def __hash__(self) -> int:
        return 7


def test_deep_and_self_referring_values_are_refused_by_exact_hash() -> None:
    for depth in (2_000, 200_000):
        with pytest.raises(RecursionError):
            _core.exact_hash(nested(depth))
    knot = Knot()
    knot.inside = (knot,)
    with pytest.raises(RecursionError):
        _core.exact_hash(knot)
    assert _core.exact_hash(nested(100)) != _core.exact_hash(nested(101))


def test_values_that_share_their_parts_are_hashed_in_time() -> None:
    shared: Any = 1
    for _ in range(200):  # 2²⁰⁰ steps if every part were walked through whenever it is met
        shared = (shared, shared)
    assert _core.exact_hash(shared) == _core.exact_hash(shared)
    other: Any = 2
    for _ in range(200):
        other = (other, other)
    assert _core.exact_hash(shared) != _core.exact_hash(other)


@dataclass(frozen=True)
class Deep(Nim):
    """Recurses without end in ``play``."""

    def play(self, move: Any) -> Self:
        return self.play(move)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_endless_recursion_in_a_game_is_a_recursion_error(algorithm: str) -> None:
    with pytest.raises(RecursionError):
        engine(algorithm).search(Deep(), ply.Limit(time=20.0))


@dataclass(frozen=True)
class Inner(Nim):
    """Starts a search of the same game within each move: endless, until the stack is used up."""

    def play(self, move: Any) -> Self:
        ply.AlphaBeta().search(self, ply.Limit(depth=3))
        return super().play(move)


def test_searches_nested_without_end_are_refused() -> None:
    with pytest.raises(RecursionError):
        ply.AlphaBeta().search(Inner(), ply.Limit(depth=3))


def test_a_small_stack_is_refused() -> None:
    raised = list[BaseException]()

    def search() -> None:
        try:
            ply.PVS(table_mb=1).search(ply.position("squatter(5)"), ply.Limit(depth=4))
        except BaseException as error:
            raised.append(error)

    before = threading.stack_size(256 * 1024)
    try:
        thread = threading.Thread(target=search)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert [type(error) for error in raised] == [RecursionError]
    assert "stack" in str(raised[0])


@dataclass(frozen=True)
class Reentrant(Nim):
    """Uses the engine that is searching it."""

    use: Any = None

    def play(self, move: Any) -> Self:
        self.use()
        return super().play(move)


@pytest.mark.parametrize("algorithm", ["pvs", "mcts"])
def test_a_game_cannot_use_the_engine_that_searches_it(algorithm: str) -> None:
    tested = engine(algorithm)
    uses: tuple[Callable[[], object], ...] = (
        tested.clear,
        lambda: tested.search(Nim(), ply.Limit(nodes=10)),
        lambda: tested.ponder(Nim()),
    )
    for use in uses:
        with pytest.raises(PlygroundError, match="already searching"):
            tested.search(Reentrant(use=use), ply.Limit(nodes=100))

    def native() -> _core.Search:
        assert tested._engine is not None
        return tested._engine

    raw: tuple[Callable[[], object], ...] = (
        lambda: native().clear(),
        lambda: native().search(Nim(), _core.Limits(), None, _core.StopToken()),
    )
    for use in raw:
        with pytest.raises(RuntimeError, match="already searching"):
            tested.search(Reentrant(use=use), ply.Limit(nodes=100))


def test_garbage_is_collected_during_a_search() -> None:
    collect = Reentrant(heap=12, use=lambda: gc.collect(1))
    for algorithm in ("pvs", "mcts"):
        assert engine(algorithm).search(collect, ply.Limit(nodes=60)).move is not None


def test_an_engine_and_its_game_in_a_circle_are_collected() -> None:
    tested = engine("mcts")

    class Kept(Nim):
        owner = tested

    tested.search(Kept(), ply.Limit(nodes=50))
    gone = weakref.ref(tested), weakref.ref(Kept)
    del tested, Kept
    gc.collect()
    assert [one() for one in gone] == [None, None]


def test_a_config_in_a_circle_is_collected() -> None:
    class Encode:
        config: Any = None

    encode = Encode()
    encode.config = _core.SearchConfig("mcts", encode=encode)
    gone = weakref.ref(encode)
    del encode
    gc.collect()
    assert gone() is None
