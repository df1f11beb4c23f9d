"""Exact solving: against trying everything, against stored endgames, and against the literature."""

from __future__ import annotations

import random
import threading
import time
from itertools import pairwise
from typing import Any

import pytest

import plyground as ply
from plyground.games.native import NativePosition
from tests.support import random_play, searching, vectors
from tests.support.searching import Oracle, check_line
from tests.support.strategies import random_walk, start

ENDGAME_SHARES = 5
KALAH_SHARES = 4

# First player's margins by houses (rows) and seeds (columns), as `docs/` and the rules give them.
UNKNOWN = None
STANDARD = (
    (0, -2, 6, -2, 2, 0, -6),
    (2, -2, -2, -10, 6, 8, 8),
    (0, 4, 2, 2, 6, -8, 10),
    (2, 6, 6, 2, 4, 0, 10),
    (0, 2, 6, 10, 2, UNKNOWN, UNKNOWN),
    (2, 6, 2, 8, 10, UNKNOWN, UNKNOWN),
)
EMPTY_CAPTURE = (
    (0, -2, 6, -2, 2, 0, -6),
    (2, -2, -2, -12, 6, 8, 8),
    (0, 4, 2, 2, 6, -10, 10),
    (2, 6, 8, 2, 2, 0, 10),
    (0, 0, 8, 12, 2, 2, UNKNOWN),
    (2, 10, 2, 10, 12, 2, UNKNOWN),
)


def solved_values(least: int, most: int) -> list[tuple[str, int]]:
    """List the cells of both tables with so many seeds on a side."""
    return [
        (f"kalah({houses},{seeds}{variant})", margin)
        for table, variant in ((STANDARD, ""), (EMPTY_CAPTURE, ",capture=always"))
        for houses, row in enumerate(table, 1)
        for seeds, margin in enumerate(row, 1)
        if margin is not UNKNOWN and least <= houses * seeds <= most
    ]


def check_solution(position: ply.Position, margin: int, table_mb: int = 1) -> None:
    """Solve a position; the line must lead to the margin."""
    solution = ply.solve(position, table_mb=table_mb)
    where = f"{position.game}: {position.text}"
    assert solution.is_exact, where
    assert solution.margin == margin, where
    if position.is_over:
        assert solution.line == ()
        assert solution.move is None
        return
    assert solution.move == solution.line[0]
    end = check_line(position, solution.line)
    assert end.is_over, where
    assert end.margin_for(position.turn) == margin, where


def check_everything(position: ply.Position, oracle: Oracle) -> None:
    """Compare all that the solver says of a position with the oracle."""
    check_solution(position, oracle.margin(position))
    if not position.is_over:
        assert ply.solve_moves(position, table_mb=1) == oracle.moves(position), position.text


@pytest.mark.parametrize("share", range(KALAH_SHARES))
def test_kalah_in_all_variants(share: int) -> None:
    """All 384 combinations of parameters, the swap included."""
    for variant in random_play.kalah_variants()[share::KALAH_SHARES]:
        for size in ("2,1", "2,2", "3,1", "3,2"):
            name = f"kalah({size}{variant})"
            position, oracle = ply.position(name), Oracle()
            if size == "3,2":
                check_solution(position, oracle.margin(position))
            else:
                check_everything(position, oracle)


@pytest.mark.parametrize("size", ["2,3", "3,3", "4,1", "4,2"])
def test_kalah_from_random_positions(size: str) -> None:
    chance, oracle = random.Random(size), Oracle()
    for variant in ("", ",capture=always", ",swap=yes,first_extra_turn=no", ",end=mover_empty"):
        for _ in range(4):
            position = searching.running_position(f"kalah({size}{variant})", chance, most=12)
            check_everything(position, oracle)


@pytest.mark.slow
@pytest.mark.parametrize("size", ["4,2", "3,3", "4,3"])
def test_kalah_starts(size: str) -> None:
    position, oracle = ply.position(f"kalah({size})"), Oracle()
    check_everything(position, oracle)


@pytest.mark.parametrize(("game", "empty"), [("connect-four(4,4)", 12), ("connect-four(5,4)", 11)])
def test_connect_four_endgames(game: str, empty: int) -> None:
    chance, oracle = random.Random(game), Oracle()
    results = set()
    for _ in range(25):
        position = searching.running_position(game, chance, most=60)
        if "".join(position.text).count(".") <= empty:
            check_everything(position, oracle)
            results.add(oracle.margin(position))
    assert len(results) > 1


