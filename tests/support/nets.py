"""Networks with random weights, and games to try them on."""

from __future__ import annotations

import random

import torch

import plyground as ply
from plyground.evaluation.encoding import encoding_of
from plyground.evaluation.net import Net
from plyground.games.python_file import start_in_file
from plyground.learn.torch_net import TorchNet
from tests.cli.test_search_commands import Run, output, run  # noqa: F401 - a fixture
from tests.support.paths import EXAMPLES

GAMES = ("kalah(4,3)", "kalah-manchester", "kalah(9,3,swap=yes)", "squatter(5)", "squatter(9)",
         "watch-your-back", "tic_tac_toe", "nim", "connect_four")  # fmt: skip


def start_of(game: str) -> ply.Position:
    file = EXAMPLES / f"{game}.py"
    return start_in_file(str(file)) if file.exists() else ply.position(game)


def made(start: ply.Position, seed: int = 0, scale: float = 1.0) -> tuple[TorchNet, Net]:
    """A network with random weights, as PyTorch and as the core have it."""
    encoding = encoding_of(start)
    torch.manual_seed(seed)
    net = TorchNet(encoding.size, encoding.num_actions, width=48, depth=2)
    with torch.no_grad():
        net.policy.weight.normal_(0, scale)
    layers, numbers = net.exported()
    return net, Net(start.game, encoding, layers, numbers, "a test")


def random_positions(start: ply.Position, seed: int, most: int = 60) -> list[ply.Position]:
    chance, positions, position = random.Random(seed), list[ply.Position](), start
    while len(positions) < most and not position.is_over:
        positions.append(position)
        position = position.play(chance.choice(list(position.legal_moves)))
    return positions
