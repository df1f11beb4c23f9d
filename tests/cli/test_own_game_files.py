"""Commands take a game's Python file; a game that fails gives one line, without a traceback."""

from __future__ import annotations

# ruff: noqa: F811 - fixtures are named twice
import io
import itertools
import json
import random
import sys
from pathlib import Path

import pytest

import plyground as ply
from plyground.books import Book
from plyground.games.python_file import start_in_file
from plyground.learn.calibration.fit import fit
from plyground.learn.calibration.samples import Sample
from plyground.players.expectation import expect, source_note
from tests.cli.test_search_commands import Run, output, run  # noqa: F401 - a fixture

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
NUMBERS = itertools.count(1)  # a name is given to one game only
LIAR = str(ROOT / "tests" / "support" / "own_games" / "liar.py")

LIES = {
    "text": "Liar.play('text') returned 'text'; expected the position after the move",
    "crash": "liar.py, line 30: IndexError: there is no such cell",
    "flip": "Liar.is_over was False and then True in one position",
    "lie": "Liar.is_over is True, but there are 11 legal moves; expected one or the other",
    "none": "Liar.is_over is False, but there are no legal moves; expected one or the other",
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_is_one_line_at_the_terminal(
    run: Run, monkeypatch: pytest.MonkeyPatch, lie: str
) -> None:
    for command in (("play", LIAR, "--second", "human"), ("analyse", LIAR, "--moves", lie)):
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"{lie}\nquit\n"))
        _, errors, code = run(*command)
        assert code == 2
        if lie == "flip":  # it depends on how often it was asked before
            assert "Liar.is_over was" in errors
        else:
            assert errors == f"plyground: {LIES[lie]}\n"
        assert errors.count("\n") == 1


def test_a_match_of_a_game_that_fails_is_one_line(run: Run) -> None:
    words = ("match", "pvs:depth=1", "pvs:depth=2", "--game", LIAR, "--pairs", "1", "--quiet")
    _, errors, code = run(*words, "--openings", "start")
    assert (code, errors) == (2, f"plyground: {LIES['crash']}\n")


@pytest.fixture
def game(tmp_path: Path) -> str:
    """Return the path of a game's file with nothing beside it, and a name of its own."""
    number = next(NUMBERS)
    file = tmp_path / f"crosses_{number}.py"
    text = (EXAMPLES / "tic_tac_toe.py").read_text(encoding="utf-8")
    file.write_text(text.replace("TicTacToe", f"Crosses{number}"), encoding="utf-8")
    return str(file)


def test_a_book_is_built_shown_checked_and_played(run: Run, game: str) -> None:
    file = Path(game).with_suffix(".book")
    limits = ("--nodes", "500", "--quiet")
    assert "there is no book of crosses" in run("book", "show", game).stderr
    text = output(run("book", "build", game, "--positions", "6", *limits))
    assert text.startswith(f"{file}: 6 positions")
    assert "crosses to move" in output(run("book", "show", game, "--depth", "2"))
    # 8 is a corner, like 0: the book stores one position for all mirror images.
    after = output(run("book", "show", str(file), "--game", game, "--moves", "8", "--json"))
    assert json.loads(after)["moves"]
    assert "give its file with --game" in run("book", "show", str(file)).stderr
    output(run("book", "build", game, "--positions", "8", "--resume", *limits))
    done = run("book", "check", game, "--time", "0.01", "--quiet")
    assert "8 positions" in done.stdout
    start = start_in_file(game)
    book = Book.load(file, start)
    assert len(book.boards()) == len(book) == 8
    assert ply.player("pvs:book=default,nodes=10").choose(start) in range(9)
    assert str(ply.player(f"book:{file}").choose(start)) in [m.move for m in book.probe(start)]
    with pytest.raises(ply.PlygroundError, match=r"this is a book of crosses.*, not of nim"):
        Book.load(file, start_in_file(str(EXAMPLES / "nim.py")))
    words = ("match", "book", "random", "--game", game, "--openings", "book", "--pairs", "1")
    assert "2 games" in output(run(*words, "--quiet"))


def test_stored_games_are_shown_and_exported(run: Run, game: str, tmp_path: Path) -> None:
    store, file = str(tmp_path / "games.db"), str(tmp_path / "all.games")
    words = ("match", "random", "greedy", "--game", game, "--pairs", "2", "--save", store)
    output(run(*words, "--openings", "start", "--quiet"))
    assert "┌───" in output(run("games", "show", store, "1", "--game", game))
    output(run("games", "export", store, file, "--game", game))
    games = ply.load(file)
    assert [one.start.game for one in games] == [start_in_file(game).game] * 4
    assert all(one.is_over for one in games)


def test_scores_are_calibrated(run: Run, game: str, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    words = ("calibrate", game, "--save", str(folder), "--workers", "0", "--quiet")
    assert "are too few for a fit" in run(*words, "--games", "20").stderr
    start = start_in_file(game)
    assert "general rule" in source_note(start)
    chance = random.Random(1)
    scores = [chance.randrange(-300, 300) for _ in range(1000)]
    results = [1 if score + chance.gauss(0, 100) > 50 else -1 for score in scores]
    seen = [Sample(n, score, 1.0, 1000, result, result)
            for n, (score, result) in enumerate(zip(scores, results, strict=True))]  # fmt: skip
    Path(game).with_suffix(".scores.toml").write_text(fit(start, seen).to_toml())
    assert source_note(start) == ""
    even, ahead = (expect(start, score, nodes=1000).chances.win for score in (0, 200))
    assert even < 0.4
    assert ahead > 0.8


def test_a_game_is_saved_continued_and_drawn(
    run: Run, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record, picture = str(tmp_path / "evening.txt"), tmp_path / "game.svg"
    for _ in range(2):  # the second one is added
        monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
        _, errors, code = run("play", game, "--moves", "4 0", "--save", record)
        assert (errors, code) == ("", 0)
    assert len(Path(record).read_text().split("Game: ")) == 3
    (unknown := tmp_path / "unknown.txt").write_text("Game: unheard\n\n1\n")
    _, errors, code = run("draw", str(unknown))
    assert (code, errors.count("\n")) == (2, 1)
    assert "give its file with --game" in errors
    _, errors, code = run("draw", f"{record}:1", "--game", game, "--save", str(picture))
    assert (errors, code) == ("", 0)
    assert "<animate" in picture.read_text()
    printed, _, code = run("analyse", record, "--game", game, "--depth", "2")
    assert code == 0
    assert "depth 2" in printed
    _, errors, code = run("draw", game, "--game", game)
    assert (code, errors) == (2, "plyground: --game goes with a record file; leave it out\n")


def test_a_position_is_read_where_the_class_can(run: Run) -> None:
    printed, _, code = run("solve", str(EXAMPLES / "tic_tac_toe.py"), "--position", "XX.OO.... X")
    assert code == 0
    assert "wins by 1" in printed
    _, errors, code = run("solve", str(EXAMPLES / "nim.py"), "--position", "1")
    assert code == 2
    assert "add a class method from_text() to Nim" in errors
