"""What moves do, as the core tells it, against the slow references taken apart step by step."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, fields, replace
from typing import Any, get_args

import pytest

import plyground as ply
from plyground.games import effects as told
from plyground.games.effects import Effect
from tests import reference
from tests.reference import watch_your_back as slow_wyb
from tests.reference.connect_four import lines as four_cells
from tests.reference.kalah import SEAT_NAMES, Kalah
from tests.reference.squatter import SIDE_NAMES, Squatter, cell_text
from tests.support.python_games import Nim, TicTacToe

KALAH_GAMES = [
    "kalah(6,4)",
    "kalah-manchester",
    "kalah(3,12,skip_origin=yes)",
    "kalah(4,3,capture=always,sweep=last_mover)",
    "kalah(4,3,capture=never,sweep=empty_side,end=mover_empty)",
    "kalah(5,4,majority_ends=yes)",
    "kalah(4,4,majority_ends=yes,sweep=none)",
    "kalah(1,1)",
    "kalah(9,6,capture=always,swap=yes)",
]
SQUATTER_GAMES = ["squatter(5)", "squatter(7,first=black)", "squatter(11)"]
WYB_GAMES = ["watch-your-back", "watch-your-back(max_turns=320,double_pass_draws=yes)"]


def random_moves(name: str, games: int) -> Iterator[tuple[ply.Position, Any, str]]:
    """Yield every position of some games, the reference's, and the move played there.

    Half of the moves are greedy: they take what can be taken more often than chance would.
    """
    chance = random.Random(name)
    for _ in range(games):
        position, slow = ply.position(name), reference.position(name)
        for _ in range(330):
            if position.is_over:
                break
            move = chance.choice(position.legal_moves)
            if chance.random() < 0.5:
                move = ply.player("greedy", chance.randrange(1000)).choose(position)
            yield position, slow, move
            position, slow = position.play(move), slow.play(move)


def seeds_of(position: Kalah) -> dict[str, int]:
    seeds = dict(zip(SEAT_NAMES, position.stores, strict=True))
    for seat, houses in zip(SEAT_NAMES, position.houses, strict=True):
        seeds |= {f"{seat[0]}{number}": count for number, count in enumerate(houses, start=1)}
    return seeds


def apply_seeds(seeds: dict[str, int], effect: Effect) -> None:
    match effect:
        case told.Lift(at, count):
            assert seeds[at] == count
            seeds[at] = 0
        case told.Sowing(path):
            for cell in path:
                seeds[cell] += 1
        case told.Capture(_, cells, store, count) | told.Sweep(cells, store, count):
            assert sum(seeds[cell] for cell in cells) == count > 0
            seeds.update(dict.fromkeys(cells, 0))
            seeds[store] += count
        case _:
            assert isinstance(effect, told.ExtraTurn | told.Swap)


@pytest.mark.parametrize("name", KALAH_GAMES)
def test_kalah_sows_then_captures_then_sweeps_as_the_reference_does(name: str) -> None:
    """The reference with fewer rules gives the boards in between."""
    for position, slow, move in random_moves(name, 12):
        effects = position.effects(move)
        seeds, rules = seeds_of(slow), slow.rules
        kept = replace(slow, rules=replace(rules, sweep="none"))
        sown = replace(slow, rules=replace(rules, sweep="none", capture="never"))
        after = {"sowing": sown, "capture": kept, "sweep": slow}
        steps = [effect.type for effect in effects]
        assert steps == [kind for kind in ORDER if kind in steps for _ in range(steps.count(kind))]
        for index, effect in enumerate(effects):
            apply_seeds(seeds, effect)
            if effect.type in after and effect.type not in steps[index + 1 :]:
                assert seeds == seeds_of(after[effect.type].play(move)), (position.text, move)
        assert seeds == seeds_of(slow.play(move)), (position.text, move)
        again = slow.play(move).seat == slow.seat and not slow.play(move).is_over()
        assert ("extra-turn" in steps) == (again and move != "swap")
        assert ("swap" in steps) == (move == "swap")


ORDER = ["swap", "lift", "sowing", "capture", "sweep", "extra-turn"]


@pytest.mark.parametrize("name", SQUATTER_GAMES)
def test_squatter_encloses_what_the_reference_captures(name: str) -> None:
    recaptured = 0
    for position, slow, move in random_moves(name, 12):
        placed, *closed = position.effects(move)
        assert placed == told.Placement(move, position.turn_name)
        after: Squatter = slow.play(move)
        won = {c for c, owner in after.owners.items() if slow.owners.get(c) != owner}
        lost = {cell_text(cell) for cell in won if cell in slow.owners}
        cells: list[str] = []
        for effect in closed:
            assert isinstance(effect, told.Enclosure)
            assert effect.side == SIDE_NAMES[slow.side]
            assert move in effect.loop
            assert set(effect.recaptured) == lost & set(effect.cells)
            cells += effect.cells
        assert sorted(cells) == sorted(map(cell_text, won)), (position.text, move)
        recaptured += len(lost)
    assert recaptured > 0 or name != "squatter(11)"


def test_the_loop_leaves_out_pieces_that_stand_apart_inside_it() -> None:
    rows = "++WWW++/+W+++W+/W+++++W/W++WB+W/W+++++W/+W+++W+/++W+W++"
    effect = ply.position("squatter(7)", f"{rows} - white").effects("d7")[1]
    assert isinstance(effect, told.Enclosure)
    assert "d4" not in effect.loop
    assert len(effect.loop) == 16
    assert effect.cells[:3] == ("c6", "d6", "e6")  # nearest to the move first
    assert "e4" in effect.cells


def changed_board(board: slow_wyb.Board, effect: Effect) -> slow_wyb.Board:
    board, at = dict(board), slow_wyb.square_from_text
    symbols: dict[str | None, str] = {"white": "O", "black": "@", None: "-"}
    match effect:
        case told.Placement(square, side):
            board[at(square)] = symbols[side]
        case told.Step(start, to, side, over):
            assert over is None or board[at(over)] in "O@"
            board[at(start)], board[at(to)] = "-", symbols[side]
        case told.Elimination(square, side, by):
            assert board[at(square)] == symbols[side]
            assert all(board[at(cell)] in {"X", "O", "@"} - {symbols[side]} for cell in by)
            board[at(square)] = "-"
        case told.Shrink(cells, pieces):
            gone = {at(cell): board.pop(at(cell)) for cell in cells}
            assert {at(cell) for cell in pieces} == {c for c, s in gone.items() if s in "O@"}
        case told.Corner(square, lost):
            assert board[at(square)] == symbols[lost]
            board[at(square)] = "X"
        case _:
            assert isinstance(effect, told.Pass | told.Phase)
    return board


@pytest.mark.parametrize("name", WYB_GAMES)
def test_watch_your_back_eliminates_and_shrinks_as_the_reference_does(name: str) -> None:
    shrinks = 0
    for position, slow, move in random_moves(name, 12):
        board, arrived = slow.board, dict(slow.board)
        if move != "pass":
            arrived.update({slow_wyb.square_from_text(move[:2]): "-"})
            slow_wyb.arrive(arrived, slow_wyb.square_from_text(move[-2:]), slow.colour)
        for effect in position.effects(move):
            if isinstance(effect, told.Shrink):
                assert board == arrived, (position.text, move)
                shrinks += 1
            board = changed_board(board, effect)
        assert board == slow.play(move).board, (position.text, move)
    assert shrinks > 0


def test_an_elimination_names_the_two_that_did_it() -> None:
    rows = "X------X/--O-----/--@-----/--------/--O-----/--------/-@O-@--@/X-O----X"
    position = ply.position("watch-your-back", f"{rows} moving 10")
    assert position.effects("c5c4") == (
        told.Step("c5", "c4", "white", None),
        told.Elimination("c3", "black", ("c4", "c2")),
    )
    black = ply.position("watch-your-back", f"{rows} moving 11")
    assert black.effects("e7d7")[1] == told.Elimination("c7", "white", ("d7", "b7"))


def test_a_piece_that_goes_between_two_enemies_eliminates_itself() -> None:
    rows = "X------X/----O---/---O-O--/--------/@---@---/--------/--------/X------X"
    position = ply.position("watch-your-back", f"{rows} moving 11")
    step, gone = position.play("e5e4").play("e2d2").effects("e4e3")
    assert step == told.Step("e4", "e3", "black", None)
    assert gone == told.Elimination("e3", "black", ("d3", "f3"))


def test_a_shrink_tells_the_ring_the_corners_and_what_each_corner_eliminates() -> None:
    rows = "X------X/-O@O----/--------/---O@---/-------O/--------/-@----@-/X---@--X"
    position = ply.position("watch-your-back", f"{rows} moving 127")
    step, shrink, *corners = position.effects("e4e5")
    assert step == told.Step("e4", "e5", "black", None)
    assert isinstance(shrink, told.Shrink)
    assert shrink.cells == position.vanishing  # type: ignore[attr-defined]
    assert shrink.pieces == ("h5", "e8")
    assert corners == [
        told.Corner("b2", "white"),
        told.Elimination("c2", "black", ("b2", "d2")),
        told.Corner("b7", "black"),
        told.Corner("g7", "black"),
        told.Corner("g2", None),
    ]


def test_the_last_placement_starts_the_moving_phase() -> None:
    position = ply.position("watch-your-back")
    chance = random.Random(3)
    for _ in range(23):
        move = chance.choice(position.legal_moves)
        assert all(effect.type != "phase" for effect in position.effects(move))
        position = position.play(move)
    assert position.effects(position.legal_moves[0])[-1] == told.Phase("moving")


def test_the_next_shrink_is_told_until_there_is_none() -> None:
    rows = "X------X/--------/--O@-O--/-------@/-------@/--O-----/--@-----/X------X"

    def shrink(text: str) -> tuple[int | None, int]:
        position = ply.position("watch-your-back", text)
        return position.next_shrink, len(position.vanishing)  # type: ignore[attr-defined]

    assert shrink(f"{rows} moving 0") == (128, 28)
    assert shrink(f"{rows} moving 127") == (128, 28)
    small = "......../.X----X./.-O@-O-./.----@-./.----@-./.-O----./.X----X./........"
    assert shrink(f"{small} moving 128") == (192, 20)
    last = "......../......../..XO-X../..O@-@../..-@--../..X--X../......../........"
    assert shrink(f"{last} moving 192") == (None, 0)
    over = "X------X/-O------/--@-----/--@-----/--------/--------/--------/X------X"
    assert shrink(f"{over} moving 5") == (None, 0)


@pytest.mark.parametrize("name", ["connect-four", "connect-four(4,5)", "connect-four(9,5)"])
def test_connect_four(name: str) -> None:
    """The stone lies where the reference puts it, and the lines are its lines of four."""
    won = 0
    for position, slow, move in random_moves(name, 60):
        placement, *rest = position.effects(move)
        lines = [effect for effect in rest if isinstance(effect, told.Line)]
        assert len(lines) == len(rest)
        after = slow.play(move)
        (column, row) = next(iter(after.stones.keys() - slow.stones.keys()))
        side = position.turn_name
        assert placement == told.Placement(f"{'abcdefghi'[column]}{row + 1}", side)
        winning = {
            f"{'abcdefghi'[c]}{r + 1}"
            for line in four_cells(after.width, after.height)
            if {after.stones.get(cell) for cell in line} == {side[0].upper()}
            for c, r in line
        }
        assert {cell for line in lines for cell in line.cells} == winning
        assert all(line.side == side and len(line.cells) >= 4 for line in lines)
        assert set(position.play(move).winning_cells) == winning  # type: ignore[attr-defined]
        won += bool(winning)
    assert won > 5


@pytest.mark.parametrize("name", ["connect-four", "kalah(6,4)", "squatter(5)", "watch-your-back"])
def test_an_illegal_move_has_no_effects(name: str) -> None:
    for move in ("z9", None, [1], "99"):
        with pytest.raises(ply.IllegalMove):
            ply.position(name).effects(move)


def test_effects_are_values() -> None:
    lift, *_ = ply.position("kalah(6,4)").effects("c")  # a letter is a house too
    assert lift == told.Lift("s3", 4)
    assert hash(lift) == hash(told.Lift("s3", 4))
    with pytest.raises(FrozenInstanceError):
        lift.at = "s4"  # type: ignore[misc]
    types = [next(f.default for f in fields(kind) if f.name == "type") for kind in get_args(Effect)]
    assert len(set(types)) == len(types)
    assert all(kind.__doc__ for kind in get_args(Effect))


def test_a_game_in_python_tells_what_its_board_shows() -> None:
    assert Nim().effects(2) == (told.Change((), (), (), (), (), again=False),)
    (change,) = TicTacToe().effects(4)
    assert isinstance(change, told.Change)
    assert change.placed == ("b2",)
