"""The network in PyTorch: as the core computes it, layer by layer. Needs the extra ``learn``."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor, nn

Weights = Mapping[str, Tensor]


class TorchNet(nn.Module):
    """Hidden layers cut off below 0, a policy over all actions, and a value."""

    def __init__(self, inputs: int, actions: int, width: int, depth: int) -> None:
        super().__init__()
        sizes = [inputs, *[width] * depth]
        self.hidden = nn.ModuleList(nn.Linear(size, width) for size in sizes[:-1])
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)  # begins by liking all moves alike
        nn.init.zeros_(self.policy.bias)

    def forward(self, numbers: Tensor) -> tuple[Tensor, Tensor]:
        """Return a number for each action, and the result to expect, from -1 to 1."""
        for layer in self.hidden:
            numbers = torch.relu(layer(numbers))
        return self.policy(numbers), torch.tanh(self.value(numbers)).squeeze(-1)

    def choice(self, numbers: Tensor, is_legal: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logarithms of the legal moves' shares, and the result to expect."""
        policy, value = self(numbers)
        return torch.log_softmax(policy.masked_fill(~is_legal, -1e9), dim=-1), value

    @property
    def layers(self) -> list[nn.Linear]:
        """All layers in the order of the file."""
        return [*self.hidden, self.policy, self.value]

    def exported(self) -> tuple[tuple[tuple[int, int], ...], bytes]:
        """Return shapes and numbers as a file keeps them."""
        shapes = tuple((layer.in_features, layer.out_features) for layer in self.layers)
        with torch.no_grad():
            numbers = [
                part.contiguous().flatten()
                for layer in self.layers
                for part in (layer.weight.T, layer.bias)
            ]
            plain = torch.cat(numbers).numpy().astype("<f4")
        return shapes, plain.tobytes()


def to_bytes(plain: object) -> bytes:
    """Write tensors, and what they are in, for a checkpoint."""
    stream = io.BytesIO()
    torch.save(plain, stream)
    return stream.getvalue()


def from_bytes(content: bytes) -> Any:
    """Read what ``to_bytes`` wrote; raises ValueError if it is something else."""
    try:
        return torch.load(io.BytesIO(content), weights_only=True)
    except Exception as error:  # it raises whatever its parts raise
        raise ValueError(str(error)) from None
