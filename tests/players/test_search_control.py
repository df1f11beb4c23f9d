"""Ending searches from outside: stop(), Ctrl-C, several searches at once, and leaving Python."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import plyground as ply
from plyground.errors import PlygroundError
from tests.support import searching
from tests.support.paths import EXAMPLES
from tests.support.searching import ALGORITHMS, engine

LATEST_STOP = 0.5  # seconds; a few milliseconds on an idle machine

SEARCH = """
import signal, sys, time
sys.path.insert(0, sys.argv[1])
import plyground as ply
from connect_four import ConnectFour

signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs the tests may ignore it
position = ConnectFour() if sys.argv[3] == "connect_four" else ply.position(sys.argv[3])
tested = ply.player(sys.argv[2]).engine
tested.search(position, ply.Limit(nodes=10))  # what a first search needs is ready
print("ready", flush=True)
found = tested.search(position, ply.Limit(time=60))
print(time.monotonic(), found.interrupted, found.depth, found.move in position.legal_moves)
tested.clear()
again = tested.search(position, ply.Limit(nodes=300))
print(again.interrupted, again.nodes >= 100)
"""


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_stop_ends_a_search_at_once(algorithm: str, threads: int) -> None:
    position, tested = ply.position("squatter(9)"), engine(algorithm, threads=threads)
    tested.search(position, ply.Limit(nodes=10))
    stopped = list[float]()

    def stop() -> None:
        stopped.append(time.perf_counter())
        tested.stop()

    threading.Timer(0.1, stop).start()
    found = tested.search(position, ply.Limit(time=30.0))
    assert time.perf_counter() - stopped[0] < LATEST_STOP
    assert found.move in position.legal_moves
    assert not found.interrupted


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_token_ends_its_search_at_once(algorithm: str, threads: int) -> None:
    position, tested = ply.position("squatter(9)"), engine(algorithm, threads=threads)
    tested.search(position, ply.Limit(nodes=10))
    token, stopped = ply.StopToken(), list[float]()

    def stop() -> None:
        stopped.append(time.perf_counter())
        token.stop()

    threading.Timer(0.1, stop).start()
    found = tested.search(position, ply.Limit(time=30.0), stop=token)
    assert time.perf_counter() - stopped[0] < LATEST_STOP
    assert found.move in position.legal_moves
    assert not found.interrupted


@pytest.mark.parametrize("game", ["squatter(9)", "connect_four"])
@pytest.mark.parametrize("algorithm", searching.ALGORITHMS)
def test_a_search_whose_token_is_stopped_ends_as_it_begins(algorithm: str, game: str) -> None:
    position = searching.example_start(game) if game == "connect_four" else ply.position(game)
    tested, token = engine(algorithm), ply.StopToken()
    token.stop()
    for _ in range(2):
        began = time.perf_counter()
        found = tested.search(position, ply.Limit(time=30.0), stop=token)
        assert time.perf_counter() - began < 2 * LATEST_STOP
        assert found.move in position.legal_moves
        assert found.nodes <= 2_000


@pytest.mark.parametrize("algorithm", searching.ALGORITHMS)
def test_a_stop_for_an_earlier_search_never_shortens_the_next(algorithm: str) -> None:
    position, tested = ply.position("squatter(5)"), engine(algorithm)
    limit, earlier = ply.Limit(nodes=2_000), ply.StopToken()
    tested.stop()  # nothing runs yet
    expected = tested.search(position, limit, stop=earlier)
    earlier.stop()
    tested.stop()
    tested.clear()
    again = tested.search(position, limit, stop=ply.StopToken())
    assert (again.nodes, again.depth) == (expected.nodes, expected.depth)


@pytest.mark.parametrize("algorithm", ["pvs", "mcts"])
def test_tokens_stopped_by_other_threads_reach_their_own_search_only(algorithm: str) -> None:
    """Each search is stopped once, a little too early or too late; each next one is whole."""
    position, tested, limit = ply.position("squatter(5)"), engine(algorithm), ply.Limit(nodes=2_000)
    tested.search(position, limit)  # makes the table
    tested.clear()
    whole = tested.search(position, limit)
    for delay in (0.0, 0.0002, 0.001, 0.004) * 5:
        token = ply.StopToken()
        timer = threading.Timer(delay, token.stop)
        timer.start()
        assert tested.search(position, ply.Limit(time=0.002), stop=token).nodes >= 0
        tested.clear()
        assert tested.search(position, limit).nodes == whole.nodes
        timer.join()
        assert token.stopped


def test_stopping_an_engine_leaves_the_callers_token_alone() -> None:
    """A token that several searches share is not stopped when one of them is."""
    position, tested, token = ply.position("squatter(9)"), engine("pvs"), ply.StopToken()
    threading.Timer(0.1, tested.stop).start()
    assert tested.search(position, ply.Limit(time=30.0), stop=token).seconds < 10
    assert not token.stopped
    token.stop()
    assert token.child().stopped


@pytest.mark.parametrize("algorithm", ["pvs", "mcts"])
def test_stops_at_any_moment_spoil_nothing(algorithm: str) -> None:
    """One thread stops all the time; whole searches between two stops are still whole."""
    position, tested = ply.position("squatter(5)"), engine(algorithm)
    ending = threading.Event()

    def stop_all_the_time() -> None:
        while not ending.wait(0.0005):
            tested.stop()

    thread = threading.Thread(target=stop_all_the_time)
    thread.start()
    for _ in range(60):
        assert tested.search(position, ply.Limit(time=0.004)).move in position.legal_moves
    ending.set()
    thread.join()
    tested.clear()
    assert tested.search(position, ply.Limit(nodes=2_000)).nodes >= 1_000


def test_an_engine_searches_one_position_at_a_time() -> None:
    tested, position = engine("pvs"), ply.position("squatter(9)")
    tested.search(position, ply.Limit(nodes=10))
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(tested.search, position, ply.Limit(time=30.0))
        time.sleep(0.1)
        with pytest.raises(PlygroundError, match="already searching"):
            tested.search(position, ply.Limit(nodes=10))
        tested.stop()
        assert running.result().move in position.legal_moves


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_engines_search_side_by_side(algorithm: str) -> None:
    """Four engines in four threads find what each of them finds alone."""
    limit = ply.Limit(nodes=20_000)
    positions = [ply.position(name) for name in ("kalah(6,4)", "squatter(6)", "watch-your-back")]
    alone = [engine(algorithm).search(position, limit) for position in positions]
    with ThreadPoolExecutor(len(positions)) as pool:
        together = list(pool.map(lambda p: engine(algorithm).search(p, limit), positions))
    assert [(f.nodes, f.lines) for f in together] == [(f.nodes, f.lines) for f in alone]


@pytest.mark.parametrize("game", ["squatter(9)", "connect_four"])
@pytest.mark.parametrize("spec", ["pvs", "mcts", "mtdf:threads=2"])
def test_ctrl_c_returns_the_best_move_so_far(spec: str, game: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SEARCH, str(EXAMPLES), spec, game],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        pressed = time.monotonic()
        process.send_signal(signal.SIGINT)
        printed, complaints = process.communicate(timeout=30)
    assert process.returncode == 0, complaints
    first, second = printed.splitlines()
    ended, interrupted, depth, legal = first.split()
    assert (interrupted, legal) == ("True", "True")
    assert int(depth) >= 1
    assert float(ended) - pressed < 0.5  # the clock is the same in all processes of a machine
    assert second == "False True"


def test_a_second_ctrl_c_gets_out_of_a_game_that_hangs() -> None:
    program = """
import os, signal, threading, time
import plyground as ply
from tests.support.python_games import Nim

class Hangs(Nim):
    def play(self, move):
        while True:
            time.sleep(0.01)

signal.signal(signal.SIGINT, signal.default_int_handler)
for seconds in (0.2, 0.4):
    threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    ply.PVS(table_mb=1).search(Hangs(), ply.Limit(time=0.1))
except KeyboardInterrupt:
    print("out")
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (0, "out\n"), done.stderr


@pytest.mark.parametrize("game", ["squatter(9)", "connect_four"])
@pytest.mark.parametrize("spec", ["pvs:nodes=500", "mcts:sims=50"])
def test_python_ends_quietly_while_an_engine_ponders(spec: str, game: str) -> None:
    program = """
import sys, time
sys.path.insert(0, sys.argv[1])
import plyground as ply
from connect_four import ConnectFour

position = ConnectFour() if sys.argv[3] == "connect_four" else ply.position(sys.argv[3])
player = ply.player(sys.argv[2] + ",ponder=yes")
player.choose(position)
time.sleep(0.05)
print("bye")
"""
    done = subprocess.run(
        [sys.executable, "-c", program, str(EXAMPLES), spec, game],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "bye\n", "")
