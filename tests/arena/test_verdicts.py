"""Verdicts that are easily got wrong: what an agent prints does not decide, reasons are whole."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import plyground as ply
from plyground.arena.agents.agents import agent
from plyground.arena.referee.clock import Control
from plyground.arena.referee.referee import play_game
from plyground.arena.running.result import GameResult, Reason
from plyground.arena.running.store import Store
from plyground.arena.sandbox.limits import Limits
from plyground.cli.main import app
from tests.support.zoo import LIMITS, START

LONG = Control(move_time=30.0)  # time is not what is tested here


def written(folder: Path, text: str, name: str = "agent.py") -> str:
    """Write an agent whose choose() has this body; returns its spec."""
    body = "".join(f"    {line}\n" for line in text.splitlines())
    (folder / name).write_text(f"import os, sys\ndef choose(position, clock):\n{body}")
    return f"file:{folder / name}"


def played(spec: str, limits: Limits = LIMITS) -> GameResult:
    return play_game(START, (spec, "random"), LONG, limits=limits, seed=1)


# What an agent prints is not what happened.

MEMORY_WORDS = (
    "MemoryError", "OutOfMemory", "java.lang.OutOfMemoryError: Java heap space",
    "Out of memory", "Cannot allocate memory", "std::bad_alloc",
)  # fmt: skip


def test_words_about_memory_do_not_make_a_verdict(tmp_path: Path) -> None:
    say = "\n".join(f"print({words!r}, file=sys.stderr, flush=True)" for words in MEMORY_WORDS)
    ended = played(written(tmp_path, f"{say}\nos._exit(3)"))
    assert (ended.reason, ended.note) == (Reason.CRASH, "ended with exit code 3")
    raised = played(written(tmp_path, f"{say}\nraise ValueError({MEMORY_WORDS[0]!r})"))
    assert (raised.reason, raised.note) == (Reason.CRASH, "ended with exit code 1")
    illegal = played(written(tmp_path, f"{say}\nreturn 'OutOfMemory'"))
    assert illegal.reason == Reason.ILLEGAL
    fine = played(written(tmp_path, f"{say}\nreturn position.legal_moves[0]"))
    assert fine.reason == Reason.END


def test_an_allocation_that_fails_is_memory(tmp_path: Path) -> None:
    result = played(written(tmp_path, "return len(b'x' * (10 << 30))"))
    assert result.reason == Reason.MEMORY, result


# Reasons are whole, and can be seen.


def test_an_illegal_move_is_shown_whole(tmp_path: Path) -> None:
    text = "a much longer answer than anybody expected, " * 20 + "with its end"
    result = played(written(tmp_path, f"return {text!r}"))
    assert result.reason == Reason.ILLEGAL
    assert text.replace(" ", "␣") in result.note
    assert result.note.endswith("expected 1 to 3")


def test_control_characters_are_made_visible(tmp_path: Path) -> None:
    result = played(written(tmp_path, r"return '\x1b[2J3\u202e'"))
    assert result.reason == Reason.ILLEGAL
    assert r"\x1b[2J3\u202e" in result.note
    assert result.note.isprintable()


def test_a_gigantic_move_is_shortened_and_says_so(tmp_path: Path) -> None:
    result = played(written(tmp_path, "return 'x' * 900_000"), Limits())
    assert result.reason == Reason.ILLEGAL
    assert "900000 characters left out" in result.note
    assert len(result.note) < 300_000
    assert result.note.endswith("expected 1 to 3")


def test_a_blank_inside_a_move_is_no_end_of_it(tmp_path: Path) -> None:
    result = played(written(tmp_path, "return f'{position.legal_moves[0]} please'"))
    assert result.reason == Reason.ILLEGAL
    assert "␣please" in result.note
    assert (
        played(written(tmp_path, "return f' {position.legal_moves[0]}\\r\\n'")).reason == Reason.END
    )


def test_a_long_error_is_told_whole(tmp_path: Path) -> None:
    text = "why " * 500 + "because"
    result = played(written(tmp_path, f"raise ValueError({text!r})"))
    assert result.stderr[0].endswith(f"ValueError: {text}")


# A program that does not get ready.

SPEAKS_UGI = """
import sys
games = 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("ugiok", flush=True)
    elif words[0] == "uginewgame":
        games += 1
    elif words[0] == "isready" and ({ready}):
        print("readyok", flush=True)
    elif words[0] == "go":
        print("bestmove", moves, flush=True)
    elif words[0] == "position":
        moves = {move}
