"""Training a value network: rows from games, resuming, and a network that plays."""

from __future__ import annotations

import random
import struct
from pathlib import Path

import pytest

import plyground as ply
from plyground import _core
from plyground.errors import PlygroundError
from plyground.evaluation.value_net import ValueNet
from plyground.evaluation.weights import shipped
from plyground.games.native import is_native
from plyground.learn.scored_games import NO_SCORE, ScoredPlay
from plyground.learn.selfplay import Lesson
from plyground.learn.training import begin, resume
from tests.support.nets import start_of

SMALL = {
    "games": 60, "batch": 20, "rounds": 2, "search": 100, "epochs": 2, "opening": 4,
    "checks": 0, "final_pairs": 0,
}  # fmt: skip
STEPS = 2 * (3 + 2)


def one_game(game: str, seed: str = "1") -> bytes:
    start = ply.position(game)
    assert is_native(start)
    how = ScoredPlay(start, nodes=50, opening=6, slips=0.1)
    return how.open().play(Lesson(0, seed, shipped(start.game.partition("(")[0])))


@pytest.mark.parametrize("game", ["kalah(6,4)", "squatter(5)", "watch-your-back", "connect-four"])
def test_rows_are_the_positions_of_the_game(game: str) -> None:
    start = ply.position(game)
    weights = shipped(game.partition("(")[0]).native
    content = one_game(game)
    plies, margin, over = struct.unpack_from("<Hhh", content)
    assert len(content) == 6 + 4 * plies
    assert is_native(start)
    inputs, numbers, hashes = start._training_rows(content, weights, 1)
    rows = struct.iter_unpack("<4h", numbers)
    lists: list[list[int]] = [[]]
    for (one,) in struct.iter_unpack("<H", inputs):
        if one == 65535:
            lists.append([])
        else:
            lists[-1].append(one)
    lists.pop()
    here, count = start, 0
    for move, score in struct.iter_unpack("<Hh", content[6:]):
        if score != NO_SCORE:
            linear, its_score, its_margin, bucket = next(rows)
            images = [here.transformed(s) for s in range(here.num_symmetries_within(1))]
            assert lists[count] in [image._value_inputs() for image in images]
            assert linear == here._evaluate(weights)
            assert its_score == score
            assert its_margin == (margin if here.turn == ply.Side.FIRST else -margin)
            assert 0 <= bucket < _core.ValueNet.BUCKETS
            count += 1
        here = here.play(here.legal_moves[here._actions().index(move)])
    assert next(rows, None) is None
    assert len(hashes) == 8 * count == 8 * len(lists)
    assert here.is_over == bool(over)
    if over:
        assert margin == here.margin_for(ply.Side.FIRST)


def test_games_that_cannot_be_are_refused() -> None:
    start = ply.position("kalah(6,4)")
    weights = shipped("kalah").native
    content = one_game("kalah(6,4)")
    assert is_native(start)
    for spoiled in (
        content[:-1], content[:3], content[:6] + b"\xff\xff" + content[8:], content + b"\1",
        content[:6] + content[6:10] * ((len(content) - 6) // 4),
    ):  # fmt: skip
        with pytest.raises(ValueError, match="a game"):
            start._training_rows(spoiled, weights, 1)


def test_a_run_that_is_resumed_ends_like_one_that_was_not(tmp_path: Path) -> None:
    with begin("net", "kalah(4,3)", tmp_path / "whole", options=SMALL, workers=0) as training:
        training.finish()
    chance = random.Random(1)
    done = 0
    with begin("net", "kalah(4,3)", tmp_path / "parts", options=SMALL, workers=0):
        pass
    while done < STEPS:
        with resume(tmp_path / "parts", workers=0) as training:
            for _ in range(chance.randint(1, 3)):
                if training.run.step < STEPS:
                    training._step(training.run.step)
            done = training.run.step
    for name in ("player.net", "games.bin"):
        parts, whole = tmp_path / "parts" / name, tmp_path / "whole" / name
        assert parts.read_bytes() == whole.read_bytes(), name


def test_the_result_plays(tmp_path: Path) -> None:
    options = SMALL | {"rounds": 1, "final_pairs": 2, "seconds": 0.001}
    with begin("net", "kalah(4,3)", tmp_path / "run", options=options, workers=0) as training:
        (played,) = training.finish()
        assert played.score.games == 4
        rows = training.run.rows()
    losses = [row["loss"] for row in rows if "loss" in row]
    assert losses
    assert all(0 <= loss <= 0.25 for loss in losses)
    assert any("rounding" in row for row in rows)
    net = ValueNet.load(tmp_path / "run" / "player.net")
    assert net.game == "kalah(4,3)"
    assert "60 games of self-play at 100 nodes" in net.origin
    evaluations = {
        net.evaluate(ply.position("kalah(4,3)").play(move)) for move in ("1", "2", "3", "4")
    }
    assert len(evaluations) > 1


def test_a_game_in_python_learns_too(tmp_path: Path) -> None:
    """Tic-tac-toe has no evaluation of its own: whatever the network knows, it has learned."""
    start = start_of("tic_tac_toe")
    options = SMALL | {"games": 200, "batch": 100, "rounds": 1, "epochs": 40, "opening": 2}
    with begin("net", start, tmp_path / "run", options=options, workers=0) as training:
        training.finish()
    net = ValueNet.load(tmp_path / "run" / "player.net")
    assert net.game == start.game
    winning = start.play(0).play(1).play(4).play(2)  # two in a row for the mover, none against it
    assert net.evaluate(winning) > net.evaluate(start) + 40
    found = ply.PVS(weights=net).search(start.play(0), ply.Limit(depth=1))
    assert found.move in start.play(0).legal_moves


def test_a_game_in_python_has_no_weights(tmp_path: Path) -> None:
    with pytest.raises(PlygroundError, match="has no weights to start from; leave out --start"):
        begin(
            "net", start_of("tic_tac_toe"), tmp_path / "run", options=SMALL | {"start": "material"}
        )
    assert not (tmp_path / "run").exists()