# First player's results by columns and rows: J. Tromp's table of small boards.
CONNECT_FOUR = {
    (4, 4): 0, (4, 5): 0, (4, 6): 0, (4, 7): 0, (5, 4): 0, (5, 5): 0, (5, 6): 0, (6, 4): -1,
    (6, 5): 0, (7, 4): 0,
}  # fmt: skip
LARGER_CONNECT_FOUR = {
    (4, 8): 0, (5, 7): 0, (5, 8): 0, (6, 6): -1, (7, 5): 0, (7, 6): 1, (8, 4): -1, (8, 5): 1,
}  # fmt: skip


@pytest.mark.parametrize(("size", "margin"), CONNECT_FOUR.items())
def test_solved_connect_four(size: tuple[int, int], margin: int) -> None:
    check_solution(ply.position("connect-four({},{})".format(*size)), margin, table_mb=64)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "margin"), LARGER_CONNECT_FOUR.items())
def test_larger_solved_connect_four(size: tuple[int, int], margin: int) -> None:
    check_solution(ply.position("connect-four({},{})".format(*size)), margin, table_mb=512)


def test_stored_connect_four_endgames() -> None:
    """The value and exactly the best moves of every stored endgame."""
    for record in vectors.load("connect-four-endgames"):
        position = ply.position("connect-four({},{})".format(*record["size"]))
        for move in record["moves"]:
            position = position.play(move)
        check_solution(position, record["value"])
        margins = ply.solve_moves(position, table_mb=4)
        best = {move for move, margin in margins.items() if margin == record["value"]}
        assert best == set(record["best"]), position.text


def test_squatter_3_from_every_opening() -> None:
    for first in ("white", "black"):
        position, oracle = ply.position(f"squatter(3,first={first})"), Oracle()
        check_everything(position, oracle)
        for move in position.legal_moves:
            check_everything(position.play(move), oracle)


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_squatter_endgames(size: int) -> None:
    chance, oracle = random.Random(size), Oracle()
    for _ in range(12):
        position = endgame(size, chance.randint(1, 8 if size == 4 else 6), chance)
        check_everything(position, oracle)


def endgame(size: int, free: int, chance: random.Random) -> NativePosition:
    """Return a position of Squatter with at most so many free cells; the game may be over."""
    walk, _ = random_walk(start(f"squatter({size})"), chance, size * size)
    return next(p for p in walk if isinstance(p, ply.squatter.Position) and p.free <= free)


def test_watch_your_back_close_to_the_length_limit() -> None:
    """Positions a few turns from the end of the arena's game: minimax sees all of it."""
    chance, results = random.Random(1), set[int]()
    for number in range(40):
        plies = chance.randint(1, 2)
        name = (
            f"watch-your-back(max_turns={30 + plies},double_pass_draws={('no', 'yes')[number % 2]})"
        )
        text = few_pieces(chance, turns=30)
        position = start(name, text)
        if position.is_over:
            continue
        score = position._minimax(plies + 1, 0)
        margin = (score > 20_000) - (score < -20_000)
        check_solution(position, margin)
        for move, value in ply.solve_moves(position, table_mb=1).items():
            expected = searching.move_score(position, move, plies + 1, 0)
            assert value == (expected > 20_000) - (expected < -20_000)
        results.add(margin)
    assert len(results) >= 2


def few_pieces(chance: random.Random, turns: int) -> str:
    """Set up a moving phase with a few pieces, so that somebody may lose all but one of them."""
    squares = ["X" if i in (0, 7, 56, 63) else "-" for i in range(64)]
    inner = [8 * row + column for row in range(2, 6) for column in range(2, 6)]
    for place in chance.sample(inner, chance.randint(5, 8)):
        squares[place] = chance.choice("O@")
    rows = ["".join(squares[8 * row : 8 * row + 8]) for row in range(8)]
    return f"{'/'.join(rows)} moving {turns}"


@pytest.mark.parametrize("number", range(ENDGAME_SHARES))
def test_stored_endgames(number: int) -> None:
    """The value and exactly the best moves of every stored endgame."""
    for record in vectors.load("squatter-endgames")[number::ENDGAME_SHARES]:
        first = "white" if record["moves"][0][2] == 1 else "black"
        position = ply.position(f"squatter({record['n']},first={first})")
        for row, column, _ in record["moves"]:
            position = position.play(cell(row, column))
        margins = ply.solve_moves(position, table_mb=16)
        best = {move for move, margin in margins.items() if margin == record["value"]}
        where = f"{position.game}: {position.text}"
        assert max(m for m in margins.values() if m is not None) == record["value"], where
        assert best == {cell(*place) for place in record["best"]}, where
        if record["free"] <= 8:
            check_solution(position, record["value"])


