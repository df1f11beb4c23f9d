"""Exact endings in play: the tables tell the truth, and the players keep what they promise."""

from __future__ import annotations

import random
from typing import Any

import pytest

import plyground as ply
from plyground.errors import PlygroundError
from plyground.games.native import NativePosition
from tests.reference.watch_your_back import ArenaRules, WatchYourBack
from tests.support import endings
from tests.support.searching import Oracle, check_line, engine
from tests.support.strategies import start

WIN, PROVEN = 32_000, 20_000
PURE = "watch-your-back"


def ending_score(position: NativePosition) -> int:
    """Return what a search says of a position of the last board: one ply, and the tables."""
    if position.is_over:
        return WIN * position.margin
    return engine("pvs").search(position, ply.Limit(depth=1)).score


def check_with_reference(game: str, arena: ArenaRules, positions: int, seed: str) -> None:
    """Compare scores with the best of the children, by the slow rules."""
    chance, scores = random.Random(seed), set[int]()
    for _ in range(positions):
        limit = arena.max_turns or 250
        text = endings.last_board(chance, limit - chance.choice((1, 2, 3, 5, 8, 13, 40)))
        slow = WatchYourBack.from_text(arena, text)
        if slow.is_over():
            continue
        best = -WIN
        for move in slow.legal_moves():
            child = slow.play(move)
            score = (
                WIN * child.margin() if child.is_over() else ending_score(start(game, child.text()))
            )
            best = max(best, -score + (score > PROVEN) - (score < -PROVEN))
        assert ending_score(start(game, text)) == best, text
        scores.add(best)
    assert len(scores) > 4


@pytest.mark.parametrize(
    ("game", "arena"),
    [(PURE, ArenaRules()), (endings.ARENA, ArenaRules(320, double_pass_draws=True))],
)
def test_the_last_board_agrees_with_the_reference(game: str, arena: ArenaRules) -> None:
    check_with_reference(game, arena, 60, "quick")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "arena"),
    [(PURE, ArenaRules()), (endings.ARENA, ArenaRules(320, double_pass_draws=True))],
)
def test_much_of_the_last_board_agrees_with_the_reference(game: str, arena: ArenaRules) -> None:
    check_with_reference(game, arena, 5_000, "slow")


def check_moves_keep_the_value(player: str, positions: int, seed: str) -> None:
    """Every move of a player on the last board is one of the best."""
    chance, agent = random.Random(f"{player} {seed}"), ply.player(player)
    for number in range(positions):
        position = endings.running_last_board(chance, (PURE, endings.ARENA)[number % 2])
        margins = ply.solve_moves(position, table_mb=1)
        best = max(margin for margin in margins.values() if margin is not None)
        assert margins[agent.choose(position)] == best, position.text


@pytest.mark.parametrize("player", ["pvs:time=0.2", "mtdf:nodes=1000", "mcts:sims=2000"])
def test_moves_on_the_last_board_keep_the_value(player: str) -> None:
    check_moves_keep_the_value(player, 150, "quick")


@pytest.mark.slow
def test_ten_thousand_moves_on_the_last_board_keep_the_value() -> None:
    check_moves_keep_the_value("pvs:time=0.2", 10_000, "slow")


def test_a_win_on_the_last_board_is_the_shortest_and_played_to_its_end() -> None:
    chance, wins = random.Random(5), 0
    for _ in range(80):
        position = endings.running_last_board(chance, PURE)
        found = engine("pvs").search(position, ply.Limit(depth=3))
        if abs(found.score) > PROVEN:
            plies = WIN - abs(found.score)
            assert len(found.line) == plies, position.text
            assert check_line(position, found.line).is_over
            wins += 1
        assert found.depth == 1, "the tables leave nothing to search"
    assert wins > 50


