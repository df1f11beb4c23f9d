"""The native module takes any call: absurd values are refused, nothing crashes Python."""

from __future__ import annotations

import copy
import math
import pickle
import struct
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

import plyground as ply
from plyground import Side, _core
from plyground.errors import IllegalMove
from plyground.games.connect_four.position import Position as ConnectFour
from plyground.games.kalah.position import Position as Kalah
from plyground.games.squatter.position import Position as Squatter
from plyground.games.watch_your_back.position import Position as WatchYourBack
from tests.support.strategies import start

HOUSES = [4] * 6 + [0]
NAMES = ("kalah(6,4)", "kalah(12,12)", "squatter(5)", "squatter(11)", "watch-your-back")
FAMILIES = (
    _core.KalahPosition,
    _core.SquatterPosition,
    _core.WatchYourBackPosition,
    _core.ConnectFourPosition,
)
HUGE = 2**31 - 1


def rules(**changed: Any) -> _core.KalahRules:
    usual = {"houses": 6, "seeds": 4, "capture": 0, "sweep": 0}
    flags = ("swap", "first_extra_turn", "ends_at_mover_empty", "majority_ends", "skip_origin")
    return _core.KalahRules(**dict.fromkeys(flags, False) | usual | changed)


RULES = rules()


def kalah(
    south: Any = HOUSES, north: Any = HOUSES, rules: Any = RULES, stage: Any = 2
) -> _core.KalahPosition:
    return Kalah(rules, south, north, False, False, stage)


def squatter(size: Any = 7, pieces: Any = "." * 49, owners: Any = "." * 49) -> Squatter:
    return Squatter(size, pieces, owners, Side.FIRST, False)


def watch_your_back(**changed: Any) -> WatchYourBack:
    usual: dict[str, Any] = {
        "max_turns": 0,
        "double_pass_draws": False,
        "board": "-" * 64,
        "moving": False,
        "turns": 0,
        "shrinks": 0,
        "passes": 0,
    }
    return WatchYourBack(**usual | changed)


