"""ManKalah: our agent against an independent engine, and independent agents in our arena."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import plyground as ply
from plyground.adapters import mankalah
from plyground.arena.agents.agents import agent
from plyground.arena.agents.check_agent import check_agent
from plyground.arena.referee.clock import Control
from plyground.arena.referee.referee import play_game
from plyground.arena.running.result import Reason
from plyground.arena.sandbox import tree
from plyground.cli.main import app
from plyground.errors import PlygroundError
from tests.reference import position as reference_position
from tests.reference.kalah import Kalah
from tests.support.courses import mankalah_agent, mankalah_engine
from tests.support.courses.mankalah_engine import Process, Random
from tests.support.vectors import load

COMMAND = [str(Path(sys.executable).with_name("plyground")), "mankalah"]
# The same without the command line, which takes most of the time of a short game.
SHORT = [
    sys.executable, "-c",
    "import sys\n"
    "from plyground.adapters.mankalah import run\n"
    "from plyground.players.specs import player\n"
    "run(sys.stdin.buffer, 1, player(sys.argv[1]), 1.0)",
]  # fmt: skip


@pytest.fixture(autouse=True)
def _nothing_survives() -> Iterator[None]:
    yield
    mark = f"PLYGROUND_AGENT={os.getpid()}-"
    assert [pid for pid in tree.marked(mark) if not tree.is_dead(pid)] == []


def play_ours(command: list[str], seed: int) -> mankalah_engine.Report:
    """Play our agent against a random one, on either side; it must be right in every way."""
    ours, other = Process(command), Random(seed)
    agents = (ours, other) if seed % 2 else (other, ours)
    report = mankalah_engine.play(*agents)
    assert report.at_fault is None, report
    assert ours.end() == (0, b"", b"")
    record = ply.game("kalah-manchester")
    for move in report.moves:
        record.push(move)
    assert record.position.margin_for(ply.Side.FIRST) == report.margin
    return report


# Our agent.


def test_our_agent_plays_whole_games() -> None:
    reports = [play_ours([*COMMAND, "--player", "pvs:nodes=200,table_mb=1"], n) for n in range(2)]
    reports += [play_ours([*SHORT, "pvs:nodes=200,table_mb=1"], n) for n in range(2, 12)]
    ours = [r.margin if n % 2 else -r.margin for n, r in enumerate(reports) if r.margin is not None]
    assert len(ours) == 12
    assert sum(margin > 0 for margin in ours) >= 10, "it searches, and the other does not"


@pytest.mark.slow
def test_our_agent_plays_a_thousand_games() -> None:
    reports = [play_ours([*SHORT, "pvs:nodes=300,table_mb=1"], n) for n in range(1000)]
    swapped = [report for report in reports if "swap" in report.moves]
    print(f"{len(reports)} games, {len(swapped)} with a swap")
    assert 100 < len(swapped) < 900


def test_the_example_of_the_rules() -> None:
    """The second player swaps, hears nothing of it, and is South from then on."""
    lines: list[str] = []
    second = mankalah.Agent(ply.player("pvs:nodes=1000,book=none"), 1.0, lines.append)
    board = "8,8,8,8,7,7,7,0,7,7,7,7,0,8,8,1"
    assert second.obey("START;North")
    assert lines == []
    assert second.obey(f"CHANGE;5;{board};YOU")
    assert lines == ["SWAP"]
    assert second.obey("CHANGE;3;8,8,0,9,8,8,8,1,8,8,8,7,0,8,8,1;YOU")
    assert lines[1] != "MOVE;5", "house 5 of South is empty, that of North is not"
    assert not second.obey("END")
    first = mankalah.Agent(ply.player("pvs:nodes=1000,book=none"), 1.0, lines.append)
    assert first.obey("START;South")
    assert first.obey(f"CHANGE;5;{board};OPP")
    assert first.obey(f"CHANGE;SWAP;{board};YOU")
    assert len(lines) == 4
    assert lines[3] != "SWAP", "it is North now, and nobody swaps twice"


def test_all_recorded_games_can_be_told() -> None:
    """What official games looked like is what we read, and what our host would have said."""
    told = 0
    for game in load("kalah-manchester"):
        record, own = ply.game("kalah-manchester"), []
        for ply_ in game["plies"]:
            record.push(str(ply_["move"]).lower())
            turn = "END" if ply_["end"] else "YOU" if ply_["next_player"] == 1 else "OPP"
            state = ",".join(map(str, ply_["state"]))
            line = f"CHANGE;{ply_['move']};{state};{turn}"
            position = record.position
            assert isinstance(position, ply.kalah.Position)
            assert mankalah.Change.of(record.moves[-1], position, turn).line == line
            own.append(mankalah.Change.read(line))
            told += 1
            if not position.is_over:
                shown = own[-1].position(position.turn_name, is_reply=len(own) == 1)
                assert shown.legal_moves == position.legal_moves
    assert told > 1000


def run_lines(text: bytes, *options: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, "--player", "random", *options],
        input=text, capture_output=True, timeout=60, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("end", [b"END\n", b"", b"END\r\n"], ids=["end", "closed", "crlf"])
def test_it_ends_when_it_is_told_to(end: bytes) -> None:
    ended = run_lines(b"START;North\n" + end)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")


MALFORMED = {
    "nonsense": b"\xff\x00nonsense\n",
    "empty": b"\n",
    "unknown": b"HELLO\n",
    "no-seat": b"START;East\n",
    "lower-case": b"start;south\n",
    "change-first": b"CHANGE;1;7,7,7,7,7,7,7,0,7,7,7,7,7,7,7,0;YOU\n",
    "short-board": b"START;North\nCHANGE;1;7,7;YOU\n",
    "long-board": b"START;North\nCHANGE;1;" + b"7," * 16 + b"0;YOU\n",
    "few-seeds": b"START;North\nCHANGE;1;" + b"0," * 15 + b"0;YOU\n",
    "no-number": b"START;North\nCHANGE;1;x,7,7,7,7,7,7,0,7,7,7,7,7,7,7,0;YOU\n",
    "house-8": b"START;North\nCHANGE;8;7,7,7,7,7,7,7,0,7,7,7,7,7,7,7,0;YOU\n",
    "no-turn": b"START;North\nCHANGE;1;7,7,7,7,7,7,7,0,7,7,7,7,7,7,7,0;ME\n",
    "over": b"START;North\nCHANGE;1;0,0,0,0,0,0,0,49,0,0,0,0,0,0,0,49;YOU\n",
    "endless-line": b"START;North\nCHANGE;" + b"1" * 100_000,
    "half-a-line": b"START;North\nCHANGE;1;7,7",
}


@pytest.mark.parametrize("text", MALFORMED.values(), ids=MALFORMED)
def test_what_is_malformed_is_refused_in_one_line(text: bytes) -> None:
    read, write = os.pipe()
    with pytest.raises(PlygroundError) as refused:
        mankalah.run(io.BytesIO(text), write, ply.player("random"), 1.0)
    os.close(write)
    with open(read, "rb") as said:
        assert said.read() == b""
    assert len(str(refused.value).splitlines()) == 1


@given(text=st.text(alphabet="CHANGESTRDWPYOUI;,0123456789\r \x00é", max_size=80))
def test_any_line_is_read_or_refused(text: str) -> None:
    try:
        said = mankalah.Change.read(text).line
    except mankalah.ProtocolError as error:
        said = str(error)
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize("name", ["nonsense", "endless-line", "over"])
def test_the_command_ends_with_what_is_malformed(name: str) -> None:
    ended = run_lines(MALFORMED[name])
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert ended.stderr.startswith(b"plyground: ")
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--weights", "no.toml"], b"no.toml"),
        (["--player", "nobody"], b"no player 'nobody'"),
        (["--player", "human"], b"human cannot play"),
    ],
    ids=["weights", "player", "human"],
)
def test_wrong_options_are_refused(options: list[str], words: bytes) -> None:
    ended = subprocess.run(
        [*COMMAND, *options], input=b"START;South\n", capture_output=True, timeout=60, check=False
    )
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert words in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


def test_nobody_listening_is_no_error() -> None:
    ours = Process([*COMMAND, "--player", "random"])
    assert ours.process.stdout is not None
    ours.process.stdout.close()
    ours.process.stdout = None
    ours.hear("START;South")
    code, _, errors = ours.end()
    assert (code, errors) == (0, b"")


def test_time_is_kept() -> None:
    """A move takes its time by the clock of the search, and the budget of an hour is divided."""
    made = ply.player("pvs:table_mb=1")
    one = mankalah.Agent(made, 0.05, lambda _: None)
    assert one.obey("START;South")
    assert 0.03 < mankalah.BUDGET - one._left < 5
    limit = one._limit()
    assert limit is not None
    assert limit.time is not None
    assert limit.time <= 0.05
    assert limit.clock == one._left


# Their agents.


@pytest.fixture
def their(tmp_path: Path) -> str:
    """Return the spec of an independent agent, in a folder of its own."""
    shutil.copy(mankalah_agent.__file__, tmp_path / "agent.py")
    return f"mankalah:{sys.executable} -S {tmp_path}/agent.py"


def check_their_game(spec: str, seed: int) -> tuple[str, ...]:
    players = (spec, "random") if seed % 2 else ("random", spec)
    result = play_game(ply.position("kalah-manchester"), players, Control(game_time=60), seed=seed)
    assert result.reason == Reason.END, result
    position = reference_position("kalah-manchester")
    for move in result.moves:
        position = position.play(move)
    assert position.is_over()
    margin = position.margin() if position.turn == 0 else -position.margin()
    assert margin == result.margin
    return result.moves


def test_their_agents_play_in_our_arena(their: str) -> None:
    games = [check_their_game(f"{their} random {seed}", seed) for seed in range(8)]
    assert any("swap" in moves for moves in games)
    assert any("swap" not in moves for moves in games)


@pytest.mark.slow
def test_their_agents_play_a_thousand_games(their: str) -> None:
    swapped = sum("swap" in check_their_game(f"{their} random {s}", s) for s in range(1000))
    print(f"1000 games, {swapped} with a swap")
    assert 100 < swapped < 900


def test_they_are_started_anew_for_every_game_and_told_its_end(their: str) -> None:
    one = agent(f"{their} random 5")
    games = []
    for _ in range(3):
        result = play_game(ply.position("kalah-manchester"), ("random", one), seed=1)
        assert result.reason == Reason.END
        games.append(result.moves)
    one.close()
    assert games[0] == games[1] == games[2], "a new process begins with the same seed"


def test_what_they_hear_is_exact(their: str) -> None:
    """Line by line, up to its last move; the record keeps the last of what it printed."""
    for seed in range(3):
        players = (f"{their} random {seed}", "pvs:nodes=50,table_mb=1")
        result = play_game(ply.position("kalah-manchester"), players, seed=seed)
        expected, position = ["START;South"], reference_position("kalah-manchester")
        for move in result.moves:
            swaps_itself = move == "swap" and position.turn == 0
            position = position.play(move)
            assert isinstance(position, Kalah)
            turn = "YOU" if position.turn == 0 else "OPP"
            if not swaps_itself and not position.is_over():
                line = f"CHANGE;{move.upper()};{mankalah_engine.board_text(position)};{turn}"
                expected.append(line)
        while not expected[-1].endswith(("YOU", "South")):
            expected.pop()
        heard = [line.removeprefix("heard ") for line in result.stderr[0].splitlines()]
        assert len(heard) >= 10
        assert heard == expected[-len(heard) :]


@pytest.mark.parametrize("fault", [*mankalah_agent.FAULTS, "ends", "sleeps"])
def test_their_faults_get_their_verdict(fault: str, their: str) -> None:
    control = Control(game_time=2 if fault in ("nothing", "sleeps") else 60)
    result = play_game(ply.position("kalah-manchester"), (f"{their} {fault}", "greedy"), control)
    reasons = {"nothing": Reason.TIME, "sleeps": Reason.TIME, "ends": Reason.CRASH}
    assert result.loser == ply.Side.FIRST
    assert result.reason == reasons.get(fault, Reason.ILLEGAL), result


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(PlygroundError, match="no program"):
        agent("mankalah:no-such-program")
    with pytest.raises(PlygroundError, match="expected a command"):
        agent("mankalah:")


def test_other_games_and_starts_are_refused(their: str) -> None:
    with pytest.raises(PlygroundError, match=r"it plays kalah-manchester, not kalah\(6,4\)"):
        play_game(ply.position("kalah(6,4)"), (their, "random"))
    with pytest.raises(PlygroundError, match="--openings start"):
        play_game(ply.position("kalah-manchester").play("3"), (their, "random"))
    with pytest.raises(PlygroundError, match="--openings start"):
        ply.match(their, "random", "kalah-manchester", pairs=1, workers=0)


def test_a_match_with_one_of_them(their: str) -> None:
    result = ply.match(
        f"one={their} random 3", "random", "kalah-manchester", pairs=2, openings="start", workers=0
    )
    assert result.score.games == 4
    assert not result.reports.of("one").faults


def test_what_is_wrong_with_them_is_found(their: str) -> None:
    fine = {f.case: f.problem for f in check_agent(their, "kalah-manchester")}
    assert set(fine.values()) == {None}
    assert "it answers from any position" not in fine
    bad = [f.problem for f in check_agent(f"{their} eight", "kalah-manchester") if f.problem]
    assert any("not legal" in problem and "MOVE;8" in problem for problem in bad)


def test_the_referee_command(their: str) -> None:
    command = their.removeprefix("mankalah:")
    run = CliRunner()
    played = run.invoke(app, ["referee", "mankalah", command, "random"])
    assert played.exit_code == 0
    assert "has won, " in played.output or "draw, 49:49" in played.output
    assert "╭" in played.output
    quiet = run.invoke(app, ["referee", "mankalah", f"{command} eight", command, "--quiet"])
    assert quiet.exit_code == 1
    assert quiet.output.startswith("player 1 loses (illegal): played 'MOVE;8\\n'")
    wrong = run.invoke(app, ["referee", "mankalah", "no-such-program", "random"])
    assert isinstance(wrong.exception, PlygroundError)
