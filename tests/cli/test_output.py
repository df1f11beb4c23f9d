"""What others wrote does not act on the terminal: not names, notes, errors, nor headers."""

from __future__ import annotations

import ast
import io
import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from plyground.arena.running.result import GameResult, Pairing, Reason
from plyground.arena.running.store import Store
from plyground.cli.shared import output
from tests.support.paths import ROOT

HOSTILE = "\x1b]0;owned\x07\x1b[2J\x9b31m\rwon\b\u202e"
SEEN = "\\x1b]0;owned\\x07\\x1b[2J\\x9b31m\\rwon\\x08\\u202e"
STYLE = re.compile(r"\x1b\[[0-9;]*m")  # what rich says about colours

AGENT = f"""
import sys
def choose(position, clock):
    print({HOSTILE!r}, file=sys.stderr, flush=True)
    return {HOSTILE!r}
"""


def is_clean(text: str) -> bool:
    return not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", STYLE.sub("", text))


def test_every_command_prints_through_one_place() -> None:
    for path in sorted((ROOT / "src/plyground/cli").rglob("*.py")):
        if path == ROOT / "src/plyground/cli/shared/output.py":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                assert called not in ("print", "sys.stdout.write", "sys.stderr.write"), path
                assert called != "typer.echo" or "get_help" in ast.unparse(node), path
                assert called not in ("Console", "rich.print"), path


@pytest.mark.parametrize("in_colour", [False, True])
def test_a_console_shows_control_characters(
    in_colour: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = output.console()
    monkeypatch.setattr(screen, "file", file := io.StringIO())
    if in_colour:
        monkeypatch.setattr(screen, "_force_terminal", True)
        monkeypatch.setattr(screen, "_color_system", None)
    table = Table(HOSTILE)
    table.add_row(HOSTILE)
    table.add_row(Text(HOSTILE))
    for what in (HOSTILE, Text(HOSTILE, "bold"), table, Panel(HOSTILE, title=Text(HOSTILE))):
        screen.print(what, soft_wrap=True)
    assert file.getvalue().count("owned") >= 6
    assert is_clean(file.getvalue())
    assert SEEN in file.getvalue()


def test_lines_show_control_characters(capsys: pytest.CaptureFixture[str]) -> None:
    output.say(f"{HOSTILE}\nnext")
    output.warn(HOSTILE)
    output.tell(HOSTILE)
    output.say_json({HOSTILE: f"{HOSTILE}\x7f\n"})
    printed = capsys.readouterr()
    lines = printed.out.splitlines()
    assert lines[:3] == [SEEN, "next", SEEN]
    assert printed.err == f"{SEEN}\n"
    assert lines[3].isprintable()
    assert lines[3].isascii()
    assert json.loads(lines[3]) == {HOSTILE: f"{HOSTILE}\x7f\n"}


def test_a_result_shows_what_its_agents_wrote() -> None:
    lost = GameResult(
        "kalah(6,4)",
        ("a", "b"),
        0.0,
        reason=Reason.CRASH,
        note=f"{HOSTILE}\n",
        stderr=(HOSTILE, ""),
    )
    assert lost.note == f"{SEEN}\\n"
    assert lost.stderr == (SEEN, "")


def run(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "plyground", *words]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )


def at_terminal(*words: str, folder: Path) -> str:
    """Run a command whose output is a terminal; returns what the terminal would get."""
    ours, theirs = pty.openpty()
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "200", "LINES": "50"}
    command = [sys.executable, "-m", "plyground", *words]
    process = subprocess.Popen(
        command, cwd=folder, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs, env=environment
    )
    os.close(theirs)
    received = b""
    try:
        while chunk := os.read(ours, 1 << 16):
            received += chunk
    except OSError:  # the other end was closed
        pass
    os.close(ours)
    process.wait(60)
    return received.decode().replace("\r\n", "\n")


def test_an_agent_cannot_write_to_the_terminal(tmp_path: Path) -> None:
    name = "evil\x1b[2J.py"
    (tmp_path / name).write_text(AGENT)
    checked = at_terminal("check", "agent", name, "--game", "kalah(3,2)", folder=tmp_path)
    assert "illegal" in checked or "not legal" in checked
    assert SEEN.partition("\\r")[0] in checked
    assert is_clean(checked)
    played = at_terminal(
        "match", f"file:{name}", "random", "--game", "kalah(3,2)", "--pairs", "1",
        "--save", "games.db", "--workers", "0", folder=tmp_path,
    )  # fmt: skip
    assert "illegal" in played
    # Between pictures rich moves the cursor and clears lines; the agent's own text does not.
    assert "\x1b]0;" not in played
    assert "\x1b[2J" not in played
    for words in (("games", "list"), ("games", "show"), ("games", "export"), ("rate",)):
        shown = at_terminal(*words, "games.db", *["1"] * (words[-1] == "show"), folder=tmp_path)
        assert "evil" in shown
        assert is_clean(shown), words


def test_an_error_message_stays_on_its_line(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('game = "kalah"\n[opening]\n"x\\u001b[2J\\ny" = 1\n')
    failed = run("weights", "show", "a.toml", folder=tmp_path)
    assert failed.returncode == 2
    assert len(failed.stderr.splitlines()) == 1
    assert is_clean(failed.stderr)


def test_a_store_from_elsewhere_is_shown_cleanly(tmp_path: Path) -> None:
    players = (f"file:{HOSTILE}", "b")
    lost = GameResult("kalah(3,2)", players, 0.0, reason=Reason.TIME, note="late")
    with Store(tmp_path / "games.db") as store:
        number = store.start("match", {"game": "kalah(3,2)"})
        store.save(number, Pairing(*players), lost)
    for words in (("games", "list"), ("games", "show"), ("games", "export"), ("rate",)):
        shown = run(*words, "games.db", *["1"] * (words[-1] == "show"), folder=tmp_path)
        assert "owned" in shown.stdout, shown
        assert is_clean(shown.stdout + shown.stderr), words
