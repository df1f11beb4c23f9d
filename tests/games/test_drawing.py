"""The boards as text and as SVG: structure, sizes, extremes."""

from collections.abc import Sequence
from xml.etree import ElementTree

import pytest

from plyground.games.drawing import svg, text
from plyground.games.drawing.square_grid import squares_in
from plyground.games.kalah import drawing as kalah
from plyground.games.squatter import drawing as squatter
from plyground.games.watch_your_back import drawing as watch_your_back
from plyground.games.watch_your_back.position import SQUARES, empty_board

SVG = "{http://www.w3.org/2000/svg}"

WYB_START = ["X------X", *["--------"] * 6, "X------X"]
WYB_FULL = [
    "X-OO-O-X",
    "-@----@-",
    "O------@",
    "--OO----",
    "@------@",
    "---@----",
    "-O----O-",
    "X@-O-@-X",
]
WYB_SMALL = [" " * 8, " X----X ", *[" -O--@- "] * 4, " X----X ", " " * 8]
WYB_SMALLEST = [" " * 8] * 2 + ["  XO-X  ", "  O@@O  ", "  --@-  ", "  XO-X  "] + [" " * 8] * 2

SQUATTER = ["+W+B+", "WbWwB", "+W-WB", "B+W+B", "+B+++"]
OWNERS = [".....", ".W.B.", "..W..", ".....", "....."]


def parse(picture: str) -> ElementTree.Element:
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox")
    assert root[0].tag == f"{SVG}title"
    assert root[0].text
    assert "href" not in picture
    assert "<style" not in picture
    return root


def count(root: ElementTree.Element, *names: str) -> int:
    """How many elements have all these class names."""
    return sum(set(names) <= set(element.get("class", "").split()) for element in root.iter())


def texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def check_width(board: str) -> None:
    lines = board.split("\n")
    assert max(map(len, lines)) <= 80
    assert all(line == line.rstrip() for line in lines)


# The builder, and names of squares.


def test_svg_text_and_attributes_are_escaped() -> None:
    picture = svg.picture(10.0, 20.5, 'a < b & "c"')
    picture.add("g", data_name='<"&>')
    root = ElementTree.fromstring(str(picture))
    assert root[0].text == 'a < b & "c"'
    assert root[2].get("data-name") == '<"&>'
    assert root.get("viewBox") == "0 0 10 20.5"


def test_squares_in_a_move() -> None:
    assert squares_in("k11") == ["k11"]
    assert squares_in("d4e4") == ["d4", "e4"]
    assert squares_in("pass") == []
    assert text.square("k11") == (10, 10)


# Kalah.


def seeds(pits: int) -> tuple[Sequence[int], Sequence[int]]:
    return tuple(range(pits)), tuple(reversed(range(pits)))


@pytest.mark.parametrize("pits", range(1, 13))
def test_kalah_text_shows_all_numbers_in_80_columns(pits: int) -> None:
    south, north = seeds(pits)
    board = kalah.text_board((south, north), (123, 99), "south", "south to move")
    check_width(board)
    lines = board.split("\n")
    numbers = [
        [int(word) for word in line.replace("│", " ").split() if word.isdigit()] for line in lines
    ]
    assert numbers[0] == list(range(pits, 0, -1))
    assert numbers[2] == list(reversed(north))
    assert numbers[4] == list(south)
    assert numbers[6] == list(range(1, pits + 1))
    assert "123" in lines[3].split("┤")[1]
    assert "99" in lines[3].split("├")[0]
    assert lines[6].endswith("▸ south")
    assert "▸" not in lines[0]


def test_kalah_text_at_its_widest() -> None:
    check_width(
        kalah.text_board(((288,) * 12, (288,) * 12), (288, 288), "north", "game over: a draw")
    )


@pytest.mark.parametrize("pits", [1, 6, 7, 12])
def test_kalah_svg_draws_every_seed_and_number(pits: int) -> None:
    south, north = seeds(pits)
    root = parse(kalah.svg_board((south, north), (5, 17), "north", "2" if pits > 1 else "1"))
    assert count(root, "seed") == sum(south) + sum(north) + 5 + 17
    assert count(root, "house") == 2 * pits
    assert count(root, "store") == 2
    assert count(root, "last-move") == 1
    assert texts(root).count("17") >= 1


def test_kalah_svg_survives_hundreds_of_seeds() -> None:
    root = parse(kalah.svg_board(((0, 200), (0, 0)), (288, 144), ""))
    assert {"200", "288", "144"} <= set(texts(root))
    assert 100 < count(root, "seed") < 300


def last_move_x(picture: str) -> tuple[float, float]:
    mark = next(e for e in parse(picture).iter() if e.get("class") == "last-move")
    return float(mark.get("cx", "")), float(mark.get("cy", ""))


def test_kalah_svg_last_move_belongs_to_a_seat() -> None:
    houses, stores = ((4, 4, 0, 5), (4, 4, 4, 4)), (1, 0)
    south = last_move_x(kalah.svg_board(houses, stores, "south", "south 3"))
    north = last_move_x(kalah.svg_board(houses, stores, "south", "north 3"))
    assert south[1] > north[1]
    assert south[0] > north[0]
    # South has just moved again: only its house can be the one.
    assert last_move_x(kalah.svg_board(houses, stores, "south", "3")) == south
    assert last_move_x(kalah.svg_board(houses, stores, "north", "3")) == south


@pytest.mark.parametrize(("turn_name", "move"), [("north", "swap"), ("", "3")])
def test_kalah_svg_without_a_house_to_mark(turn_name: str, move: str) -> None:
    root = parse(kalah.svg_board(((4, 4, 4), (4, 4, 4)), (0, 0), turn_name, move, "a < b"))
    assert count(root, "last-move") == 0
    assert texts(root)[-1] == "a < b"


