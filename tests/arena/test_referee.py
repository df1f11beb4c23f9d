"""The referee: what bad agents cost, with and without a sandbox; `test_zoo` has the verdicts."""

from __future__ import annotations

import gc
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

import plyground as ply
from plyground.arena.agents.agents import Agent, BuiltIn, agent
from plyground.arena.agents.external import External, python_player
from plyground.arena.referee.referee import play_game
from plyground.arena.running.result import GameResult, Reason
from plyground.arena.sandbox import bubblewrap as sandbox
from plyground.arena.sandbox import tree
from plyground.arena.sandbox.limits import Limits
from plyground.arena.sandbox.memory import rough_mb
from plyground.errors import PlygroundError
from tests.support.zoo import CONTROL, HARMLESS, LIMITS, SHORT, START, VERDICTS, ZOO, spec

# Seconds from an offence to its verdict: one where a core is free, but tests share them.
PROMPT = 3.0

NEEDS_KEEPER = ("spins", "forks_and_exits", "fork_bomb", "shares_memory", "kills_its_parents")

needs_sandbox = pytest.mark.skipif(not sandbox.is_available(), reason="there is no bubblewrap")


def survivors() -> list[int]:
    """List the processes of agents that this process has started."""
    mark = f"PLYGROUND_AGENT={os.getpid()}-"
    return [pid for pid in tree.marked(mark) if not tree.is_dead(pid)]


@pytest.fixture(scope="module")
def good() -> Iterator[Agent]:
    """One agent that plays against the whole zoo without being started again."""
    made = agent(spec("good"), LIMITS)
    made.begin(START)
    yield made
    made.close()


@pytest.fixture(autouse=True)
def _nothing_survives(good: Agent) -> Iterator[None]:  # noqa: ARG001 - it lives through all tests
    before = survivors()
    yield
    assert survivors() == before


def check_verdict(name: str, good: Agent, limits: Limits = LIMITS) -> GameResult:
    """Play a bad agent against a good one, and check all that the referee promises."""
    control = SHORT if VERDICTS[name][0] == Reason.TIME else CONTROL
    result = play_game(START, (spec(name), good), control, limits=limits)
    ended = time.time()
    reason, note = VERDICTS[name]
    assert (result.reason, result.loser) == (reason, ply.Side.FIRST), result
    assert note in result.note
    offence = re.search(r"^offence ([0-9.]+)", result.stderr[0], re.MULTILINE)
    if offence is not None:
        assert ended - float(offence[1]) < PROMPT
    return result


@pytest.mark.parametrize("name", NEEDS_KEEPER)
def test_a_bad_agent_leaves_nothing_without_a_sandbox_either(name: str, good: Agent) -> None:
    check_verdict(name, good, replace(LIMITS, sandbox=False))


@pytest.mark.parametrize("name", HARMLESS)
def test_what_happens_besides_the_game_does_not_change_its_result(name: str) -> None:
    one = agent(spec(name), LIMITS)
    for _ in range(2):
        result = play_game(START, (one, "random"), CONTROL, seed=3)
        assert result.reason == Reason.END
        assert result.note == ""
        time.sleep(0.1)
    one.close()


def test_a_death_between_two_games_costs_nothing() -> None:
    one = External(python_player(ZOO / "good.py")[0], "good")
    for _ in range(3):
        assert play_game(START, (one, "random"), CONTROL).reason == Reason.END
        assert one.process is not None
        for pid in one.process.agent_processes:
            tree.kill(pid)
    one.close()


def test_a_daemon_is_found_without_a_sandbox() -> None:
    result = play_game(START, (spec("daemon"), "random"), CONTROL, limits=Limits(sandbox=False))
    assert result.reason == Reason.END


@needs_sandbox
def test_files_and_network_are_out_of_reach(tmp_path: Path) -> None:
    folder = tmp_path / "agents"
    shutil.copytree(ZOO, folder)
    secret = tmp_path / "secret.txt"
    secret.write_text("the cake is a lie")
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    read = play_game(START, (spec("reads_a_secret", folder), "random"), CONTROL)
    assert read.reason == Reason.END
    assert "FileNotFoundError" in read.stderr[0]
    assert "cake" not in read.stderr[0]
    assert "root:" not in read.stderr[0]
    assert secret.read_text() == "the cake is a lie"
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)
        (folder / "opens_a_socket.txt").write_text(str(server.getsockname()[1]))
        talked = play_game(START, (spec("opens_a_socket", folder), "random"), CONTROL)
        with pytest.raises(TimeoutError):
            server.accept()
    assert talked.reason == Reason.END
    assert "OSError" in talked.stderr[0]
    assert "connected" not in talked.stderr[0]


def test_an_agent_that_never_listens_does_not_hang_the_referee() -> None:
    result = play_game(START, (spec("ugi_never_reads"), "random"), CONTROL, limits=LIMITS)
    assert result.loser == ply.Side.FIRST or result.reason == Reason.END


def test_the_environment_is_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "hush")
    (tmp_path / "a.py").write_text(
        "import os, sys\n"
        "def choose(position, clock):\n"
        "    print(dict(os.environ), file=sys.stderr)\n"
        "    return position.legal_moves[0]\n"
    )
    result = play_game(START, (f"file:{tmp_path}/a.py", "random"), CONTROL)
    assert "PLYGROUND_AGENT" in result.stderr[0]
    assert "hush" not in result.stderr[0]


