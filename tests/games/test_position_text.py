"""Position texts: whatever is wrong with one, the message says in one line what was expected."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import plyground as ply
from plyground.games.native import NativePosition
from tests.support.strategies import game_names, positions, start

FUZZ = settings(deadline=None, max_examples=300)
WORDS = ("opening", "reply", "swapped", "pass", "south", "white", "placing", "moving", "23", "-")

KALAH = "kalah(3,2)"
SWAP = "kalah(3,2,swap=yes)"
QUIET = "kalah(3,2,first_extra_turn=no)"
BAD_KALAH = [
    (KALAH, "", "has at least three words; expected e.g. '2,2,2/0 2,2,2/0 south'"),
    (KALAH, "2,2,2/0 2,2,2/0", "at least three words"),
    (KALAH, "2,2,2/0 south 2,2,2/0", "'south' is not houses/store; expected e.g."),
    (KALAH, "2,2,2 2,2,2/0 south", "'2,2,2' is not houses/store"),
    (KALAH, "2,2,2/0/0 2,2,2/0 south", "is not houses/store"),
    (KALAH, "2,,2/0 2,2,2/0 south", "is not houses/store"),
    (KALAH, "2,2,-2/0 2,2,2/0 south", "is not houses/store"),
    (KALAH, "2,2,2/ 2,2,2/0 south", "is not houses/store"),
    (KALAH, "2,2,２/0 2,2,2/0 south", "is not houses/store"),
    (KALAH, "2,2,1000/0 2,2,2/0 south", "is not houses/store"),
    (KALAH, "2,2/0 2,2,2/0 south", "'2,2/0' has 2 houses; expected 3"),
    (KALAH, "2,2,2/0 2,2,2,2/0 south", "'2,2,2,2/0' has 4 houses; expected 3"),
    (KALAH, "255,0,0/1 0,0,0/0 south", "256 seeds are too many; at most 255 fit"),
    ("kalah(8,2)", "512,0,0,0,0,0,0,0/0 0,0,0,0,0,0,0,0/0 south", "at most 511 fit"),
    (KALAH, "2,2,2/0 2,2,2/0 white", "'white' is not a side; expected south or north"),
    (KALAH, "2,2,2/0 2,2,2/0 South", "'South' is not a side"),
    (
        KALAH,
        "2,2,2/0 2,2,2/0 south opening",
        "'opening' is not allowed here; expected nothing more",
    ),
    (KALAH, "2,2,2/0 2,2,2/0 south swapped", "'swapped' is not allowed here"),
    (KALAH, "2,2,2/0 2,2,2/0 south again", "'again' is not allowed here; expected nothing more"),
    (SWAP, "2,2,2/0 2,2,2/0 south reply", "'reply' is not allowed here; expected opening"),
    (SWAP, "2,2,2/0 2,2,2/0 north opening", "'opening' is not allowed here; expected reply"),
    (SWAP, "2,2,2/0 2,2,2/0 south opening opening", "'opening' is not allowed here"),
    (SWAP, "2,2,2/0 2,2,2/0 south opening swapped", "'swapped' is not allowed here"),
    (SWAP, "2,2,2/0 2,2,2/0 north reply swapped", "'swapped' is not allowed here"),
    (QUIET, "2,2,2/0 2,2,2/0 north reply", "'reply' is not allowed here; expected nothing more"),
    (QUIET, "2,2,2/0 2,2,2/0 south later", "'later' is not allowed here; expected opening"),
]

FREE = "+++/+++/+++"
BAD_SQUATTER = [
    ("", "has three words; expected e.g. '+++/+++/+++ - white'"),
    (f"{FREE} -", "has three words"),
    (f"{FREE} - white black", "has three words"),
    ("+++/+++ - white", "'+++/+++' is not 3 rows of 3 cells joined by /"),
    ("+++/+++/++++ - white", "is not 3 rows of 3 cells"),
    ("+++/+++/+++/ - white", "is not 3 rows of 3 cells"),
    ("+++++++++++ - white", "is not 3 rows of 3 cells"),
    ("+++/+x+/+++ - white", "'x' is not a cell; expected one of W B w b + -"),
    ("+++/+\0+/+++ - white", "'\\x00' is not a cell"),
    (f"{FREE} .../.w./... white", "'w' is not a cell; expected one of W B ."),
    (f"{FREE} .../... white", "is not 3 rows of 3 cells"),
    (f"{FREE} - red", "'red' is not a side; expected white or black"),
    (f"{FREE} - White", "'White' is not a side"),
    (f"{FREE} .../.W./... white", "b2 is '+', owner 'W': a free cell has no owner"),
    ("+++/+-+/+++ - white", "b2 is '-', owner '.': a captured cell needs an owner, W or B"),
    ("+-+/+++/+++ .W./.../... white", "b1 is on the edge: nobody can capture it"),
    ("+++/-++/+++ .../W../... white", "a2 is on the edge"),
    ("+++/++-/+++ .../..W/... white", "c2 is on the edge"),
    ("+++/+++/++W .../.../..W white", "c3 is on the edge"),
    ("+++/+b+/+++ - white", "b2 is 'b', owner '.': a lower-case piece stands in enemy territory"),
    ("+++/+b+/+++ .../.B./... white", "a lower-case piece stands in enemy territory"),
    ("+++/+B+/+++ .../.W./... white", "a piece in enemy territory is lower case"),
    ("+W+/W+W/+W+ - black", "b2 is inside a closed loop of white; expected white to own it"),
    ("+B+/BWB/+B+ - white", "b2 is inside a closed loop of black; expected black to own it"),
]

EMPTY = "X------X/--------/--------/--------/--------/--------/--------/X------X"
SMALL = "......../.X----X./.--OO--./.------./.------./.--@@--./.X----X./........"
SMALLEST = "......../......../..XOOX../..----../..----../..X@@X../......../........"
PURE, ARENA = "watch-your-back", "watch-your-back(double_pass_draws=yes)"
BAD_WATCH_YOUR_BACK = [
    (PURE, "", "is a board, placing or moving, and the turns; expected e.g. 'X------X/"),
    (PURE, EMPTY, "is a board, placing or moving, and the turns"),
    (PURE, f"{EMPTY} placing", "is a board, placing or moving, and the turns"),
    (PURE, f"{EMPTY} running 0", "is a board, placing or moving, and the turns"),
    (PURE, f"{EMPTY} completed 0", "is a board, placing or moving, and the turns"),
    (PURE, f"{EMPTY} placing 0 pass pass pass", "is a board, placing or moving"),
    (PURE, f"{EMPTY} placing x", "'x' is not a turn of this phase; expected 0 to 23"),
    (PURE, f"{EMPTY} placing 24", "'24' is not a turn of this phase; expected 0 to 23"),
    (PURE, f"{EMPTY} placing -1", "'-1' is not a turn of this phase"),
    (PURE, f"{EMPTY} placing ٣", "is not a turn of this phase"),
    (PURE, f"{EMPTY} moving 123456", "'123456' is not a turn of this phase; expected 0 to"),
    (PURE, f"{EMPTY[:-9]} placing 0", "is not 8 rows of 8 squares joined by /"),
    (PURE, f"{EMPTY}- placing 0", "is not 8 rows of 8 squares joined by /"),
    (PURE, f"{EMPTY.replace('/', '')} placing 0", "is not 8 rows of 8 squares joined by /"),
    (
        PURE,
        f"{EMPTY.replace('X-', 'Xo')} placing 0",
        "'o' is not a square; expected one of O @ - X .",
    ),
    (PURE, f"O{EMPTY[1:]} placing 0", "a1 is 'O'; expected X"),
    (PURE, f"{EMPTY[:-1]}- placing 0", "h8 is '-'; expected X"),
    (PURE, f"X.{EMPTY[2:]} placing 0", "b1 is '.'; expected O @ -"),
    (PURE, f"X{EMPTY[1:3]}X{EMPTY[4:]} placing 0", "d1 is 'X'; expected O @ -"),
    (PURE, f"O{SMALL[1:]} moving 130", "a1 is 'O'; expected ."),
    (PURE, f"{SMALL} placing 3", "has shrunk 1 times; expected 0 times at turn 3"),
    (PURE, f"{SMALL} moving 127", "has shrunk 1 times; expected 0 times at turn 127"),
    (PURE, f"{EMPTY.replace('--', 'O@')} moving 128", "expected 1 times at turn 128"),
    (PURE, f"{SMALL} moving 192", "has shrunk 1 times; expected 2 times at turn 192"),
    (PURE, f"{SMALLEST} moving 191", "has shrunk 2 times; expected 1 times at turn 191"),
    (PURE, f"{SMALLEST} moving 200 pass", "'pass' is not allowed here; expected nothing, or pass"),
    (ARENA, f"{EMPTY} placing 3 pass", "'pass' is not allowed here"),
    (ARENA, f"{SMALLEST} moving 200 passed", "'passed' is not allowed here"),
    (ARENA, f"{SMALLEST} moving 200 pass x", "is not allowed here"),
]

FOUR = "..../..../..../...."

BAD_CONNECT_FOUR = [
    ("", "has two words; expected e.g. '..../..../..../.... red'"),
    (FOUR, "has two words"),
    (f"{FOUR} red red", "has two words"),
    (f"{FOUR[:-1]} red", "is not 4 rows of 4 cells"),
    (f"{FOUR.replace('/', '')} red", "is not 4 rows of 4 cells"),
    ("..../..../..../...W yellow", "'W' is not a cell; expected R, Y or ."),
    ("..../..../...R/.... yellow", "a stone in column 4 lies above an empty cell"),
    ("..../..../..../..RR yellow", "2 red and 0 yellow stones: Red moves first"),
    ("..../..../..../...Y red", "0 red and 1 yellow stones"),
    ("..../..../..../...R red", "'red' is not to move with 1 red and 0 yellow stones"),
    ("..../..../..../...R white", "expected yellow"),
    ("..../R.../RYYY/RRRR yellow", "6 red and 3 yellow"),
    ("..../..../YYYY/RRRR red", "the game was over before"),
    ("R.../RYYY/RRRR/RYYY yellow", "the game was over before"),
]

BAD = [
    *(("connect-four(4,4)", text, expected) for text, expected in BAD_CONNECT_FOUR),
    *BAD_KALAH,
    *(("squatter(3)", text, expected) for text, expected in BAD_SQUATTER),
    *BAD_WATCH_YOUR_BACK,
]


@pytest.mark.parametrize(("name", "text", "expected"), BAD)
def test_bad_texts_are_explained(name: str, text: str, expected: str) -> None:
    with pytest.raises(ply.PositionTextError) as error:
        ply.position(name, text)
    assert expected in str(error.value)
    assert_one_line(error.value)
    with pytest.raises(ply.PositionTextError):
        ply.game(name, text)


def test_a_finished_kalah_board_is_swept() -> None:
    """No game leaves seeds behind, so neither does a text."""
    position = start(KALAH, "1,0,2/3 0,0,0/6 south")
    assert position.text == "0,0,0/6 0,0,0/6 south"
    assert position.winner is None
    unswept = start("kalah(3,2,sweep=none)", "1,0,2/3 0,0,0/6 south")
    assert unswept.winner == ply.Side.SECOND


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (SWAP, "2,2,2/0 2,2,2/0 south opening"),
        (SWAP, "0,3,3/0 2,2,2/0 north reply"),
        (SWAP, "0,3,3/0 2,2,2/0 north swapped"),
        (QUIET, "2,2,2/0 2,2,2/0 south opening"),
        (KALAH, "0,0,0/255 0,0,0/0 north"),
        ("kalah(12,12)", f"500{',0' * 11}/1 10{',0' * 11}/0 north"),
        ("connect-four(4,4)", "..../R..Y/R..Y/R..Y red"),
        ("connect-four(4,4)", "R.../R..Y/R..Y/R..Y yellow"),
        ("connect-four(4,4)", "RYRY/RYRR/YRYY/YRYR red"),
        ("squatter(3)", "+W+/W-W/+W+ .../.W./... black"),
        ("squatter(3,first=black)", "+W+/WbW/+W+ .../.W./... black"),
        (PURE, f"{EMPTY} placing 23"),
        (PURE, f"{EMPTY} moving 17"),
        (PURE, f"{SMALL.replace('@', '-')} moving 192"),
        (PURE, f"{SMALLEST} moving 192"),
        (PURE, f"{SMALLEST} moving 9999"),
        (PURE, f"{SMALLEST} moving 10000"),
        (ARENA, f"{SMALLEST} moving 200 pass"),
        (ARENA, f"{SMALLEST} moving 200 pass pass"),
    ],
)
def test_unusual_texts_are_good(name: str, text: str) -> None:
    position = start(name, text)
    assert position.text == text
    assert start(position.game, f"\n {text.replace(' ', '  ')}\t") == position


def test_a_game_that_ended_before_a_shrink_keeps_its_board() -> None:
    """The last action of the turn decided the game, so nothing was removed after it."""
    board = "X------X/--------/---O----/--------/---O----/--------/--------/X------X"
    assert start(PURE, f"{board} moving 128").winner == ply.Side.FIRST
    with pytest.raises(ply.PositionTextError, match="expected 1 times at turn 129"):
        start(PURE, f"{board} moving 129")


def test_endless_passes_stay_readable() -> None:
    board = "......../......../..XOOX../..O@@O../..@OO@../..X@@X../......../........"
    position = start(PURE, f"{board} moving 9998")
    for _ in range(6):
        assert position.legal_moves == ("pass",)
        position = position.play("pass")
        assert start(PURE, position.text) == position
    assert position.turns == 10_004  # type: ignore[attr-defined]


# Whatever is given: a position whose text reads back, or a PositionTextError of one line.


def assert_one_line(error: BaseException) -> None:
    assert len(str(error).splitlines()) == 1


def check_any(name: str, text: str) -> None:
    try:
        position = start(name, text)
    except ply.PositionTextError as error:
        assert_one_line(error)
        return
    again = start(name, position.text)
    assert again == position
    assert again.text == position.text
    assert position.is_over != bool(position.legal_moves)
    for move in position.legal_moves:
        assert position.play(move) != position


@FUZZ
@given(game_names(), st.text())
def test_any_text(name: str, text: str) -> None:
    check_any(name, text)


@FUZZ
@given(positions(), game_names())
def test_texts_of_another_game(position: NativePosition, name: str) -> None:
    check_any(name, position.text)


@FUZZ
@given(positions(), st.data())
def test_any_slip_of_the_pen(position: NativePosition, data: st.DataObject) -> None:
    text = position.text
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        until = data.draw(st.integers(at, min(len(text), at + 2)))
        typed = data.draw(st.text("0123456789WBwb+-O@X./, \n", max_size=2) | st.text(max_size=1))
        text = text[:at] + typed + text[until:]
    check_any(position.game, text)


@FUZZ
@given(positions(), st.data())
def test_words_in_another_order(position: NativePosition, data: st.DataObject) -> None:
    words = position.text.split() + data.draw(st.lists(st.sampled_from(WORDS), max_size=2))
    drawn = data.draw(st.permutations(words))
    check_any(position.game, " ".join(drawn[: data.draw(st.integers(0, len(drawn)))]))


@FUZZ
@given(positions(), st.data())
def test_one_sign_for_another(position: NativePosition, data: st.DataObject) -> None:
    """Same form, other content: this is what reaches the deeper checks."""
    text = list(position.text)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text) - 1))
        if text[at] in "0123456789":
            text[at] = data.draw(st.sampled_from("0123456789"))
        elif text[at] in "WBwb+-O@X.":
            text[at] = data.draw(st.sampled_from("WBwb+-O@X."))
    check_any(position.game, "".join(text))
