"""Time: clocks are divided wisely, limits are kept on a busy machine, and flags never fall."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plyground as ply
from plyground.errors import PlygroundError
from plyground.players.limits import moves_left, shares
from tests.support import searching, strategies
from tests.support.searching import engine

SECONDS = st.floats(0, 10_000, allow_nan=False)
TIMED = ("alphabeta", "negamax", "pvs", "mtdf", "mcts")
LATEST = 0.030  # how long after its hard limit a search may still run
TOLERATED_WAIT = 0.3  # of a budget: the machine gave that much of it to somebody else


@given(clock=SECONDS, increment=SECONDS, moves=st.integers(1, 200))
def test_a_share_is_a_part_of_the_clock(clock: float, increment: float, moves: int) -> None:
    soft, hard = shares(clock, increment, moves)
    assert 0 <= soft <= clock
    assert 0 <= hard <= 0.8 * clock
    if increment == 0:
        assert hard <= clock / 4


@given(clock=SECONDS, more=SECONDS, moves=st.integers(1, 200))
def test_more_time_is_never_less(clock: float, more: float, moves: int) -> None:
    less, rich = shares(clock, 0.0, moves), shares(clock + more, 0.0, moves)
    assert rich[0] >= less[0] - 1e-9
    assert rich[1] >= less[1] - 1e-9
    patient = shares(clock, 0.0, moves + 1)
    assert patient[0] <= less[0] + 1e-9


@given(
    budget=SECONDS,
    increment=st.floats(0, 10, allow_nan=False),
    guesses=st.lists(st.integers(1, 100), max_size=300),
)
def test_a_whole_game_stays_within_its_budget(
    budget: float, increment: float, guesses: list[int]
) -> None:
    """Even if every move takes all it may, whatever is guessed about the moves left."""
    clock = budget
    for moves in guesses:
        clock -= shares(clock, increment, moves)[1]
        assert clock >= 0
        clock += increment


@given(walk=strategies.walks(), budget=st.floats(1.0, 60.0))
def test_real_games_leave_room_for_delays(
    walk: tuple[list[ply.Position], list[str]], budget: float
) -> None:
    """Each move takes its hard limit and 2 ms more, for games as long as they really are."""
    clocks = [budget, budget]
    for position in walk[0]:
        if not position.is_over:
            _, hard = shares(clocks[position.turn], 0.0, moves_left(position))
            clocks[position.turn] -= hard + 0.002
    assert min(clocks) > 0


@given(position=strategies.positions())
def test_moves_left_is_a_sensible_number(position: ply.Position) -> None:
    assert 1 <= moves_left(position) <= 200


@pytest.mark.parametrize(
    "wrong",
    [
        {"depth": 0},
        {"depth": -3},
        {"depth": 2.5},
        {"nodes": 0},
        {"nodes": 1e6},
        {"time": -0.1},
        {"time": float("nan")},
        {"clock": -1.0},
        {"increment": -1.0},
        {"increment": float("nan")},
    ],
)
def test_impossible_limits_are_refused(wrong: dict[str, float]) -> None:
    name = next(iter(wrong))
    with pytest.raises(PlygroundError, match=f"^{name}=.* is not valid; expected"):
        ply.Limit(**wrong)  # type: ignore[arg-type]


def test_limits_know_what_they_are() -> None:
    assert ply.Limit().is_open
    assert ply.Limit(clock=60).is_timed
    assert ply.Limit(depth=3).only_depth
    assert not ply.Limit(depth=3, time=1).only_depth
    with pytest.raises(PlygroundError, match="mcts has no depth"):
        ply.MCTS().search(ply.position("kalah(6,4)"), ply.Limit(depth=3))


def test_all_limits_hold_together() -> None:
    position, tested = ply.position("kalah(6,4)"), engine("pvs")
    assert tested.search(position, ply.Limit(depth=3, nodes=10**9, time=30.0)).depth == 3
    assert tested.search(position, ply.Limit(depth=90, nodes=5_000, time=30.0)).nodes <= 5_200
    found = tested.search(position, ply.Limit(depth=90, nodes=10**9, time=0.02))
    assert found.seconds < 2.0
    # Of a time for the move and a clock, the shorter one.
    assert tested.search(position, ply.Limit(time=30.0, clock=0.2)).seconds < 2.0
    assert tested.search(position, ply.Limit(time=0.02, clock=3600.0)).seconds < 2.0


@pytest.fixture
def busy_cores() -> Iterator[None]:
    """Keep every core busy with something else."""
    helpers = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"])
        for _ in range(len(os.sched_getaffinity(0)))
    ]
    try:
        yield
    finally:
        for helper in helpers:
            helper.kill()
            helper.wait()


def check_punctuality(searches: int) -> None:
    """Search 50 ms again and again; only somebody else's use of the processor excuses a delay.

    How often that happens is measured by a loop that does nothing but look at the clock. A virtual
    machine may itself be put aside, which looks as if the process had worked: rarely, please.
    """
    hard = 0.050
    engines = {name: engine(name, table_mb=16) for name in TIMED}
    names = ("kalah-manchester", "squatter(7)", "watch-your-back")
    positions = [ply.position(name) for name in names]
    late = overworked = excused = 0
    for number in range(searches):
        excused += wait(hard) > hard + LATEST
        name = TIMED[number % len(TIMED)]
        position = positions[number // len(TIMED) % len(positions)]
        engines[name].search(position, ply.Limit(nodes=10))  # another game makes another table
        wall, cpu = time.perf_counter(), time.process_time()
        found = engines[name].search(position, ply.Limit(time=hard))
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        assert found.move in position.legal_moves
        assert found.seconds <= wall + 0.001
        late += wall > hard + LATEST
        overworked += cpu > hard + LATEST
    assert late <= 2 * excused + searches // 20, f"{late} late searches, {excused} late loops"
    assert overworked <= searches // 50, f"{overworked} searches worked too long"


def wait(seconds: float) -> float:
    """Be busy for some time; return how long it really took."""
    began = time.perf_counter()
    while time.perf_counter() < began + seconds:
        pass
    return time.perf_counter() - began


@pytest.mark.usefixtures("busy_cores")
def test_searches_end_in_time_on_a_busy_machine() -> None:
    check_punctuality(60)


@pytest.mark.slow
@pytest.mark.usefixtures("busy_cores")
def test_five_hundred_searches_end_in_time_on_a_busy_machine() -> None:
    check_punctuality(500)


FIRST_MOVES = (
    "pvs",
    "mtdf",
    "mcts",
    "negamax",
    "pvs:table_mb=256",
    "pvs:book=default",
    "pvs:level=9",
)


def overtime(game: str, spec: str, limit: float) -> float:
    """Return the processor time beyond its limit that a new player's first move takes."""
    position, player = ply.position(game), ply.player(spec)
    began = time.process_time()
    assert player.choose(position, ply.Limit(time=limit, cpu=True)) in position.legal_moves
    return time.process_time() - began - limit


