"""Runs outlive their process: killed at any moment, they go on as if nothing had happened."""

from __future__ import annotations

import json
import os
import random
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from plyground.errors import PlygroundError
from plyground.learn import training
from plyground.learn.run import Config, TrainingRun

QUICK = {"checks": 2, "check_pairs": 1, "final_pairs": 2, "nodes": 50}
TDLEAF = {"games": 60, "batch": 4, "depth": 2, **QUICK}
TUNING = {"games": 200, "pairs": 2, "duel_nodes": 20, "over": "hoard,empty", **QUICK}
METHODS: dict[str, dict[str, Any]] = {
    "tdleaf": TDLEAF,
    "grid": TUNING | {"over": "hoard=0..1:0.5,empty=-1..0:0.5"},
    "knockout": TUNING | {"field": 5},
    "spsa": TUNING,
    "cmaes": TUNING,
}
GAME = "kalah(4,3)"


def begun(method: str, folder: Path, workers: int = 0) -> training.Training:
    return training.begin(method, GAME, folder, seed=3, workers=workers, options=METHODS[method])


def finish(method: str, folder: Path) -> None:
    if (folder / "config.json").exists():
        run = training.resume(folder, workers=0)
    else:
        run = begun(method, folder)
    with run:
        run.finish()


def outcome(folder: Path) -> tuple[list[dict[str, Any]], str]:
    """All that a run leaves behind, but for the time that it took."""
    rows = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    for row in rows:
        del row["seconds"]
    return rows, (folder / "weights.toml").read_text()


def finish_in_child(method: str, folder: Path, lines: int, delay: float) -> bool:
    """Run in a process that is killed after some lines of the log; returns whether it has ended."""
    before = lines_of(folder)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            finish(method, folder)
            code = 0
        finally:
            os._exit(code)
    while lines_of(folder) < before + lines:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            assert status == 0
            return True
        time.sleep(0.001)
    time.sleep(delay)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


def lines_of(folder: Path) -> int:
    log = folder / "log.jsonl"
    return log.read_text().count("\n") if log.exists() else 0


@pytest.mark.parametrize("method", list(METHODS))
def test_killed_and_resumed_is_as_if_unbroken(method: str, tmp_path: Path) -> None:
    finish(method, tmp_path / "unbroken")
    chance, kills, folder = random.Random(method), 0, tmp_path / "broken"
    while not finish_in_child(method, folder, chance.randint(0, 4), chance.uniform(0, 0.1)):
        kills += 1
    assert kills > 0
    assert outcome(folder) == outcome(tmp_path / "unbroken")


def test_the_number_of_workers_does_not_matter(tmp_path: Path) -> None:
    finish("tdleaf", tmp_path / "none")
    with begun("tdleaf", tmp_path / "two", workers=2) as run:
        run.finish()
    assert outcome(tmp_path / "two") == outcome(tmp_path / "none")


def test_another_seed_gives_another_result(tmp_path: Path) -> None:
    finish("tdleaf", tmp_path / "one")
    with training.begin("tdleaf", GAME, tmp_path / "two", seed=4, workers=0, options=TDLEAF) as run:
        run.finish()
    assert outcome(tmp_path / "one") != outcome(tmp_path / "two")


def test_a_finished_run_says_again_what_it_gained(tmp_path: Path) -> None:
    with begun("tdleaf", tmp_path / "run") as run:
        first = run.finish()
    before = outcome(tmp_path / "run")
    with training.resume(tmp_path / "run", workers=0) as run:
        assert run.finish() == first
    assert outcome(tmp_path / "run") == before
    assert [played.opponent for played in first] == ["start", "default"]
    assert all(played.score.games == 4 for played in first)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        ("empty", "checkpoint is broken; restore a copy of it, or start a new run"),
        ("cut", "checkpoint is broken"),
        ("flipped", "checkpoint is broken"),
        ("other", "checkpoint is broken"),
        ("log", "log.jsonl is shorter than the checkpoint says"),
        ("config", "config.json is broken; start a new run"),
        ("method", "there is no method tdtree; did you mean tdleaf?"),
        ("version", "by another version"),
        ("gone", "is not a training run: it has no config.json"),
    ],
)
def test_damage_is_one_line(damage: str, message: str, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    finish("tdleaf", folder)
    checkpoint, config = folder / "checkpoint", folder / "config.json"
    content = checkpoint.read_bytes()
    if damage == "empty":
        checkpoint.write_bytes(b"")
    elif damage == "cut":
        checkpoint.write_bytes(content[:-10])
    elif damage == "flipped":
        checkpoint.write_bytes(content.replace(b'"games": 60', b'"games": 61'))
    elif damage == "other":
        with TrainingRun.open(folder) as run:
            run.checkpoint(3, b'{"games": 3}')
    elif damage == "log":
        (folder / "log.jsonl").write_text("")
    elif damage == "config":
        config.write_text("[1]")
    elif damage == "method":
        config.write_text(config.read_text().replace('"tdleaf"', '"tdtree"'))
    elif damage == "version":
        config.write_text(config.read_text().replace('"version": 1', '"version": 99'))
    elif damage == "gone":
        config.unlink()
    with pytest.raises(PlygroundError) as error:
        training.resume(folder)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_two_processes_cannot_train_in_one_folder(tmp_path: Path) -> None:
    with begun("tdleaf", tmp_path / "run"), pytest.raises(PlygroundError, match="another process"):
        training.resume(tmp_path / "run")
    training.resume(tmp_path / "run").close()


def test_a_folder_in_use_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("x")
    with pytest.raises(PlygroundError, match="is not empty; add --resume"):
        begun("tdleaf", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
    with pytest.raises(PlygroundError, match="no comma"):
        begun("tdleaf", tmp_path / "a,b")
    (tmp_path / "file").write_text("x")
    with pytest.raises(PlygroundError, match="cannot be used as the run's folder"):
        begun("tdleaf", tmp_path / "file" / "run")


def test_what_a_killed_writer_left_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / ".plyground-0123456789abcdef").write_text("half a conf")
    TrainingRun.create(tmp_path, Config("tdleaf", GAME, 0, {})).close()
