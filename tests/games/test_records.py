"""Records: a game from its start, and files of games that people write and computers read."""

from __future__ import annotations

import copy
import errno
import os
import pickle
import random
import stat
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import plyground as ply
from tests.support.strategies import SEEDS, game_names, random_walk, set_up, start

FUZZ = settings(deadline=None, max_examples=120)
HEADER_NAMES = st.sampled_from(("First", "Second", "Event", "Played at", "Größe"))


@st.composite
def records(draw: st.DrawFn) -> ply.Game:
    """Games of any kind: unfinished, finished, resigned; from any start; with headers."""
    name = draw(game_names())
    chance = random.Random(draw(SEEDS))
    begin = set_up(name, chance) if draw(st.booleans()) else start(name)
    game = ply.game(begin.game, begin.text)
    for move in random_walk(begin, chance, draw(st.integers(0, 120)))[1]:
        game.push(move)
    if not game.is_over and draw(st.booleans()):
        game.resign(draw(st.sampled_from(ply.Side)))
    game.headers = draw(st.dictionaries(HEADER_NAMES, st.text(max_size=12), max_size=3))
    return game


def played(name: str, moves: str = "") -> ply.Game:
    game = ply.game(name)
    for move in moves.split():
        game.push(move)
    return game


def assert_same(one: ply.Game, other: ply.Game) -> None:
    assert one.moves == other.moves
    assert one.positions == other.positions
    assert one.start.game == other.start.game
    assert (one.result, one.resigned, one.is_over) == (other.result, other.resigned, other.is_over)


def assert_one_line(error: BaseException) -> None:
    assert len(str(error).splitlines()) == 1


# One game.


def test_push_and_pop() -> None:
    game = ply.game("kalah(6,4)")
    assert (game.moves, game.positions) == ((), (game.start,))
    game.push("3")
    game.push(" F ")  # letters, capitals and blanks are forgiven, and written as the move's text
    assert game.moves == ("3", "6")
    assert game.positions == (game.start, game.start.play("3"), game.start.play("3").play("6"))
    assert game.position == game.positions[-1]
    assert repr(game) == "<Game kalah(6,4), 2 moves, running>"
    assert str(game) == str(game.position)
    assert game.pop() == "6"
    assert game.pop() == "3"
    assert game.position == game.start
    with pytest.raises(ply.PlygroundError, match="no move to take back"):
        game.pop()


def test_an_illegal_move_changes_nothing() -> None:
    game = played("squatter(3)", "a1")
    for wrong in ("a1", "d4", "", "a1 b2", "b2\nb3", "\0", "\ud800", "b2\0b3", None, 7):
        with pytest.raises(ply.IllegalMove) as error:
            game.push(wrong)
        assert_one_line(error.value)
        assert game.moves == ("a1",)


def test_results() -> None:
    assert played("kalah(1,1)").result is None
    assert played("kalah(1,1)", "1").result == "draw"
    white = played("squatter(3)", "b1 a1 a2 a3 c2 c1 b3")
    assert white.result is None
    white.push("c3")
    assert white.result == "first"
    assert repr(white) == "<Game squatter(3), 8 moves, first>"
    with pytest.raises(ply.IllegalMove):
        white.push("b2")
    with pytest.raises(ply.PlygroundError, match="already over"):
        white.resign(ply.Side.SECOND)


@pytest.mark.parametrize("side", list(ply.Side))
def test_resignation(side: ply.Side) -> None:
    game = played("squatter(5)", "a1 b2")
    game.resign(side)
    assert game.is_over
    assert game.position.is_over is False
    assert game.resigned is side
    assert game.result == ("second" if side == ply.Side.FIRST else "first")
    with pytest.raises(ply.PlygroundError, match="ended by resignation"):
        game.push("c3")
    with pytest.raises(ply.PlygroundError, match="already over"):
        game.resign(side)
    assert game.pop() == "b2"
    game.push("c3")  # the resignation is taken back with the move
    assert repr(game) == "<Game squatter(5), 2 moves, running>"


@FUZZ
@given(records())
def test_copies_are_independent(game: ply.Game) -> None:
    for again in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert_same(again, game)
        assert again.headers == game.headers
        if again.moves:
            again.pop()
            assert len(again.moves) == len(game.moves) - 1


# Files.


@FUZZ
@given(st.lists(records(), max_size=4))
def test_text_reads_back(games: list[ply.Game]) -> None:
    text = ply.dumps(games)
    again = ply.loads(text)
    assert len(again) == len(games)
    for one, other in zip(again, games, strict=True):
        assert_same(one, other)
        assert one.headers == {k: " ".join(v.split()) for k, v in other.headers.items()}
    assert ply.dumps(again) == text
    assert all(len(line) <= 78 for line in text.splitlines() if ":" not in line)