def check_first_moves(limits: tuple[float, ...]) -> None:
    """A first move makes the table and reads weights and book, which may take no time of its own.

    A virtual machine may be put aside while it works: rarely, please.
    """
    games = ("kalah-manchester", "squatter(7)", "squatter(6)", "watch-your-back", "connect-four")
    late = [
        (game, spec, limit, over)
        for limit in limits
        for game in games
        for spec in FIRST_MOVES
        if (over := overtime(game, spec, limit)) > LATEST
    ]
    assert len(late) <= 1 + len(limits) * len(games) * len(FIRST_MOVES) // 50, late


@pytest.mark.usefixtures("busy_cores")
def test_first_moves_end_in_time_on_a_busy_machine() -> None:
    overtime("kalah(6,4)", "pvs:table_mb=1,book=default", 0.001)  # imports what is needed
    check_first_moves((0.02,))


@pytest.mark.slow
@pytest.mark.usefixtures("busy_cores")
def test_many_first_moves_end_in_time_on_a_busy_machine() -> None:
    overtime("kalah(6,4)", "pvs:table_mb=1,book=default", 0.001)
    check_first_moves((0.005, 0.05, 0.1, 0.2) * 3)


@pytest.mark.slow
@pytest.mark.usefixtures("busy_cores")
@pytest.mark.parametrize("game", ["kalah-manchester", "squatter(7)", "watch-your-back"])
def test_no_move_of_a_game_takes_too_long_on_a_busy_machine(game: str) -> None:
    """Also where the solver tries first, and where endings are looked up."""
    chance, position, limit, late, moves = random.Random(1), ply.position(game), 0.05, [], 0
    player = ply.player("pvs")
    while not position.is_over and moves < 200:
        began = time.process_time()
        move = player.choose(position, ply.Limit(time=limit, cpu=True))
        over = time.process_time() - began - limit
        if over > LATEST:
            late.append((position.text, over))
        moves += 1
        position = position.play(chance.choice(position.legal_moves) if moves % 9 == 0 else move)
    assert len(late) <= moves // 50, late


