"""What a selective search may leave out, and what it may not: results stay true."""

from __future__ import annotations

import random

import pytest

import plyground as ply
from plyground.games.native import NativePosition
from plyground.players.score import is_proven, proven_margin, result_of
from tests.support import searching
from tests.support.strategies import random_walk, start

GAMES = {"connect-four": 11, "kalah-manchester": 9, "squatter(7)": 6, "watch-your-back": 5}
PLIES = 4  # to the ends that plain minimax can confirm


def late_position(game: str, chance: random.Random, plies: int) -> NativePosition:
    """Return a position from so many plies before the end of a random game."""
    walk, _ = random_walk(start(game), chance, 2_000)
    return walk[max(len(walk) - 1 - plies, 0)]


@pytest.mark.parametrize("algorithm", ["pvs", "mtdf"])
@pytest.mark.parametrize("game", ["connect-four", "kalah(6,4)", "squatter(6)", "watch-your-back"])
def test_results_are_true(game: str, algorithm: str) -> None:
    """Pruning judges by opinions; what it says to be proven must still be so."""
    chance = random.Random(f"{game} {algorithm}")
    proofs = 0
    for _ in range(60):
        position = late_position(game, chance, chance.randint(2, PLIES))
        tested = searching.engine(algorithm, pruning="yes", reductions="yes")
        found = tested.search(position, ply.Limit(nodes=chance.choice((100, 1_000, 10_000))))
        if not is_proven(found.score):
            continue
        margin, plies = result_of(found.score)
        if plies is None:
            sign = 1 if margin > 0 else -1  # won or lost by so much at least
            assert sign * ply.solve(position, table_mb=1).margin >= sign * margin, position.text
        elif plies <= PLIES:
            assert found.score == position._minimax(plies, 0), position.text
        proofs += 1
    assert proofs >= 10


def test_a_search_to_the_end_is_exact() -> None:
    """A lead is enough only near the last ply: a search beyond every end finds the right margin."""
    chance = random.Random(3)
    for _ in range(12):
        position = late_position("kalah(4,3)", chance, 12)
        tested = searching.engine("pvs", pruning="yes", reductions="no")
        found = tested.search(position, ply.Limit(depth=60))
        assert proven_margin(found.score) == ply.solve(position, table_mb=4).margin


@pytest.mark.parametrize("game", GAMES)
def test_pruning_saves_nodes(game: str) -> None:
    chance = random.Random(game)
    nodes = {"yes": 0, "no": 0}
    for _ in range(6):
        position = searching.running_position(game, chance, most=30)
        for choice in nodes:
            tested = searching.engine("pvs", pruning=choice, reductions="no")
            nodes[choice] += tested.search(position, ply.Limit(depth=GAMES[game])).nodes
    assert nodes["yes"] < 0.8 * nodes["no"], nodes


def test_games_in_python_are_never_pruned() -> None:
    """Nobody knows what their evaluations are worth: asked to prune, a search does nothing else."""
    position = searching.example_start("tic_tac_toe")
    counts = {
        ply.PVS(table_mb=1, pruning=choice).search(position, ply.Limit(depth=6)).nodes
        for choice in ("yes", "no", "auto")
    }
    assert len(counts) == 1
