"""UGI as a program: its input ends, breaks or is not text, and it plays in the arena."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import plyground as ply
from plyground.arena.agents.agents import agent
from plyground.arena.agents.external import External
from plyground.arena.referee.clock import Control
from plyground.arena.referee.referee import play_game
from plyground.arena.running.result import Reason
from plyground.arena.sandbox.limits import Limits

WAIT = 20.0
RUN = (
    "import sys; from plyground.ugi.engine import run; "
    "run(sys.stdin.buffer, 1, game='kalah(6,4)', player='pvs:table_mb=1')"
)


def converse(text: bytes) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-c", RUN]
    return subprocess.run(command, input=text, capture_output=True, timeout=WAIT, check=False)


@pytest.mark.parametrize(
    "text",
    [b"", b"quit\n", b"isready\nquit\n", b"go infinite\n", b"go infinite\nquit\n", b"isready"],
)
def test_it_ends_on_quit_or_the_end_of_its_input(text: bytes) -> None:
    ended = converse(text)
    assert ended.returncode == 0
    assert ended.stderr == b""
    assert ended.stdout.count(b"readyok") == text.count(b"isready")
    assert ended.stdout.count(b"bestmove") == text.count(b"go ")


def test_bytes_that_are_no_text_and_lines_that_do_not_end() -> None:
    ended = converse(os.urandom(2000) + b"\n" + b"x" * 3_000_000 + b"\nisready\n" + b"\xff" * 100)
    assert ended.returncode == 0
    assert ended.stderr == b""
    assert ended.stdout.count(b"readyok") == 1


def test_nobody_listening_is_no_error() -> None:
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-c", RUN]
    text = b"ugi\ngo nodes 2000\nisready\n"
    ended = subprocess.run(
        command, input=text, stdout=write, stderr=subprocess.PIPE, timeout=WAIT, check=False
    )
    os.close(write)
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_the_engine_plays_in_the_arena(tmp_path: Path) -> None:
    script = tmp_path / "engine.py"
    script.write_text(RUN)
    one = agent(f"ugi:{sys.executable} {script}", Limits(memory_mb=300))
    assert isinstance(one, External)
    scores: list[int | None] = []  # of a move without a choice there is none
    for game in ("kalah(6,4)", "squatter(5)"):
        scores.clear()
        result = play_game(
            ply.position(game), (one, "random"), Control(game_time=1.0), seed=2,
            on_move=lambda *_: scores.append(one.score),
        )  # fmt: skip
        assert result.reason == Reason.END, result
        assert result.score >= 0.5
        assert scores[0] is not None
    one.close()
