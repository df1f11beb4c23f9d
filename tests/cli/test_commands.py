"""The commands that measure, run as a person runs them: what they print, and how they fail."""

from __future__ import annotations

import csv
import json
import re
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

import plyground as ply
from plyground.cli.main import main

# Ctrl-C must work even if whoever runs the tests ignores it and passes that on.
PROGRAM = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from plyground.cli.main import main
sys.argv[0] = "plyground"
print("ready", file=sys.stderr, flush=True)
main()
"""
COMMAND = [sys.executable, "-c", PROGRAM]
START = "4,4,4,4,4,4/0 4,4,4,4,4,4/0 south"
GAMES = ("kalah(6,4)", "kalah-manchester", "squatter(7)", "watch-your-back")
MEASURES = {"perft", "random games", "random moves", "steps from Python", "hash"}


@dataclass
class Done:
    """What a command printed and how it ended."""

    stdout: str
    stderr: str
    returncode: int


class Commands:
    """Runs commands inside the test's own process: new ones would take most of the time."""

    def __init__(self, capture: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        self._capture = capture
        self._patch = patch
        patch.setenv("COLUMNS", "100")

    def run(self, *arguments: str) -> Done:
        self._patch.setattr(sys, "argv", ["plyground", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        printed = self._capture.readouterr()
        code = ended.value.code
        return Done(printed.out, printed.err, code if isinstance(code, int) else 0)

    def output(self, *arguments: str) -> str:
        done = self.run(*arguments)
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        return done.stdout


@pytest.fixture
def commands(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Commands:
    return Commands(capsys, monkeypatch)


def test_the_version_is_that_of_the_package(commands: Commands) -> None:
    assert commands.output("--version") == f"plyground {ply.__version__}\n"


def test_as_a_program() -> None:
    for arguments, code, expected in (
        (("perft", "kalah(6,4)", "2", "--json"), 0, '"nodes": 35'),
        (("perft", "kalah(6,99)", "2"), 2, "plyground: kalah(6,99): seeds=99 is not valid"),
    ):
        done = subprocess.run(
            [*COMMAND, *arguments], capture_output=True, encoding="utf-8", timeout=60, check=False
        )
        assert done.returncode == code
        assert expected in done.stdout + done.stderr
        assert len((done.stdout + done.stderr).splitlines()) == 2


def test_help(commands: Commands) -> None:
    text = commands.output("--help")
    for command in ("play", "perft", "bench"):
        assert re.search(rf"\b{command}\b", text)
    assert commands.output("-h") == text
    assert commands.run().stdout.strip() == text.strip()


@pytest.mark.parametrize("command", ["play", "perft", "bench"])
def test_every_command_shows_an_example(commands: Commands, command: str) -> None:
    text = commands.output(command, "--help")
    assert "Usage: " in text
    assert f"Example: plyground {command}" in " ".join(text.split())


# perft


def test_perft(commands: Commands) -> None:
    assert re.fullmatch(
        r"942 nodes, depth 4, [\d,]+ nodes/s\n", commands.output("perft", "kalah", "4")
    )
    assert commands.output("perft", "squatter(3)", "0").startswith("1 nodes, depth 0, ")
    assert commands.output("perft", "kalah(1,1)", "5").startswith("0 nodes, depth 5, ")
    assert commands.output("perft", "watch-your-back", "2", "--quiet").startswith(
        "2084 nodes, depth 2, "
    )


def test_perft_divided(commands: Commands) -> None:
    lines = commands.output("perft", "kalah(6,4)", "4", "--divide").splitlines()
    counts = {move: int(count) for move, count in (line.split() for line in lines[:-1])}
    assert counts == ply.divide(ply.position("kalah(6,4)"), 4)
    assert lines[-1].startswith(f"{sum(counts.values())} nodes, depth 4, ")


def test_perft_for_machines(commands: Commands) -> None:
    found = json.loads(commands.output("perft", "kalah ( 6,4 )", "3", "--json"))
    assert found.pop("seconds") >= 0
    assert found == {"game": "kalah(6,4)", "position": START, "depth": 3, "nodes": 185}
    found = json.loads(commands.output("perft", "kalah(6,4)", "3", "--json", "--divide"))
    assert found["divide"] == ply.divide(ply.position("kalah(6,4)"), 3)


def test_perft_from_a_position(commands: Commands) -> None:
    text = "+W+/W-W/+B+ .../.W./... black"
    found = json.loads(commands.output("perft", "squatter(3)", "2", "--json", "--position", text))
    assert (found["position"], found["nodes"]) == (text, 12)
    over = "0,0,0/6 0,0,0/6 south"
    assert commands.output("perft", "kalah(3,2)", "1", "--position", over).startswith(
        "0 nodes, depth 1, "
    )


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("perft", "ludo", "3"), "there is no game 'ludo'; known are kalah"),
        (("perft", "kalah(6,\n99)", "3"), "seeds=99 is not valid"),
        (("perft", "kalah", "3", "--position", "nonsense"), "has at least three words"),
        (("perft", "squatter(3)", "3", "--position", "a\nb c"), "is not 3 rows of 3 cells"),
        (("bench", "--game", "chess"), "there is no game 'chess'"),
        (("bench", "--game", "kalah", "--game", "chess"), "there is no game 'chess'"),
    ],
)
def test_mistakes_end_with_one_line_and_code_2(
    commands: Commands, arguments: tuple[str, ...], expected: str
) -> None:
    done = commands.run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("plyground: ")
    assert expected in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("perft",),
        ("perft", "kalah"),
        ("perft", "kalah", "deep"),
        ("perft", "kalah", "-1"),
        ("perft", "kalah", "65"),
        ("perft", "kalah", "3", "--deep"),
        ("perft", "kalah", "3", "4"),
        ("bench", "--seconds", "0"),
        ("bench", "--seconds", "soon"),
        ("fly",),
        ("--fly",),
    ],
)
def test_wrong_usage_ends_with_code_2(commands: Commands, arguments: tuple[str, ...]) -> None:
    done = commands.run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Usage: plyground" in done.stderr


