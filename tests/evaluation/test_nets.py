"""Networks: the core computes what PyTorch computes, and they play."""

from __future__ import annotations

import json
import math
import random
import re
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import torch

import plyground as ply
from plyground import _core
from plyground.errors import PlygroundError
from plyground.evaluation.encoding import encoding_of, from_header
from plyground.evaluation.net import Net
from plyground.learn.perfect import Perfect
from tests.cli.test_search_commands import Run, output, run  # noqa: F401 - a fixture
from tests.support.nets import GAMES, made, random_positions, start_of
from tests.support.python_games import Nim

# The core and PyTorch.


@pytest.mark.parametrize("game", GAMES)
def test_the_core_computes_what_pytorch_computes(game: str) -> None:
    net, native = made(start_of(game))
    for seed in range(3):
        for position in random_positions(start_of(game), seed):
            content = bytearray(native.encoding.numbers(position))
            legal = native.encoding.actions(position)
            numbers = torch.frombuffer(content, dtype=torch.float32)[None]
            is_legal = torch.zeros(1, native.encoding.num_actions, dtype=torch.bool)
            is_legal[0, legal] = True
            with torch.no_grad():
                logs, value = net.choice(numbers, is_legal)
            shares, expected = native.judge(position)
            assert abs(expected - value.item()) < 1e-5
            assert len(shares) == len(position.legal_moves)
            assert torch.allclose(torch.tensor(shares), logs.exp()[0, legal], rtol=0, atol=1e-5)
            assert abs(sum(shares) - 1) < 1e-5
            policy, again = native.native(list(struct.unpack(f"<{len(content) // 4}f", content)))
            with torch.no_grad():
                whole = net(numbers)[0][0]
            assert torch.allclose(torch.tensor(policy), whole, rtol=1e-5, atol=1e-5)
            assert abs(again - value.item()) < 1e-5


def test_files_read_back(tmp_path: Path) -> None:
    for game in GAMES:
        _, native = made(start_of(game))
        native.save(tmp_path / "a.net")
        again = Net.load(tmp_path / "a.net")
        assert (again.game, again.layers, again.numbers, again.origin) == (
            native.game, native.layers, native.numbers, "a test"
        )  # fmt: skip
        position = random_positions(start_of(game), 1)[-1]
        assert again.encoding.numbers(position) == native.encoding.numbers(position)
        assert again.judge(position) == native.judge(position)


def _with_layers(layers: str) -> Any:
    return lambda content: re.sub(rb'"layers": .*?\]\]', f'"layers": {layers}'.encode(), content)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda _: b"", "not a network; create one with plyground train actor-critic"),
        (lambda _: b"\xff\x00", "not a network; create one with plyground train actor-critic"),
        (lambda _: b"[1]\n", "not a network; create one with plyground train actor-critic"),
        (
            lambda content: content.replace(b'net": 1', b'net": 7'),
            "version 7 is unknown; this is 1",
        ),
        (lambda content: content[:-4], "the network is broken: there are not as many numbers as"),
        (lambda content: content.replace(b'"layers"', b'"leyers"'), "the network is broken: 'lay"),
        (lambda content: content.replace(b'"size": 134', b'"size": 135'), "the network is broken;"),
        (lambda content: content[:-4] + struct.pack("<f", math.nan), "the network is broken; rest"),
        (_with_layers("[[1e999, 2], [3, 4]]"), "the network is broken: a layer of width inf; exp"),
        (_with_layers("[[-1, 2], [3, 4]]"), "the network is broken: a layer of width -1; expect"),
        (_with_layers('[["5", 2], [3, 4]]'), "the network is broken: a layer of width '5'; exp"),
        (_with_layers("[[99999999999, 2]]"), "the network is broken: a layer of width 99999999999"),
        (_with_layers("[]"), "the network is broken: "),
        (_with_layers("5"), "the network is broken: "),
    ],
    ids=[
        "empty",
        "bytes",
        "list",
        "version",
        "short",
        "key",
        "size",
        "nan",
        "infinite",
        "negative",
        "text",
        "huge",
        "none",
        "number",
    ],
)
def test_broken_files_are_refused(spoil: Any, message: str, tmp_path: Path) -> None:
    _, native = made(start_of("kalah(4,3)"))
    file = tmp_path / "a.net"
    file.write_bytes(spoil(native.to_bytes()))
    with pytest.raises(PlygroundError) as refused:
        ply.player(f"net:{file}")
    assert str(refused.value).startswith(f"{file}: {message}")
    assert "\n" not in str(refused.value)


# Encodings of games in Python.


@dataclass(frozen=True)
class WithHook(Nim):
    """Nim that says itself how it becomes numbers."""

    @property
    def encoding(self) -> list[float]:
        return [self.heap / 7, float(self.heap % 4 == 0)]

    all_moves = (1, 2, 3)


class Plain(ply.Position):
    """Neither a dataclass nor with an encoding."""

    turn, legal_moves, is_over, margin = ply.Side.FIRST, (1,), False, 0


