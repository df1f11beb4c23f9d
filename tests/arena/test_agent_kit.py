"""The agent kit: a starter that beats random, and a check that says what is wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import plyground as ply
from plyground.arena.agents.agents import agent
from plyground.arena.agents.check_agent import check_agent
from plyground.arena.agents.starter.agent import choose
from plyground.arena.referee.clock import Clock, Control
from plyground.arena.referee.referee import play_game
from plyground.cli.arena import agent as agent_command
from plyground.cli.arena import check as check_command
from plyground.cli.arena.agent import write_starter
from plyground.errors import PlygroundError
from tests.support.zoo import ZOO

app = typer.Typer()
app.add_typer(agent_command.app, name="agent")
app.add_typer(check_command.app, name="check")


def problems(spec: str, game: str = "kalah(3,2)") -> dict[str, str]:
    return {f.case: f.problem for f in check_agent(spec, game) if f.problem is not None}


def test_the_starter_is_short_and_can_be_run(tmp_path: Path) -> None:
    made, test = write_starter(tmp_path / "new")
    code = [
        line
        for line in made.read_text().split('"""')[::2]
        for line in line.splitlines()
        if line.strip() and not line.startswith("#")
    ]
    assert 15 <= len(code) <= 40
    compile(test.read_text(), str(test), "exec")
    with pytest.raises(PlygroundError, match="already exists"):
        write_starter(tmp_path / "new")
    (tmp_path / "file").touch()
    with pytest.raises(PlygroundError, match="not a folder"):
        write_starter(tmp_path / "file")


@pytest.mark.parametrize("game", ["kalah(6,4)", "squatter(5)", "watch-your-back"])
def test_the_starter_answers_within_its_share(game: str) -> None:
    position = ply.position(game)
    clock = Clock(ply.Limit(time=0.05))
    assert choose(position, clock) in position.legal_moves
    assert clock.elapsed < 0.2


@pytest.mark.parametrize("game", ["kalah(6,4)", "squatter(5)"])
def test_the_starter_beats_random(game: str, tmp_path: Path) -> None:
    made, _ = write_starter(tmp_path)
    one, start, control = (
        agent(f"file:{made}"),
        ply.position(game),
        Control(move_time=0.03, cpu=True),
    )
    score = 0.0
    for seed in range(2):
        score += play_game(start, (one, "random"), control, seed=seed).score
        score += 1 - play_game(start, ("random", one), control, seed=seed).score
    one.close()
    assert score >= 3


@pytest.mark.slow
def test_the_starter_s_own_test_passes(tmp_path: Path) -> None:
    _, test = write_starter(tmp_path)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test)]
    ended = subprocess.run(command, capture_output=True, check=False, cwd=tmp_path)
    assert ended.returncode == 0, ended.stdout.decode()


def test_nothing_is_wrong_with_a_good_agent() -> None:
    assert problems(f"file:{ZOO}/good.py") == {}
    assert problems("greedy", "squatter(4)") == {}


def test_passing_is_checked_where_there_is_passing(tmp_path: Path) -> None:
    (tmp_path / "stubborn.py").write_text(
        "def choose(position, clock):\n"
        "    moves = [m for m in position.legal_moves if m != 'pass']\n"
        "    return moves[0] if moves else 'a1a2'\n"
    )
    found = problems(f"file:{tmp_path}/stubborn.py", "watch-your-back")
    assert "can only pass" in found["it passes when it can do nothing else"]
    assert not any("passes" in f.case for f in check_agent("random", "kalah(3,2)"))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("plays_illegally", "a move that is not legal. In kalah(3,2): played 99"),
        ("crashes_at_start", "did not start"),
    ],
)
def test_what_is_wrong_is_said_in_plain_words(name: str, words: str) -> None:
    found = problems(f"file:{ZOO}/{name}.py")
    assert any(words in problem for problem in found.values()), found


