"""Traps: opponents whose replies are easy to guess are noticed, and lose more games."""

from __future__ import annotations

from typing import Any

import pytest

import plyground as ply
from plyground.evaluation.weights import load
from plyground.games.native import is_native
from plyground.players.specs import EnginePlayer
from plyground.players.traps import Traps, sets_traps

GAME = "squatter(7)"


def replied(opponent: str, moves: int = 6) -> Traps:
    """Return what a player with little depth learns about an opponent."""
    engine = ply.PVS(nodes=500, table_mb=1)
    traps, position, other = Traps(engine), ply.position(GAME), ply.player(opponent, 3)
    for _ in range(moves):
        traps.meet(position)
        move = engine.search(position).move
        traps.leave(position, move)
        position = position.play(move)
        position = position.play(other.choose(position))
    traps.meet(position)
    return traps


def test_replies_of_greedy_can_be_guessed() -> None:
    assert replied("greedy").width == 1


def test_random_replies_cannot_be_guessed() -> None:
    assert replied("random").width is None


def test_another_game_begins_anew() -> None:
    traps = replied("greedy")
    traps.leave(ply.position(GAME), "d4")
    traps.meet(ply.position(GAME))  # no reply leads back to the start
    assert traps.width is None


def test_a_new_game_forgets_the_opponent() -> None:
    traps = replied("greedy")
    traps.forget()
    assert traps.width is None


@pytest.mark.parametrize("width", [1, 2, 5])
def test_only_expected_replies_are_searched(width: int) -> None:
    """On two plies the score is the worst of the expected replies, each by its own evaluation."""
    plain: dict[str, Any] = {
        "table_mb": 1,
        "quiescence": False,
        "pruning": "no",
        "reductions": "no",
    }
    position = ply.position(GAME)
    for move in ("c3", "d4", "d3", "c4", "e4", "b2"):
        position = position.play(move)
    engine = ply.PVS(replies=width, **plain)
    found = engine.search(position, ply.Limit(depth=3))
    best = -(10**9)
    for move in position.legal_moves:
        after = position.play(move)
        assert is_native(after)
        scores = after._action_scores(load("default", "squatter").native)
        order = dict(zip(after.legal_moves, scores, strict=True))
        expected = sorted(after.legal_moves, key=lambda m: -order[m])[:width]
        worst = min(
            ply.PVS(**plain).search(after.play(reply), ply.Limit(depth=1)).score
            for reply in expected
        )
        best = max(best, worst)
    assert found.score == best


def test_weak_players_and_other_games_set_none() -> None:
    options = ply.PVS().options
    assert sets_traps(options, ply.position(GAME))
    assert not sets_traps(options | {"traps": "no"}, ply.position(GAME))
    assert not sets_traps(options | {"level": 4}, ply.position(GAME))
    assert not sets_traps(options | {"blur": 20}, ply.position(GAME))
    assert not sets_traps(options, ply.position("kalah(6,4)"))
    assert sets_traps(options | {"traps": "yes"}, ply.position("kalah(6,4)"))


def test_traps_win_more_games_against_greedy() -> None:
    """At equal nodes; deterministic, and far apart: about 80 and 95 % over hundreds of games."""

    def points(traps: str) -> float:
        return ply.match(
            f"pvs:nodes=5000,table_mb=1,traps={traps}", "greedy", GAME, 12
        ).score.points

    assert points("yes") > points("no")


def test_a_trap_is_reported_with_its_score_against_the_best_replies() -> None:
    player, other = ply.player("pvs:nodes=3000,table_mb=1", 1), ply.player("greedy", 1)
    assert isinstance(player, EnginePlayer)
    position = ply.position(GAME)
    while not position.is_over:
        found: list[ply.SearchResult] = []
        move = player.choose(position, on_report=found.append)
        assert not found or found[-1].move == move
        position = position.play(move)
        if not position.is_over:
            position = position.play(other.choose(position))