def play_on_clocks(start: ply.Position, specs: tuple[str, str], budget: float) -> list[float]:
    """Play a game between two players; return what is left on their clocks.

    A flag may only fall where the machine gave a good part of the time to somebody else.
    """
    players = [ply.player(spec, seed=number) for number, spec in enumerate(specs)]
    clocks, waited, position = [budget, budget], [0.0, 0.0], start
    while not position.is_over:
        side = position.turn
        wall, cpu = time.perf_counter(), time.process_time()
        move = players[side].choose(position, ply.Limit(clock=max(clocks[side], 0.0)))
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        clocks[side] -= wall
        waited[side] += max(wall - cpu, 0.0)
        where = f"{specs[side]} at {position.text}, {waited[side]:.3f} s not running"
        assert clocks[side] > 0 or waited[side] > TOLERATED_WAIT * budget, where
        position = position.play(move)
    return clocks


# Without the arena's rules two full sides can pass for ever, and no clock lasts that long.
ARENA = "watch-your-back(max_turns=320,double_pass_draws=yes)"


@pytest.mark.parametrize(
    ("game", "specs"),
    [
        ("kalah(6,4)", ("pvs:table_mb=4", "mcts:memory_mb=4")),
        ("squatter(6)", ("mtdf:table_mb=4", "pvs:table_mb=4")),
        (ARENA, ("pvs:table_mb=4", "negamax:table_mb=4")),
    ],
)
def test_nobody_loses_on_time(game: str, specs: tuple[str, str]) -> None:
    clocks = play_on_clocks(ply.position(game), specs, 1.0)
    # Time is there to be used: a game that is not decided early takes a good part of it.
    assert min(clocks) < 0.95


def test_nobody_loses_on_time_in_a_python_game() -> None:
    start = searching.example_start("connect_four")
    play_on_clocks(start, ("pvs:table_mb=4", "mcts:memory_mb=4"), 1.0)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(20))
@pytest.mark.parametrize("game", ["kalah(6,4)", "kalah-manchester", "squatter(7)"])
def test_nobody_loses_on_time_in_many_games(game: str, number: int) -> None:
    specs = ("pvs:table_mb=4", "mcts:memory_mb=4") if number % 2 else ("mtdf", "pvs")
    play_on_clocks(ply.position(game), specs, 5.0)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(40))
def test_nobody_loses_on_time_in_many_long_games(number: int) -> None:
    specs = ("negamax:table_mb=4", "pvs:table_mb=4")
    play_on_clocks(ply.position(ARENA), specs if number % 2 else specs[::-1], 5.0)


@pytest.mark.parametrize("algorithm", ["alphabeta", "negamax", "pvs", "mtdf"])
def test_cpu_time_does_not_count_sleep(algorithm: str) -> None:
    tested, position = engine(algorithm), ply.position("squatter(7)")
    slept = list[float]()

    def sleep(_: ply.SearchResult) -> None:
        slept.append(0.06)
        time.sleep(slept[-1])

    wall = time.perf_counter()
    found = tested.search(position, ply.Limit(time=0.1, cpu=True), sleep)
    wall = time.perf_counter() - wall
    assert len(slept) >= 2
    # It went on for its time, however long it slept, and did not count that.
    assert found.seconds >= 0.09
    assert found.seconds <= wall - sum(slept) + 0.02

    slept.clear()
    tested.clear()
    found = tested.search(position, ply.Limit(time=0.1), sleep)
    assert found.seconds >= min(sum(slept), 0.1)


def test_two_threads_use_their_cpu_time_twice_as_fast() -> None:
    position = ply.position("squatter(7)")
    tested = engine("pvs", threads=2)
    tested.search(position, ply.Limit(nodes=10))
    cpu = time.process_time()
    tested.search(position, ply.Limit(time=0.2, cpu=True))
    assert 0.15 < time.process_time() - cpu < 0.6
