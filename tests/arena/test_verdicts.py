"""Verdicts that are easily got wrong: what an agent prints does not decide, reasons are whole."""

from __future__ import annotations

from pathlib import Path

from plyground.arena.referee.clock import Control
from plyground.arena.referee.referee import play_game
from plyground.arena.running.result import GameResult, Reason
from plyground.arena.sandbox.limits import Limits
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
