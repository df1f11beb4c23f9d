"""Fitting what scores mean: a known map is found again, and runs can be stopped and resumed."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

import plyground as ply
from plyground.errors import PlygroundError
from plyground.evaluation.calibration import Calibration, from_toml
from plyground.learn.calibration.fit import fit, pooled
from plyground.learn.calibration.plot import plot_report
from plyground.learn.calibration.report import predictions, report
from plyground.learn.calibration.run import CalibrationRun
from plyground.learn.calibration.samples import BUDGETS, LEVELS, Sample

GAME = "kalah(6,4)"


def truth(score: float, left: float, nodes: float) -> tuple[float, float, float]:
    """A made-up map: a score is worth more near the end, and less after a shallow search."""
    worth = score / 100 * (1.5 - left) * (0.6 + 0.08 * math.log10(nodes))
    win = 1 / (1 + math.exp(-(worth - 0.3)))
    loss = 1 / (1 + math.exp(worth + 0.3))
    return worth, win, loss


def samples(count: int, seed: int) -> Iterator[Sample]:
    """Results drawn by the map."""
    chance = random.Random(seed)
    for number in range(count):
        score = round(chance.triangular(-600, 600, 0))
        left, nodes = round(chance.uniform(0.1, 0.9), 4), chance.choice(BUDGETS)
        worth, win, loss = truth(score, left, nodes)
        drawn = chance.random()
        result = 1 if drawn < win else -1 if drawn < win + loss else 0
        margin = round(worth + chance.gauss(0, 3))
        yield Sample(number, score, left, nodes, margin, result)


@pytest.fixture(scope="module")
def fitted() -> Calibration:
    return fit(ply.position(GAME), list(samples(30_000, seed=1)), "a test")


def test_a_fit_finds_a_known_map(fitted: Calibration) -> None:
    errors: dict[str, list[float]] = {"margin": [], "win": [], "loss": []}
    for score, left, nodes in product(range(-400, 401, 50), (0.2, 0.5, 0.8), (300, 20_000)):
        margin, chances = fitted.expectation(score, left, nodes)
        found = (margin or 0.0, chances.win, chances.loss)
        for name, one, other in zip(errors, found, truth(score, left, nodes), strict=True):
            errors[name].append(abs(one - other))
    means = {name: sum(each) / len(each) for name, each in errors.items()}
    assert means["margin"] < 0.2
    assert max(means["win"], means["loss"]) < 0.03
    assert max(errors["win"] + errors["loss"]) < 0.15


def test_fresh_games_end_as_the_fit_expects(fitted: Calibration) -> None:
    found = report(predictions(fitted, samples(30_000, seed=2)))
    assert found.worst_calibration_error < 0.02
    assert found.margin_error is not None
    assert found.margin_error < 0.1


def test_a_wrong_map_is_found_out(fitted: Calibration) -> None:
    """The report can fail: scores of half the size are not what the table was fitted to."""
    halved = [
        Sample(s.game, s.score // 2, s.left, s.nodes, s.margin, s.result)
        for s in samples(30_000, seed=2)
    ]
    found = report(predictions(fitted, halved))
    assert found.worst_calibration_error > 0.05
    assert found.margin_error is not None
    assert found.margin_error > 0.4


def test_proven_positions_are_counted_apart(fitted: Calibration) -> None:
    proven = [Sample(n, 20_008, 0.1, 1000, 8 - 16 * (n % 2), 1 - 2 * (n % 2)) for n in range(10)]
    found = report(predictions(fitted, [*samples(100, seed=3), *proven]))
    assert (found.positions, found.proven, found.kept) == (100, 10, 5)
    assert sum(one.count for one in found.margins) == 100


def test_too_few_positions_are_refused() -> None:
    with pytest.raises(PlygroundError, match=r"50 positions .* too few"):
        fit(ply.position(GAME), list(samples(50, seed=1)))


@pytest.mark.parametrize("seed", range(20))
def test_pooling_gives_the_closest_values_that_never_fall(seed: int) -> None:
    """Checked by what characterises them: pools are means, and no split of a pool does better."""
    chance = random.Random(seed)
    values = [chance.uniform(-1, 1) for _ in range(chance.randint(1, 12))]
    weights = [chance.uniform(0.1, 2) for _ in values]
    found = pooled(values, weights)
    assert found == sorted(found)

    def loss(tried: list[float]) -> float:
        return sum(w * (v - t) ** 2 for v, w, t in zip(values, weights, tried, strict=True))

    for _ in range(200):
        other = sorted(f + chance.gauss(0, 0.2) for f in found)
        assert loss(found) <= loss(other) + 1e-9


def start() -> ply.Position:
    return ply.position("kalah(4,3)")


def test_a_run_can_be_stopped_resumed_and_extended(tmp_path: Path) -> None:
    with CalibrationRun.begin(start(), tmp_path / "whole", positions=3, seed=7) as whole:
        whole.play(40, workers=0)
    told: list[int] = []
    with CalibrationRun.begin(start(), tmp_path / "parts", positions=3, seed=7) as part:
        part.play(20, workers=0)
    log = tmp_path / "parts" / "log.jsonl"
    log.write_bytes(log.read_bytes() + b'{"event": "games", "sam')  # killed while writing
    with CalibrationRun.resume(start(), tmp_path / "parts") as part:
        assert part.games == 20
        part.play(40, workers=0, on_games=told.append)
        assert told == [40]
    assert log.read_bytes() == (tmp_path / "whole" / "log.jsonl").read_bytes()
    rows = [row for line in log.read_text().splitlines() for row in json.loads(line)["samples"]]
    assert {row[0] for row in rows} <= set(range(40))
    assert {row[5] for row in rows} == {-1, 0, 1}


def test_workers_do_not_change_the_games(tmp_path: Path) -> None:
    logs = []
    for workers in (0, 2):
        folder = tmp_path / str(workers)
        with CalibrationRun.begin(start(), folder, positions=2, seed=1) as run:
            run.play(20, workers=workers)
        logs.append((folder / "log.jsonl").read_bytes())
    assert logs[0] == logs[1]


def test_a_run_of_another_game_is_refused(tmp_path: Path) -> None:
    with CalibrationRun.begin(start(), tmp_path / "run", positions=2, seed=1):
        pass
    with pytest.raises(PlygroundError, match=r"is a run of calibrate on kalah\(4,3\), not of"):
        CalibrationRun.resume(ply.position("kalah(6,4)"), tmp_path / "run")


def test_a_broken_log_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with CalibrationRun.begin(start(), folder, positions=2, seed=1) as run:
        run.play(20, workers=0)
    log = folder / "log.jsonl"
    log.write_bytes(log.read_bytes().replace(b"samples", b"simples"))
    with pytest.raises(PlygroundError, match=r"log\.jsonl is broken"):
        CalibrationRun.resume(start(), folder)


def test_the_plot_is_drawn(fitted: Calibration, tmp_path: Path) -> None:
    found = report(predictions(fitted, samples(2000, seed=4)))
    plot_report(found, tmp_path / "plot.svg", "scores of a test", "seeds")
    text = (tmp_path / "plot.svg").read_text()
    for words in ("expected chance", "expected margin in seeds", "win", "draw", "loss"):
        assert words in text


def test_a_fitted_table_can_be_written_and_read(fitted: Calibration) -> None:
    assert from_toml(fitted.to_toml(), "x.toml") == fitted


def test_levels_are_those_of_the_bar() -> None:
    assert (LEVELS[0], LEVELS[-1]) == (3, 10)
