"""The commands of the arena: what they print, and how they fail."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

import plyground as ply
from plyground.arena.running.store import Store
from plyground.cli.arena import games
from plyground.cli.arena.match import match
from plyground.cli.arena.rate import rate
from plyground.cli.arena.sprt import sprt
from plyground.cli.arena.tournament import tournament
from plyground.cli.arena.view import duration

FAST = "pvs:depth=2,table_mb=1"
SMALL = ("--game", "kalah(4,3)", "--workers", "0")

app = typer.Typer()
for command in (match, sprt, tournament, rate):
    app.command()(command)
app.add_typer(games.app, name="games")


def invoke(*words: str) -> Result:
    return CliRunner().invoke(app, words)


def printed(*words: str) -> str:
    result = invoke(*words)
    assert result.exception is None, result.output
    lines = result.output.splitlines()
    assert all(len(line) <= 80 for line in lines if not line.startswith("wrote "))
    return result.output


def objects(*words: str) -> list[dict[str, Any]]:
    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is not JSON")

    result = invoke(*words, "--json")
    assert result.exception is None, result.output
    return [json.loads(line, parse_constant=refuse) for line in result.output.splitlines()]


def problem(*words: str) -> str:
    error = invoke(*words).exception
    assert isinstance(error, ply.PlygroundError), error
    return str(error)


@pytest.mark.parametrize("name", ["match", "sprt", "tournament", "rate"])
def test_help_shows_an_example(name: str) -> None:
    assert f"Example: plyground {name}" in printed(name, "--help")


def test_match() -> None:
    text = printed("match", FAST, "random", "--pairs", "5", "--quiet", *SMALL)
    first, second, third = text.splitlines()
    assert first == f"{FAST} against random, kalah(4,3)"
    assert " Elo (LOS " in second
    assert third.startswith("+")


def test_match_as_json() -> None:
    *events, result = objects("match", FAST, "random", "--pairs", "3", *SMALL)
    assert [event["event"] for event in events] == ["game"] * 6
    assert [event["played"] for event in events] == [1, 2, 3, 4, 5, 6]
    assert result["event"] == "result"
    assert result["wins"] + result["draws"] + result["losses"] == 6
    assert sum(result["pentanomial"]) == 3
    won = sum(
        event["score"] if event["players"][0] == FAST else 1 - event["score"] for event in events
    )
    assert result["points"] == won


def test_lines_instead_of_a_live_picture() -> None:
    assert "/4 games, " in printed("match", "random", "greedy", "--pairs", "2", *SMALL)


def test_sprt() -> None:
    words = ("sprt", FAST, "random", "--elo0", "0", "--elo1", "50", *SMALL)
    assert "for [0, 50] normalised Elo: accept" in printed(*words)
    assert objects(*words)[-1]["decision"] == "accept"


def test_tournament_with_everything(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    plot, store, worst = tmp_path / "cup.png", tmp_path / "cup.db", tmp_path / "worst.txt"
    words = ("tournament", "random", "greedy", FAST, "--pairs", "2", *SMALL, "--save", str(store))
    text = printed(*words, "--plot", str(plot), "--worst", str(worst))
    assert "round-robin, kalah(4,3), 12 games" in text
    assert plot.stat().st_size > 1000
    assert (tmp_path / "cup-table.png").exists()
    assert ply.load(worst)
    assert printed(*words, "--resume").splitlines()[-4:] == text.splitlines()[-7:-3]
    with Store(store) as kept:
        assert [run.games for run in kept.runs()] == [12]


def test_tournament_as_json() -> None:
    found = objects("tournament", "random", "greedy", FAST, "--kind", "swiss", *SMALL)
    standings = [one for one in found if one["event"] == "standing"]
    assert {one["player"] for one in standings} == {"random", "greedy", FAST}
    assert all(one["faults"] == {} for one in standings)
    assert found[-1]["event"] == "result"


@pytest.fixture(name="store", scope="module")
def _store(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("store") / "games.db"
    for seed in ("1", "2"):
        printed("match", FAST, "random", "--pairs", "3", *SMALL, "--save", str(file),
                "--seed", seed)  # fmt: skip
    return str(file)


def test_rate(store: str) -> None:
    text = printed("rate", store, "--anchor", "random=1000")
    assert "kalah(4,3), 12 games" in text
    assert "+1000 ± 0" in text
    assert [one["games"] for one in objects("rate", store)] == [12, 12]
    assert [one["games"] for one in objects("rate", store, "--run", "1")] == [6, 6]
    assert "no matching games" in problem("rate", store, "--game", "squatter(6)")
    assert "is not an anchor" in problem("rate", store, "--anchor", "random")


def test_games(store: str, tmp_path: Path) -> None:
    text = printed("games", "list", store)
    assert "run 1: match, 6 games, finished" in text
    assert len(objects("games", "list", store, "--run", "2")) == 6
    shown = printed("games", "show", store, "3")
    assert "First: " in shown
    assert objects("games", "show", store, "3")[0]["id"] == 3
    assert printed("games", "show", store, "3", "--at", "0") != shown
    printed_records = printed("games", "export", store, "--loser", "random")
    lost = ply.loads(printed_records)
    assert 0 < len(lost) <= 12
    invoke("games", "export", store, str(tmp_path / "all.txt"))
    assert len(ply.load(tmp_path / "all.txt")) == 12


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("match", "nobody", "random"), "no player 'nobody'"),
        (("match", "random", "greedy", "--game", "chess"), "there is no game 'chess'"),
        (("match", "random", "greedy", "--game-time", "soon"), "soon is not a time control"),
        (("match", "random", "greedy", "--openings", "x"), "x is not a source of openings"),
        (("match", "random", "greedy", "--adjudicate", "x"), "x does not end games"),
        (
            ("match", "random", "greedy", "--workers", "x"),
            "expected a number, ray or ray:ADDRESS",
        ),
        (("match", "random", "greedy", "--resume"), "--resume needs --save"),
        (("sprt", "random", "greedy", "--elo0", "5", "--elo1", "1"), "must be less than"),
        (("tournament", "random"), "1 players are too few"),
        (("tournament", "random", "greedy", "--kind", "x"), "x is not a kind of tournament"),
        (("tournament", "random", "greedy", "--plot", "x.pdf"), ".png or .svg"),
        (("rate", "/no/such.db"), "there is no file"),
        (("games", "list", "/no/such.db"), "there is no file"),
    ],
)
def test_mistakes_are_told_in_one_line(words: tuple[str, ...], expected: str) -> None:
    text = problem(*words)
    assert expected in text
    assert "\n" not in text


def test_games_that_are_not_there(store: str) -> None:
    assert "there is no game 99" in problem("games", "show", store, "99")
    assert "expected 0 to" in problem("games", "show", store, "1", "--at", "999")
    assert "x is not a reason; expected one of end" in problem(
        "games", "list", store, "--reason", "x"
    )


def test_durations() -> None:
    assert [duration(s) for s in (3, 99, 3600, 7200)] == ["3 s", "99 s", "60 min", "2 h 0 min"]
