"""Leaving Python: while threads search, with engines in circles; no crash and no leak is told."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# The main thread leaves as soon as every thread has begun to search.
LEAVE = """
import sys, threading, time
sys.path.insert(0, sys.argv[1])
import plyground as ply
from tests.support.python_games import TicTacToe

class Slow(TicTacToe):
    def play(self, move):
        time.sleep(float(sys.argv[3]))
        return super().play(move)

def illegal():
    try:
        ply.position("kalah(6,4)").play("x")
    except ValueError:
        pass

def pondering():
    engine = ply.PVS(table_mb=1)
    engine.ponder(ply.position("squatter(6)"))
    time.sleep(0.01)

native, position = ply.position("squatter(7)"), ply.position("kalah(6,4)")
forever = ply.Limit(time=600)
work = {
    "pvs": lambda: ply.PVS(table_mb=1, threads=2).search(native, forever),
    "mcts": lambda: ply.MCTS(memory_mb=1, threads=2).search(native, forever),
    "minimax": lambda: ply.Minimax().search(native, ply.Limit(depth=50)),
    "short": lambda: ply.PVS(table_mb=1).search(position, ply.Limit(depth=1)),
    "report": lambda: ply.PVS(table_mb=1).search(native, forever, lambda _: time.sleep(0.001)),
    "solve": lambda: ply.solve(ply.position("kalah(6,6)"), table_mb=1),
    "perft": lambda: position._perft(40),
    "playouts": lambda: position._playouts(2**60, 1),
    "python": lambda: ply.PVS(table_mb=1).search(Slow(), forever),
    "python mcts": lambda: ply.MCTS(memory_mb=1).search(Slow(), forever),
    "python solve": lambda: ply.solve(Slow(), table_mb=1),
    "repr": lambda: repr(position),
    "effects": lambda: position.effects("3"),
    "illegal": illegal,
    "ponder": pondering,
}[sys.argv[2]]
begun = threading.Barrier(4)

def loop():
    begun.wait()
    while True:
        work()

for _ in range(3):
    threading.Thread(target=loop, daemon=True).start()
begun.wait()
time.sleep(0.2)
"""
KINDS = ("pvs", "mcts", "minimax", "short", "report", "solve", "perft", "playouts", "python",
         "python mcts", "python solve", "repr", "effects", "illegal", "ponder")  # fmt: skip


def ended(script: str, *arguments: str, leaks: bool = True) -> tuple[int, str, str]:
    """Run a script that is to be told of what was never released; return all that it leaves."""
    process = subprocess.run(
        [sys.executable, "-c", script, str(ROOT), *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PLYGROUND_LEAKS": "1"} if leaks else None,
    )
    return process.returncode, process.stdout, process.stderr


def leave(script: str, *arguments: str) -> None:
    assert ended(script, *arguments) == (0, "", "")


@pytest.mark.parametrize("kind", KINDS)
def test_python_can_be_left_while_daemon_threads_work(kind: str) -> None:
    leave(LEAVE, kind, "0.001")


@pytest.mark.parametrize("kind", ["python", "python mcts"])
def test_python_can_be_left_while_a_game_in_python_sleeps(kind: str) -> None:
    leave(LEAVE, kind, "3600")


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_python_can_be_left_at_any_moment(kind: str) -> None:
    for _ in range(20):
        leave(LEAVE, kind, "0.001")


# Everything that may still hold an engine or a position when Python ends.
HOLD = """
import sys, threading
sys.path.insert(0, sys.argv[1])
import plyground as ply
from tests.support.python_games import Nim

engine = ply.MCTS(memory_mb=1)
position = ply.position("kalah(6,4)")

class Circle(Nim):
    owner = engine
    where = position

    def play(self, move):
        if sys.argv[2] == "raises" and self.heap < 5:
            raise ValueError("kept with its traceback")
        return super().play(move)

class Own(type(position)):
    itself = None

def generator():
    inner = ply.PVS(table_mb=1)
    while True:
        yield inner.search(position, ply.Limit(depth=2))

kept = []
try:
    engine.search(Circle(), ply.Limit(nodes=100))
except ValueError as error:
    kept = [error, error.__traceback__, engine]
kept.append(kept)
running = generator()
next(running)
Own.itself = Own.__new__(Own)
local = threading.local()
local.engine = engine
sys.keep = kept
engine.me = engine
engine.ponder(position)
if sys.argv[2] == "exits":
    sys.exit(0)
"""


LEAK = """
import ctypes
import plyground as ply

ctypes.pythonapi.Py_IncRef(ctypes.py_object(ply.position("kalah(6,4)")))
"""


def test_leaks_are_told_to_those_who_ask() -> None:
    assert "leaked 1 instances" in ended(LEAK)[2]
    assert ended(LEAK, leaks=False) == (0, "", "")


@pytest.mark.parametrize("way", ["ends", "raises", "exits"])
def test_nothing_is_leaked_when_python_ends(way: str) -> None:
    leave(HOLD, way)