@settings(FUZZ, max_examples=30)
@given(st.lists(records(), max_size=3))
def test_files_read_back(tmp_path_factory: pytest.TempPathFactory, games: list[ply.Game]) -> None:
    folder = tmp_path_factory.mktemp("files")
    ply.save(folder / "some.games", games)
    for one, other in zip(ply.load(str(folder / "some.games")), games, strict=True):
        assert_same(one, other)
    assert os.listdir(folder) == ["some.games"]


def test_how_a_file_looks() -> None:
    first = played("kalah(3,2)", "1 1")
    first.headers |= {"First": "Ann", "Remark": " many \n blanks\t", "Result": "a lie"}
    first.resign(ply.Side.FIRST)
    second = ply.game("kalah(3,1)", "0,0,1/2 1,0,0/2 south")
    second.push("3")
    assert ply.dumps([first, second]) == (
        "Game: kalah(3,2)\nFirst: Ann\nRemark: many blanks\nResult: second by resignation\n\n1 1\n"
        "\n"
        "Game: kalah(3,1)\nStart: 0,0,1/2 1,0,0/2 south\nResult: draw\n\n3\n"
    )
    assert ply.dumps([]) == ""
    assert ply.loads("") == ply.loads("\n# nothing\n \n") == []


def test_what_people_write() -> None:
    text = """
    # A comment before everything
    Game: kalah ( 6, 4 )
    # and between headers
    First:Ann:e
    Second:

    3 6
    # and between moves

    A b
    3
    Game: squatter(3)
    Game: watch-your-back
    Start: X------X/--------/--------/---O----/--------/--------/--------/X------X placing 1
    Result: second by resignation

    """
    games = ply.loads(text)
    assert [game.start.game for game in games] == ["kalah(6,4)", "squatter(3)", "watch-your-back"]
    assert games[0].moves == ("3", "6", "1", "2", "3")
    assert games[0].headers == {"First": "Ann:e", "Second": ""}
    assert games[1].moves == games[2].moves == ()
    assert games[2].start.turn_name == "black"
    assert games[2].resigned is ply.Side.FIRST
    assert ply.loads(text.replace("\n", "\r\n"))[0].moves == games[0].moves


def test_only_a_resignation_is_read_from_a_result() -> None:
    text = "Game: kalah(1,1)\nResult: {}\n\n{}\n"
    assert ply.loads(text.format("first +8", ""))[0].result is None
    assert ply.loads(text.format("unfinished", "1"))[0].result == "draw"
    assert ply.loads(text.format("second by resignation", "1"))[0].result == "draw"
    assert ply.loads(text.format("second by resignation", ""))[0].result == "second"


START = "Game: kalah(3,2)\n"


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("3 6\n", 1, "expected 'Game: …' before '3'"),
        ("\n\nFirst: Ann\n", 3, "header 'First' outside a game's headers; expected 'Game: …'"),
        ("Game: ludo\n", 1, "there is no game 'ludo'"),
        ("Game:\n", 1, "'' is not a game name"),
        ("# x\nGame: kalah(99,1)\n", 2, "houses=99 is not valid"),
        (f"{START}Start: 2,2/0\n", 2, "has at least three words; expected e.g."),
        (f"{START}First: Ann\nFirst: Ann\n", 3, "header 'First' is given twice"),
        (f"{START}: Ann\n", 2, "header '' is not a valid name"),
        (f"{START}Result: won\n", 2, "result 'won'; expected one of first, second, draw"),
        (f"{START}1 2\n", 2, "expected 'Header: value' or a blank line, found '1 2'"),
        (f"{START}\n1\nFirst: Ann\n", 4, "header 'First' outside a game's headers"),
        (f"{START}\n9\n", 3, "9 is not a house of this board; expected 1 to 3"),
        (f"{START}\n1 1 1\n", 3, "1 is illegal: south's house 1 is empty"),
        (f"{START}\n1\n{START}\n2\n\nx\n", 8, "x is not a house of this board"),
        (f"{START}\n1\n\n\0\n", 5, "is not a house of this board"),
        ("Game: kalah(1,1)\n\n1 1\n", 3, "1 is illegal: the game is over"),
    ],
)
def test_mistakes_are_found_by_file_and_line(
    text: str, line: int, expected: str, tmp_path: Path
) -> None:
    file = tmp_path / "bad.games"
    file.write_text(text)
    with pytest.raises(ply.RecordError) as in_file:
        ply.load(file)
    assert str(in_file.value).startswith(f"{file}:{line}: ")
    assert expected in str(in_file.value)
    assert_one_line(in_file.value)
    with pytest.raises(ply.RecordError, match=f"^record:{line}: "):
        ply.loads(text)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(bytes(range(256)))
    for path, expected in (
        (tmp_path / "missing", "cannot read: No such file"),
        (tmp_path, "cannot read: Is a directory"),
        (binary, "cannot read: not UTF-8 text"),
        (binary / "inside", "cannot read: Not a directory"),
    ):
        with pytest.raises(ply.RecordError) as error:
            ply.load(path)
        assert str(error.value).startswith(f"{path}: {expected}")
        assert_one_line(error.value)