"""


def ugi_program(folder: Path, ready: str = "True", move: str = "1") -> str:
    """Write a program that speaks UGI; returns its spec."""
    path = folder / "program.py"
    path.write_text(SPEAKS_UGI.format(ready=ready, move=move))
    return f"ugi:{sys.executable} -u {path}"


def test_not_getting_ready_again_costs_the_program_s_own_time(tmp_path: Path) -> None:
    one = agent(ugi_program(tmp_path, "games < 2"), Limits(startup_seconds=60.0))
    start = ply.position("kalah(1,1)")
    for number in range(3):
        began = time.perf_counter()
        result = play_game(start, ("random", one), Control(game_time=50.0), seed=number)
        took = time.perf_counter() - began
        assert result.reason == Reason.END, result
        assert result.seconds[0] < 1.0
        assert took < 30.0, "nobody waits for a whole start"
        assert (result.seconds[1] >= 2.0) == (number > 0), "it waited for itself"
    one.close()


def test_a_death_between_games_still_costs_nothing(tmp_path: Path) -> None:
    one = agent(ugi_program(tmp_path, "games < 2 or sys.exit(1)"), LIMITS)
    for number in range(2):
        result = play_game(ply.position("kalah(1,1)"), ("random", one), Control(game_time=5.0))
        assert (result.reason, result.seconds[1] < 2.0) == (Reason.END, True), number
    one.close()


# A match with a player that never started.


def run_match(*words: str) -> Result:
    return CliRunner().invoke(app, [*words, "--game", "kalah(3,2)", "--workers", "1"])


@pytest.mark.parametrize("command", ["match", "sprt", "tournament"])
def test_a_player_that_never_starts_is_an_exit_code(command: str, tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text("import no_such_module\n")
    pairs = [] if command == "sprt" else ["--pairs", "1" if command == "tournament" else "50"]
    ended = run_match(command, "random", f"file:{tmp_path}/agent.py", *pairs)
    assert ended.exit_code == 1, ended.output
    [line] = [line for line in ended.stderr.splitlines() if "never started" in line]
    assert line.startswith(f"plyground: file:{tmp_path}/agent.py never started: while starting: ")
    assert line.endswith("ModuleNotFoundError: No module named 'no_such_module'")


def test_a_match_ends_when_a_player_never_starts(tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text("import no_such_module\n")
    result = ply.match("random", f"file:{tmp_path}/agent.py", "kalah(3,2)", pairs=500, workers=1)
    assert 4 <= result.score.games < 20
    assert "no_such_module" in result.reports.of(result.b).never_started


def test_a_match_is_resumed_when_the_player_starts(tmp_path: Path) -> None:
    path = tmp_path / "agent.py"
    path.write_text("import no_such_module\n")
    words = ["match", "random", f"file:{path}", "--pairs", "6", "--save", str(tmp_path / "a.db")]
    assert run_match(*words).exit_code == 1
    written(tmp_path, "return position.legal_moves[0]")
    ended = run_match(*words, "--resume")
    assert ended.exit_code == 0, ended.output
    with Store(tmp_path / "a.db") as store:
        assert len(list(store.games())) == 12


def test_a_player_that_starts_is_no_exit_code(tmp_path: Path) -> None:
    """Whatever it does afterwards."""
    spec = written(tmp_path, "raise ValueError('I give up')")
    # From the start: after a random opening, a game may end before it is the player's turn.
    ended = run_match("match", "random", spec, "--pairs", "1", "--openings", "start")
    assert ended.exit_code == 0
    assert "lost 2 by crash" in ended.output
