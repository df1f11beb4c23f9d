"""The laws of a game: every game of the package obeys them, and the checker sees who does not."""

from __future__ import annotations

import copy
import pickle
import random
from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import plyground as ply
from plyground.games.native import NativePosition
from plyground.testing import LawBroken, Report, check_game, check_position
from tests.support import python_games, random_play
from tests.support.strategies import (
    SEEDS,
    game_names,
    positions,
    random_walk,
    squatter_names,
    start,
    walks,
    watch_your_back_names,
)

# Positions are made by long random walks: neither their time nor their size matters.
LAWS = settings(
    deadline=None,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
ALL_GAMES = (
    "connect-four",
    "connect-four(8,7)",
    "kalah(6,4)",
    "kalah-manchester",
    "kalah(12,12,skip_origin=yes)",
    "squatter(7)",
    "squatter(9,first=black)",
    "watch-your-back",
    "watch-your-back(max_turns=320,double_pass_draws=yes)",
)
FOREVER = 2**31 - 1


# All laws at once, as anybody can check them for a game of their own.


@settings(LAWS, max_examples=50)
@given(game_names(), SEEDS)
def test_random_games_obey_the_laws(name: str, seed: int) -> None:
    assert check_game(name, games=1, seed=seed).games == 1


@LAWS
@given(positions(), SEEDS)
def test_positions_far_from_the_start_obey_the_laws(position: NativePosition, seed: int) -> None:
    assert check_position(position, random.Random(seed)) == 1


@pytest.mark.parametrize("share", range(8))
def test_every_variant_of_kalah_obeys_the_laws(share: int) -> None:
    for number, variant in list(enumerate(random_play.kalah_variants()))[share::8]:
        check_game(f"kalah({1 + number % 5},{1 + number // 5 % 4}{variant})", games=1, seed=number)


# The same laws one by one, in other words.


@LAWS
@given(positions())
def test_text_reads_back(position: NativePosition) -> None:
    again = ply.position(position.game, position.text)
    assert again == position
    assert again.text == position.text
    assert again.legal_moves == position.legal_moves
    assert "\n" not in position.text
    assert eval(repr(position), {"ply": ply}) == position


@LAWS
@given(walks(most=60))
def test_hashes_tell_positions_apart(walk: tuple[list[NativePosition], list[str]]) -> None:
    for one, other in combinations(walk[0], 2):
        same = one.text == other.text
        assert (one == other) == same
        assert (one.hash == other.hash) == same
        assert (hash(one) == hash(other)) == same
    assert all(0 <= position.hash < 2**64 for position in walk[0])


@LAWS
@given(squatter_names() | watch_your_back_names(), SEEDS)
def test_ways_that_meet_have_one_hash(name: str, seed: int) -> None:
    """The first and the third move exchanged mostly lead to the same position."""
    passed, moves = random_walk(start(name), random.Random(seed), 3)
    exchanged = passed[0].play(moves[2]).play(moves[1]).play(moves[0])
    assert (exchanged.text == passed[3].text) == (exchanged == passed[3])
    assert (exchanged.hash == passed[3].hash) == (exchanged == passed[3])


@LAWS
@given(positions())
def test_playing_changes_nothing_but_its_result(position: NativePosition) -> None:
    text, moves = position.text, position.legal_moves
    children = [position.play(move) for move in moves]
    assert (position.text, position.legal_moves) == (text, moves)
    assert [position.play(move) for move in moves] == children
    assert position not in children
    assert bool(moves) != position.is_over


@LAWS
@given(positions())
def test_every_move_that_is_not_listed_is_refused(position: NativePosition) -> None:
    moves = [position.move_at(index) for index in range(position.num_actions)]
    assert len(set(moves)) == len(moves)
    for move in moves:
        if move in position.legal_moves:
            assert position.parse_move(f" {move.upper()} ") == move
        else:
            with pytest.raises(ply.IllegalMove) as refusal:
                position.play(move)
            assert len(str(refusal.value).splitlines()) == 1


@LAWS
@given(walks(most=1000))
def test_the_margin_flips_with_the_side(walk: tuple[list[NativePosition], list[str]]) -> None:
    for position in walk[0][:-1]:
        assert position.winner is None
        with pytest.raises(ValueError, match="not over"):
            assert position.margin
    end = walk[0][-1]
    if end.is_over:
        margins = {side: end.margin_for(side) for side in ply.Side}
        assert margins[ply.Side.FIRST] == -margins[ply.Side.SECOND]
        assert margins[end.turn] == end.margin
        best = max(margins, key=lambda side: margins[side])
        assert end.winner == (best if margins[best] else None)


@LAWS
@given(positions())
def test_copies_are_equal(position: NativePosition) -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(position, protocol))
        assert again == position
        assert type(again) is type(position)
        assert again.text == position.text
    assert copy.copy(position) == copy.deepcopy(position) == position