# Saving is done wholly or not at all.


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    file = tmp_path / "kept.games"
    ply.save(file, [played("kalah(6,4)", "3 6")])
    return file


def assert_untouched(file: Path) -> None:
    assert os.listdir(file.parent) == [file.name]
    assert [game.moves for game in ply.load(file)] == [("3", "6")]


@pytest.mark.parametrize("broken", ["replace", "write", "interrupted"])
def test_a_failing_save_leaves_everything_as_it_was(
    broken: str, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = KeyboardInterrupt() if broken == "interrupted" else OSError(errno.ENOSPC, "disk full")

    def fail(*_: object) -> None:
        raise full

    if broken == "write":  # the temporary file is there, but cannot be filled
        monkeypatch.setattr("plyground.storage.open", _open_full, raising=False)
    else:
        monkeypatch.setattr(os, "replace", fail)
    expected = KeyboardInterrupt if broken == "interrupted" else ply.RecordError
    with pytest.raises(expected) as error:
        ply.save(saved, [played("squatter(5)", "a1")])
    if broken != "interrupted":
        assert str(error.value).startswith(f"{saved}: cannot write: ")
    monkeypatch.undo()
    assert_untouched(saved)


def _open_full(path: Path, mode: str) -> object:
    """Make the file, then give one that is always full instead of it."""
    open(path, mode).close()
    return open("/dev/full", "wb", buffering=0)


def test_games_that_cannot_be_written_leave_everything_as_it_was(saved: Path) -> None:
    for key, value in (("a:b", "x"), ("#a", "x"), ("", "x"), (" a", "x"), ("a\nb", "x")):
        game = played("kalah(6,4)")
        game.headers[key] = value
        with pytest.raises(ply.RecordError, match="is not a valid name; expected words"):
            ply.save(saved, [game])
        assert_untouched(saved)
    game = played("kalah(6,4)")
    game.headers["First"] = "\ud800"
    with pytest.raises(ply.RecordError, match="is not UTF-8 text"):
        ply.save(saved, [game])
    assert_untouched(saved)


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "no" / "such.games", tmp_path / "folder", tmp_path / ("x" * 300)):
        with pytest.raises(ply.RecordError, match="cannot write: ") as error:
            ply.save(path, [played("kalah(6,4)")])
        assert_one_line(error.value)
        assert os.listdir(tmp_path) == ["folder"]
        assert os.listdir(tmp_path / "folder") == []


def test_a_saved_file_is_as_readable_as_any_other(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    ply.save(tmp_path / "saved", [played("kalah(6,4)")])
    modes = [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("usual", "saved")]
    assert modes[0] == modes[1]


# Whatever is given: games that read back, or a RecordError of one line.


def check_any(text: str) -> None:
    try:
        games = ply.loads(text)
    except ply.RecordError as error:
        assert_one_line(error)
        return
    for one, other in zip(ply.loads(ply.dumps(games)), games, strict=True):
        assert_same(one, other)
        assert one.headers == other.headers


@FUZZ
@given(st.text() | st.lists(st.text(max_size=8)).map(f"{START}\n".join))
def test_any_text(text: str) -> None:
    check_any(text)


@FUZZ
@given(st.lists(records(), min_size=1, max_size=2), st.data())
def test_any_slip_of_the_pen(games: list[ply.Game], data: st.DataObject) -> None:
    text = ply.dumps(games)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        until = data.draw(st.integers(at, min(len(text), at + 4)))
        typed = data.draw(st.text("\n\n:#, 17abd", max_size=3) | st.text(max_size=2))
        text = text[:at] + typed + text[until:]
    check_any(text)


@FUZZ
@given(st.lists(records(), min_size=1, max_size=2), st.randoms(use_true_random=False))
def test_lines_in_another_order(games: list[ply.Game], chance: random.Random) -> None:
    lines = ply.dumps(games).splitlines()
    chance.shuffle(lines)
    check_any("\n".join(lines))
