"""Features that a game in Python names: weights judge them as those of a native game."""

from __future__ import annotations

import random
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import plyground as ply
from plyground.errors import PlygroundError
from plyground.evaluation.explain import explain
from plyground.evaluation.own_features import OwnEvaluation
from plyground.evaluation.weights import Weights, load, load_for
from plyground.players.score import is_proven
from plyground.players.simple import Greedy
from tests.cli.test_commands import COMMAND
from tests.evaluation.race import Race


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *words], capture_output=True, encoding="utf-8", timeout=300, check=False
    )


def _weights(steps: float, jumps: float) -> Weights:
    return load_for("default", Race()).updated({"weights.steps": steps, "weights.jumps": jumps})


def _minimax(position: Race, depth: int, evaluate: OwnEvaluation) -> float | None:
    """Return the value for the side to move; None where a line comes to the end of the game."""
    if position.is_over:
        return None
    if depth == 0:
        return int(evaluate(position))
    values = [_minimax(position.play(move), depth - 1, evaluate) for move in position.legal_moves]
    known = [value for value in values if value is not None]
    return None if len(known) < len(values) else max(-value for value in known)


def test_a_search_is_minimax_over_the_weighted_features() -> None:
    chance, compared = random.Random(5), 0
    for number in range(40):
        weights = _weights(chance.uniform(-2, 2), chance.uniform(-5, 5))
        here = Race(chance.randint(0, 6), chance.randint(0, 6), number % 2, number // 2 % 2)
        depth = chance.randint(1, 3)
        expected = _minimax(here, depth, OwnEvaluation(weights))
        found = ply.PVS(weights=weights, table_mb=1).search(here, ply.Limit(depth=depth))
        if expected is not None:
            assert not is_proven(found.score)
            assert found.score == expected
            compared += 1
    assert compared > 20


def test_an_explanation_adds_up() -> None:
    here = Race(mine=4, theirs=7, their_jumps=0)
    found = explain(here, _weights(2.0, 0.5))
    assert [(row.name, row.own, row.opponent, row.weight) for row in found.rows] == [
        ("steps", 4, 7, 2.0), ("jumps", 1, 0, 0.5),
    ]  # fmt: skip
    assert found.value == sum(row.contribution for row in found.rows) == -5.5
    assert {move.move: move.after for move in found.moves}["3"] == 2.0 * 0 + 0.5


def test_without_evaluate_the_features_count_one_each() -> None:
    assert ply.evaluate(Race(mine=5, their_jumps=0)) == 6
    assert load_for("material", Race())["weights"] == {"steps": 1.0, "jumps": 0.0}


def test_a_weight_file_beside_the_game_is_its_default(tmp_path: Path) -> None:
    file = tmp_path / "race_with_weights.py"
    shutil.copy(Path(__file__).with_name("race.py"), file)
    before = run("explain", str(file), "--json")
    _weights(3.0, 1.0).save(tmp_path / "race_with_weights.weights.toml")
    after = run("explain", str(file), "--json")
    assert '"weight": 1.0' in before.stdout
    assert '"weight": 3.0' in after.stdout
    shown = run("weights", "show", str(tmp_path / "race_with_weights.weights.toml"))
    assert "steps" in shown.stdout


def test_greedy_follows_the_features() -> None:
    assert ply.player("greedy").choose(Race()) == 5  # five steps for a jump
    player = Greedy(weights=_weights(1.0, 10.0))
    assert player.choose(Race()) == 3


@pytest.mark.parametrize(
    ("found", "message"),
    [
        ([1, 2], "expected {name: "),
        ({"a": 1}, "expected {name: "),
        ({"a": (1, float("nan"))}, "expected numbers"),
        ({"two words": (1, 2)}, "is not a valid name"),
        ({}, "expected 1 to"),
    ],
)
def test_features_that_are_none_are_refused_in_one_line(found: Any, message: str) -> None:
    @dataclass(frozen=True)
    class Odd(Race):
        def features(self) -> Any:
            return found

    with pytest.raises(PlygroundError, match=rf"^Odd\.features\(\): .*{message}"):
        ply.PVS(table_mb=1).search(Odd(), ply.Limit(depth=2))


def test_features_that_change_their_names_are_refused() -> None:
    @dataclass(frozen=True)
    class Changing(Race):
        def features(self) -> dict[str, tuple[float, float]]:
            return {f"steps{self.mine}": (self.mine, self.theirs)}

    with pytest.raises(PlygroundError, match="in every position"):
        ply.PVS(table_mb=1).search(Changing(), ply.Limit(depth=4))


def test_weights_of_another_game_are_refused(tmp_path: Path) -> None:
    load("kalah").save(tmp_path / "kalah.toml")
    with pytest.raises(PlygroundError, match="weights of kalah, not of race"):
        load_for(tmp_path / "kalah.toml", Race())


def test_td_leaf_learns_that_steps_count(tmp_path: Path) -> None:
    file = tmp_path / "race_that_learns.py"
    shutil.copy(Path(__file__).with_name("race.py"), file)
    done = run(
        "train", "tdleaf", str(file), "--save", str(tmp_path / "run"), "--games", "320",
        "--start", "material", "--depth", "1", "--checks", "0", "--final-pairs", "1",
        "--workers", "1", "--nodes", "200",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    learned = load(tmp_path / "run" / "weights.toml")
    assert learned.game == "race"
    assert learned["weights"]["jumps"] > 0.1  # it began at 0