@LAWS
@given(game_names(), SEEDS)
def test_random_play_ends(name: str, seed: int) -> None:
    begin = start(name)
    passed, moves = random_walk(begin, random.Random(seed), 5000)
    assert passed[-1].is_over
    if isinstance(begin, ply.connect_four.Position):
        assert len(moves) <= begin.width * begin.height
    if isinstance(begin, ply.squatter.Position):
        assert len(moves) <= begin.size**2
    if isinstance(begin, ply.watch_your_back.Position) and begin.max_turns:
        assert len(moves) <= 24 + begin.max_turns


# Symmetries.


@LAWS
@given(positions())
def test_symmetries_map_moves_and_successors(position: NativePosition) -> None:
    images = [position.transformed(s) for s in range(position.num_symmetries_within(1))]
    assert images[0] == position
    for s, image in enumerate(images):
        assert position in [image.transformed(t) for t in range(len(images))]
        mapped = {position.transformed_move(move, s) for move in position.legal_moves}
        assert mapped == set(image.legal_moves)
        for move in position.legal_moves:
            there = image.play(position.transformed_move(move, s))
            assert there == position.play(move).transformed(s)


@LAWS
@given(positions(), SEEDS, st.integers(0, 250))
def test_symmetries_hold_as_long_as_they_say(
    position: NativePosition, seed: int, plies: int
) -> None:
    s = position.num_symmetries_within(plies) - 1
    image = position.transformed(s)
    passed, moves = random_walk(position, random.Random(seed), plies)
    for here, move in zip(passed, moves, strict=False):
        image = image.play(here.transformed_move(move, s))
    end = passed[-1]
    assert (image.is_over, image.turn) == (end.is_over, end.turn)
    if end.is_over:
        assert image.margin == end.margin
    if s < end.num_symmetries_within(0):
        assert image == end.transformed(s)


@LAWS
@given(positions())
def test_how_many_symmetries_there_are(position: NativePosition) -> None:
    count = position.num_symmetries
    assert count == position.num_symmetries_within(FOREVER)
    if isinstance(position, ply.connect_four.Position):
        assert count == position.num_symmetries_within(0) == 2
        return
    if isinstance(position, ply.kalah.Position):
        assert count == position.num_symmetries_within(0) == 1
        return
    if isinstance(position, ply.squatter.Position):
        assert count == position.num_symmetries_within(0) == 8
        return
    assert isinstance(position, ply.watch_your_back.Position)
    if position.shrinks == 2:
        assert count == position.num_symmetries_within(0) == 8
    elif position.text.split()[1] == "moving":
        left = 192 - position.turns
        assert count == position.num_symmetries_within(left) == 1
        assert left == 0 or position.num_symmetries_within(left - 1) == 8
    else:
        left = 24 - position.turns + 192
        assert count == position.num_symmetries_within(left) == 1
        assert position.num_symmetries_within(left - 1) == 2


@pytest.mark.parametrize("name", ALL_GAMES)
def test_unknown_symmetries_are_refused(name: str) -> None:
    position = start(name)
    for s in (-1, position.num_symmetries_within(0), 8):
        with pytest.raises(IndexError, match="no such symmetry"):
            position.transformed(s)
        with pytest.raises(IndexError, match="no such symmetry"):
            position.transformed_move(position.legal_moves[0], s)


