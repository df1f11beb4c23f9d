"""What commands share: where they begin, old names, piped output, and completion by the shell."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import plyground as ply
from plyground.cli.shared.completion import complete_games, complete_players
from plyground.cli.shared.start import start
from plyground.errors import PlygroundError
from tests.cli.test_commands import Commands, commands

__all__ = ["commands"]


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A record file with three games."""
    games = [ply.game("kalah(3,2)"), ply.game("squatter(4)"), ply.game("kalah(3,2)")]
    games[1].push("b2")
    for move in ("2", "1"):
        games[2].push(move)
    path = tmp_path / "three.games"
    ply.save(path, games)
    return str(path)


def test_a_record_begins_where_it_was_left(file: str) -> None:
    assert start(file).moves == ("2", "1")
    assert start(f"{file}:1").moves == ()
    assert start(f"{file}:2", moves="c3 c2").moves == ("b2", "c3", "c2")
    text = ply.position("squatter(4)").play("b2").text
    assert start("squatter(4)", text, "c3").position == start(f"{file}:2", moves="c3").position


@pytest.mark.parametrize(
    ("source", "position", "message"),
    [
        ("{file}:4", None, "holds no game 4; expected a number from 1 to 3"),
        ("{file}:0", None, "holds no game 0"),
        ("{file}", "2,2,2/0 2,2,2/0 south", "leave out --position"),
        ("missing.games", None, "there is no file missing.games"),
        ("missing.games:3", None, "there is no file missing.games:3"),
        ("folder/game", None, "there is no file folder/game"),
        ("chess", None, "there is no game 'chess'"),
        ("kalah(6,4):2", None, "is not a game name"),
    ],
)
def test_what_is_no_beginning(file: str, source: str, position: str | None, message: str) -> None:
    with pytest.raises(PlygroundError) as raised:
        start(source.replace("{file}", file), position)
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("words", "at"),
    [
        (("solve",), "position"),
        (("perft", "2"), "position"),
    ],
)
def test_commands_begin_at_a_record(
    commands: Commands, file: str, words: tuple[str, ...], at: str
) -> None:
    name, *rest = words
    found = json.loads(commands.output(name, file, *rest, "--json"))
    assert found[at] == start(file).position.text
    moved = json.loads(commands.output(name, f"{file}:1", *rest, "--json", "--moves", "2 1"))
    assert moved[at] == found[at]


def test_analyse_explain_and_books_begin_at_a_record(commands: Commands, tmp_path: Path) -> None:
    path = str(tmp_path / "one.games")
    record = ply.game("squatter(6)")
    record.push("c3")
    ply.save(path, [record])
    named = ("squatter(6)", "--moves", "c3")
    for command, options in (
        (("explain",), ("--json",)),
        (("book", "show"), ("--json",)),
        (("analyse",), ("--depth", "2", "--lines", "1")),
    ):
        by_file = commands.output(*command, path, *options)
        by_name = commands.output(*command, *named, *options)
        if command == ("analyse",):  # the last line tells the time
            by_file, by_name = (text.rsplit("\n", 2)[0] for text in (by_file, by_name))
        assert by_file == by_name


def test_old_names_work_and_say_so(commands: Commands, file: str) -> None:
    text = ply.position("kalah(3,2)").play("2").text
    for words, old in (
        (("solve", "kalah(3,2)", "--table-mb", "1"), "--table-mb is deprecated; use --memory"),
        (("solve", "kalah(3,2)", "--table-mb=1"), "--table-mb is deprecated; use --memory"),
        (("solve", "kalah(3,2)", text), "use --position"),
        (("analyse", "kalah(3,2)", "--engine", "pvs:depth=2"), "use --player"),
        (("analyse", "kalah(3,2)", "--explain"), "use plyground explain"),
        (("play", "--load", file, "--first", "random", "--second", "random"), "use the file as an"),
    ):
        done = commands.run(*words)
        assert done.returncode == 0, done.stderr
        assert done.stdout
        assert old in done.stderr
        assert len(done.stderr.splitlines()) == 1


# Output that goes to a file or another program.


def test_piped_tables_are_whole(commands: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    rows = commands.output("explain", "kalah(6,4)").splitlines()
    explained = ply.explain(ply.position("kalah(6,4)"))
    for row in explained.rows:
        assert any(row.name in line and row.meaning in line for line in rows)
    assert sum(line.split()[:1] == [m.move] for m in explained.moves for line in rows) >= 6
    for words in (("weights", "show", "kalah"), ("players",), ("weights", "show", "squatter")):
        assert "…" not in commands.output(*words).replace("=…", "").replace("…)", "")


def test_the_reason_for_a_fault_is_whole(commands: Commands, tmp_path: Path) -> None:
    agent = tmp_path / "an_agent_with_a_name_that_is_quite_long_for_any_table.py"
    agent.write_text(
        "def choose(position, clock):\n    return 'a_move_that_nobody_can_play_on_this_board'\n"
    )
    words = (f"file:{agent}", "random", "--game", "kalah(3,2)", "--pairs", "1", "--workers", "0")
    text = commands.output("match", *words)
    told = json.loads(commands.output("match", *words, "--json").splitlines()[0])
    assert "a_move_that_nobody_can_play_on_this_board" in told["note"]
    assert re.search(rf"file:{re.escape(str(agent))} lost [12] by .*, e\.g\. ", text)
    assert f"e.g. {told['note']}\n" in text
    text = commands.output("tournament", *words)
    assert f"e.g. {told['note']}\n" in text
    assert text.count(f"file:{agent}") >= 3  # in both tables, too
    assert "…" not in text


# The program as others call it.


def test_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "plyground", "perft", "kalah(3,2)", "x"],
        capture_output=True, encoding="utf-8", timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "Usage: plyground perft" in done.stderr


def test_output_that_nobody_reads_any_more_is_no_error() -> None:
    program = f"{sys.executable} -m plyground players | head -n 1"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {program}"],
        capture_output=True, encoding="utf-8", timeout=60, check=False,
    )  # fmt: skip
    assert done.stderr == ""


def test_the_shell_completes() -> None:
    def offered(line: str) -> str:
        words = {"_PLYGROUND_COMPLETE": "complete_bash", "COMP_WORDS": line}
        done = subprocess.run(
            [sys.executable, "-m", "plyground"],
            env=os.environ | words | {"COMP_CWORD": str(len(line.split(" ")) - 1)},
            capture_output=True, encoding="utf-8", timeout=60, check=False,
        )  # fmt: skip
        return done.stdout

    assert {"play", "perft", "players"} <= set(offered("plyground p").split())
    assert {"--position", "--player"} <= set(offered("plyground analyse --p").split())
    assert "build" in offered("plyground book b")
    assert "squatter" in offered("plyground analyse sq")
    assert "pvs" in offered("plyground analyse kalah --player p")


def test_names_to_complete() -> None:
    assert "kalah-manchester" in complete_games("kal")
    assert [name for name, _ in complete_players("mc")] == ["mcts"]