BAD: tuple[Callable[[], object], ...] = (
    lambda: kalah([1] * 1000, [1] * 1000),
    lambda: kalah([4] * 6),
    lambda: kalah([]),
    lambda: kalah([-1] + [4] * 5 + [0]),
    lambda: kalah([HUGE] * 7),
    lambda: kalah([200] + [0] * 6, [56] + [0] * 6),
    lambda: kalah([2**40] * 7),
    lambda: kalah([math.nan] * 7),
    lambda: kalah(None),
    lambda: kalah(stage=3),
    lambda: kalah(stage=-1),
    lambda: kalah(rules=None),
    lambda: rules(houses=0),
    lambda: rules(houses=13),
    lambda: rules(houses=256 + 6),
    lambda: rules(houses=-250),
    lambda: rules(seeds=0),
    lambda: rules(seeds=13),
    lambda: rules(capture=3),
    lambda: rules(sweep=-1),
    lambda: squatter(7, "-", "-"),
    lambda: squatter(7, "-" * 49),
    lambda: squatter(7, "." * 49, ".3." + "." * 46),
    lambda: squatter(7, "." * 49, "\0" * 49),
    lambda: squatter(2, "." * 4, "." * 4),
    lambda: squatter(12, "." * 144, "." * 144),
    lambda: squatter(-7),
    lambda: squatter(HUGE),
    lambda: squatter(2**40),
    lambda: squatter(7.5),
    lambda: Squatter(7, "." * 49, "." * 49, 7, False),  # type: ignore[arg-type]
    lambda: watch_your_back(board=""),
    lambda: watch_your_back(board="-" * 65),
    lambda: watch_your_back(board="O" * 64),
    lambda: watch_your_back(board="-" * 8 + "O" * 23 + "-" * 33),  # no room for all 24
    lambda: watch_your_back(shrinks=1),
    lambda: watch_your_back(board="O" + "-" * 63, shrinks=1, moving=True, turns=128),
    lambda: watch_your_back(turns=24),
    lambda: watch_your_back(turns=-1),
    lambda: watch_your_back(turns=65_536, moving=True),
    lambda: watch_your_back(shrinks=3),
    lambda: watch_your_back(shrinks=-1),
    lambda: watch_your_back(passes=3, double_pass_draws=True, moving=True),
    lambda: watch_your_back(passes=-1),
    lambda: watch_your_back(max_turns=-1),
    lambda: watch_your_back(max_turns=65_536),
    lambda: WatchYourBack._empty_board(77),
    lambda: ConnectFour(7, 6, ""),
    lambda: ConnectFour(7, 6, "." * 41),
    lambda: ConnectFour(7, 6, "3" * 42),
    lambda: ConnectFour(7, 6, "1" + "." * 41),  # above an empty cell: no column would be open
    lambda: ConnectFour(13, 4, "." * 52),
    lambda: ConnectFour(3, 4, "." * 12),
    lambda: ConnectFour(8, 8, "." * 64),
    lambda: ConnectFour(HUGE, HUGE, ""),
    lambda: ConnectFour(-7, -6, "." * 42),
    lambda: _core.Limits(depth=0),
    lambda: _core.Limits(depth=-5),
    lambda: _core.Limits(nodes=0),
    lambda: _core.Limits(hard_time=math.nan),
    lambda: _core.Limits(soft_time=-1.0),
    lambda: _core.SolveSettings(threads=0),
    lambda: _core.SolveSettings(threads=5000),
    lambda: _core.SolveSettings(goal=1 << 30),
    lambda: _core.SolveSettings(guess=-(1 << 30)),
    lambda: _core.SolveSettings(checkpoint_every=math.nan),
    lambda: _core.SearchConfig("no such algorithm"),
    lambda: _core.SearchConfig("pvs", threads=0),
    lambda: _core.SearchConfig("pvs", threads=-1),
    lambda: _core.SearchConfig("pvs", threads=HUGE),
    lambda: _core.SearchConfig("pvs", table_mb=2**44),
    lambda: _core.SearchConfig("pvs", table_mb=0),
    lambda: _core.SearchConfig("pvs", lines=-1),
    lambda: _core.SearchConfig("pvs", weights="none"),
    lambda: _core.SearchConfig("mcts", memory_mb=2**44),
    lambda: _core.SearchConfig("mcts", exploration=math.nan),
    lambda: _core.SearchConfig("mcts", prior_temperature=0.0),
    lambda: _core.SearchConfig("mcts", cutoff_plies=-1),
    lambda: _core.SearchConfig("mcts", rollout="no such rollout"),
    lambda: _core.SearchConfig("mcts", rollout=5),
    lambda: _core.SearchConfig("mcts", seed=-1),
    lambda: _core.Net([], b""),
    lambda: _core.Net([(1, 1)] * 3, b""),
    lambda: _core.Net([(2**40, 2**40)], b""),
    lambda: _core.Net([(0, 0)] * 3, b""),
    lambda: start("kalah(6,4)")._search(_core.SearchConfig("pvs")),
    lambda: start("kalah(6,4)")._perft(-1),
    lambda: start("watch-your-back")._perft(1_000_000),
    lambda: start("kalah(6,4)")._minimax(-1, 1),
    lambda: start("kalah(6,4)")._minimax(1_000_000, 1),
    lambda: start("kalah(6,4)")._judged(None),  # type: ignore[arg-type]
    lambda: start("kalah(6,4)").margin_for(7),  # type: ignore[arg-type]
    lambda: start("kalah(6,4)").move_at(-1),
    lambda: start("kalah(6,4)").move_at(2**40),
    lambda: start("squatter(7)").transformed(-1),
    lambda: start("squatter(7)").transformed(2**40),
)


@pytest.mark.parametrize("call", BAD, ids=map(str, range(len(BAD))))
def test_an_absurd_value_is_refused(call: Callable[[], object]) -> None:
    with pytest.raises((ValueError, TypeError, IndexError)):
        call()


METHODS = ("play", "effects", "transformed_move", "move_index", "parse_move", "transformed")


@pytest.mark.filterwarnings("ignore:nanobind")
@pytest.mark.parametrize("family", FAMILIES)
def test_a_method_called_with_a_wrong_or_unfinished_object_raises(family: Any) -> None:
    for one in ("text", 5, None, _core.PositionBase(), family.__new__(family)):
        for name in METHODS:
            arguments = ("3", 1)[: 2 if name == "transformed_move" else 1]
            with pytest.raises(TypeError):
                getattr(family, name)(one, *arguments)
        for name in ("_solve", "_features", "__repr__", "__reduce__", "__hash__"):
            with pytest.raises((TypeError, AttributeError)):
                getattr(family, name)(one)


@pytest.mark.filterwarnings("ignore:nanobind")
@pytest.mark.parametrize("family", [Kalah, Squatter, WatchYourBack, ConnectFour])
def test_an_unfinished_position_cannot_be_shown_copied_or_searched(family: Any) -> None:
    unfinished = family.__new__(family)
    for use in (repr, copy.copy, copy.deepcopy, pickle.dumps, hash, ply.solve):
        with pytest.raises(TypeError):
            use(unfinished)
    with pytest.raises(TypeError):
        ply.PVS(table_mb=1).search(unfinished, ply.Limit(depth=1))


