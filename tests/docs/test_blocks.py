"""Every code block of the documentation runs: the blocks that other tests do not run, run here.

Python examples run as doctests, the start pages and "Your game in an hour" in tests of their own.
Here every other command runs in a folder that has what its page speaks of. What would take minutes
is stopped as by Ctrl-C and must end cleanly: so each command starts and does what the page says.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
RUN_ELSEWHERE = {"index.md", "your-game-in-an-hour.md"}
PAGES = [ROOT / "README.md", *sorted(p for p in DOCS.glob("*.md") if p.name not in RUN_ELSEWHERE)]
BLOCK = re.compile(r"^ *```(sh|json)?\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)

SECONDS = 10.0  # of processor time, before Ctrl-C
PATIENCE = 60.0  # after it
INTERRUPTED, UNSOLVED = 130, 3

# Commands that need another program or machine, and the tests that run them with it.
NEEDS = {
    "squatter-java:": "tests/adapters: the Java classes of the course",
    "openspiel:": "tests/adapters: OpenSpiel",
    "Ours.jar": "tests/adapters: ManKalah",
    "ray:": "tests/arena: a Ray cluster",
    "0.0.0.0": "tests stay on this machine",
    "connect ": "tests/adapters: the servers of KGP and of the course",
    "train net": "tests/learn: PyTorch",
    "net:run": "tests/learn: PyTorch",
    "net-kalah": "tests/learn: PyTorch",
    "net=run": "tests/learn: PyTorch",
    "actor-critic": "tests/learn: PyTorch",
    "cmaes": "tests/learn: cma",
    "…": "an option that is written out above",
    "OTHER": "a name to fill in",
    "--workers": "tests/arena",
    "tables build": "tests/solving: gigabytes",
    "books/shipped": "how the shipped files were made",
    '"$game"': "how the shipped files were made",
}

# What pages speak of, and the commands that make it.
MADE = {
    "games.db": "match random greedy --pairs 1 --save games.db",
    "my_game.py": "game new my_game",
    "my_player.py": "agent new .",
    "mine.toml": "weights convert kalah mine.toml",
    "squatter-6.book": "book build squatter(6) --positions 4 --nodes 2000",
    "tdleaf-kalah-6-4": "train tdleaf kalah(6,4) --games 20 --checks 0 --final-pairs 1",
    "tdleaf-my-game": "train tdleaf my_game.py --games 20 --checks 0 --final-pairs 1",
    "menace-tictactoe": "train menace examples/tic_tac_toe.py --games 20 --opponent random",
    "k65.run": "solve kalah(6,5) --save k65.run",
}


def commands(page: Path) -> list[str]:
    """Return the commands of a page that are run here."""
    found = []
    for kind, text in BLOCK.findall(page.read_text("utf-8")):
        for line in text.replace("\\\n", " ").splitlines() if kind != "json" else ():
            if line.startswith("plyground ") and not any(need in line for need in NEEDS):
                found.append(re.split(r"\s#|\s[|>&;]", line)[0])
    return found


def run(words: list[str], folder: Path) -> tuple[int, str]:
    """Run a command in the folder; after a while it is stopped as by Ctrl-C."""
    with (folder / "output.txt").open("w+", encoding="utf-8") as output:
        process = psutil.Popen(
            [sys.executable, "-m", "plyground", *words],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "BROWSER": "true"},
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            process.stdin.write("quit\n")
            process.stdin.close()
            if not _ends(process, Path(output.name)):
                os.killpg(process.pid, signal.SIGINT)
                process.wait(PATIENCE)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
        return process.returncode, Path(output.name).read_text("utf-8")


def _ends(process: psutil.Popen, output: Path) -> bool:
    """Wait for the end; not for that of a server, nor of what computes for long."""
    while process.poll() is None:
        if _seconds(process) > SECONDS or "Ctrl-C" in output.read_text("utf-8", "replace"):
            return False
        with contextlib.suppress(subprocess.TimeoutExpired, psutil.TimeoutExpired):
            process.wait(0.2)
    return True


def _seconds(process: psutil.Popen) -> float:
    """Return the processor time of a command and its workers, which no busy machine changes."""
    spent = 0.0
    with contextlib.suppress(psutil.NoSuchProcess):
        for one in (process, *process.children(recursive=True)):
            spent += sum(one.cpu_times()[:2])
    return spent


def _makes(words: list[str]) -> bool:
    return bool({"new", "convert"} & set(words)) or ("build" in words and "--resume" not in words)


def prepare(words: list[str], folder: Path, for_: str = "") -> None:
    """Make what a command speaks of, unless an earlier one has made it."""
    text = shlex.join(words)
    for name, command in MADE.items():
        if name == for_ or name not in text or _makes(words) or (folder / name).exists():
            continue
        made = command.split()
        prepare(made, folder, name)
        code, output = run(made, folder)
        assert code in (0, INTERRUPTED), output
        if name == "my_player.py":
            (folder / "agent.py").rename(folder / name)


@pytest.mark.slow
@pytest.mark.parametrize("page", [p for p in PAGES if commands(p)], ids=lambda page: page.stem)
def test_every_command_runs(page: Path, tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for line in commands(page):
        words = shlex.split(line)[1:]
        prepare(words, tmp_path)
        code, output = run(words, tmp_path)
        assert code in (0, INTERRUPTED, UNSOLVED), f"{line}\n{output}"
        assert "Traceback" not in output, f"{line}\n{output}"


def test_json_blocks_are_json() -> None:
    blocks = 0
    for page in PAGES:
        for kind, text in BLOCK.findall(page.read_text("utf-8")):
            if kind == "json":
                decoder, rest = json.JSONDecoder(), text.strip()
                while rest:
                    _, end = decoder.raw_decode(rest)
                    rest = rest[end:].strip()
                blocks += 1
    assert blocks > 20
