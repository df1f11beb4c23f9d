"""The Squatter course's Java interface, both ways, against classes written from the rules alone."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

import plyground as ply
from plyground.arena.agents.agents import agent
from plyground.arena.agents.external import External
from plyground.arena.referee.clock import Control
from plyground.arena.referee.referee import play_game
from plyground.arena.running.result import Reason
from plyground.arena.sandbox.limits import Limits
from plyground.cli.courses.java import write_java
from tests.support.paths import ROOT

pytestmark = pytest.mark.skipif(
    shutil.which("javac") is None or shutil.which("java") is None,
    reason="NO JAVA: the Squatter course's players are not tested; install a JDK, 11 or later",
)
SLOW = pytest.mark.slow
HERE = ROOT / "tests" / "support" / "java"
WINNERS = {1: "white", 2: "black", 3: None}
WAIT = 60.0
CHEAP = "pvs:nodes=50,table_mb=1"
LIMITS = Limits(startup_seconds=WAIT, memory_mb=400, untimed_seconds=WAIT)


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compile the course's side and our player, as a student would."""
    folder = tmp_path_factory.mktemp("classes")
    ours = write_java(folder / "source")
    sources = [*HERE.rglob("*.java"), ours]
    command = ["javac", "-Xlint:all", "-Werror", "-d", str(folder), *map(str, sorted(sources))]
    subprocess.run(command, check=True, timeout=WAIT)
    return folder


@pytest.fixture(scope="module")
def engine(classes: Path) -> Path:
    """Write a program that does what the command plyground does."""
    program = classes / "plyground-here"
    program.write_text(
        f"#!{sys.executable}\nfrom plyground.cli.main import main\nmain()\n", encoding="utf-8"
    )
    program.chmod(0o755)
    return program


def java(classes: Path, engine: Path | str, *words: str, player: str = CHEAP) -> list[str]:
    settings = [f"-Dplyground.command={engine}", f"-Dplyground.player={player}"]
    return ["java", "-XX:+UseSerialGC", *settings, "-cp", str(classes), *words]


# Our player in the course's hands.


def play_in_java(classes: Path, engine: Path, size: int, games: int) -> Counter[str]:
    """Let a Java referee play, and compare every game with our rules."""
    command = java(
        classes, engine, f"-Dcourse.seed={size}", "course.Games", str(size),
        "course.RandomPlayer", "plyground.SquatterPlayer", str(games),
    )  # fmt: skip
    # The time for a game is not what is tested here.
    command.insert(1, "-Dplyground.seconds=600")
    done = subprocess.run(command, capture_output=True, text=True, timeout=3000, check=False)
    assert done.stderr == ""
    assert done.returncode == 0
    played = re.findall(r"^game ([0-3])((?: [a-z][0-9]+)+)$", done.stdout, re.MULTILINE)
    assert len(played) == games
    results = Counter[str]()
    for winner, moves in played:
        position = ply.position(f"squatter({size})")
        for move in moves.split():
            position = position.play(move)
        assert position.is_over
        name = None if position.winner is None else position.side_name(position.winner)
        assert name == WINNERS[int(winner)]
        results[str(name)] += 1
    return results


def test_it_plays_whole_games(classes: Path, engine: Path) -> None:
    play_in_java(classes, engine, 6, 4)


@pytest.mark.slow
@pytest.mark.parametrize("size", [5, 6, 7])
def test_a_thousand_games_in_java(classes: Path, engine: Path, size: int) -> None:
    print(size, play_in_java(classes, engine, size, 350))


def questions(
    classes: Path, engine: Path | str, lines: list[str], *settings: str
) -> subprocess.CompletedProcess[str]:
    command = java(classes, engine, "course.Questions", "plyground.SquatterPlayer")
    command[1:1] = settings
    text = "".join(f"{line}\n" for line in lines)
    return subprocess.run(
        command, input=text, capture_output=True, text=True, timeout=WAIT, check=False
    )


def answers(classes: Path, engine: Path | str, *lines: str) -> list[str]:
    done = questions(classes, engine, list(lines))
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_moves_that_are_refused(classes: Path, engine: Path) -> None:
    wrong = (
        "opponent 1 0 0", "opponent 2 -1 0", "opponent 2 0 6", "opponent 0 0 0", "nothing",
    )  # fmt: skip
    lines = ["move", "winner", "opponent 1 0 0"]  # before any game
    expected = ["null", "-1", "-1"]
    for line in wrong:
        lines += ["init 6 1", "winner", line, "winner", "move", "opponent 2 0 0"]
        expected += ["0", "0", "-1", "-1", "null", "-1"]
    lines += ["init 6 2", "opponent 1 2 2", "opponent 1 2 2", "winner", "move"]  # taken already
    expected += ["0", "0", "-1", "-1", "null"]
    lines += ["init 3 2", "winner", "board"]
    expected += ["0", "0", *["+ + +"] * 3]
    assert answers(classes, engine, *lines) == expected


