"""One engine used from many threads, and machines that give no more threads."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

import plyground as ply
from plyground.errors import PlygroundError
from tests.support.python_games import TicTacToe
from tests.support.searching import engine

ROOT = Path(__file__).parents[2]
PLACES = (
    ply.position("squatter(5)"),
    ply.position("squatter(6)"),
    ply.position("kalah(6,4)"),
    TicTacToe(),
)


def hammer(acts: list[Callable[[], object]], threads: int = 6, times: int = 25) -> list[str]:
    """Let threads do these in random order; return what went wrong in any of them."""
    wrong = list[str]()

    def work(seed: int) -> None:
        chance = random.Random(seed)
        for _ in range(times):
            try:
                chance.choice(acts)()
            except PlygroundError as error:
                if "already searching" not in str(error):
                    wrong.append(str(error))
            except BaseException as error:
                wrong.append(repr(error))

    crew = [threading.Thread(target=work, args=(seed,)) for seed in range(threads)]
    for thread in crew:
        thread.start()
    for thread in crew:
        thread.join(60)
    return wrong + ["hangs" for thread in crew if thread.is_alive()]


@pytest.mark.parametrize("algorithm", ["pvs", "mcts"])
def test_an_engine_survives_all_its_methods_from_many_threads(
    algorithm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = list[object]()
    monkeypatch.setattr(threading, "excepthook", printed.append)
    tested = engine(algorithm, threads=2)
    acts: list[Callable[[], object]] = [tested.clear, tested.stop, tested.stop_pondering]
    for position in PLACES:
        acts.append(partial(tested.search, position, ply.Limit(nodes=300)))
        acts.append(partial(tested.ponder, position))
    assert hammer(acts) == []
    tested.stop_pondering()
    assert printed == []
    assert tested.search(PLACES[0], ply.Limit(nodes=100)).move in PLACES[0].legal_moves


def test_a_native_search_survives_many_threads() -> None:
    tested = engine("mcts", threads=2)
    tested.search(PLACES[0], ply.Limit(nodes=10))
    search = tested._engine
    assert search is not None

    def run() -> None:
        try:
            search.search(PLACES[0], ply.Limit(nodes=200).native(PLACES[0]), None, ply.StopToken())
        except RuntimeError as error:
            raise PlygroundError(str(error)) from None

    def clear() -> None:
        try:
            search.clear()
        except RuntimeError as error:
            raise PlygroundError(str(error)) from None

    assert hammer([run, run, clear]) == []


def test_clearing_during_a_search_is_refused() -> None:
    tested, started = engine("pvs"), threading.Event()
    token = ply.StopToken()

    def search() -> None:
        tested.search(PLACES[1], ply.Limit(time=60), lambda _: started.set(), stop=token)

    thread = threading.Thread(target=search)
    thread.start()
    started.wait()
    with pytest.raises(PlygroundError, match="already searching"):
        tested.clear()
    token.stop()
    thread.join()
    tested.clear()


# As root there is no limit on threads, so the child becomes somebody else first.
NO_THREADS = """
import os, resource, sys, threading
sys.path.insert(0, sys.argv[1])
import plyground as ply
from tests.support.searching import engine

if os.getuid() == 0:
    os.setresuid(64_321, 64_321, 64_321)
resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
try:
    threading.Thread(target=print).start()
    print("threads can be started")
except RuntimeError:
    pass
for algorithm in ("pvs", "mtdf", "mcts"):
    tested = engine(algorithm, threads=4)
    for _ in range(2):
        found = tested.search(ply.position("squatter(5)"), ply.Limit(nodes=20_000))
        print(algorithm, found.move in ply.position("squatter(5)").legal_moves)
    tested.ponder(ply.position("squatter(5)"))
    print(tested.stop_pondering(), tested.search(ply.position("squatter(5)")).move is not None)
"""


def test_without_more_threads_a_search_goes_on_alone() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", NO_THREADS, str(ROOT)], capture_output=True, text=True, timeout=120
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    lines = [f"{name} True" for name in ("pvs", "mtdf", "mcts") for _ in range(2)]
    for place in (2, 5, 8):
        lines.insert(place, "None True")
    assert ended.stdout.splitlines() == lines
