"""The gate lets weights pass that are better, keeps others out, and records what it saw."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.arena.rating.sprt import Decision, Sprt
from plyground.arena.running.match import match
from plyground.errors import PlygroundError
from plyground.evaluation.weights import load, material, shipped
from plyground.learn.gate import Bar, Gate
from plyground.learn.matches import fought

GAME = "kalah(4,3)"
# The shipped weights against themselves draw every pair: better than −200 Elo, that is sure soon.
LOW = Bar(nodes=50, clock="0.2", test=Sprt(-200, -100), pairs=100, table_mb=1)
HIGH = Bar(nodes=50, clock="0.2", test=Sprt(0, 100), pairs=30, table_mb=1)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "weights.toml"
    shipped("kalah").updated({}, "made by hand").save(path)
    return path


def run(file: Path, bar: Bar, games: list[str]) -> Gate:
    gate = Gate(file, games, bar, workers=0)
    begun: list[str] = []
    for _ in gate.run(lambda title: begun.append(title)):
        pass
    assert len(begun) == len(gate.tested)
    return gate


def test_weights_pass_both_tests_on_every_game(file: Path) -> None:
    gate = run(file, LOW, [GAME, "kalah(3,3)"])
    assert gate.is_passed
    assert [(test.game, test.control) for test in gate.tested] == [
        (GAME, "50 nodes per move"),
        (GAME, "0.2 s per game"),
        ("kalah(3,3)", "50 nodes per move"),
        ("kalah(3,3)", "0.2 s per game"),
    ]
    origin = gate.recorded.origin
    assert origin.startswith("made by hand. Against the weights shipped before: kalah(4,3) at 50")
    assert origin.count(" games") == 4
    assert gate.recorded.sections == load(file).sections


def test_a_match_that_crashes_decide_is_none(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("raise SystemExit(3)\n")
    players = f"broken=file:{tmp_path / 'broken.py'}", "random"
    with pytest.raises(PlygroundError, match="broken lost 2 of 2 games by startup"):
        fought(match(*players, GAME, pairs=1, workers=0))
    assert fought(match("random", "greedy", GAME, pairs=1, workers=0)).score.games == 2


def test_equal_weights_do_not_pass(file: Path) -> None:
    gate = run(file, HIGH, [GAME])
    assert not gate.is_passed
    assert len(gate.tested) == 1  # nothing is played after a test that was not passed


def test_worse_weights_do_not_pass(tmp_path: Path) -> None:
    material("kalah").save(tmp_path / "material.toml")
    gate = run(tmp_path / "material.toml", HIGH, ["kalah(6,4)"])
    assert not gate.is_passed
    assert gate.tested[0].result.decision in (Decision.REJECT, Decision.CONTINUE)


def test_bad_input_is_one_line(file: Path, tmp_path: Path) -> None:
    with pytest.raises(PlygroundError, match="these are weights of kalah, not of squatter"):
        Gate(file, ["squatter(5)"])
    with pytest.raises(PlygroundError, match="cannot read"):
        Gate(tmp_path / "none.toml", [GAME])
    with pytest.raises(PlygroundError, match=r"expected a file .*, e\.g\. RUN/weights\.toml"):
        Gate(tmp_path, [GAME])
    with pytest.raises(PlygroundError, match="comma"):
        Gate(Path("a,b.toml"), [GAME])
    with pytest.raises(PlygroundError, match="is not a time control"):
        run(file, Bar(clock="soon"), [GAME])