def test_an_agent_that_trusts_its_memory_is_found_out(tmp_path: Path) -> None:
    """It keeps its own board, and forgets that games begin anew, and not always at the start."""
    (tmp_path / "counter.py").write_text(
        "moves = []\n"
        "def choose(position, clock):\n"
        "    moves.append(1)\n"
        "    return str(len(moves))\n"
    )
    assert "it answers from any position" in problems(f"file:{tmp_path}/counter.py")


def test_a_program_that_chokes_on_nonsense_is_found_out(tmp_path: Path) -> None:
    (tmp_path / "touchy.py").write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    word = line.split()[0]\n"
        "    if word == 'ugi': print('ugiok', flush=True)\n"
        "    if word == 'isready': print('readyok', flush=True)\n"
        "    if word == 'go': print('bestmove 1', flush=True)\n"
    )
    found = problems(f"ugi:{sys.executable} {tmp_path}/touchy.py")
    assert "After the line ''" in found["it survives nonsense and impossible positions"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = 1\n", "has no agent: expected a function choose"),
        ("class Agent:\n    pass\n", "has no agent"),
        ("def choose(:\n", "SyntaxError"),
        ("import no_such_module\n", "no_such_module"),
    ],
)
def test_a_file_without_an_agent_says_so(text: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(text)
    [finding] = check_agent(f"file:{tmp_path}/a.py", "kalah(3,2)")
    assert finding.problem is not None
    assert words in finding.details
    assert "host.py" not in finding.details, "only what the author wrote is of interest"


def test_agents_may_print_read_and_import(tmp_path: Path) -> None:
    """What they print goes to the record, input is empty, and their folder can be imported."""
    (tmp_path / "helper.py").write_text("def first(moves):\n    return moves[0]\n")
    (tmp_path / "a.py").write_text(
        "import os, sys, helper\n"
        "def choose(position, clock):\n"
        "    print('bestmove nonsense')\n"
        "    os.system('echo bestmove also-nonsense')\n"
        "    print(repr(sys.stdin.read()))\n"
        "    return helper.first(position.legal_moves)\n"
    )
    result = play_game(ply.position("kalah(3,2)"), (f"file:{tmp_path}/a.py", "random"), seed=1)
    assert result.reason == "end"
    assert "also-nonsense\n''" in result.stderr[0]


def test_a_class_is_made_anew_for_every_game(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(
        "class Agent:\n"
        "    def __init__(self):\n"
        "        self.count = 0\n"
        "    def choose(self, position, clock):\n"
        "        self.count += 1\n"
        "        print('move', self.count, clock.left, clock.opponent_left, clock.increment)\n"
        "        return position.legal_moves[0]\n"
    )
    control = Control(game_time=10, increment=0.5)
    one = agent(f"file:{tmp_path}/a.py")
    for _ in range(2):
        result = play_game(ply.position("kalah(3,2)"), ("random", one), control, seed=1)
        first = result.stderr[1].splitlines()[0]
        assert first.startswith("move 1 10.0")
        assert first.endswith("0.5")
    one.close()


def test_the_commands(tmp_path: Path) -> None:
    run = CliRunner()
    made = run.invoke(app, ["agent", "new", str(tmp_path / "mine")])
    assert made.exit_code == 0
    assert "plyground check agent" in made.output
    bad = run.invoke(app, ["check", "agent", f"{ZOO}/plays_illegally.py", "--game", "kalah(3,2)"])
    assert bad.exit_code == 1
    assert "✗" in bad.output
    assert "not legal" in bad.output
    good = run.invoke(app, ["check", "agent", "random", "--game", "kalah(3,2)", "--json"])
    assert good.exit_code == 0
    assert all(json.loads(line)["problem"] is None for line in good.output.splitlines())
    again = run.invoke(app, ["agent", "new", str(tmp_path / "mine")])
    assert isinstance(again.exception, PlygroundError)
