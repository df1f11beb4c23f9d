"""Fair openings: the lists, the published counts, and matches that begin with them."""

from __future__ import annotations

import pytest

import plyground as ply
from plyground.arena.running.openings import openings
from plyground.books.book import folded
from plyground.books.fair import fair_openings
from plyground.errors import PlygroundError
from plyground.games.kalah import Position
from plyground.games.kalah.starts import moved
from plyground.players.limits import Limit
from plyground.solving.fair import fair_each, is_fair
from plyground.solving.solver import LimitReached, reach_each

GAMES = ("kalah(6,4)", "kalah-manchester", "squatter(6)", "squatter(7)", "connect-four",
         "watch-your-back")  # fmt: skip


def kalah(name: str) -> Position:
    start = ply.position(name)
    assert isinstance(start, Position)
    return start


@pytest.mark.parametrize("game", GAMES)
def test_lists(game: str) -> None:
    found = fair_openings(game)
    assert len(found) >= 100
    assert len({hash(folded(one)) for one in found}) == len(found)
    assert all(len(one.legal_moves) > 1 and one.game == game for one in found)


def test_matches_begin_with_them() -> None:
    start = ply.position("squatter(6)")
    one, same, other = (openings("fair", start, seed=seed) for seed in (1, 1, 2))
    assert one[0] == same[0]
    assert [one[i] for i in range(9)] != [other[i] for i in range(9)]
    assert {one[i] for i in range(one.size or 0)} == set(fair_openings("squatter(6)"))
    arena = ply.position("watch-your-back(max_turns=320,double_pass_draws=yes)")
    assert openings("fair", arena)[0].game == arena.game
    result = ply.match("pvs:nodes=50", "pvs:nodes=60", "squatter(6)", 2, openings="fair", workers=1)
    assert result.score.games == 4
    for game in ("kalah(5,5)", "squatter(4)"):
        with pytest.raises(PlygroundError, match=r"there are lists of .*squatter-6"):
            openings("fair", ply.position(game))


def test_moved_seeds() -> None:
    start = kalah("kalah(6,4)")
    for seeds, count in ((0, 1), (1, 12 * 13), (2, 6240)):
        found = list(moved(start, seeds))
        assert len(found) == len(set(found)) == count
        for one in found[::97]:
            board = [*one.houses[0], *one.houses[1]]
            assert sum(board) + sum(one.stores) == 48
            taken = sum(max(0, 4 - house) for house in board)
            assert taken == seeds


def test_fair_means_worth_nothing() -> None:
    for seeds in (0, 1):
        for one in moved(kalah("kalah(3,2)"), seeds):
            assert is_fair(one, table_mb=1) == (ply.solve(one, table_mb=1).margin == 0), one.text
    with pytest.raises(LimitReached):
        is_fair(kalah("kalah(6,6)"), Limit(nodes=100), table_mb=1)


def test_positions_that_share_a_table() -> None:
    """Each answer is the one that the position has alone, whatever was asked before."""
    for game in ("kalah(3,3)", "kalah(3,2,capture=always)"):
        start = kalah(game)
        positions = [start, *moved(start, 1), *map(start.play, start.legal_moves)]
        values = [ply.solve(one, table_mb=1).margin for one in positions]
        verdicts: dict[int, bool] = {}
        assert fair_each(positions, verdicts.__setitem__, table_mb=1)
        assert list(verdicts) == list(range(len(positions)))
        assert [verdicts[i] for i in verdicts] == [value == 0 for value in values]
        bounds: dict[int, tuple[int, int]] = {}

        def note(number: int, lower: int, upper: int) -> None:
            bounds[number] = lower, upper  # noqa: B023 - called before the next game

        assert reach_each([(one, []) for one in positions], table_mb=1, on_answer=note)
        assert [bounds[i] for i in bounds] == [(value, value) for value in values]
        assert reach_each([(one, [2]) for one in positions], table_mb=1, on_answer=note)
        for value, (lower, upper) in zip(values, bounds.values(), strict=True):
            assert lower <= value <= upper
            assert (lower >= 2) == (value >= 2) == (upper >= 2)


def test_a_limit_ends_them_all() -> None:
    start = kalah("kalah(6,6)")
    verdicts: dict[int, bool] = {}
    assert not fair_each([start, start], verdicts.__setitem__, Limit(nodes=1000), table_mb=1)
    assert not verdicts
    assert fair_each([], verdicts.__setitem__)
    with pytest.raises(PlygroundError, match="several games"):
        fair_each([start, kalah("kalah(6,5)")], verdicts.__setitem__)


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "count"), [(",capture=always", 3), ("", 3)])
def test_published_count_with_one_seed_moved(rules: str, count: int) -> None:
    """Three of the starts with one seed moved are fair; that is published for empty capture."""
    verdicts: dict[int, bool] = {}
    starts = list(moved(kalah(f"kalah(6,4{rules})"), 1))
    assert fair_each(starts, verdicts.__setitem__, table_mb=512)
    assert sum(verdicts.values()) == count
    assert len(verdicts) == len(starts)
