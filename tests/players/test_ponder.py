"""Thinking on the opponent's time: begun, handed over on a hit and on a miss, and ended."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

import plyground as ply
from plyground.players.specs import EnginePlayer
from tests.support import searching
from tests.support.searching import engine

PONDERING = ("negamax", "pvs", "mtdf", "mcts")
SPECS = ("negamax:nodes=3000", "pvs:nodes=3000", "pvs:nodes=3000,threads=2", "mcts:sims=400")


def ponder_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "ponder"]


@pytest.fixture(autouse=True)
def no_thread_is_left() -> Iterator[None]:
    yield
    assert not ponder_threads()


def pondering(spec: str) -> EnginePlayer:
    player = ply.player(f"{spec},{'memory_mb' if 'mcts' in spec else 'table_mb'}=2,ponder=yes")
    assert isinstance(player, EnginePlayer)
    return player


def pondered_position(player: EnginePlayer) -> ply.Position:
    """Return the position that a player is thinking about."""
    assert player.engine._pondering is not None
    _, _, position = player.engine._pondering
    return position


@pytest.mark.parametrize("spec", SPECS)
def test_the_expected_reply_is_a_hit(spec: str) -> None:
    player = pondering(spec)
    move = player.choose(ply.position("squatter(6)"))
    assert len(ponder_threads()) == 1
    expected = pondered_position(player)
    assert expected.turn == ply.Side.FIRST
    (reply,) = {
        reply
        for reply in ply.position("squatter(6)").play(move).legal_moves
        if ply.position("squatter(6)").play(move).play(reply) == expected
    }
    assert reply
    assert player.choose(expected) in expected.legal_moves
    assert (player.pondered, player.predicted) == (1, 1)
    player.close()


@pytest.mark.parametrize("spec", SPECS)
def test_another_reply_is_a_miss(spec: str) -> None:
    player = pondering(spec)
    after = ply.position("squatter(6)").play(player.choose(ply.position("squatter(6)")))
    expected = pondered_position(player)
    other = next(after.play(reply) for reply in after.legal_moves if after.play(reply) != expected)
    assert player.choose(other) in other.legal_moves
    assert (player.pondered, player.predicted) == (1, 0)
    player.close()


@pytest.mark.parametrize("spec", SPECS)
def test_close_ends_thinking(spec: str) -> None:
    player = pondering(spec)
    player.choose(ply.position("squatter(6)"))
    assert ponder_threads()
    player.close()
    assert not ponder_threads()
    player.close()
    assert player.choose(ply.position("squatter(6)")) in ply.position("squatter(6)").legal_moves
    assert player.pondered == 0
    player.close()


def test_nothing_is_pondered_unless_asked() -> None:
    player = ply.player("pvs:nodes=500")
    player.choose(ply.position("squatter(6)"))
    assert not ponder_threads()


def test_the_own_next_move_is_not_the_opponents_time() -> None:
    """After a move that keeps the turn, the player itself is asked again."""
    player = pondering("pvs:depth=1")
    position = ply.position("kalah(6,4)")
    while position.turn == ply.Side.FIRST:
        move = player.choose(position)
        position = position.play(move)
        assert bool(ponder_threads()) == (position.turn == ply.Side.SECOND)
    player.close()


def test_a_reply_may_be_several_moves() -> None:
    """In Kalah the opponent may move again: the position pondered is the player's own."""
    player, position = pondering("pvs:nodes=100"), ply.position("kalah(6,4)")
    line = ("1", "3", "1", "2")  # the opponent's 3 ends in the store
    player._ponder(position, line)
    assert pondered_position(player) == position.play("1").play("3").play("1")
    player._ponder(position, line[:2])  # as far as the line goes
    assert pondered_position(player) == position.play("1").play("3")
    player._ponder(position, ("3", "1"))  # the own move keeps the turn
    player.close()


@pytest.mark.parametrize("spec", ["pvs:nodes=400", "mtdf:nodes=400", "mcts:sims=60"])
@pytest.mark.parametrize("game", ["kalah(4,3)", "squatter(5)", "watch-your-back", "connect_four"])
def test_whole_games_are_legal(game: str, spec: str) -> None:
    """Against itself, which is predicted well, and against chance, which is not."""
    start = searching.example_start(game) if game == "connect_four" else ply.position(game)
    for opponent in (pondering(spec), ply.player("random", seed=3)):
        player, position, moves = pondering(spec), start, 0
        while not position.is_over and moves < 60:
            mover = player if position.turn == ply.Side.FIRST else opponent
            move = mover.choose(position)
            assert move in position.legal_moves
            position, moves = position.play(move), moves + 1
        assert player.pondered > 0
        assert 0 <= player.predicted <= player.pondered
        player.close()
        if isinstance(opponent, EnginePlayer):
            opponent.close()


@pytest.mark.parametrize("algorithm", PONDERING)
def test_what_was_pondered_is_kept(algorithm: str) -> None:
    """For the same nodes, a search reaches at least the depth it reaches without pondering."""
    position, limit = ply.position("squatter(6)").play("c3").play("d4"), ply.Limit(nodes=10_000)
    size = {"table_mb": 16, "memory_mb": 16}
    alone = engine(algorithm, **size).search(position, limit)
    tested = engine(algorithm, **size)
    tested.ponder(position)
    time.sleep(0.5)
    assert tested.stop_pondering() == position
    found = tested.search(position, limit)
    if algorithm == "mcts":
        assert found.lines[0].visits > alone.lines[0].visits
    else:
        assert found.depth >= alone.depth
        assert found.depth > 1


@pytest.mark.parametrize("algorithm", PONDERING)
def test_a_miss_leaves_a_whole_search(algorithm: str) -> None:
    """The search after pondering is never ended by the stop that ended pondering."""
    tested, position = engine(algorithm), ply.position("squatter(6)")
    other, limit = position.play("a1"), ply.Limit(nodes=2_000)
    for delay in (0.0, 0.001, 0.02) * 5:
        tested.ponder(position)
        time.sleep(delay)
        found = tested.search(other, limit)
        assert found.move in other.legal_moves
        assert found.nodes >= 200


def test_pondering_a_decided_game_ends_by_itself() -> None:
    tested, position = engine("pvs"), ply.position("squatter(3)")
    tested.ponder(position)
    deadline = time.perf_counter() + 10
    while ponder_threads() and time.perf_counter() < deadline:
        time.sleep(0.01)
    assert not ponder_threads()
    assert tested.search(position, ply.Limit(depth=9)).depth >= 1
    while not position.is_over:
        position = position.play(position.legal_moves[0])
    tested.ponder(position)  # nothing to think about
    assert not ponder_threads()