def test_encodings_of_games_in_python() -> None:
    own = encoding_of(WithHook())
    assert (own.size, own.num_actions) == (2, 3)
    assert struct.unpack("<2f", own.numbers(WithHook(4))) == pytest.approx((4 / 7, 1.0))
    assert own.actions(WithHook(2)) == [0, 1]
    fields = encoding_of(start_of("tic_tac_toe"))
    assert (fields.size, fields.num_actions) == (9 * 3 + 2, 9)
    numbers = struct.unpack("<29f", fields.numbers(start_of("tic_tac_toe").play(4)))
    assert sum(numbers) == 10  # nine cells and the turn, one number each
    bits = encoding_of(start_of("connect_four"))
    assert bits.size > 80  # two sets of stones by their bits
    seen = {
        bits.numbers(p) for s in range(5) for p in random_positions(start_of("connect_four"), s)
    }
    games = {p for s in range(5) for p in random_positions(start_of("connect_four"), s)}
    assert len(seen) == len(games)
    again = from_header(json.loads(json.dumps(fields.header())))
    assert again.header() == fields.header()
    with pytest.raises(PlygroundError, match="has no numbers to learn from; give it encoding"):
        encoding_of(Plain())


def test_a_move_that_was_never_met_ranks_last() -> None:
    start = WithHook()
    _, native = made(start)
    header = native.encoding.header() | {"moves": ["1", "3", "x"]}
    partly = Net(start.game, from_header(header), native.layers, native.numbers)
    shares, _ = partly.judge(start)
    assert shares[1] == min(shares)
    assert sum(shares) == pytest.approx(1)


# Playing.


@pytest.mark.parametrize("game", GAMES)
def test_networks_play_alone_and_in_a_search(game: str, tmp_path: Path) -> None:
    start, file = start_of(game), tmp_path / "own(1,2).net"
    _, native = made(start, scale=3.0)
    native.save(file)
    alone, drawing = ply.player(f"net:{file}"), ply.player(f"net:{file},temperature=1", seed=1)
    searching = ply.player(f"mcts:net={file},sims=40,memory_mb=1")
    for position in random_positions(start, 2, 12):
        shares, _ = native.judge(position)
        assert alone.choose(position) == list(position.legal_moves)[shares.index(max(shares))]
        assert drawing.choose(position) in position.legal_moves
        assert searching.choose(position) in position.legal_moves
    drawn = [ply.player(f"net:{file},temperature=1", seed).choose(start) for seed in range(300)]
    shares, _ = native.judge(start)
    for move, share in zip(start.legal_moves, shares, strict=True):
        assert abs(drawn.count(move) / 300 - share) < 0.12


def test_a_search_takes_priors_and_values_from_the_network(tmp_path: Path) -> None:
    start, file = start_of("kalah(6,4)"), tmp_path / "a.net"
    _, native = made(start, scale=3.0)
    native.save(file)
    shares, value = native.judge(start)
    engine = ply.MCTS(lines=6, net=str(file), memory_mb=1, exploration=100.0)
    found = engine.search(start, ply.Limit(nodes=2000))
    visits = {line.moves[0]: line.visits / found.nodes for line in found.lines}
    # With so much exploration visits follow the priors alone.
    for move, share in zip(start.legal_moves, shares, strict=True):
        assert abs(visits[move] - share) < 0.05
    one = ply.MCTS(net=str(file), memory_mb=1).search(start, ply.Limit(nodes=1))
    assert one.nodes == 1
    assert -1 <= value <= 1
    weights = ply.MCTS(lines=6, memory_mb=1).search(start, ply.Limit(nodes=2000))
    assert [line.visits for line in weights.lines] != [line.visits for line in found.lines]


def test_searches_with_networks_still_prove(tmp_path: Path) -> None:
    for game in ("tic_tac_toe", "kalah(2,2)"):
        start = start_of(game)
        _, native = made(start, seed=5, scale=3.0)
        native.save(tmp_path / "a.net")
        position, perfect = start, Perfect(random.Random(1))
        player = ply.player(f"mcts:net={tmp_path / 'a.net'},sims=3000,memory_mb=1")
        while not position.is_over:
            move = player.choose(position)
            assert move in perfect.best_moves(position) or game != "tic_tac_toe"
            position = position.play(move)


def test_networks_of_other_games_are_refused(tmp_path: Path) -> None:
    _, native = made(start_of("kalah(4,3)"))
    file = tmp_path / "a.net"
    native.save(file)
    wrong = "this network has learned kalah(4,3), not kalah(6,4)"
    with pytest.raises(PlygroundError, match=r"a\.net: this network has learned kalah"):
        ply.player(f"net:{file}").choose(ply.position("kalah(6,4)"))
    with pytest.raises(PlygroundError) as refused:
        ply.player(f"mcts:net={file},sims=2").choose(ply.position("kalah(6,4)"))
    assert wrong in str(refused.value)
    with pytest.raises(ValueError, match="does not fit this game"):
        ply.position("kalah(6,4)")._judged(native.native)  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="do not fit together"):
        _core.Net([(2, 3), (4, 1), (4, 1)], bytes(4 * (9 + 5 + 5)))
    with pytest.raises(PlygroundError, match="net needs a network: net:FILE"):
        ply.player("net")
