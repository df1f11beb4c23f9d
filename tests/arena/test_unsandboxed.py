"""Agents that run without a sandbox: whatever they do, nothing stays, and the run goes on."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from plyground.arena.referee.referee import play_game
from plyground.arena.running.result import Reason
from plyground.arena.sandbox import orphans, seccomp, tree
from plyground.arena.sandbox.limits import Limits
from tests.support.zoo import CONTROL, START

TRUSTED = Limits(sandbox=False)
SECONDS = 20.0

# Leaves a process that no mark, session or parent gives away; then kills its keeper if told to.
DAEMON = """
import os, signal, time
done = []
def choose(position, clock):
    if not done:
        done.append(True)
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.closerange(0, 256)
                os.execvpe("sleep", ["sleep", "{seconds}"], {{}})
            os._exit(0)
        os.wait()
        {then}
    return position.legal_moves[0]
"""

# Kills those above its keeper: the worker, and whoever has started the run.
KILLER = """
import os, signal, sys
def parent(pid):
    with open(f"/proc/{pid}/stat") as file:
        return int(file.read().rpartition(")")[2].split()[1])
def choose(position, clock):
    pid = parent(os.getppid())
    while pid > 1:
        with open(f"/proc/{pid}/cmdline") as file:
            name = file.read()
        if "running.worker" in name or "plyground\\0match" in name:
            for kill in (os.kill, lambda *words: os.kill(-words[0], words[1])):
                try:
                    kill(pid, signal.SIGKILL)
                except OSError as error:
                    print(error, file=sys.stderr)
        pid = parent(pid)
    return position.legal_moves[0]
"""


@pytest.fixture
def sleepers() -> tuple[str, Callable[[], list[int]]]:
    """A length of sleep that nobody else has, and a way to find who sleeps so long."""
    seconds = f"9{secrets.randbelow(10**8):08}"

    def find() -> list[int]:
        found = []
        for name in filter(str.isdigit, os.listdir("/proc")):
            if tree.read(f"/proc/{name}/cmdline").split("\0")[:2] == ["sleep", seconds]:
                found.append(int(name))
        return [pid for pid in found if not tree.is_dead(pid)]

    return seconds, find


@pytest.mark.usefixtures("counted")
@pytest.mark.filterwarnings("ignore:NO SANDBOX")
@pytest.mark.parametrize("then", ["pass", "os.kill(os.getppid(), signal.SIGKILL); time.sleep(4)"])
def test_a_daemon_with_an_empty_environment_is_found(
    then: str, tmp_path: Path, sleepers: tuple[str, Callable[[], list[int]]]
) -> None:
    seconds, find = sleepers
    (tmp_path / "daemon.py").write_text(DAEMON.format(seconds=seconds, then=then))
    result = play_game(START, (f"file:{tmp_path}/daemon.py", "random"), CONTROL, limits=TRUSTED)
    assert result.reason == (Reason.END if then == "pass" else Reason.CRASH)
    assert find() == []


def test_an_agent_cannot_kill_its_worker(tmp_path: Path) -> None:
    (tmp_path / "killer.py").write_text(KILLER)
    done = subprocess.run(
        [sys.executable, "-m", "plyground", "match", f"file:{tmp_path}/killer.py", "random",
         "--game", "kalah(3,2)", "--pairs", "1", "--workers", "1", "--no-sandbox", "--json",
         "--save", str(tmp_path / "games.db")],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert "error" not in told
    listed = subprocess.run(
        [sys.executable, "-m", "plyground", "games", "list", str(tmp_path / "games.db"), "--json"],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    games = [json.loads(line) for line in listed.stdout.splitlines()]
    assert [game["reason"] for game in games] == ["end", "end"], listed.stdout + listed.stderr


def test_the_shield_refuses_signals_to_whom_it_protects(tmp_path: Path) -> None:
    """Also to everybody at once; tried with signal 0, which only asks whether it may be sent."""
    code = seccomp.shield(orphans.ancestors())
    if code is None:
        pytest.skip("no filter for this machine")
    keeper = Path(orphans.__file__).with_name("keeper.py")
    (tmp_path / "asks.py").write_text(
        "import os, sys\n"
        "for target in map(int, sys.argv[1:]):\n"
        "    try:\n"
        "        os.kill(target, 0)\n"
        "        print('may')\n"
        "    except OSError as error:\n"
        "        print(type(error).__name__)\n"
        "os.kill(os.getpid(), 0), os.kill(0, 0), os.kill(os.getppid(), 0)\n"
    )
    leash, held = os.pipe()
    targets = [str(os.getpid()), str(-os.getpgrp()), "-1", str(os.getppid())]
    with subprocess.Popen(
        [sys.executable, "-I", "-S", keeper, str(leash), code.hex(), sys.executable,
         str(tmp_path / "asks.py"), *targets],
        stdout=subprocess.PIPE, text=True, pass_fds=[leash],
    ) as process:  # fmt: skip
        told = process.communicate(timeout=SECONDS)[0].split()
    os.close(leash)
    os.close(held)
    assert (process.returncode, told) == (0, ["PermissionError"] * 4)


def test_our_own_children_are_no_orphans() -> None:
    with subprocess.Popen(["sleep", "1000"]) as own:
        orphans.kill_orphans()
        time.sleep(0.05)
        assert own.poll() is None
        own.kill()