def test_the_second_shrink_breaks_the_mirror() -> None:
    """d3 is the new top left corner's victim; in the mirror e3 is not the top right one's.

    The top left corner comes first: it takes the piece next to it, and the piece behind that one,
    next to the top right corner, has no enemy at its back any more.
    """
    board = "......../.X----X./.--O@--./.------./.--O-@-./.------./.X----X./........"
    position = start("watch-your-back", f"{board} moving 191")
    assert isinstance(position, ply.watch_your_back.Position)
    assert position.turn_name == "black"
    assert position.num_symmetries_within(0) == 8
    assert position.num_symmetries_within(1) == 1
    mirror = position.transformed(1)
    assert mirror.text.startswith("......../.X----X./.--@O--./")
    after = position.play("f5f4")
    mirrored_after = mirror.play(position.transformed_move("f5f4", 1))
    assert after.board[2:6] == ("  X-@X  ", "  ---@  ", "  -O--  ", "  X--X  ")
    assert mirrored_after.board[2:6] == ("  X-OX  ", "  @---  ", "  --O-  ", "  X--X  ")
    assert mirrored_after != after.transformed(1)
    assert (after.winner, mirrored_after.winner) == (ply.Side.SECOND, ply.Side.FIRST)


# Games written in Python.


@pytest.mark.parametrize("game", [python_games.Nim, python_games.TicTacToe])
def test_good_games_in_python_pass(game: type[ply.Position]) -> None:
    report = check_game(game, games=30)
    assert report.games == 30
    assert report.longest <= 9
    assert check_game(game(), games=30) == report


def test_a_record_of_a_game_in_python() -> None:
    record = ply.Game(python_games.TicTacToe())
    for move in ("0", 3, " 1 ", 4, 2):
        record.push(move)
    assert record.moves == (0, 3, 1, 4, 2)
    assert record.result == "first"
    with pytest.raises(ply.IllegalMove, match="the game is over"):
        record.push(5)


def test_the_same_seed_checks_the_same_games() -> None:
    assert check_game("kalah(3,3)", seed=5) == check_game("kalah(3,3)", seed=5)
    assert check_game("kalah(3,3)", seed=5) != check_game("kalah(3,3)", seed=6)
    assert check_game(start("squatter(3)"), games=2) == Report(games=2, positions=20, longest=9)


@pytest.mark.parametrize(
    ("game", "law"),
    [
        (python_games.WrongWinner, "the winner has the positive margin"),
        (python_games.MarginOfNobody, "the margin flips with the side"),
        (python_games.MarginOfTheOther, "margin is the mover's"),
        (python_games.Unhashable, "positions are hashable"),
        (python_games.ListInside, "positions are hashable"),
        (python_games.HashedByPlace, "pickling keeps it equal"),
        (python_games.Unpicklable, r"positions can be pickled \(this stays here\)"),
        (python_games.ListsAsMoves, "moves are hashable"),
        (python_games.TwiceTheSame, "legal moves differ from each other"),
        (python_games.SameTexts, "a move's text reads back"),
        (python_games.PlaysOnItself, "play leaves the position as it was"),
        (python_games.ForgetsToCopy, "play leaves the position as it was"),
        (python_games.StandsStill, "a move changes the position"),
        (python_games.AnotherKind, "play returns the same kind of position"),
        (python_games.TurnOfNobody, "turn is a Side"),
        (python_games.MovesAfterTheEnd, "no move is legal exactly when it is over"),
        (python_games.NoMovesBeforeTheEnd, "no move is legal exactly when it is over"),
        (python_games.Endless, "random play ends within 200 moves"),
        (python_games.NoTurn, "NoTurn has no 'turn'"),
        (python_games.NoPlay, "NoPlay has no 'play'"),
        (python_games.NoMargin, "NoMargin has no 'margin'"),
    ],
)
def test_a_broken_law_is_named(game: type[ply.Position], law: str) -> None:
    with pytest.raises(LawBroken, match=law) as broken:
        check_game(game, games=20, max_moves=200)
    assert len(str(broken.value).splitlines()) == 1
