"""Network files: a line of JSON that says what it is, then plain numbers.

    {"plyground-net": 1, "game": …, "encoding": …, "layers": [[inputs, outputs], …], …}
    for each layer: weights by input, then biases, as little-endian numbers of 32 bits

The last two layers are the policy and the value. No library is needed to read it, and the core
computes with it (``core/eval/net.hpp``).
"""

from __future__ import annotations

import math
import os
import struct
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from plyground import _core
from plyground.errors import PlygroundError, shown, visible
from plyground.evaluation import net_file
from plyground.evaluation.encoding import Encoding, from_header
from plyground.games.native import is_native
from plyground.games.position import Position
from plyground.storage import read_bytes, write_whole

VERSION = 1  #: of the file's format
_WIDEST = 1 << 20  # inputs or outputs of a layer
SUFFIX = ".net"

Shapes = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Net:
    """A network that has learned one game."""

    game: str
    encoding: Encoding
    layers: Shapes  #: inputs and outputs of each: hidden ones, the policy, the value
    numbers: bytes
    origin: str = ""  #: how it came about

    @cached_property
    def native(self) -> _core.Net:
        """The network in the core."""
        return _core.Net(self.layers, self.numbers)

    def judge(self, position: Position) -> tuple[list[float], float]:
        """Return the share of each legal move, and the result to expect for the mover, -1 to 1."""
        self.check(position)
        if is_native(position):
            return position._judged(self.native)
        numbers, actions = self.encoding(position)  # type: ignore[operator]
        policy, value = self.native(numbers)
        known = [policy[action] for action in actions if action >= 0] or [0.0]
        ranks = [policy[action] if action >= 0 else min(known) for action in actions]
        powers = [math.exp(rank - max(ranks)) for rank in ranks]
        return [power / sum(powers) for power in powers], value

    def check(self, position: Position) -> None:
        """Refuse a position of another game, and a network that says a wrong game."""
        if position.game != self.game:
            raise PlygroundError(f"this network has learned {self.game}, not {position.game}")
        if is_native(position) and (self.native.num_inputs, self.native.num_actions) != (
            len(position._numbers()) // 4,
            position.num_actions,
        ):
            raise PlygroundError(f"this network is not one of {self.game}; train it again")

    def to_bytes(self) -> bytes:
        """Return the content of a file."""
        header = {
            "plyground-net": VERSION,
            "game": self.game,
            "origin": self.origin,
            "layers": self.layers,
            "encoding": self.encoding.header(),
        }
        return net_file.joined(header, self.numbers)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a file, wholly or not at all."""
        write_whole(path, self.to_bytes())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Net:
        """Read a file; raises PlygroundError with what is wrong with it."""
        return net_file.load(path, _loaded)

    @classmethod
    def from_bytes(cls, content: bytes, where: str) -> Net:
        """Read the content of a file; ``where`` names it in messages."""
        missing = "not a network; create one with plyground train actor-critic"
        header, numbers = net_file.parted(content, ("plyground-net", VERSION), where, missing)
        try:
            net = cls(
                str(header["game"]),
                from_header(header["encoding"]),
                tuple((_width(inputs), _width(outputs)) for inputs, outputs in header["layers"]),
                numbers,
                str(header.get("origin", "")),
            )
            fits = (net.native.num_inputs, net.native.num_actions) == (
                net.encoding.size,
                net.encoding.num_actions,
            )
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            cause = visible(str(error), keep="")
            raise PlygroundError(f"{where}: the network is broken: {cause}") from None
        if not fits or not all(
            map(math.isfinite, struct.unpack(f"<{len(numbers) // 4}f", numbers))
        ):
            raise PlygroundError(f"{where}: the network is broken; restore it, or train it again")
        return net


def _width(value: object) -> int:
    if type(value) is not int or not 0 < value <= _WIDEST:
        raise ValueError(f"a layer of width {value!r}; expected 1 to {_WIDEST}")
    return value


@lru_cache(maxsize=16)
def _loaded(path: Path, changed: int, size: int) -> Net:  # noqa: ARG001 - a changed file is another
    return Net.from_bytes(read_bytes(path), shown(path))