def test_games_that_are_none(classes: Path, engine: Path) -> None:
    wrong = ("init 2 1", "init 12 1", "init 6 0", "init 6 3", "init -1 1")
    lines = [line for none in wrong for line in (none, "winner", "move", "init 3 1", "winner")]
    assert answers(classes, engine, *lines) == ["-1", "-1", "null", "0", "0"] * len(wrong)


def test_black_may_begin(classes: Path, engine: Path) -> None:
    zero, move, ok, running, *board = answers(
        classes, engine, "init 3 2", "move", "opponent 1 0 0", "winner", "board"
    )
    assert (zero, ok, running) == ("0", "0", "0")
    piece, row, column = map(int, move.split())
    assert piece == 2
    expected = [["+"] * 3 for _ in range(3)]
    expected[row][column] = "B"
    expected[0][0] = "W" if (row, column) != (0, 0) else "B"
    assert board == [" ".join(line) for line in expected]


def test_an_engine_that_is_not_there(classes: Path) -> None:
    assert answers(classes, "/no/such/program", "init 6 1", "move") == ["-1", "null"]
    assert answers(classes, "false", "init 6 1", "move") == ["-1", "null"]


def test_it_moves_even_when_its_time_is_used_up(classes: Path, engine: Path) -> None:
    lines = ["init 7 1", "move", "opponent 2 0 0", "move"]
    done = questions(classes, engine, lines, "-Dplyground.seconds=0.001")
    zero, first, ok, second = done.stdout.splitlines()
    assert (zero, ok) == ("0", "0")
    assert first.startswith("1 ")
    assert second.startswith("1 ")


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.perf_counter() + WAIT
    while not is_so():
        assert time.perf_counter() < deadline
        time.sleep(0.02)


def all_children(pid: int) -> list[int]:
    """Java starts processes from threads: look at all of them."""
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        found += [int(child) for child in (task / "children").read_text(encoding="ascii").split()]
    return found


@pytest.mark.parametrize("end", ["close", "terminate", "kill", "kill engine"])
def test_no_engine_is_left_behind(end: str, classes: Path, engine: Path) -> None:
    command = java(classes, engine, "course.Questions", "plyground.SquatterPlayer")
    program = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert program.stdin is not None
    assert program.stdout is not None
    with program:
        program.stdin.write("init 6 1\n")
        program.stdin.flush()
        assert program.stdout.readline() == "0\n"
        [child] = all_children(program.pid)
        if end == "kill engine":
            os.kill(child, signal.SIGKILL)
            program.stdin.write("move\n")  # it starts another one, and goes on
            program.stdin.flush()
            assert program.stdout.readline().startswith("1 ")
            wait_until(lambda: len(all_children(program.pid)) == 1)
            [child] = all_children(program.pid)
            end = "close"
        if end == "close":
            program.stdin.close()
        else:
            program.send_signal(signal.SIGKILL if end == "kill" else signal.SIGTERM)
    wait_until(lambda: not Path(f"/proc/{child}").exists())


# An engine that closes its streams in the middle of its first game, and stays; the next one plays.
CLOSES = """#!{python}
import os, sys, time
if os.path.exists({flag!r}):
    from plyground.cli.main import main
    main()
open({flag!r}, "w").close()
for line in sys.stdin:
    if line == "isready\\n":
        print("readyok", flush=True)
    elif line.startswith("go "):
        os.close(0), os.close(1)
        time.sleep(600)
"""


def test_an_engine_that_talks_no_more_is_replaced(classes: Path, tmp_path: Path) -> None:
    """Also where it is not known yet that it is dead: the system tells that a moment later."""
    program = tmp_path / "closes"
    text = CLOSES.format(python=sys.executable, flag=str(tmp_path / "flag"))
    program.write_text(text, encoding="utf-8")
    program.chmod(0o755)
    zero, move, ok = answers(classes, program, "init 6 1", "move", "opponent 2 0 0")
    assert (zero, move.partition(" ")[0]) == ("0", "1")
    assert ok in ("0", "-1")  # where our own piece may stand


def test_a_java_heap_as_small_as_in_the_course(classes: Path, engine: Path) -> None:
    done = questions(classes, engine, ["init 6 1", "move"], "-Xmx2m")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[1].startswith("1 ")


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    write_java(tmp_path)
    with pytest.raises(ply.PlygroundError, match="already exists"):
        write_java(tmp_path)


# The course's players in our hands.


def course_agent(classes: Path, name: str) -> External:
    made = agent(f"squatter-java:{classes} course.{name}", LIMITS)
    assert isinstance(made, External)
    return made


