"""``plyground train``: what it prints, how it fails, and what Ctrl-C leaves behind."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

import plyground as ply
from plyground.cli.learn import train, train_view
from plyground.evaluation.weights import load, shipped
from plyground.learn.methods import METHODS
from tests.cli.test_commands import COMMAND
from tests.support.paths import EXAMPLES

SMALL = (
    "kalah(4,3)", "--games", "8", "--batch", "4", "--depth", "1", "--nodes", "30",
    "--checks", "2", "--check-pairs", "1", "--final-pairs", "3", "--workers", "0",
)  # fmt: skip


def invoke(*words: object) -> Result:
    return CliRunner().invoke(train.app, [str(word) for word in words])


def printed(*words: object) -> str:
    result = invoke(*words)
    assert result.exception is None, result.output
    return result.output


def problem(*words: object) -> str:
    error = invoke(*words).exception
    assert isinstance(error, ply.PlygroundError), error
    assert "\n" not in str(error)
    return str(error)


@pytest.mark.parametrize("name", [*METHODS, "gate", "plot"])
def test_help_shows_an_example(name: str) -> None:
    assert f"Example: plyground train {name}" in printed(name, "--help")


def test_a_run_from_beginning_to_picture(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    output = printed("tdleaf", *SMALL, "--save", folder)
    assert "against start:" in output
    assert "against default:" in output
    assert f"weights={folder}/weights.toml" in output
    assert load(folder / "weights.toml").game == "kalah"
    again = printed("tdleaf", "kalah(4,3)", "--save", folder, "--resume", "--workers", "0", "-q")
    assert again.splitlines() == output.splitlines()[-3:]
    assert "wrote" in printed("plot", folder)
    assert (folder / "plot.png").read_bytes().startswith(b"\x89PNG")
    printed("plot", folder, "--save", tmp_path / "run.svg")
    texts = {"".join(e.itertext()) for e in ElementTree.parse(tmp_path / "run.svg").iter()}
    assert {"against start", "against default", "loss", "games"} <= texts


def test_a_network_learns_while_no_games_are_played(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    printed("net", "kalah(4,3)", "--games", "20", "--rounds", "1", "--batch", "10",
            "--search", "30", "--epochs", "3", "--check-pairs", "1", "--final-pairs", "1",
            "--workers", "0", "--save", tmp_path / "run")  # fmt: skip
    printed("plot", tmp_path / "run", "--save", tmp_path / "run.svg")
    texts = {"".join(e.itertext()) for e in ElementTree.parse(tmp_path / "run.svg").iter()}
    assert {"against start", "loss", "steps"} <= texts


def test_a_terminal_shows_how_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    terminal = partial(Console, file=screen, force_terminal=True, width=80)
    monkeypatch.setattr(train_view, "console", terminal)
    monkeypatch.setattr(train_view, "_LIVE_SECONDS", 0.0)
    printed("tdleaf", *SMALL, "--save", tmp_path / "run")
    lines = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", screen.getvalue()).splitlines()
    assert all(len(line) <= 80 for line in lines)
    shown = "\n".join(lines)
    for words in ("tdleaf on kalah(4,3)", "step 2, 8 games", "loss 0.", "moved most: ",
                  "after step 1: against start", "playing default: 6/6 games"):  # fmt: skip
        assert words in shown


def test_json_is_the_log(tmp_path: Path) -> None:
    lines = printed("tdleaf", *SMALL, "--save", tmp_path / "run", "--json").splitlines()
    *rows, last = [json.loads(line) for line in lines]
    log = (tmp_path / "run" / "log.jsonl").read_text().splitlines()
    assert rows == [json.loads(line) for line in log]
    assert [row["event"] for row in rows] == [
        "check", "step", "check", "check", "step", "final", "final",
    ]  # fmt: skip
    assert last == {"event": "result", "file": str(tmp_path / "run" / "weights.toml")}


@pytest.mark.parametrize(
    ("method", "words"),
    [
        ("grid", ("--over", "hoard=0..1:0.5")),
        ("knockout", ("--field", "4", "--over", "hoard,empty")),
        ("spsa", ("--over", "hoard,empty")),
        ("cmaes", ("--over", "hoard,empty")),
    ],
)
def test_weight_searches_write_weights(method: str, words: tuple[str, ...], tmp_path: Path) -> None:
    output = printed(
        method, "kalah(4,3)", *words, "--games", "12", "--pairs", "1", "--duel-nodes", "20",
        "--nodes", "20", "--checks", "0", "--final-pairs", "2", "--workers", "0",
        "--save", tmp_path / "run",
    )  # fmt: skip
    assert "against default:" in output
    weights = load(tmp_path / "run" / "weights.toml")
    changed = {change.key.partition(".")[2] for change in shipped("kalah").differences(weights)}
    assert changed <= {"hoard", "empty"}
    assert "nodes per move on kalah(4,3), seed 0" in weights.origin


def test_greedy_play_finds_weights_of_actions_again(tmp_path: Path) -> None:
    shipped("kalah").updated({"actions.again": 0.0}).save(tmp_path / "start.toml")
    output = printed(
        "grid", "kalah(6,4)", "--plays", "greedy", "--over", "again=0..10:5", "--games", "300",
        "--start", tmp_path / "start.toml", "--checks", "0", "--final-pairs", "50",
        "--workers", "0", "--save", tmp_path / "run",
    )  # fmt: skip
    assert re.search(r"against start: .*: stronger", output)
    assert f"play with it: greedy:weights={tmp_path}/run/weights.toml" in output
    weights = load(tmp_path / "run" / "weights.toml")
    assert weights["actions"]["again"] > 0
    assert "games of greedy play on kalah(6,4)" in weights.origin


def test_the_gate_has_an_exit_code_and_writes_what_passed(tmp_path: Path) -> None:
    file = tmp_path / "new.toml"
    shipped("kalah").updated({}, "made by hand").save(file)
    words = (
        "gate", file, "--game", "kalah(4,3)", "--nodes", "30", "--game-time", "0.2",
        "--pairs", "100", "--workers", "0", "--save", tmp_path / "passed.toml",
    )  # fmt: skip
    result = invoke(*words, "--elo0", "0", "--elo1", "100")
    assert result.exit_code == 1
    assert "failed: kalah(4,3) at 30 nodes per move" in result.output
    assert not (tmp_path / "passed.toml").exists()
    assert "passed; written to" in printed(*words, "--elo0", "-200", "--elo1", "-100")
    assert "Against the weights shipped before" in load(tmp_path / "passed.toml").origin


def test_bad_input_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shipped("squatter").save("squatter.toml")
    assert "weights of squatter, not of kalah" in problem(
        "tdleaf", "kalah(4,3)", "--start", "squatter.toml"
    )
    assert "lambda=x is not valid" in problem("tdleaf", "kalah(4,3)", "--lambda", "x")
    assert "has no named features" in problem("tdleaf", _tic_tac_toe())
    assert "is not a training run" in problem("tdleaf", "kalah(4,3)", "--resume")
    assert "is not a training run" in problem("plot", ".")
    assert [path.name for path in tmp_path.iterdir()] == ["squatter.toml"]
    printed("tdleaf", *SMALL, "--quiet")
    folder = "tdleaf-kalah-4-3"
    assert "is not empty; add --resume" in problem("tdleaf", *SMALL)
    assert f"{folder} is a run of tdleaf on kalah(4,3), not of tdleaf on kalah(5,3)" in problem(
        "tdleaf", "kalah(5,3)", "--save", folder, "--resume"
    )
    assert "not of spsa" in problem("spsa", "kalah(4,3)", "--save", folder, "--resume")
    assert "was started with depth=1; leave --depth out" in problem(
        "tdleaf", "kalah(4,3)", "--resume", "--depth", "2"
    )
    assert "expected a file that ends in .png or .svg" in problem("plot", folder, "--save", "x.gif")
    (tmp_path / folder / "checkpoint").write_text("nonsense")
    assert "checkpoint is broken" in problem("tdleaf", "kalah(4,3)", "--resume")


def _tic_tac_toe() -> Path:
    return EXAMPLES / "tic_tac_toe.py"


@pytest.mark.parametrize(
    ("module", "words", "advice"),
    [
        ("cma", ("cmaes", "kalah(4,3)"), "pip install 'plyground[cma]'"),
        ("matplotlib", ("plot", "run"), "pip install 'plyground[plots]'"),
        ("ray", ("tdleaf", "kalah(4,3)", "--workers", "ray"), "pip install 'plyground[ray]'"),
    ],
)
def test_a_missing_extra_is_named(
    module: str, words: tuple[str, ...], advice: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    printed("tdleaf", *SMALL, "--save", "run", "--checks", "0", "--final-pairs", "0")
    monkeypatch.setitem(sys.modules, module, None)
    assert advice in problem(*words)
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


def test_ctrl_c_leaves_a_usable_file_and_no_process(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    command = (
        *COMMAND, "train", "tdleaf", "kalah(4,3)", "--games", "100000",
        "--batch", "2", "--depth", "2", "--checks", "0", "--save", str(folder), "--workers", "2",
    )  # fmt: skip
    process = subprocess.Popen(
        command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    )
    log = folder / "log.jsonl"
    while not log.exists() or log.read_text().count("\n") < 3:
        assert process.poll() is None
        time.sleep(0.05)
    workers = _children(process.pid)
    assert workers
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    errors = errors.removeprefix("ready\n")
    assert errors.startswith("plyground: stopped after step ")
    assert "resume with --resume" in errors
    assert len(errors.splitlines()) == 1
    load(folder / "weights.toml")
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)


def _children(parent: int) -> list[int]:
    children = f"/proc/{parent}/task/{parent}/children"
    return [int(child) for child in Path(os.path.realpath(children)).read_text().split()]
