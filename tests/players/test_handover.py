"""The exact solver answers where it will finish in time, and nothing is lost where it does not."""

from __future__ import annotations

import random
import time
from dataclasses import replace

import pytest

import plyground as ply
from plyground.games.names import families, play_of
from plyground.players import handover
from plyground.players.handover import HandOver
from plyground.players.result import Line
from plyground.players.specs import EnginePlayer

SOLVED = tuple(
    family.benchmark.signature[0] for family in families() if family.play.solve_effort is not None
)


def late_positions(game: str, count: int, effort: float) -> list[ply.Position]:
    """Return positions of games between quick engines that are solved with little effort."""
    chance, engine = random.Random(5), ply.PVS(table_mb=1)
    found: list[ply.Position] = []
    solve_effort = play_of(ply.position(game)).solve_effort
    assert solve_effort is not None
    while len(found) < count:
        position = ply.position(game)
        while not position.is_over:
            if solve_effort(position) <= effort and len(position.legal_moves) > 1:
                found.append(position)
                break
            if chance.random() < 0.3:
                position = position.play(chance.choice(position.legal_moves))
            else:
                position = position.play(engine.search(position, ply.Limit(nodes=300)).move)
    return found


def chosen(player: str, position: ply.Position, limit: ply.Limit) -> tuple[str, ply.SearchResult]:
    reports: list[ply.SearchResult] = []
    made = ply.player(player)
    assert isinstance(made, EnginePlayer)
    return made.choose(position, limit, reports.append), reports[-1]


@pytest.mark.parametrize("game", SOLVED)
@pytest.mark.parametrize("limit", [ply.Limit(time=20.0), ply.Limit(clock=60.0)])
def test_a_solved_move_keeps_the_exact_value(game: str, limit: ply.Limit) -> None:
    for position in late_positions(game, 6, 3000):
        margin = ply.solve(position).margin
        move, found = chosen("pvs:table_mb=1", position, limit)
        assert found.is_solved
        assert found.is_proven
        assert found.move == move
        assert (found.score > 0) - (found.score < 0) == (margin > 0) - (margin < 0)
        assert ply.solve_moves(position)[move] == margin
        replayed = position
        for one in found.line:
            replayed = replayed.play(one)
        assert replayed.is_over
        assert replayed.margin_for(position.turn) == margin


@pytest.mark.parametrize("game", SOLVED)
@pytest.mark.parametrize(
    ("player", "limit"),
    [
        ("pvs:table_mb=1", ply.Limit(nodes=500)),
        ("pvs:table_mb=1", ply.Limit(depth=2, time=20.0)),
        ("pvs:table_mb=1,level=3", ply.Limit(time=20.0)),
        ("pvs:table_mb=1,solver=no", ply.Limit(time=0.01)),
        ("negamax:table_mb=1", ply.Limit(time=0.01)),
    ],
)
def test_only_time_hands_over(game: str, player: str, limit: ply.Limit) -> None:
    """Searches of so many nodes repeat exactly, and a weak player does not play perfectly."""
    position = late_positions(game, 1, 3000)[0]
    assert not chosen(player, position, limit)[1].is_solved


@pytest.fixture
def overconfident(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every position look easy to solve."""
    monkeypatch.setattr(
        handover, "play_of", lambda position: replace(play_of(position), solve_effort=lambda _: 0)
    )


@pytest.mark.usefixtures("overconfident")
def test_an_attempt_in_vain_leaves_time_for_the_search() -> None:
    position = ply.position("squatter(7)")
    found, left = HandOver(1).solve(position, ply.Limit(time=0.2, clock=10.0, cpu=True), None)
    assert found is None
    assert left.time is not None
    assert left.clock is not None
    assert 0.05 < left.time < 0.15
    assert 9.8 < left.clock < 9.95
    began = time.process_time()
    move, found = chosen("pvs:table_mb=1", position, ply.Limit(time=0.2, cpu=True))
    assert move in position.legal_moves
    assert found.depth > 1
    assert not found.is_proven
    assert time.process_time() - began < 0.2 + 0.03 + 0.05  # the last for making the player


@pytest.mark.usefixtures("overconfident")
def test_a_stop_ends_an_attempt() -> None:
    position, token = ply.position("squatter(7)"), ply.StopToken()
    token.stop()
    made = ply.player("pvs:table_mb=1")
    assert isinstance(made, EnginePlayer)
    began = time.process_time()
    assert made.choose(position, ply.Limit(time=60.0), stop=token) in position.legal_moves
    assert time.process_time() - began < 5.0


def test_a_draw_can_be_proven() -> None:
    line = Line(("a1",), 0)
    result = ply.SearchResult((line,), 1, 1, 0, 0.0, is_solved=True)
    assert result.is_proven
    assert result.score_text == "draw"
    assert result.expected_margin == 0