@pytest.fixture
def no_bubblewrap(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """A search path without bubblewrap, but with Python."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    sandbox.problem.cache_clear()
    yield
    sandbox.problem.cache_clear()


@pytest.mark.usefixtures("no_bubblewrap")
def test_without_bubblewrap_no_agent_starts_unless_it_is_trusted() -> None:
    with pytest.raises(PlygroundError, match="is not installed; install bubblewrap, or give --no-"):
        play_game(START, (spec("good"), "random"), CONTROL)
    trusted = Limits(sandbox=False)
    sandbox._warn.cache_clear()
    with pytest.warns(sandbox.NoSandbox, match="NO SANDBOX: agents run with limits"):
        result = play_game(START, (spec("good"), "random"), CONTROL, limits=trusted)
    assert result.reason == Reason.END


@pytest.mark.usefixtures("no_bubblewrap")
@pytest.mark.parametrize(
    "words",
    [
        ["match", spec("good"), "random", "--pairs", "1"],
        ["tournament", spec("good"), "random", "--pairs", "1"],
        ["check", "agent", spec("good")],
        ["referee", "watch-your-back", spec("good"), "random"],
        ["referee", "mankalah", f"{sys.executable} -m plyground mankalah", "random"],
        ["connect", "wub", "127.0.0.1", "9", "ann", "--player", spec("good")],
    ],
    ids=lambda words: " ".join(words[:2]) if words[0] in ("referee", "check") else words[0],
)
def test_commands_name_the_way_out(words: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "plyground", *words],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode not in (0, -9)
    assert "--no-sandbox" in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) <= 2


@pytest.mark.usefixtures("no_bubblewrap")
def test_a_bubblewrap_that_does_not_work_is_told_in_one_line(tmp_path: Path) -> None:
    """As where ordinary users may not make user namespaces."""
    fake = tmp_path / "bin" / "bwrap"
    fake.write_text("#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2\nexit 1\n")
    fake.chmod(0o755)
    with pytest.raises(PlygroundError) as refused:
        agent(spec("good"))
    assert "(bwrap: setting up uid map: Permission denied); install" in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.usefixtures("no_bubblewrap")
def test_a_trusted_agent_plays_without_bubblewrap() -> None:
    words = ["match", spec("good"), "random", "--pairs", "1", "--game", "kalah(3,2)"]
    done = subprocess.run(
        [sys.executable, "-m", "plyground", *words, "--no-sandbox"],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "NO SANDBOX" in done.stderr


def test_a_home_is_not_shown_to_an_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(ZOO / "good.py", tmp_path / "good.py")
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(PlygroundError, match="move the agent to its own folder"):
        agent(f"file:{tmp_path}/good.py")


# What it costs, and what stays behind.


@dataclass(frozen=True)
class Holdings:
    """What this process holds on to."""

    descriptors: int
    threads: int
    children: int
    resident_mb: float


def holdings() -> Holdings:
    gc.collect()
    looks = []
    for _ in range(20):
        looks.append(len(os.listdir("/proc/self/fd")))
        time.sleep(0.005)
    return Holdings(
        # The thread that watches an agent opens a file now and then, and may be stopped meanwhile
        # on a busy machine: the least of some looks.
        min(looks),
        threading.active_count(),
        len(tree.descendants(os.getpid())),
        rough_mb([os.getpid()], None),
    )


def mixed_run(keeper: Agent, games: int) -> None:
    """Play good and bad agents in turn; good ones win, and nothing is left of the bad ones."""
    names = [name for name in VERDICTS if name not in ("ugi_never_ready", "sleeps", "spins")]
    play_game(START, (keeper, "random"), CONTROL)
    before = None
    for number in range(games):
        name = names[number % len(names)]
        control = SHORT if VERDICTS[name][0] == Reason.TIME else CONTROL
        players = (keeper, spec(name)) if number % 2 else ("greedy", spec(name))
        result = play_game(START, players, control, limits=LIMITS, seed=number)
        assert (result.reason, result.loser) == (VERDICTS[name][0], ply.Side.SECOND), result
        assert play_game(START, (keeper, "random"), CONTROL, seed=number).reason == Reason.END
        if number == min(len(names), games // 2):
            before = holdings()
    after = holdings()
    assert before is not None
    assert after.descriptors <= before.descriptors  # what came from elsewhere may have gone
    assert (after.threads, after.children) == (before.threads, before.children)
    assert after.resident_mb < before.resident_mb + 8


@needs_sandbox
def test_a_mixed_run_leaks_nothing(good: Agent) -> None:
    mixed_run(good, 30)


@needs_sandbox
@pytest.mark.slow
def test_a_thousand_mixed_games_leak_nothing(good: Agent) -> None:
    mixed_run(good, 500)


def test_built_in_games_do_not_grow() -> None:
    one, other = BuiltIn(ply.player("random", 1), "a"), BuiltIn(ply.player("random", 2), "b")
    for _ in range(500):
        play_game(START, (one, other))
    before = holdings()
    for _ in range(5000):
        play_game(START, (one, other))
    assert holdings().resident_mb < before.resident_mb + 2
