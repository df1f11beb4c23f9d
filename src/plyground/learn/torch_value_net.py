"""Value networks in PyTorch: rows of positions, training, and whole numbers. Needs ``learn``."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from plyground._core import ValueNet as Core
from plyground.evaluation.own_inputs import OwnInputs
from plyground.evaluation.value_net import Base
from plyground.games.native import is_native
from plyground.games.position import Position
from plyground.learn.scored_games import own_rows

Numbers = NDArray[np.float64]

_END = 65535  # ends the inputs of a row
_PROVEN = 15_000  # scores beyond it tell the result
_SCALES = (50, 75, 100, 150, 200, 250, 300, 400, 500, 600, 800, 1000, 1300, 1600, 2000, 3000)


@dataclass(frozen=True)
class Rows:
    """Positions to learn from: inputs (padded), what the weights say, bucket, and the target."""

    inputs: Tensor
    linear: Tensor
    bucket: Tensor
    target: Tensor  #: the chance to win, 0 to 1
    scale: int  #: the score that wins 73 of 100 of these games

    def __len__(self) -> int:
        return len(self.target)


def rows_of(start: Position, games: bytes, base: Base, mix: float, seed: int) -> Rows:
    """Return the positions of games, each once, in one of its mirror images.

    A target mixes what the search said and how the game ended; a proven score is the target alone.
    """
    if isinstance(base, OwnInputs):
        padding = base.size
        inputs, numbers, hashes = own_rows(start, games, base)
    else:
        assert is_native(start)
        padding = start._num_value_inputs()
        inputs, numbers, hashes = start._training_rows(games, base.native, seed)
    flat = np.frombuffer(inputs, np.uint16)
    _, kept = np.unique(np.frombuffer(hashes, np.uint64), return_index=True)
    kept.sort()
    ends = np.flatnonzero(flat == _END)
    begins = np.concatenate([[0], ends[:-1] + 1])[kept]
    lengths = ends[kept] - begins
    table = np.full((len(kept), int(lengths.max(initial=1))), padding, np.int32)
    for column in range(table.shape[1]):
        has = lengths > column
        table[has, column] = flat[begins[has] + column]
    linear, score, margin, bucket = (
        np.frombuffer(numbers, np.int16).reshape(-1, 4)[kept].astype(np.float64).T
    )
    result = (np.sign(margin) + 1) / 2
    proven = np.abs(score) > _PROVEN
    scale = _scale(score[~proven], result[~proven])
    expected = mix * _sigmoid(score / scale) + (1 - mix) * result
    target = np.where(proven, (np.sign(score) + 1) / 2, expected)
    return Rows(
        torch.from_numpy(table), torch.from_numpy(linear.astype(np.float32)),
        torch.from_numpy(bucket.astype(np.int64)), torch.from_numpy(target.astype(np.float32)),
        scale,
    )  # fmt: skip


def _sigmoid(x: Numbers) -> Numbers:
    result: Numbers = 1 / (1 + np.exp(-x))
    return result


def _scale(score: Numbers, result: Numbers) -> int:
    """Return the scale with which scores predict results best."""
    return min(_SCALES, key=lambda scale: float(np.mean((_sigmoid(score / scale) - result) ** 2)))


class TorchValueNet(nn.Module):
    """The network as the core computes it, in floating point."""

    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.rows = nn.EmbeddingBag(inputs + 1, Core.HIDDEN, mode="sum", padding_idx=inputs)
        nn.init.uniform_(self.rows.weight, -0.1, 0.1)
        with torch.no_grad():
            self.rows.weight[inputs] = 0
        self.bias = nn.Parameter(torch.full((Core.HIDDEN,), 0.3))
        self.output = nn.Parameter(torch.randn(Core.BUCKETS, Core.HIDDEN) * 0.05)
        self.output_bias = nn.Parameter(torch.zeros(Core.BUCKETS))

    def forward(self, inputs: Tensor, linear: Tensor, bucket: Tensor) -> Tensor:
        """Return evaluations in hundredths of a unit."""
        hidden = torch.clamp(self.rows(inputs) + self.bias, 0, 1) ** 2
        correction = (hidden * self.output[bucket]).sum(1) + self.output_bias[bucket]
        return linear + Core.SCALE * correction

    def limit(self) -> None:
        """Keep the weights within what whole numbers can hold."""
        with torch.no_grad():
            largest = Core.MAX_WEIGHT / Core.WEIGHT_ONE
            self.output.clamp_(-largest, largest)
            self.rows.weight.clamp_(-4, 4)

    def loss(self, rows: Rows, which: Tensor) -> Tensor:
        """Return the mean square of the chances' errors."""
        points = self(rows.inputs[which], rows.linear[which], rows.bucket[which])
        return ((torch.sigmoid(points / rows.scale) - rows.target[which]) ** 2).mean()

    def whole_numbers(self) -> bytes:
        """Return the network as a file keeps it."""
        with torch.no_grad():
            parts = (
                (self.rows.weight[:-1] * Core.HIDDEN_ONE, "<i2"),
                (self.bias * Core.HIDDEN_ONE, "<i2"),
                (self.output * Core.WEIGHT_ONE, "<i2"),
                (self.output_bias * (Core.HIDDEN_ONE * Core.WEIGHT_ONE), "<i4"),
            )
            return b"".join(np.round(part.numpy()).astype(kind).tobytes() for part, kind in parts)