def play_here(one: External, size: int, seed: int) -> str | None:
    """Play a game with a course's player, and compare the result with what it says itself."""
    start = ply.position(f"squatter({size}{',first=black' if seed % 3 == 0 else ''})")
    players = (one, "random") if seed % 2 else ("random", one)
    result = play_game(start, players, seed=seed)
    assert result.reason == Reason.END, result
    end = start
    for move in result.moves:
        end = end.play(move)
    # The last word is a player's own if it had the last move; it is never told the opponent's.
    verdicts = re.findall("verdict ([1-3])", one.last_errors)
    last_is_own = (len(result.moves) % 2 == 1) == (players[0] is one)
    if not last_is_own:
        return None
    name = None if end.winner is None else end.side_name(end.winner)
    assert WINNERS[int(verdicts[-1])] == name
    return str(name)


def test_course_players_play_here(classes: Path) -> None:
    one = course_agent(classes, "RandomPlayer")
    said = [play_here(one, 5, seed) for seed in range(12)]
    one.close()
    assert len([verdict for verdict in said if verdict is not None]) >= 3


@pytest.mark.slow
def test_a_thousand_games_here(classes: Path) -> None:
    one = course_agent(classes, "RandomPlayer")
    said = Counter(play_here(one, 4 + seed % 4, seed) for seed in range(1000))
    one.close()
    print(said)
    assert sum(count for verdict, count in said.items() if verdict is not None) > 300


@pytest.mark.parametrize(
    ("name", "reason", "note"),
    [
        ("Throws", Reason.CRASH, "IllegalStateException: I give up"),
        ("PlaysBesideTheBoard", Reason.ILLEGAL, "2,2147483647,-7"),
        ("Sleeps", Reason.TIME, ""),
        # Each takes a start of Java: the rest is for those who have time.
        pytest.param("ThrowsWhenMade", Reason.CRASH, "I was never here", marks=SLOW),
        pytest.param("TakesAllForIllegal", Reason.CRASH, "rejects the legal move", marks=SLOW),
        pytest.param("SaysNothing", Reason.ILLEGAL, "none", marks=SLOW),
        pytest.param("PlaysTheSameAgain", Reason.ILLEGAL, "a1", marks=SLOW),
        pytest.param("Exits", Reason.CRASH, "exit code 3", marks=SLOW),
        pytest.param("Hoards", Reason.MEMORY, "", marks=SLOW),
        pytest.param("HoardsOutsideTheHeap", Reason.MEMORY, "", marks=SLOW),
        pytest.param("StartsThreads", Reason.CRASH, "", marks=SLOW),
        pytest.param("Halts", Reason.CRASH, "exit code 4", marks=SLOW),
        pytest.param("SaysMemory", Reason.CRASH, "exit code 1", marks=SLOW),
    ],
)
def test_bad_players_lose(name: str, reason: Reason, note: str, classes: Path) -> None:
    one = course_agent(classes, f"BadPlayers${name}")
    control = Control(move_time=0.5) if name == "Sleeps" else Control()
    result = play_game(ply.position("squatter(4)"), ("random", one), control, seed=1)
    told = f"{result.note} {one.last_errors}"
    one.close()
    assert (result.reason, result.score) == (reason, 1.0), told
    assert note in told


@pytest.mark.parametrize("name", ["Chatters", "AnswersOddly"])
def test_odd_players_play_on(name: str, classes: Path) -> None:
    one = course_agent(classes, f"BadPlayers${name}")
    for seed in range(3):
        players = (one, "random") if seed % 2 else ("random", one)
        result = play_game(ply.position("squatter(4)"), players, seed=seed)
        assert result.reason == Reason.END, f"{result} {one.last_errors}"
    one.close()


@pytest.mark.parametrize(
    ("spec", "problem"),
    [
        ("squatter-java:", "is not a class path and a class"),
        ("squatter-java:folder", "is not a class path and a class"),
        ("squatter-java:a b c", "is not a class path and a class"),
        ("squatter-java:/no/such/folder x.Y", "there is no /no/such/folder"),
        ("squatter-java:'", "cannot be read"),
    ],
)
def test_specs_that_are_none(spec: str, problem: str) -> None:
    with pytest.raises(ply.PlygroundError, match=re.escape(problem)):
        agent(spec)


def test_a_class_that_is_not_there(classes: Path) -> None:
    one = course_agent(classes, "NoSuchPlayer")
    result = play_game(ply.position("squatter(4)"), (one, "random"))
    assert result.reason == Reason.STARTUP
    assert "there is no class course.NoSuchPlayer on the class path" in one.last_errors


def test_other_games_and_other_starts_are_refused(classes: Path) -> None:
    spec = f"squatter-java:{classes} course.RandomPlayer"
    with pytest.raises(ply.PlygroundError, match="squatter"):
        ply.match(spec, "random", "kalah(4,3)", pairs=1)
    with pytest.raises(ply.PlygroundError, match="--openings start"):
        ply.match(spec, "random", "squatter(4)", pairs=1)