def cell(row: int, column: int) -> str:
    return f"{'abcdefghijk'[column]}{row + 1}"


@pytest.mark.parametrize(("name", "margin"), solved_values(1, 8))
def test_solved_values(name: str, margin: int) -> None:
    check_solution(ply.position(name), margin)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "margin"), solved_values(9, 20))
def test_larger_solved_values(name: str, margin: int) -> None:
    check_solution(ply.position(name), margin, table_mb=1024)


@pytest.mark.parametrize("game", ["connect-four(4,4)", "kalah(3,3)", "kalah(4,2)", "squatter(4)"])
def test_limits_leave_true_bounds(game: str) -> None:
    chance = random.Random(game)
    for _ in range(5):
        position = searching.running_position(game, chance, most=10)
        margin = ply.solve(position, table_mb=4).margin
        for nodes in (1, 10, 100, 1_000):
            solution = ply.solve(position, ply.Limit(nodes=nodes), table_mb=1)
            assert solution.lower <= margin <= solution.upper
            if solution.is_exact:
                assert solution.margin == margin


def test_an_unsolved_position_says_so() -> None:
    solution = ply.solve(ply.position("kalah(6,4)"), ply.Limit(nodes=100), table_mb=1)
    assert not solution.is_exact
    assert solution.lower < solution.upper
    assert solution.lower <= 8 <= solution.upper
    assert solution.lower >= -48
    assert solution.upper <= 48
    assert solution.line == ()
    assert solution.move is None
    with pytest.raises(ply.LimitReached, match="not solved within the limit") as reached:
        _ = solution.margin
    assert reached.value.solution is solution
    assert "\n" not in str(reached.value)


def test_time_limits_are_kept() -> None:
    position = ply.position("squatter(7)")
    solution = ply.solve(position, ply.Limit(time=0.1), table_mb=1)
    assert not solution.is_exact
    assert solution.seconds < 1.0
    margins = ply.solve_moves(position, ply.Limit(time=0.1), table_mb=1)
    assert set(margins) == set(position.legal_moves)
    assert None in margins.values()


def test_progress_narrows_the_bounds() -> None:
    seen = list[ply.Solution]()
    position = ply.position("kalah(4,2)")
    solution = ply.solve(position, table_mb=1, on_progress=seen.append)
    assert seen
    for before, after in pairwise([*seen, solution]):
        assert before.lower <= after.lower <= after.upper <= before.upper
    assert solution.margin == 6


def test_what_a_callback_raises_comes_out() -> None:
    def fail(_: ply.Solution) -> None:
        raise ZeroDivisionError("from the callback")

    with pytest.raises(ZeroDivisionError, match="from the callback"):
        ply.solve(ply.position("kalah(4,2)"), table_mb=1, on_progress=fail)


def test_a_finished_game_is_its_own_solution() -> None:
    position = ply.position("kalah(2,1)")
    while not position.is_over:
        position = position.play(position.legal_moves[-1])
    check_solution(position, position.margin)
    assert ply.solve_moves(position) == {}


def test_solving_repeats() -> None:
    runs = [ply.solve(ply.position("kalah(4,2)"), table_mb=1) for _ in range(2)]
    first, second = ((run.nodes, run.lower, run.line) for run in runs)
    assert first == second


def test_symmetric_positions_have_the_same_value() -> None:
    chance = random.Random(5)
    for _ in range(10):
        position = endgame(5, 7, chance)
        margin: Any = ply.solve(position, table_mb=1).margin
        for symmetry in range(position.num_symmetries):
            check_solution(position.transformed(symmetry), margin)


@pytest.mark.parametrize("game", ["kalah(6,6)", "connect_four"])
def test_a_token_stops_solving(game: str) -> None:
    position = searching.example_start(game) if game == "connect_four" else ply.position(game)
    token = ply.StopToken()
    threading.Timer(0.2, token.stop).start()
    began = time.perf_counter()
    solution = ply.solve(position, table_mb=4, stop=token)
    assert time.perf_counter() - began < 5
    assert not solution.is_exact
    assert set(ply.solve_moves(position, table_mb=4, stop=token).values()) == {None}
    assert ply.solve(ply.position("kalah(3,3)"), table_mb=1, stop=ply.StopToken()).margin == 2