# Squatter.


def test_squatter_text_tells_live_dead_and_land_apart() -> None:
    board = squatter.text_board(SQUATTER, OWNERS, (2, 1), "white to move")
    assert board.split("\n")[2:7] == [
        "  1 │ · ○ · ● · │",
        "  2 │ ○ • ○ ◦ ● │",
        "  3 │ · ○ □ ○ ● │",
        "  4 │ ● · ○ · ● │",
        "  5 │ · ● · · · │",
    ]
    assert board.endswith("white to move · ○ white 2, ● black 1 · 10 free")


def test_squatter_text_shows_whose_empty_land_it_is() -> None:
    board = squatter.text_board(["+++", "+-+", "+++"], ["...", ".B.", "..."], (0, 1), "")
    assert "■" in board
    assert "□" not in board


@pytest.mark.parametrize("size", range(3, 12))
def test_squatter_of_every_size(size: int) -> None:
    rows = [("WBwb+" * size)[:size]] * size
    owners = ["." * size] * size
    board = squatter.text_board(rows, owners, (100, 100), "game over: white wins by 100")
    check_width(board)
    assert board.split("\n")[0].split() == [chr(ord("a") + column) for column in range(size)]
    root = parse(squatter.svg_board(rows, owners, f"c{size}", "game over: white wins by 100"))
    pieces = sum(cell != "+" for row in rows for cell in row)
    assert count(root, "piece") == pieces
    assert count(root, "free") == size * size
    assert str(size) in texts(root)


def test_squatter_svg_counts() -> None:
    root = parse(squatter.svg_board(SQUATTER, OWNERS, "c4", "black to move"))
    assert count(root, "piece") == 14
    assert count(root, "piece", "white", "dead") == 1
    assert count(root, "piece", "black", "dead") == 1
    assert count(root, "land", "white") == 2
    assert count(root, "land", "black") == 1
    assert count(root, "border") == 2
    assert count(root, "last-move") == 1
    assert "black to move · white 2, black 1" in texts(root)


# Watch Your Back!


def clock(board: list[str], phase: str, turns: int) -> watch_your_back.Clock:
    """Return what the core says of such a board, also of boards that no game reaches."""
    gone = next(ring for ring, row in enumerate(board) if row.strip())
    coming = gone < 2 and phase != "completed" and (phase == "placing" or turns < (128, 192)[gone])
    after = empty_board(gone + coming)
    squares = zip(SQUARES, empty_board(gone), after, strict=True)
    going = tuple(name for name, now, then in squares if now != "." and then == ".")
    shrink = (128, 192)[gone] if coming else None
    return watch_your_back.Clock(phase, turns, 24, gone, shrink, going)


def text_board(board: list[str], phase: str, turns: int, status: str) -> str:
    return watch_your_back.text_board(board, clock(board, phase, turns), status)


def svg_board(board: list[str], turns: int, phase: str, *more: str) -> ElementTree.Element:
    return parse(watch_your_back.svg_board(board, clock(board, phase, turns), *more))


@pytest.mark.parametrize("board", [WYB_START, WYB_FULL, WYB_SMALL, WYB_SMALLEST])
@pytest.mark.parametrize("phase", ["placing", "moving", "completed"])
@pytest.mark.parametrize("turns", [0, 23, 111, 112, 127, 128, 176, 191, 192, 100000])
def test_watch_your_back_everywhere(board: list[str], phase: str, turns: int) -> None:
    check_width(text_board(board, phase, turns, "game over: black wins"))
    root = svg_board(board, turns, phase, "d4f4", "white to move")
    cells = "".join(board)
    assert count(root, "piece", "white") == cells.count("O")
    assert count(root, "piece", "black") == cells.count("@")
    assert count(root, "corner") == 4
    assert count(root, "square") == len(cells) - cells.count(" ") - 4
    assert count(root, "last-move") == 1


def test_watch_your_back_shows_which_ring_goes_next() -> None:
    far = text_board(WYB_START, "moving", 111, "white to move")
    near = text_board(WYB_START, "moving", 127, "black to move")
    assert "░" not in far
    assert far.endswith("turn 111, shrinks at 128")
    assert near.count("░") == 24
    assert near.endswith("turn 127, shrinks in 1 turn")
    assert count(svg_board(WYB_START, 112, "moving"), "doomed") == 28
    assert count(svg_board(WYB_START, 111, "moving"), "doomed") == 0
    assert count(svg_board(WYB_START, 23, "placing"), "doomed") == 0
    assert count(svg_board(WYB_SMALL, 180, "moving"), "doomed") == 20
    assert count(svg_board(WYB_SMALLEST, 192, "moving"), "doomed") == 0


def test_watch_your_back_leaves_removed_squares_out() -> None:
    lines = text_board(WYB_SMALLEST, "moving", 200, "white to move").split("\n")
    assert lines[2].split() == ["c", "d", "e", "f"]
    assert lines[5] == "      4 │ ○ ● ● ○ │"
    assert len(lines) == 12
    root = svg_board(WYB_SMALLEST, 200, "moving", "pass")
    assert {"c", "f", "3", "6"} <= set(texts(root))
    assert not {"a", "b", "g", "h", "1", "2", "7", "8"} & set(texts(root))
    assert count(root, "last-move") == 0


def test_watch_your_back_counts_the_placing() -> None:
    board = text_board(WYB_START, "placing", 0, "white to move")
    assert board.endswith("white to move · ○ white 0, ● black 0 · placing 1 of 24")
