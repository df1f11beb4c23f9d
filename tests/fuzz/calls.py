"""Targets that call the native module and the engines: constructors, positions, games in Python."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Self

import plyground as ply
from plyground import Side, _core
from plyground.errors import PlygroundError
from plyground.games.connect_four.position import Position as ConnectFour
from plyground.games.kalah.position import Position as Kalah
from plyground.games.native import NativePosition
from plyground.games.squatter.position import Position as Squatter
from plyground.games.watch_your_back.position import Position as WatchYourBack
from plyground.players.engines import BY_ALGORITHM
from plyground.players.options import ENGINES
from plyground.solving.solver import solve_moves
from tests.fuzz.mutation import junk
from tests.fuzz.target import target
from tests.fuzz.texts import GAMES, walks

# What a caller of Python code may expect: our errors are ValueErrors.
BAD_CALL = (ValueError, TypeError, IndexError, KeyError, OverflowError)


def spoiled(chance: random.Random, good: Mapping[str, Any]) -> dict[str, Any]:
    """Return good arguments, a few of them replaced by anything."""
    changed = dict(good)
    for _ in range(chance.choice((0, 0, 1, 1, 2))):
        changed[chance.choice(list(good))] = junk(chance)
    return changed


def picture(chance: random.Random, cells: int, letters: str) -> str:
    return "".join(chance.choices(letters, k=max(0, cells + chance.choice((0, 0, 0, 0, 1, -1)))))


def _rules(chance: random.Random) -> dict[str, Any]:
    flags = ("swap", "first_extra_turn", "ends_at_mover_empty", "majority_ends", "skip_origin")
    numbers = {"houses": chance.randint(1, 12), "seeds": chance.randint(1, 12)}
    ways = {"capture": chance.randint(0, 2), "sweep": chance.randint(0, 3)}
    return {flag: chance.random() < 0.5 for flag in flags} | numbers | ways


def _kalah_case(chance: random.Random) -> tuple[dict[str, Any], dict[str, Any]]:
    rules = _rules(chance)
    most = chance.choice((1, 4, 12, 40, 300))
    sides = [
        [chance.choice((0, chance.randint(0, most))) for _ in range(rules["houses"] + 1)]
        for _ in range(2)
    ]
    position = {
        "south": sides[0],
        "north": sides[1],
        "north_to_move": chance.random() < 0.5,
        "swapped": chance.random() < 0.5,
        "stage": chance.randint(0, 2),
    }
    return spoiled(chance, rules), spoiled(chance, position)


@target("kalah-position", _kalah_case, BAD_CALL)
def kalah_position(case: tuple[dict[str, Any], dict[str, Any]]) -> None:
    exercise(Kalah(_core.KalahRules(**case[0]), **case[1]))


def _squatter_case(chance: random.Random) -> dict[str, Any]:
    size = chance.randint(3, 11)
    letters = chance.choice((".", ".1", "..12", "12", "........12"))
    owners = chance.choice((".", ".....12", "12"))
    return spoiled(
        chance,
        {
            "size": size,
            "pieces": picture(chance, size * size, letters),
            "owners": picture(chance, size * size, owners),
            "turn": chance.choice(list(Side)),
            "black_first": chance.random() < 0.5,
        },
    )


@target("squatter-position", _squatter_case, BAD_CALL)
def squatter_position(case: dict[str, Any]) -> None:
    exercise(Squatter(**case))


def _board(chance: random.Random, shrinks: int) -> str:
    """Pieces anywhere; most boards have none where there can be none."""
    empty = WatchYourBack._empty_board(shrinks)
    pieces = picture(chance, 64, "-" * chance.choice((0, 1, 5, 20)) + "O@-")
    if chance.random() < 0.2:
        return pieces
    return "".join(p if e == "-" else e for p, e in zip(pieces, empty, strict=False))


def _watch_your_back_case(chance: random.Random) -> dict[str, Any]:
    shrinks = chance.randint(0, 2)
    moving = chance.random() < 0.7
    turns = chance.choice((0, 1, 5, 23, 127, 128, 191, 192, 300, 65_535))
    return spoiled(
        chance,
        {
            "max_turns": chance.choice((0, 0, 1, 320, 9999)),
            "double_pass_draws": chance.random() < 0.5,
            "board": _board(chance, shrinks),
            "moving": moving,
            "turns": turns if moving else turns % 24,
            "shrinks": shrinks,
            "passes": chance.choice((0, 0, 1, 2)),
        },
    )  # fmt: skip


@target("watch-your-back-position", _watch_your_back_case, BAD_CALL)
def watch_your_back_position(case: dict[str, Any]) -> None:
    exercise(WatchYourBack(**case))


def _connect_four_case(chance: random.Random) -> dict[str, Any]:
    width, height = chance.choice(((7, 6), (4, 4), (4, 15), (12, 4), (8, 7), (9, 6), (13, 4)))
    columns = [
        "".join(chance.choices("12", k=chance.randint(0, height))).rjust(height, ".")
        for _ in range(width)
    ]
    stones = "".join(columns[i % width][i // width] for i in range(width * height))
    stones = chance.choice((stones, stones, picture(chance, width * height, ".12")))
    return spoiled(chance, {"width": width, "height": height, "stones": stones})


@target("connect-four-position", _connect_four_case, BAD_CALL)
def connect_four_position(case: dict[str, Any]) -> None:
    exercise(ConnectFour(**case))


def exercise(position: NativePosition) -> None:
    """Do with a position all that can be done: whatever a constructor takes, the core must play."""
    chance = random.Random(position.hash)
    for _ in range(8):
        if position.is_over:
            assert position.legal_moves == ()
            position.margin_for(Side.FIRST), position.winner, position._features()
            break
        look_at(position, chance)
        move = chance.choice(position.legal_moves)
        position.effects(move)
        position = position.play(move)
    if not position.is_over:
        search(position, chance)


def look_at(position: NativePosition, chance: random.Random) -> None:
    assert position.legal_moves
    assert hash(position) == hash(position.transformed(0))
    position._features(), position._action_values(), position._numbers(), str(position)
    position._evaluate(large_weights(type(position))), position.svg()
    symmetry = chance.randrange(position.num_symmetries)
    for move in position.legal_moves[:3]:
        assert (
            position.transformed_move(move, symmetry) in position.transformed(symmetry).legal_moves
        )
    assert position._perft(1) == len(position.legal_moves)


def search(position: NativePosition, chance: random.Random) -> None:
    algorithm = chance.choice(("alphabeta", "negamax", "pvs", "mtdf", "mcts", "minimax"))
    options: dict[str, Any] = {"evaluator": "hashed", "seed": chance.randrange(9)}
    if algorithm == "mcts":
        options |= {"memory_mb": 1, "threads": chance.choice((1, 2)), "puct": chance.random() < 0.5}
        options["rollout"] = chance.choice(("random", "greedy", "shallow", "evaluation", "cutoff"))
    elif algorithm != "minimax":
        options |= {"table_mb": 1, "threads": chance.choice((1, 1, 2))}
        options["evaluator"], options["weights"] = "features", large_weights(type(position))
        options |= {"reductions": True, "pruning": True, "lines": chance.choice((1, 3))}
    made = position._search(_core.SearchConfig(algorithm, **options))
    limits = _core.Limits(nodes=chance.choice((1, 50, 400)), depth=chance.choice((1, 3, 100)))
    found = made.search(position, limits, None, _core.StopToken())
    assert all(line[0][0] in position.legal_moves for line in found["lines"])
    ply.solve(position, ply.Limit(nodes=300), table_mb=1)
    position._playouts(5, 1) if chance.random() < 0.2 and has_an_end(position) else None


def has_an_end(position: NativePosition) -> bool:
    return not isinstance(position, WatchYourBack) or position.max_turns > 0


@cache
def large_weights(family: Any) -> _core.Weights:
    features, phases, actions = family._terms()
    return _core.Weights([[1000.0] * len(features)] * len(phases), [-1000.0] * len(actions))


def _method_case(chance: random.Random) -> tuple[str, int, str, list[Any]]:
    name = chance.choice(GAMES)
    methods = (
        "play", "effects", "parse_move", "transformed", "transformed_move", "move_index",
        "move_at", "margin_for", "num_symmetries_within", "_perft", "_minimax", "_evaluate",
        "_action_scores", "_judged", "_search", "_solve", "__eq__", "__init__", "svg",
    )  # fmt: skip
    arguments = [junk(chance) for _ in range(chance.choice((0, 1, 1, 1, 2, 2, 4)))]
    return name, chance.randrange(len(walks(name))), chance.choice(methods), arguments


@target("position-method", _method_case, (*BAD_CALL, AttributeError))
def position_method(case: tuple[str, int, str, list[Any]]) -> None:
    name, number, method, arguments = case
    if method in ("_perft", "_minimax") and arguments and arguments[0] not in (0, 1, -1, 2, None):
        return  # right numbers only take long
    getattr(walks(name)[number], method)(*arguments)
    getattr(type(walks(name)[number]), method)(*arguments)


OPTIONS = (
    "evaluator", "weights", "net", "encode", "seed", "table_mb", "order_moves", "quiescence",
    "reductions", "pruning", "extend_again", "better_half", "fold_symmetries", "exact_depth",
    "lines", "threads", "exploration", "puct", "prior_temperature", "cutoff_plies", "memory_mb",
    "rollout", "x",
)  # fmt: skip


def _config_case(chance: random.Random) -> tuple[Any, dict[str, Any]]:
    chosen = chance.sample(OPTIONS, chance.randrange(4))
    algorithm = chance.choice((*BY_ALGORITHM, "x", None))
    return algorithm, {name: junk(chance, 1) for name in chosen}


@target("search-config", _config_case, (*BAD_CALL, MemoryError))
def search_config(case: tuple[Any, dict[str, Any]]) -> None:
    algorithm, options = case
    small = {"evaluator": "hashed", "table_mb": 1, "memory_mb": 1}
    config = _core.SearchConfig(algorithm, **small | options)
    position = walks("squatter(3)")[0]
    if options.get("threads", 1) > 64:
        return
    made = _core.python_search(Random(1), config)
    made.search(Random(1), _core.Limits(nodes=20, depth=3), None, _core.StopToken())
    assert isinstance(position, Squatter)
    made = position._search(config)
    made.search(position, _core.Limits(nodes=20, depth=3), None, _core.StopToken())


def _limit_case(chance: random.Random) -> dict[str, Any]:
    good = {"depth": 2, "nodes": 50, "time": 0.01, "clock": 1.0, "increment": 0.1, "cpu": False}
    chosen = chance.sample(list(good), chance.randrange(1, 6))
    return spoiled(chance, {name: good[name] for name in chosen})


@target("limit", _limit_case, (PlygroundError, TypeError))
def limit(case: dict[str, Any]) -> None:
    made = ply.Limit(**case)
    position = walks("kalah(6,4)")[0]
    made.native(position), made.now()
    if made.nodes is not None and made.nodes < 10_000:
        ply.PVS(table_mb=1).search(position, made)


def _engine_case(chance: random.Random) -> tuple[str, dict[str, Any]]:
    algorithm = chance.choice(tuple(ENGINES))
    names = [option.name for option in ENGINES[algorithm]]
    chosen = chance.sample(names, min(len(names), chance.choice((0, 1, 2))))
    given = {name: junk(chance, 1) for name in [*chosen, *chance.choice(((), (), ("lines",)))]}
    return algorithm, {"table_mb": 1, "memory_mb": 1, **given}


@target("engine", _engine_case, (PlygroundError, TypeError))
def engine(case: tuple[str, dict[str, Any]]) -> None:
    algorithm, given = case
    known = {option.name for option in ENGINES[algorithm]} | {"lines"}
    made = BY_ALGORITHM[algorithm](**{name: given[name] for name in given if name in known})
    position = walks("kalah(6,4)")[0]
    repr(made)
    limit = ply.Limit(nodes=30)
    if made.options.get("threads", 1) <= 8:
        assert made.search(position, limit).move in position.legal_moves


def _net_case(chance: random.Random) -> tuple[Any, Any]:
    shapes = [(chance.randint(0, 5), chance.randint(0, 5)) for _ in range(chance.randint(0, 5))]
    shapes = chance.choice((shapes, [(3, 2), (2, 4), (2, 1)]))
    count = sum((inputs + 1) * outputs for inputs, outputs in shapes)
    numbers = bytes(
        chance.randrange(256) for _ in range(4 * count + chance.choice((0, 0, 0, 1, 4)))
    )
    return chance.choice((shapes, shapes, junk(chance))), chance.choice(
        (numbers, numbers, junk(chance))
    )


@target("native-net", _net_case, (*BAD_CALL, MemoryError))
def native_net(case: tuple[Any, Any]) -> None:
    net = _core.Net(*case)
    policy, value = net([1.0] * net.num_inputs)
    assert len(policy) == net.num_actions
    assert -1 <= value <= 1


def _hash_case(chance: random.Random) -> Any:
    value = junk(chance, 3)
    for _ in range(chance.choice((0, 0, 10, 100, 5000))):
        value = chance.choice(((value,), (value, value), (1, value), Box(value)))
    return value


@dataclass(frozen=True)
class Box:
    value: Any = None

    def __hash__(self) -> int:
        return 3

    def __repr__(self) -> str:  # a deep value must not fail where it is reported
        return "Box(…)"


@target("exact-hash", _hash_case, (TypeError, RecursionError))
def exact_hash(value: Any) -> None:
    assert _core.exact_hash(value) == _core.exact_hash(value)


class Planned(Exception):  # noqa: N818 - what a game raises on purpose
    pass


@dataclass(frozen=True)
class Random(ply.Position):
    """A game drawn by lot: positions lead to each other as they please, and some misbehave."""

    seed: int
    place: int = 0

    def _drawn(self, what: str) -> random.Random:
        return random.Random(f"{self.seed} {self.place} {what}")

    def _misbehaves(self, what: str) -> bool:
        return self.seed % 3 == 0 and self._drawn(f"bad {what}").random() < 0.02

    @property
    def turn(self) -> Any:
        if self._misbehaves("turn"):
            return self._drawn("turn").choice((2, -1, None, "x", 1.0, True))
        return Side(self._drawn("turn").randrange(2))

    @property
    def legal_moves(self) -> Any:
        if self._misbehaves("moves"):
            return self._drawn("moves").choice(((), None, 5, "ab", [[]], range(2000)))
        return range(self._drawn("moves").randint(1, 4))

    def play(self, move: Any) -> Self:
        if self._misbehaves("play"):
            raise Planned
        places = self._drawn("size of the game").choice((3, 30, 10**9))
        return replace(self, place=self._drawn(f"play {move}").randrange(places))

    @property
    def is_over(self) -> bool:
        return self.place > 0 and self._drawn("over").random() < 0.3

    @property
    def margin(self) -> Any:
        if self._misbehaves("margin"):
            return self._drawn("margin").choice((None, 0.5, 10**30, -(2**31), "x"))
        fickle = random if self.seed % 5 == 0 else self._drawn("margin")
        return fickle.randint(-9, 9)

    def evaluate(self) -> Any:
        if self._misbehaves("evaluate"):
            return self._drawn("evaluate").choice((float("nan"), float("inf"), None, 1e300, "1"))
        return self._drawn("evaluate").uniform(-20_000, 20_000)

    def __hash__(self) -> int:
        return 7 if self.seed % 7 == 0 else hash((self.seed, self.place))


HOSTILE = (*BAD_CALL, AttributeError, RecursionError, Planned)


@target(
    "python-game", lambda chance: (chance.randrange(10**6), chance.choice(tuple(ENGINES))), HOSTILE
)
def python_game(case: tuple[int, str]) -> None:
    seed, algorithm = case
    options = {"memory_mb": 1} if algorithm == "mcts" else {}
    if algorithm not in ("mcts", "minimax", "alphabeta"):
        options = {"table_mb": 1}
    made = BY_ALGORITHM[algorithm](**options)
    start = Random(seed)
    for _ in range(2):
        made.search(start, ply.Limit(nodes=60, time=2.0))
    ply.solve(start, ply.Limit(nodes=200, time=2.0), table_mb=1)
    solve_moves(start, ply.Limit(nodes=100, time=2.0), table_mb=1)
