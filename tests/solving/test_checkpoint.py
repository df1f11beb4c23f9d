"""Long solves: stopped or killed, they continue and end with the same result."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import plyground as ply
from plyground.solving.checkpoint import CheckpointError, read_checkpoint, solve_saved

GAME, MARGIN = "kalah(5,4)", 10

RUN = """
import sys, plyground as ply
from plyground.solving.checkpoint import solve_saved
found = solve_saved(
    ply.position(sys.argv[1]), sys.argv[2], resume=True, every=0.02, table_mb=32,
    threads=int(sys.argv[3]),
)
print(found.margin, found.nodes, len(found.line))
"""


def begin(path: Path, threads: int = 1) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", RUN, GAME, str(path), str(threads)],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


def wait_for_new(path: Path, run: subprocess.Popen[str], before: bytes) -> None:
    """Wait until a checkpoint differs from an earlier one, or the run has ended."""
    while run.poll() is None:
        if path.exists() and path.read_bytes() != before:
            return
        time.sleep(0.01)


def test_a_killed_run_continues(tmp_path: Path) -> None:
    path = tmp_path / "run"
    content = b""
    for _ in range(2):
        run = begin(path)
        wait_for_new(path, run, content)
        run.send_signal(signal.SIGKILL)
        run.communicate()
        content = path.read_bytes()
    saved = read_checkpoint(ply.position(GAME), path)
    assert saved.table
    output, _ = begin(path).communicate()
    margin, nodes, plies = map(int, output.split())
    assert margin == MARGIN
    assert nodes > saved.nodes
    assert plies > 10
    proven = [json.loads(line) for line in (tmp_path / "run.log").read_text().splitlines()]
    assert proven[-1]["lower"] == proven[-1]["upper"] == MARGIN
    assert all(line["lower"] <= MARGIN <= line["upper"] for line in proven)


def test_a_checkpoint_saves_work(tmp_path: Path) -> None:
    position = ply.position(GAME)
    alone = ply.solve(position, table_mb=32)
    path = tmp_path / "run"
    half = ply.Limit(nodes=alone.nodes // 2)
    first = solve_saved(position, path, half, every=0.001, table_mb=32)
    assert not first.is_exact
    rest = solve_saved(position, path, resume=True, table_mb=7)  # it keeps the first size
    assert rest.margin == MARGIN
    assert rest.nodes - read_checkpoint(position, path).nodes < alone.nodes * 0.8


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
def test_killed_twenty_times(tmp_path: Path, threads: int) -> None:
    path = tmp_path / "run"
    chance = random.Random(threads)
    for _ in range(20):
        run = begin(path, threads)
        time.sleep(chance.uniform(0.2, 1.2))
        run.kill()
        run.communicate()
    output, _ = begin(path, threads).communicate()
    assert int(output.split()[0]) == MARGIN


def test_files_that_cannot_be_resumed(tmp_path: Path) -> None:
    position = ply.position("kalah(3,3)")
    path = tmp_path / "run"
    header = {
        "format": "plyground solve 1", "game": position.game, "position": position.text,
        "table_mb": 1, "nodes": 0, "seconds": 0, "sha256": "",
    }  # fmt: skip
    for content, problem in (
        (b"", "not a saved solve"),
        (b"[]\n", "not a saved solve"),
        (b"[" * 100_000, "not a saved solve"),
        (json.dumps(header).encode() + b"\nx", "damaged"),
        (json.dumps(header | {"format": "plyground solve 0"}).encode() + b"\n", "another version"),
        (json.dumps(header | {"game": "squatter(5)"}).encode() + b"\n", "choose another --save"),
    ):
        path.write_bytes(content)
        with pytest.raises(CheckpointError, match=problem):
            solve_saved(position, path, resume=True)
    with pytest.raises(CheckpointError, match="exists; add --resume"):
        solve_saved(position, path)
