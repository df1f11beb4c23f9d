"""Agents do not compute on the opponent's time, or not at the opponent's cost."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

import pytest

from plyground.arena.agents.external import External
from plyground.arena.referee.clock import Control
from plyground.arena.referee.referee import play_game
from plyground.arena.running.result import Reason
from plyground.arena.sandbox import bubblewrap as sandbox
from plyground.arena.sandbox import cgroup, cores, tree
from plyground.arena.sandbox.limits import Limits
from tests.support.limited import (
    BURN,
    LIMITS,
    PROMPT,
    UNBOXED,
    WAIT,
    clock,
    groups_of,
    opened,
    wait_until,
    written,
)
from tests.support.zoo import START

pytestmark = pytest.mark.usefixtures("nothing_survives")


@pytest.fixture(autouse=True)
def _cores_of_this_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Claim cores by names of our own: others may run tests at the same time."""
    monkeypatch.setattr(cores, "_NAME", f"plyground-test-{os.getpid()}")


# Out of turn.


SPIN = "def spin():\n    while True: pass\n"


def spinning(folder: Path, before: str = "", limits: Limits = LIMITS) -> External:
    """Begin a game with an agent that computes all the time once it was asked."""
    body = f"""
        if not started:
            started.append(threading.Thread(target=spin, daemon=True))
            started[0].start()
            if os.fork() == 0: spin()
            {before}
    """
    return opened(written(folder, body, f"started = []\n{SPIN}"), limits)


def asked(one: External) -> Any:
    """Ask an agent for its first move; returns its process."""
    one.begin(START)
    one.answer(START, [], clock())
    assert one.process is not None
    return one.process


@pytest.mark.filterwarnings("ignore::plyground.arena.sandbox.bubblewrap.NoSandbox")
@pytest.mark.usefixtures("counted")
@pytest.mark.parametrize("in_sandbox", [True, False], ids=["sandbox", "keeper"])
def test_an_agent_does_not_compute_out_of_turn(in_sandbox: bool, tmp_path: Path) -> None:
    if in_sandbox and not sandbox.is_available():
        pytest.skip("there is no bubblewrap")
    one = spinning(tmp_path, limits=LIMITS if in_sandbox else UNBOXED)
    process = asked(one)
    time.sleep(0.05)  # what was under way
    before = process.cpu_seconds()
    time.sleep(0.5)
    assert process.cpu_seconds() - before < 0.1
    process.wake()
    wait_until(lambda: process.cpu_seconds() - before > 0.2)  # it does when it is its turn
    process.rest()
    move, _ = one.answer(START, [], clock())
    assert move == str(START.legal_moves[0])
    one.begin(START)  # a new game reaches a frozen agent


@pytest.mark.usefixtures("counted")
def test_the_opponent_of_a_spinner_keeps_its_time(tmp_path: Path) -> None:
    one = spinning(tmp_path)
    one.begin(START)
    assert one.process is not None
    before = one.process.cpu_seconds()
    (tmp_path / "other").mkdir()
    burn = textwrap.indent(BURN.format(seconds=0.5), " " * 8)
    slow = written(tmp_path / "other", f"\n{burn}", name="slow")
    result = play_game(START, (one, slow), Control(move_time=10.0), limits=LIMITS)
    assert result.reason == Reason.END, result.note
    # It computes on two cores, but on its own time only; its opponent takes 1.5 s and more.
    assert one.process.cpu_seconds() - before < 2 * result.seconds[0] + 0.5


@pytest.mark.usefixtures("counted")
def test_a_frozen_agent_answers_and_ends(tmp_path: Path) -> None:
    one = spinning(tmp_path)
    process = asked(one)
    process.send("stop")
    process.send("isready")
    assert process.receive(time.perf_counter() + WAIT) == "readyok"
    process.rest()
    began = time.monotonic()
    one.close()
    assert time.monotonic() - began < PROMPT


@pytest.mark.usefixtures("counted")
def test_an_agent_that_was_killed_while_frozen_is_started_again(tmp_path: Path) -> None:
    one = spinning(tmp_path)
    for pid in asked(one).agent_processes:
        tree.kill(pid)
    assert asked(one) is not None


ORPHANED = """
import sys, time
import plyground as ply
from plyground.arena.agents.agents import agent
from plyground.arena.sandbox import cgroup
from plyground.arena.sandbox.limits import Limits
if "looking" in sys.argv: cgroup.create = lambda _: None
one = agent(sys.argv[1], Limits(sandbox="keeper" not in sys.argv))
one.begin(ply.position("kalah(3,2)"))
print("ready", flush=True)
time.sleep(1e6)
"""


@pytest.mark.parametrize("guard", ["sandbox", "keeper"])
def test_frozen_agents_end_with_a_referee_that_is_killed(
    counted: str, guard: str, tmp_path: Path
) -> None:
    spec = written(tmp_path, "pass")
    command = [sys.executable, "-c", ORPHANED, spec, counted, guard]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as referee:
        assert referee.stdout is not None
        assert referee.stdout.readline() == b"ready\n"
        mark = f"PLYGROUND_AGENT={referee.pid}-"
        assert tree.marked(mark)
        if counted == "group" and cgroup.Machine().v1_folder("freezer"):
            assert groups_of(referee.pid)
        referee.kill()
    wait_until(lambda: not tree.marked(mark))
    wait_until(lambda: not groups_of(referee.pid))


# Pondering.

PONDER = Limits(memory_mb=100, ponder=True)
needs_cores = pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="there is one core only")


def pondering(folder: Path, before: str = "") -> External:
    """Make an agent that computes all the time, and may."""
    one = spinning(folder, before)
    one.limits = PONDER
    return one


def unasked(one: External) -> float:
    """Let an agent compute on the opponent's time; returns what it is charged."""
    process = asked(one)
    before = process.cpu_seconds()
    wait_until(lambda: process.cpu_seconds() - before > 0.3)
    return float(process.wake())


@needs_cores
@pytest.mark.usefixtures("counted")
def test_pondering_on_a_core_of_its_own_costs_nothing(tmp_path: Path) -> None:
    one = pondering(tmp_path)
    assert unasked(one) == 0.0


@pytest.mark.usefixtures("counted")
def test_pondering_without_a_core_is_charged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cores, "claim", lambda: None)
    one = pondering(tmp_path)
    assert unasked(one) >= 0.3


@pytest.mark.usefixtures("counted")
def test_what_is_charged_is_taken_off_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cores, "claim", lambda: None)
    one = pondering(tmp_path)
    process = asked(one)
    before = process.cpu_seconds()
    wait_until(lambda: process.cpu_seconds() - before > 0.5)
    _, seconds = one.answer(START, [], clock())
    assert seconds > 0.5


@needs_cores
@pytest.mark.usefixtures("counted")
def test_who_leaves_its_core_is_charged(tmp_path: Path) -> None:
    one = pondering(tmp_path, "os.sched_setaffinity(0, range(os.cpu_count()))")
    process = asked(one)
    charged = 0.0
    while charged == 0.0:
        before = process.cpu_seconds()
        wait_until(lambda: process.cpu_seconds() - before > 0.3)  # noqa: B023
        charged = process.wake()
        process.rest()


@needs_cores
def test_no_two_agents_have_the_same_core() -> None:
    claimed = [cores.claim() for _ in range(len(os.sched_getaffinity(0)) + 1)]
    taken = [core for core in claimed if core is not None]
    assert len({core.number for core in taken}) == len(taken) >= 2
    assert claimed[-1] is None
    for core in taken:
        core.close()
    again = cores.claim()
    assert again is not None
    again.close()
