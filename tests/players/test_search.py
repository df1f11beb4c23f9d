"""Every algorithm on the games of the core: equal to minimax, repeatable, and well-behaved."""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import pairwise

import pytest

import plyground as ply
from plyground.errors import PlygroundError
from tests.support import searching
from tests.support.searching import ALGORITHMS, EXACT, GAMES, check_line, engine, exact_engine
from tests.support.strategies import start

SEARCHES_A_GAME = 60
SLOW_SEARCHES_A_GAME = 2_000
KEEPS_A_TREE_OR_TABLE = ("negamax", "pvs", "mtdf", "mcts")


def check_equality(algorithm: str, game: str, searches: int, seed: int) -> None:
    """Search random positions one after the other, with one table for every ten of them."""
    chance = random.Random(f"{algorithm} {game} {seed}")
    for _ in range(searches // 10):
        seed = chance.randrange(1_000_000)
        tested = exact_engine(algorithm, seed=seed)
        for _ in range(10):
            position = searching.running_position(game, chance)
            depth = chance.randint(1, GAMES[game])
            found = tested.search(position, ply.Limit(depth=depth))
            assert found.score == position._minimax(depth, seed), (position.text, depth, seed)
            check_line(position, found.line)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("algorithm", EXACT)
def test_equals_minimax(algorithm: str, game: str) -> None:
    check_equality(algorithm, game, SEARCHES_A_GAME, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("algorithm", EXACT)
def test_equals_minimax_on_many_positions(algorithm: str, game: str) -> None:
    check_equality(algorithm, game, SLOW_SEARCHES_A_GAME, seed=2)


@pytest.mark.parametrize("game", GAMES)
def test_minimax_engine_is_minimax(game: str) -> None:
    chance = random.Random(game)
    for seed in range(5):
        position = searching.running_position(game, chance)
        found = ply.Minimax(evaluator="hashed", seed=seed).search(position, ply.Limit(depth=2))
        assert found.score == position._minimax(2, seed)


@pytest.mark.parametrize("game", ["connect-four", "kalah(6,4)", "squatter(5)", "watch-your-back"])
def test_threads_return_what_minimax_returns(game: str) -> None:
    chance = random.Random(game)
    for seed in range(8):
        position = searching.running_position(game, chance)
        tested = exact_engine("pvs", seed=seed, threads=3)
        assert tested.search(position, ply.Limit(depth=3)).score == position._minimax(3, seed)


@pytest.mark.parametrize("game", ["connect-four", "kalah(6,4)", "squatter(5)", "watch-your-back"])
@pytest.mark.parametrize("algorithm", ["alphabeta", "negamax", "pvs", "mtdf"])
def test_every_line_has_the_score_of_its_move(algorithm: str, game: str) -> None:
    chance = random.Random(f"{algorithm} {game}")
    for seed in range(6):
        position = searching.running_position(game, chance)
        found = exact_engine(algorithm, seed=seed, lines=4).search(position, ply.Limit(depth=3))
        assert len(found.lines) == min(4, len(position.legal_moves))
        assert len({line.moves[0] for line in found.lines}) == len(found.lines)
        scores = [line.score for line in found.lines]
        assert scores == sorted(scores, reverse=True)
        assert scores[0] == position._minimax(3, seed)
        for line in found.lines:
            assert line.score == searching.move_score(position, line.moves[0], 3, seed)
            check_line(position, line.moves)


@pytest.mark.parametrize(
    "game", ["connect-four", "kalah-manchester", "squatter(7)", "watch-your-back"]
)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_same_seed_and_nodes_give_the_same_search(algorithm: str, game: str) -> None:
    chance = random.Random(f"{algorithm} {game}")
    for _ in range(3):
        position = searching.running_position(game, chance)
        limit = ply.Limit(nodes=4_000)
        one, other = (engine(algorithm, seed=7) for _ in range(2))
        for _ in range(2):  # the second search meets what the first one left behind
            first, second = one.search(position, limit), other.search(position, limit)
            assert first.nodes == second.nodes
            assert first.depth == second.depth
            assert first.lines == second.lines


def test_another_process_searches_the_same() -> None:
    program = (
        "import plyground as ply\n"
        "for engine in (ply.PVS(table_mb=1), ply.MCTS(seed=3)):\n"
        "    found = engine.search(ply.position('squatter(6)'), ply.Limit(nodes=3000))\n"
        "    print(found.nodes, found.depth, found.score, found.line)\n"
    )
    runs = [
        subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
        for _ in range(2)
    ]
    assert runs[0].stdout == runs[1].stdout
    assert len(runs[0].stdout.splitlines()) == 2


def test_another_seed_makes_other_rollouts() -> None:
    position = ply.position("squatter(7)")
    visits = {
        tuple(line.visits for line in found.lines)
        for found in (
            ply.MCTS(seed=seed, lines=60, memory_mb=1).search(position, ply.Limit(nodes=500))
            for seed in range(3)
        )
    }
    assert len(visits) == 3


@pytest.mark.parametrize(
    "game", ["connect-four", "kalah-manchester", "squatter(7)", "watch-your-back"]
)
@pytest.mark.parametrize("algorithm", [name for name in ALGORITHMS if name != "mcts"])
def test_depth_limit_is_reached_exactly(algorithm: str, game: str) -> None:
    for depth in (1, 2, 3):
        found = engine(algorithm).search(ply.position(game), ply.Limit(depth=depth))
        assert found.depth == depth
        assert found.selective_depth >= depth
        check_line(ply.position(game), found.line)


@pytest.mark.parametrize("algorithm", ["alphabeta", "negamax", "pvs", "mtdf", "mcts"])
def test_node_limit_is_kept(algorithm: str) -> None:
    for nodes in (1, 50, 5_000):
        found = engine(algorithm).search(ply.position("squatter(7)"), ply.Limit(nodes=nodes))
        # The first depth is always completed, so that the move is not a blind one.
        assert found.nodes <= nodes + 200
        assert found.move in ply.position("squatter(7)").legal_moves


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_shortest_times_give_a_legal_move(algorithm: str) -> None:
    position = ply.position("watch-your-back")
    for seconds in (0.0, 1e-9, 1e-4):
        found = engine(algorithm).search(position, ply.Limit(time=seconds))
        assert found.move in position.legal_moves
        assert not found.is_proven


@pytest.mark.parametrize("algorithm", [name for name in ALGORITHMS if name != "mcts"])
def test_reports_deepen_and_end_with_the_result(algorithm: str) -> None:
    position, seen = ply.position("kalah(6,4)"), list[ply.SearchResult]()
    found = engine(algorithm).search(position, ply.Limit(depth=6), seen.append)
    assert [report.depth for report in seen] == list(range(1, 7))
    assert all(a.nodes < b.nodes for a, b in pairwise(seen))
    assert all(a.seconds <= b.seconds for a, b in pairwise(seen))
    assert (seen[-1].depth, seen[-1].nodes, seen[-1].lines) == (6, found.nodes, found.lines)
    for report in seen:
        check_line(position, report.line)


def test_tree_search_reports_while_it_runs() -> None:
    position, seen = ply.position("squatter(9)"), list[ply.SearchResult]()
    found = ply.MCTS(memory_mb=4).search(position, ply.Limit(time=0.5), seen.append)
    assert seen
    assert all(a.nodes < b.nodes for a, b in pairwise(seen))
    assert found.nodes >= seen[-1].nodes
    assert found.lines[0].visits > 0
    for report in seen:
        check_line(position, report.line)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_what_a_callback_raises_comes_out(algorithm: str) -> None:
    def fail(_: ply.SearchResult) -> None:
        raise ZeroDivisionError("from the callback")

    tested, position = engine(algorithm), ply.position("squatter(5)")
    with pytest.raises(ZeroDivisionError, match="from the callback"):
        tested.search(position, ply.Limit(time=5.0), fail)
    tested.clear()
    assert tested.search(position, ply.Limit(nodes=2_000)).nodes >= 1_000


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_one_engine_plays_many_games(algorithm: str) -> None:
    tested = engine(algorithm)
    nim = searching.example_start("nim")
    names = ["kalah(6,4)", "squatter(5)", "kalah(9,3)", "watch-your-back", "kalah(6,4)"]
    for position in (ply.position(names[0]), nim, *map(ply.position, names[1:]), nim):
        found = tested.search(position, ply.Limit(nodes=500))
        assert found.move in position.legal_moves


def test_what_is_known_of_one_game_is_not_used_in_another() -> None:
    """Positions with the same board, of games that differ in a rule."""
    tested = exact_engine("pvs", seed=3)
    chance = random.Random(1)
    for _ in range(20):
        walked = searching.walk_from(start("kalah(4,2)"), chance, 6)
        for variant in ("", ",capture=never", ",sweep=none", ",majority_ends=yes"):
            position = start(f"kalah(4,2{variant})", walked.text)
            if not position.is_over:
                found = tested.search(position, ply.Limit(depth=5))
                assert found.score == position._minimax(5, 3), variant


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_finished_game_has_nothing_to_search(algorithm: str) -> None:
    over = ply.position("kalah(1,1)").play("1")
    while not over.is_over:
        over = over.play(over.legal_moves[0])
    with pytest.raises(PlygroundError, match="the game is over"):
        engine(algorithm).search(over, ply.Limit(depth=3))


@pytest.mark.parametrize("algorithm", KEEPS_A_TREE_OR_TABLE)
def test_clear_forgets(algorithm: str) -> None:
    """A second search of the same position is cheaper or richer, but not after a clear."""
    tested, position = engine(algorithm), ply.position("squatter(5)")
    limit = ply.Limit(nodes=3_000) if algorithm == "mcts" else ply.Limit(depth=5)
    first, second = tested.search(position, limit), tested.search(position, limit)
    tested.clear()
    again = tested.search(position, limit)
    assert (again.nodes, again.lines) == (first.nodes, first.lines)
    if algorithm == "mcts":
        assert second.lines[0].visits > first.lines[0].visits
    else:
        assert second.nodes < first.nodes


@pytest.mark.parametrize("game", ["connect-four(4,4)", "kalah(3,2)", "squatter(3)", "kalah(2,3)"])
@pytest.mark.parametrize("rollout", ["random", "greedy", "shallow", "evaluation", "cutoff"])
def test_tree_search_proves_only_what_is_true(game: str, rollout: str) -> None:
    chance, oracle, proven = random.Random(game), searching.Oracle(), 0
    for _ in range(12):
        position = searching.running_position(game, chance)
        found = ply.MCTS(rollout=rollout, memory_mb=4).search(position, ply.Limit(nodes=4_000))
        margin = oracle.margin(position)
        proven += found.is_proven
        if found.is_proven:
            assert (found.score > 0) == (margin > 0)
            assert oracle.moves(position)[found.move] * margin > 0
    assert proven >= 3