def test_the_image_of_a_cell_off_the_board_is_off_the_board() -> None:
    position = start("squatter(5)")
    assert position.transformed_move("a1", 1) == "e1"
    for move in ("f1", "h3", "g4"):
        for symmetry in range(8):
            with suppress(IllegalMove):
                assert position.transformed_move(move, symmetry) not in position.legal_moves


def test_a_search_refuses_positions_of_another_size() -> None:
    small, large = start("squatter(5)"), start("squatter(8)")
    for engine in (ply.PVS(table_mb=1), ply.MCTS(memory_mb=1)):
        engine.search(small, ply.Limit(nodes=50))
        assert engine._engine is not None
        for other in (large, start("kalah(6,4)"), "text"):
            with pytest.raises(TypeError, match="another game"):
                engine._engine.search(other, _core.Limits(nodes=50), None, _core.StopToken())


def small_net(position: Any, weight: float) -> _core.Net:
    """A network of two hidden numbers, all of its weights the same."""
    inputs, actions = len(position._numbers()) // 4, position.num_actions
    shapes = [(inputs, 2), (2, actions), (2, 1)]
    numbers = [weight] * sum((i + 1) * o for i, o in shapes)
    return _core.Net(shapes, struct.pack(f"<{len(numbers)}f", *numbers))


def test_a_net_of_another_size_is_refused_in_a_search() -> None:
    small, large = start("connect-four(7,5)"), start("connect-four(7,6)")
    search = small._search(_core.SearchConfig("mcts", net=small_net(small, 0.1), memory_mb=1))
    search.search(small, _core.Limits(nodes=50), None, _core.StopToken())
    with pytest.raises(ValueError, match="does not fit"):
        search.search(large, _core.Limits(nodes=50), None, _core.StopToken())


@pytest.mark.parametrize("weight", [3e38, -3e38, math.nan, math.inf])
def test_a_net_whose_sums_are_no_numbers_still_plays(weight: float) -> None:
    position = start("connect-four(4,4)")
    net = small_net(position, weight)
    shares, value = position._judged(net)
    assert abs(sum(shares) - 1) < 1e-3
    assert -1 <= value <= 1
    search = position._search(_core.SearchConfig("mcts", net=net, memory_mb=1))
    found = search.search(position, _core.Limits(nodes=200), None, _core.StopToken())
    assert found["lines"]


@pytest.mark.parametrize("weight", [math.nan, math.inf, -math.inf])
def test_weights_must_be_finite(weight: float) -> None:
    position = start("connect-four")
    features, phases, actions = position._terms()
    weights = _core.Weights([[weight] * len(features)] * len(phases), [weight] * len(actions))
    with pytest.raises(ValueError, match="finite"):
        position._evaluate(weights)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("weight", [1e3, -1e3, 1e300])
def test_large_weights_do_not_wrap_around(name: str, weight: float) -> None:
    position = start(name)
    features, phases, actions = position._terms()
    weights = _core.Weights([[weight] * len(features)] * len(phases), [weight] * len(actions))
    own, opponent, _ = position._features()
    sign = math.copysign(1, weight) * (sum(own) - sum(opponent))
    assert position._evaluate(weights) * sign >= 0
    assert len(position._action_scores(weights)) == len(position.legal_moves)


def test_a_finished_game_that_denies_it_is_not_searched() -> None:
    class Liar(ConnectFour):
        @property
        def is_over(self) -> bool:
            return False

    lost = Liar(4, 4, "1...12..12..12..")
    for algorithm in (ply.PVS, ply.AlphaBeta, ply.Negamax, ply.MTDf, ply.Minimax, ply.MCTS):
        engine = algorithm()
        engine.search(start("connect-four(4,4)"), ply.Limit(nodes=10))
        assert engine._engine is not None
        found = engine._engine.search(lost, _core.Limits(nodes=10), None, _core.StopToken())
        assert found["lines"] == []


def test_a_long_line_of_stop_tokens_is_released() -> None:
    token = first = _core.StopToken()
    for _ in range(300_000):
        token = token.child()
    first.stop()
    assert token.stopped
    del token


def test_engines_are_copied_with_their_options_only() -> None:
    engine = ply.PVS(table_mb=1, lines=2)
    engine.search(start("kalah(4,3)"), ply.Limit(depth=3))
    for twin in (copy.copy(engine), copy.deepcopy(engine), pickle.loads(pickle.dumps(engine))):
        assert repr(twin) == repr(engine)
        assert twin.lines == 2
        assert twin._engine is None
    for one in (_core.StopToken(), _core.Limits(), _core.SearchConfig("pvs"), engine._engine):
        with pytest.raises(TypeError):
            copy.copy(one)
