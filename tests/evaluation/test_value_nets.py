"""Value networks: the core computes what is written down, and searches with it."""

from __future__ import annotations

import pickle
import random
import struct
from pathlib import Path

import pytest

import plyground as ply
from plyground import _core
from plyground.errors import PlygroundError
from plyground.evaluation.own_inputs import OwnInputs
from plyground.evaluation.terms import featured
from plyground.evaluation.value_net import ValueNet, board_name, num_inputs
from plyground.evaluation.weights import shipped
from plyground.games.native import is_native
from tests.support import searching
from tests.support.nets import random_positions
from tests.support.python_games import Nim

GAMES = (
    "kalah(6,4)", "kalah-manchester", "kalah(12,12)", "squatter(5)", "squatter(9)",
    "watch-your-back", "connect-four", "connect-four(8,7)",
)  # fmt: skip
Core = _core.ValueNet


def numbers(inputs: int, chance: random.Random | None) -> bytes:
    """Draw all numbers of a network, or make one that corrects nothing."""

    def row(largest: int) -> list[int]:
        return [chance.randint(-largest, largest) if chance else 0 for _ in range(Core.HIDDEN)]

    shorts = [number for _ in range(inputs) for number in row(60)] + row(200)
    shorts += [number for _ in range(Core.BUCKETS) for number in row(Core.MAX_WEIGHT)]
    biases = [chance.randint(-5000, 5000) if chance else 0 for _ in range(Core.BUCKETS)]
    return struct.pack(f"<{len(shorts)}h{len(biases)}i", *shorts, *biases)


def made(game: str, chance: random.Random | None) -> ValueNet:
    family = featured(ply.position(game)).name
    return ValueNet(board_name(game), shipped(family), numbers(num_inputs(game), chance))


def by_hand(net: ValueNet, inputs: list[int], bucket: int) -> int:
    """Compute a correction from the bytes of a file, number by number."""
    rows = num_inputs(net.game)
    shorts = struct.unpack_from(f"<{(rows + 1 + Core.BUCKETS) * Core.HIDDEN}h", net.numbers)
    biases = struct.unpack(f"<{Core.BUCKETS}i", net.numbers[-4 * Core.BUCKETS :])
    first_output = (rows + 1 + bucket) * Core.HIDDEN
    total = 0
    for unit in range(Core.HIDDEN):
        hidden = shorts[rows * Core.HIDDEN + unit]
        hidden += sum(shorts[i * Core.HIDDEN + unit] for i in inputs)
        hidden = min(max(hidden, 0), Core.HIDDEN_ONE)
        total += hidden * hidden * shorts[first_output + unit]
    whole = int(total / Core.HIDDEN_ONE) + biases[bucket]
    return int(whole * Core.SCALE / (Core.HIDDEN_ONE * Core.WEIGHT_ONE))


@pytest.mark.parametrize("game", GAMES)
def test_a_network_of_zeros_corrects_nothing(game: str) -> None:
    net = made(game, None)
    for seed in range(3):
        for position in random_positions(ply.position(game), seed):
            assert is_native(position)
            assert net.evaluate(position) == position._evaluate(net.weights.native)


@pytest.mark.parametrize("game", GAMES)
def test_the_core_computes_what_the_file_says(game: str) -> None:
    chance = random.Random(game)
    net = made(game, chance)
    for position in random_positions(ply.position(game), 1):
        assert is_native(position)
        inputs = position._value_inputs()
        assert len(set(inputs)) == len(inputs)
        assert all(0 <= i < num_inputs(game) for i in inputs)
        corrections = []
        for bucket in range(Core.BUCKETS):
            correction = by_hand(net, inputs, bucket)
            assert net.native(inputs, bucket) == correction
            assert net.native(inputs, bucket, portable=True) == correction
            corrections.append(correction)
        added = net.evaluate(position) - position._evaluate(net.weights.native)
        assert added in corrections or abs(net.evaluate(position)) == 15_000


@pytest.mark.parametrize("game", ["kalah(6,4)", "squatter(5)", "watch-your-back", "connect-four"])
@pytest.mark.parametrize("algorithm", ["alphabeta", "pvs", "mtdf"])
def test_searches_with_a_network_equal_minimax(algorithm: str, game: str) -> None:
    chance = random.Random(f"{algorithm} {game}")
    net = made(game, chance)
    plain = ply.Minimax(evaluator="net", weights=net)
    for _ in range(4):
        position = searching.running_position(game, chance)
        tested = searching.exact_engine(algorithm, evaluator="net", weights=net)
        for depth in (1, 2, 3):
            limit = ply.Limit(depth=depth)
            assert tested.search(position, limit).score == plain.search(position, limit).score


@pytest.mark.parametrize("game", ["kalah(6,4)", "squatter(5)", "watch-your-back", "connect-four"])
def test_places_contribute_what_is_missing_without_them(game: str) -> None:
    net = made(game, random.Random(game))
    view = featured(ply.position(game)).view
    for position in random_positions(ply.position(game), 2):
        if position.is_over:
            continue
        assert is_native(position)
        whole, parts = net.contributions(position)
        added = net.evaluate(position) - position._evaluate(net.weights.native)
        assert added == whole or abs(net.evaluate(position)) == 15_000
        cells = view.board(position)["cells"]
        seen = {cells[place]["id"] for place, _ in parts}
        there = {cell["id"] for cell in cells if holds_something(cell)}
        assert seen == there
        inputs = position._value_inputs()
        if game in ("kalah(6,4)", "watch-your-back"):  # one input for each place
            bucket = next(b for b in range(Core.BUCKETS) if net.native(inputs, b) == whole)
            alone = [net.native([i for i in inputs if i != out], bucket) for out in inputs]
            assert {whole - part for _, part in parts} <= set(alone)