# bench


def test_bench_for_machines(commands: Commands) -> None:
    lines = [
        json.loads(line)
        for line in commands.output("bench", "--seconds", "0.01", "--json").split("\n")[:-1]
    ]
    measured = {(line["game"], line["measure"]) for line in lines}
    assert measured >= {(game, measure) for game in GAMES for measure in MEASURES}
    assert len(measured) == len(lines)
    assert all(line["value"] > 0 and line["unit"] for line in lines)


def test_bench_for_people(commands: Commands) -> None:
    text = commands.output("bench", "--seconds", "0.01", "--game", "squatter(5,first=black)")
    assert re.search(r"squatter\(5,first=black\) +perft +[\d,]+ +nodes/s", text)
    assert all(measure in text for measure in MEASURES)


def test_bench_appends_to_its_history(commands: Commands, tmp_path: Path) -> None:
    file = tmp_path / "new folder" / "speed.csv"
    arguments = ("bench", "--seconds", "0.01", "--game", "kalah(3,2)", "--save", str(file))
    commands.output(*arguments)
    first = file.read_text(encoding="utf-8")
    commands.output(*arguments, "--json")
    both = file.read_text(encoding="utf-8")
    assert both.startswith(first)
    rows = list(csv.DictReader(both.splitlines()))
    measures = [row["measure"] for row in rows]
    assert measures == 2 * measures[: len(rows) // 2]
    assert set(measures) >= MEASURES
    assert {(row["game"], row["version"]) for row in rows} == {("kalah(3,2)", ply.__version__)}
    assert all(float(row["value"]) > 0 for row in rows)
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", row["date"]) for row in rows)


def test_bench_that_cannot_save(commands: Commands, tmp_path: Path) -> None:
    done = commands.run(
        "bench", "--seconds", "0.01", "--game", "kalah(3,2)", "--save", str(tmp_path)
    )
    assert done.returncode == 2
    assert done.stderr == f"plyground: {tmp_path}: cannot write: Is a directory\n"


# Ctrl-C


@pytest.mark.parametrize(
    "arguments",
    [
        ("perft", "squatter(7)", "12"),
        ("perft", "kalah(6,4)", "30", "--json"),
        ("perft", "watch-your-back", "64", "--divide"),
        ("bench", "--seconds", "60"),
    ],
)
def test_control_c_stops_at_once(arguments: tuple[str, ...]) -> None:
    program = subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    )
    try:
        assert program.stderr is not None
        assert program.stderr.readline() == "ready\n"
        time.sleep(1)  # by now it is deep in the core
        assert program.poll() is None
        program.send_signal(signal.SIGINT)
        stopped = time.monotonic()
        printed, errors = program.communicate(timeout=5)
        assert time.monotonic() - stopped < 1
    finally:
        program.kill()
    assert program.returncode == 130
    assert printed == ""
    assert "Traceback" not in errors
