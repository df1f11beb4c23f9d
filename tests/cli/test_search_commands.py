"""The commands that search: ``analyse``, ``solve`` and ``players``, run as a person runs them."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

import plyground as ply
from plyground.cli.analysis.solve import Progress
from plyground.cli.main import main
from plyground.players.specs import KINDS
from tests.support.paths import EXAMPLES

# Ctrl-C must work even if whoever runs the tests ignores it and passes that on.
PROGRAM = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from plyground.cli.main import main
main()
"""


class Done(NamedTuple):
    """What a command printed and how it ended."""

    stdout: str
    stderr: str
    code: int


Run = Callable[..., Done]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run commands in this process: new ones would take most of the time."""
    monkeypatch.setenv("COLUMNS", "100")

    def run_one(*arguments: str) -> Done:
        monkeypatch.setattr(sys, "argv", ["plyground", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        code = ended.value.code
        return Done(*capsys.readouterr(), code if isinstance(code, int) else 0)

    return run_one


def output(done: Done) -> str:
    assert done.code == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def json_lines(done: Done) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output(done).splitlines()]


@pytest.mark.parametrize("command", ["analyse", "solve", "players"])
def test_every_command_shows_an_example(run: Run, command: str) -> None:
    text = " ".join(output(run(command, "--help")).split())
    assert f"Example: plyground {command}" in text


def test_examples_of_the_help_work(run: Run) -> None:
    assert "nodes" in output(run("analyse", "kalah(6,4)", "--moves", "3 6", "--depth", "5"))
    assert "draw" in output(run("solve", "squatter(4)"))
    assert "table_mb" in output(run("players", "pvs"))


def test_analyse_shows_the_board_and_lines(run: Run) -> None:
    text = output(run("analyse", "kalah(6,4)", "--depth", "6", "--lines", "2"))
    assert str(ply.position("kalah(6,4)")).splitlines()[0].strip() in text
    form = r"^ *([+−]\d+\.\d) seeds +(\d+) % / \d+ % / \d+ % +((?:[1-6] ?)+) *$"
    rows = re.findall(form, text, re.MULTILINE)
    assert len(rows) == 2
    assert "margin" in text
    assert "win / draw / loss" in text
    margins = [float(margin.replace("−", "-")) for margin, _, _ in rows]
    assert margins[0] >= margins[1]
    assert int(rows[0][1]) >= int(rows[1][1])
    position = ply.position("kalah(6,4)")
    for move in rows[0][2].split():
        position = position.play(move)
    assert re.search(r"depth 6/\d+ .* nodes .* nodes/s .* s .* table \d+%", text)


def test_analyse_says_where_margins_come_from(run: Run) -> None:
    assert "Margins and chances" not in output(run("analyse", "kalah(6,4)", "--nodes", "100"))
    text = output(run("analyse", "kalah(6,5)", "--nodes", "100"))
    assert "Margins and chances as in kalah(6,4): there is no table for kalah(6,5)." in text
    text = output(run("analyse", "connect-four", "--nodes", "100"))
    assert "win / draw / loss" in text
    assert "margin" not in text
    text = output(run("analyse", str(EXAMPLES / "nim.py"), "--nodes", "50"))
    assert "by a general rule: there is no table" in text


def test_analyse_a_position_and_moves(run: Run) -> None:
    text = ply.position("squatter(5)").play("c3").text
    options = ("--depth", "2", "--lines", "30", "--json")
    by_text = json_lines(run("analyse", "squatter(5)", "--position", text, *options))[-1]
    by_moves = json_lines(run("analyse", "squatter(5)", "--moves", "c3", *options))[-1]
    assert by_text["lines"] == by_moves["lines"]
    assert len(by_text["lines"]) == 24


def test_analyse_streams_one_object_a_line(run: Run) -> None:
    found = json_lines(run("analyse", "kalah(6,4)", "--depth", "5", "--lines", "1", "--json"))
    assert [report["depth"] for report in found] == [1, 2, 3, 4, 5, 5]
    assert [report["final"] for report in found] == [False] * 5 + [True]
    best = found[-1]["lines"][0]
    assert best["moves"][0] in ply.position("kalah(6,4)").legal_moves
    keys = {"moves", "score", "bound", "expected_margin", "chances", "text", "visits"}
    assert set(best) == keys
    assert best["expected_margin"] > 0
    assert sum(best["chances"].values()) == pytest.approx(1, abs=1e-3)
    assert best["text"].startswith("+")
    assert " seeds · " in best["text"]
    assert found[-1]["calibration"] == "kalah(6,4)"
    assert found[-1]["nodes"] > found[0]["nodes"] > 0


def test_analyse_with_other_engines(run: Run) -> None:
    for engine in (
        "alphabeta:depth=3",
        "mtdf:nodes=2000",
        "minimax:depth=2",
        "pvs:threads=2,depth=4",
    ):
        final = json_lines(run("analyse", "squatter(6)", "--player", engine, "--json"))[-1]
        assert final["final"]
        assert final["depth"] >= 2
    text = output(run("analyse", "squatter(6)", "--player", "mcts:sims=500"))
    assert "visits" in text
    tree = json_lines(run("analyse", "squatter(6)", "--player", "mcts:sims=500", "--json"))[-1]
    assert 0 < tree["nodes"] <= 500
    assert [line["visits"] for line in tree["lines"]] == sorted(
        (line["visits"] for line in tree["lines"]), reverse=True
    )


def test_analyse_keeps_its_limits(run: Run) -> None:
    nodes = json_lines(run("analyse", "squatter(7)", "--nodes", "3000", "--json"))[-1]
    assert 1000 <= nodes["nodes"] <= 3200
    timed = json_lines(run("analyse", "squatter(7)", "--time", "0.1", "--json"))[-1]
    assert timed["seconds"] < 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("kalah(99,4)",), "houses=99 is not valid"),
        (("chess",), "there is no game 'chess'"),
        (("kalah(6,4)", "--position", "nonsense"), "a Kalah position has at least three words"),
        (("kalah(6,4)", "--moves", "3 9"), "9"),
        (("kalah(6,4)", "--player", "pvz"), "no player 'pvz'; did you mean pvs?"),
        (("kalah(6,4)", "--player", "pvs:dept=3"), "did you mean depth?"),
        (("kalah(6,4)", "--player", "random"), "random does not search"),
        (("kalah(6,4)", "--player", "human"), "human does not search"),
        (("kalah(6,4)", "--player", "mcts", "--depth", "4"), "mcts has no depth to limit"),
        (("kalah(1,1)", "--moves", "1"), "the game is over"),
    ],
)
def test_mistakes_in_analyse(run: Run, arguments: tuple[str, ...], message: str) -> None:
    done = run("analyse", *arguments)
    assert done.code == 2
    assert done.stderr.startswith("plyground: ")
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("options", [["--depth", "0"], ["--time", "0"], ["--lines", "0"]])
def test_impossible_limits_of_analyse(run: Run, options: list[str]) -> None:
    assert run("analyse", "kalah(6,4)", *options).code == 2


def test_ctrl_c_shows_what_was_found() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "analyse", "squatter(9)", "--time", "60", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        first = json.loads(process.stdout.readline())
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        printed, complaints = process.communicate(timeout=30)
    assert process.returncode == 0, complaints
    assert not first["final"]
    assert json.loads(printed.splitlines()[-1])["final"]


def test_solve_says_who_wins_and_how(run: Run) -> None:
    text = output(run("solve", "kalah(3,2)"))
    assert text.startswith("south wins by 4, with best play by both\nline: ")
    assert re.search(r"^[\d,]+ nodes, \d+\.\d\d s$", text, re.MULTILINE)
    assert output(run("solve", "kalah(2,2)")).startswith("south loses by 2")
    assert output(run("solve", "squatter(3)")).startswith("draw, with best play by both")


def test_solve_every_move(run: Run) -> None:
    text = output(run("solve", "kalah(3,2)", "--every-move"))
    margins = ply.solve_moves(ply.position("kalah(3,2)"))
    shown = dict(re.findall(r"^ +(\d) +([+-]\d+)$", text, re.MULTILINE))
    assert {move: int(margin) for move, margin in shown.items()} == margins
    assert [int(m) for m in shown.values()] == sorted(map(int, shown.values()), reverse=True)


def test_solve_as_json(run: Run) -> None:
    text = ply.position("kalah(3,2)").play("2").text
    options = ("--every-move", "--json", "--memory", "1")
    (found,) = json_lines(run("solve", "kalah(3,2)", "--position", text, *options))
    position = ply.position("kalah(3,2)", text)
    solution = ply.solve(position, table_mb=1)
    assert found["exact"]
    assert found["lower"] == found["upper"] == solution.margin
    assert found["line"] == list(solution.line)
    assert (found["game"], found["position"]) == ("kalah(3,2)", text)
    assert found["moves"] == ply.solve_moves(position)


def test_solve_tells_what_is_left_of_a_question() -> None:
    progress = Progress()

    def text(goal: int, seconds: float, share: float) -> str:
        return progress.text(ply.Solution(-8, 8, (), 1000, seconds, goal, share))

    assert "asking: +2 or more? (no estimate yet)" in text(2, 10.0, 0.001)
    assert text(2, 40.0, 0.25).endswith("(very roughly 25% of this question; 90 s more)")
    assert text(2, 60.0, 0.5).endswith("(very roughly 50% of this question; 50 s more)")
    assert text(4, 90.0, 0.0).endswith("asking: +4 or more? (no estimate yet)")
    assert text(4, 100.0, 0.5).endswith("; 10 s more)")


def test_solve_without_an_answer(run: Run) -> None:
    done = run("solve", "squatter(7)", "--time", "0.05", "--memory", "1")
    assert done.code == 3
    assert done.stdout.startswith("not solved in time: the margin is at least ")
    done = run("solve", "squatter(7)", "--time", "0.05", "--memory", "1", "--every-move", "--json")
    assert done.code == 3
    found = json.loads(done.stdout)
    assert not found["exact"]
    assert found["lower"] < found["upper"]
    assert None in found["moves"].values()


def test_solve_a_finished_game(run: Run) -> None:
    position = ply.position("kalah(1,1)").play("1")
    text = output(run("solve", "kalah(1,1)", "--position", position.text, "--every-move"))
    assert text.startswith("draw")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("kalah(0,4)",), "houses=0 is not valid"),
        (("kalah(3,2)", "--position", "2,2/0"), "2,2/0"),
        (("sqatter(4)",), "did you mean squatter?"),
    ],
)
def test_mistakes_in_solve(run: Run, arguments: tuple[str, ...], message: str) -> None:
    done = run("solve", *arguments)
    assert done.code == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_players_lists_all_kinds(run: Run) -> None:
    text = output(run("players"))
    assert "…" not in text
    for kind in KINDS.values():
        assert re.search(rf"^{kind.name}  {re.escape(kind.meaning)}", text, re.MULTILINE)
    options = {option.name for kind in KINDS.values() for option in kind.options}
    assert all(re.search(rf"^ +{name} ", text, re.MULTILINE) for name in options)


def test_players_shows_one_kind(run: Run) -> None:
    text = output(run("players", "mcts"))
    assert "rollout" in text
    assert "table_mb  " not in text
    done = run("players", "mctz")
    assert done.code == 2
    assert "no player 'mctz'" in done.stderr


def test_players_as_json(run: Run) -> None:
    listed = json_lines(run("players", "--json"))
    assert [kind["name"] for kind in listed] == list(KINDS)
    for kind in listed:
        for option in kind["options"]:
            assert set(option) == {"name", "default", "meaning", "expected"}
            assert option["meaning"]
    (one,) = json_lines(run("players", "pvs", "--json"))
    assert one == next(kind for kind in listed if kind["name"] == "pvs")
