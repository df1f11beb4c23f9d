"""Agents that are written for a test of limits, and what is asked of them."""

from __future__ import annotations

import textwrap
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from plyground.arena.agents.agents import agent
from plyground.arena.agents.external import External
from plyground.arena.referee.clock import Control, GameClock
from plyground.arena.referee.referee import play_game
from plyground.arena.running.result import GameResult
from plyground.arena.sandbox import cgroup
from plyground.arena.sandbox.limits import Limits
from tests.support.zoo import CONTROL, START

LIMITS = Limits(startup_seconds=10.0, memory_mb=100, processes=20)
UNBOXED = replace(LIMITS, sandbox=False)
PROMPT = 3.0  # seconds from an offence to its verdict: one where a core is free
WAIT = 20.0  # for a condition that comes about sooner or later
OPENED: list[External] = []  # closed after each test

BURN = "end = time.process_time() + {seconds}\nwhile time.process_time() < end: pass\n"
_HEAD = "import mmap, os, signal, sys, threading, time\n"


def written(folder: Path, body: str, before: str = "", name: str = "agent") -> str:
    """Write an agent whose first move runs ``body``; returns its spec."""
    lines = textwrap.indent(textwrap.dedent(body), "    ")
    (folder / f"{name}.py").write_text(
        f"{_HEAD}{before}\ndef choose(position, clock):\n"
        f'    print("offence", time.time(), file=sys.stderr, flush=True)\n{lines}\n'
        "    return position.legal_moves[0]\n"
    )
    return f"file:{folder}/{name}.py"


def opened(spec: str, limits: Limits = LIMITS) -> External:
    """Make an agent that ends with the test."""
    one = agent(spec, limits)
    assert isinstance(one, External)
    OPENED.append(one)
    return one


def played(spec: str, control: Control = CONTROL, limits: Limits = LIMITS) -> GameResult:
    """Play one game against a random player; a fault was noticed soon."""
    result = play_game(START, (spec, "random"), control, limits=limits, seed=1)
    if result.reason.is_fault and "offence" in result.stderr[0]:
        offence = float(result.stderr[0].partition("offence ")[2].split()[0])
        assert time.time() - offence < PROMPT + (control.move_time or 0.0) * bool(control.cpu)
    return result


def clock(*, cpu: bool = False) -> GameClock:
    """Return clocks with plenty of time."""
    return GameClock(Control(move_time=10.0, cpu=cpu))


def wait_until(is_so: Callable[[], Any]) -> None:
    """Wait for a condition, however long that takes on a busy machine."""
    deadline = time.monotonic() + WAIT
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def has_groups() -> bool:
    """Whether control groups can be made here."""
    made = cgroup.create(Limits())
    if made is not None:
        made.close()
    return made is not None


def groups_of(pid: int) -> list[Path]:
    """List the control groups that a process has made."""
    parents = (cgroup.Machine().v1_folder(tree) for tree in ("memory", "freezer", "pids"))
    return [g for parent in parents if parent for g in parent.glob(f"plyground-{pid}-*")]