def holds_something(cell: dict[str, object]) -> bool:
    return bool(cell.get("seeds") or cell.get("piece") or cell.get("owner"))


def test_explanations_add_up() -> None:
    position = ply.position("kalah(6,4)").play("3")
    net = made("kalah(6,4)", random.Random(4))
    found = ply.explain(position, net)
    features = sum(row.contribution for row in found.rows)
    assert found.correction is not None
    assert found.value == pytest.approx(features + found.correction, abs=0.02)
    assert {row.cell for row in found.places} == {
        f"{seat}{house}" for seat in "sn" for house in range(1, 7)
    } - {"s3"}
    plain = ply.explain(position, net.weights)
    assert plain.correction is None
    assert plain.places == ()
    assert plain.value == pytest.approx(features, abs=0.02)


def test_games_in_python_are_searched_with_a_network() -> None:
    start = Nim()
    chance = random.Random(5)
    inputs = OwnInputs.found(start)
    net = ValueNet(start.game, inputs, numbers(inputs.size, chance))
    plain = ply.Minimax(evaluator="net", weights=net)
    for algorithm in ("alphabeta", "pvs", "mtdf"):
        tested = searching.exact_engine(algorithm, evaluator="net", weights=net)
        for depth in (1, 2, 3):
            limit = ply.Limit(depth=depth)
            assert tested.search(start, limit).score == plain.search(start, limit).score
    found = plain.search(start, ply.Limit(depth=1))
    after = start.play(found.move)
    assert found.score == -net.evaluate(after)
    with pytest.raises(PlygroundError, match="was trained for"):
        ply.PVS(weights=net).search(ply.position("kalah(6,4)"), ply.Limit(depth=1))


def test_files_of_games_in_python_read_back(tmp_path: Path) -> None:
    inputs = OwnInputs.found(Nim())
    net = ValueNet(Nim().game, inputs, numbers(inputs.size, random.Random(6)))
    net.save(tmp_path / "own.net")
    again = ValueNet.load(tmp_path / "own.net")
    assert again.evaluate(Nim()) == net.evaluate(Nim())
    assert pickle.loads(pickle.dumps(again)).numbers == net.numbers


def test_a_tree_search_takes_it_too() -> None:
    net = made("kalah(6,4)", random.Random(1))
    found = ply.MCTS(rollout="evaluation", evaluator="net", weights=net).search(
        ply.position("kalah(6,4)"), ply.Limit(nodes=200)
    )
    assert found.move in ply.position("kalah(6,4)").legal_moves


def test_files_read_back(tmp_path: Path) -> None:
    for game in GAMES:
        net = made(game, random.Random(game))
        net.save(tmp_path / "a.net")
        again = ValueNet.load(tmp_path / "a.net")
        assert (again.game, again.weights.sections, again.numbers) == (
            net.game, net.weights.sections, net.numbers
        )  # fmt: skip
        assert pickle.loads(pickle.dumps(again)).numbers == net.numbers
        position = random_positions(ply.position(game), 1)[-1]
        engine = ply.PVS(weights=str(tmp_path / "a.net"))
        same = ply.PVS(weights=net)
        limit = ply.Limit(depth=2)
        if not position.is_over:
            assert engine.search(position, limit).score == same.search(position, limit).score


def test_rules_that_leave_the_board_alone_share_a_network() -> None:
    net = made("watch-your-back", random.Random(2))
    net.check(ply.position("watch-your-back(max_turns=320,double_pass_draws=yes)"))
    made("squatter(5)", None).check(ply.position("squatter(5,first=black)"))


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda _: b"", "not a value network; create one with plyground train net"),
        (lambda _: b"[" * 100_000, "not a value network; create one with plyground train net"),
        (lambda content: content.replace(b'net": 1', b'net": 7'), "version 7 is unknown; this is"),
        (lambda content: content[:-2], "the network is broken: these are not the numbers"),
        (lambda content: content[:-64], "the network is broken"),
        (lambda content: content.replace(b'"game"', b'"gime"'), "the network is broken: 'game'"),
        (lambda content: content.replace(b"kalah(6,4)", b"kalah(7,4)"), "the network is broken;"),
        (
            lambda content: content.replace(b'"stores"', b'"scores"'),
            "^[^:]*: opening.scores is not",
        ),
        (lambda content: content[:-4] + b"\x7f\x7f\x7f\x7f", "an output bias is too large"),
    ],
)
def test_broken_files(spoil: object, message: str, tmp_path: Path) -> None:
    content = made("kalah(6,4)", random.Random(3)).to_bytes()
    path = tmp_path / "b.net"
    path.write_bytes(spoil(content))  # type: ignore[operator]
    with pytest.raises(PlygroundError, match=message):
        ValueNet.load(path)


def test_a_network_for_another_game_is_refused() -> None:
    net = made("kalah(6,4)", None)
    with pytest.raises(PlygroundError, match=r"was trained for kalah\(6,4\), not squatter\(5\)"):
        ply.PVS(weights=net).search(ply.position("squatter(5)"), ply.Limit(depth=1))
    with pytest.raises(PlygroundError, match=r"no shipped network of kalah\(2,2\); train one"):
        ply.PVS(evaluator="net").search(ply.position("kalah(2,2)"), ply.Limit(depth=1))


def test_the_core_refuses_inputs_that_do_not_exist() -> None:
    net = made("kalah(6,4)", None).native
    for inputs, bucket in (([-1], 0), ([num_inputs("kalah(6,4)")], 0), ([0], 8), ([0] * 300, 0)):
        with pytest.raises(ValueError, match="no such"):
            net(inputs, bucket)