def test_the_last_board_is_solved_without_search() -> None:
    chance, margins = random.Random(6), set[int]()
    for _ in range(200):
        position = endings.running_last_board(chance, PURE)
        solution = ply.solve(position, table_mb=1)
        assert solution.nodes == 0
        margins.add(solution.margin)
        end = check_line(position, solution.line)
        assert (end.margin_for(position.turn) if end.is_over else 0) == solution.margin
    assert margins == {-1, 0, 1}


def check_before_the_shrink(positions: int, seed: str, *, seconds: float, nodes: int) -> None:
    """No move loses a value that exact search proves; most positions must be proven."""
    chance, agent, proven = random.Random(seed), ply.PVS(), 0
    for number in range(positions):
        turns = 180 + number % 12
        position = endings.before_the_shrink(chance, turns)
        move = agent.search(position, ply.Limit(time=seconds, cpu=True)).move
        loses = endings.loses_a_proven_value(position, move, nodes)
        assert not loses, f"{move} in {position.text}"
        proven += loses is not None
    assert proven >= positions // 2


def test_moves_before_the_second_shrink_keep_what_is_proven() -> None:
    check_before_the_shrink(12, "quick", seconds=0.2, nodes=50_000)


@pytest.mark.slow
@pytest.mark.parametrize("share", range(4))
def test_a_thousand_moves_before_the_second_shrink(share: int) -> None:
    check_before_the_shrink(250, f"slow {share}", seconds=0.2, nodes=1_000_000)


def test_endings_can_be_switched_off() -> None:
    chance, differ = random.Random(11), 0
    for _ in range(20):
        position = endings.running_last_board(chance, PURE)
        known, plain = (
            engine("pvs", endings=on, pruning="no").search(position, ply.Limit(depth=2)).score
            for on in (True, False)
        )
        differ += known != plain
    assert differ > 10
    with pytest.raises(PlygroundError, match="alphabeta has no option 'endings'"):
        ply.AlphaBeta(endings=True)


@pytest.mark.parametrize("algorithm", ["negamax", "pvs", "mtdf", "mcts"])
@pytest.mark.parametrize(
    ("game", "houses"),
    [("kalah(6,4)", 6), ("kalah(9,3)", 9), ("kalah(4,3,capture=always,sweep=last_mover)", 4)],
)
def test_kalah_endings_are_known(algorithm: str, game: str, houses: int) -> None:
    chance, oracle = random.Random(game), Oracle()
    for _ in range(25):
        position = endings.few_seeds(chance, game, houses)
        limit = ply.Limit(nodes=500) if algorithm == "mcts" else ply.Limit(depth=1)
        found = engine(algorithm).search(position, limit)
        margins = oracle.moves(position)
        best = max(margins.values())
        assert (found.score > 0) - (found.score < 0) == (best > 0) - (best < 0), position.text
        if algorithm != "mcts":  # which stops at the first win that it finds
            assert margins[found.move] == best, position.text
            assert abs(found.score) == (PROVEN + abs(best) if best else 0), position.text
            assert check_line(position, found.line).is_over


def test_a_majority_that_ends_the_game_leaves_nothing_to_look_up() -> None:
    """There the seeds that are left are not all that counts."""
    chance, oracle = random.Random(4), Oracle()
    for _ in range(25):
        position = endings.few_seeds(chance, "kalah(5,3,majority_ends=yes)", 5)
        found = engine("pvs").search(position, ply.Limit(depth=40))
        assert abs(found.score) - PROVEN * (found.score != 0) == abs(oracle.margin(position))


def test_lower_levels_do_not_know_endings() -> None:
    chance, proven = random.Random(2), {"plain": 0, "weaker": 0, "full": 0}
    options: dict[str, dict[str, Any]] = {
        "plain": {"endings": False}, "weaker": {"level": 9}, "full": {},
    }  # fmt: skip
    for _ in range(40):
        position = endings.few_seeds(chance, "kalah(6,4)", 6)
        for name, chosen in options.items():
            found = engine("pvs", **chosen).search(position, ply.Limit(depth=1))
            proven[name] += found.is_proven
    assert proven["weaker"] == proven["plain"] < proven["full"] - 10
