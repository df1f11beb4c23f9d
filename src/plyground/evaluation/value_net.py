"""Value networks: small networks of whole numbers that correct a linear evaluation.

    {"plyground-value-net": 1, "game": …, "origin": …, "weights": {…}}
    a row for each input, the hidden biases, a row for each bucket: little-endian, 16 bits each
    an output bias for each bucket: 32 bits each

The weights are those that the network was trained to correct; they belong to it. The core computes
with both (``core/eval/value_net.hpp``).
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from plyground import _core
from plyground.errors import PlygroundError, shown
from plyground.evaluation import net_file
from plyground.evaluation.net import SUFFIX
from plyground.evaluation.terms import featured
from plyground.evaluation.weights import Weights, from_sections
from plyground.games.names import file_stem, parse_name
from plyground.games.native import NativePosition, is_native
from plyground.games.position import Position
from plyground.storage import read_bytes, write_whole

VERSION = 1  #: of the file's format
MAGIC = "plyground-value-net"


@dataclass(frozen=True)
class ValueNet:
    """A network that corrects the weights of one game."""

    game: str  #: its name without rules that leave the board as it is
    weights: Weights
    numbers: bytes
    origin: str = ""  #: how it came about

    def __reduce__(self) -> tuple[Any, ...]:
        # The core's copy stays behind when it goes to another process.
        return type(self), (self.game, self.weights, self.numbers, self.origin)

    @cached_property
    def native(self) -> _core.ValueNet:
        """The network in the core."""
        return _core.ValueNet(self.numbers)

    def evaluate(self, position: Position) -> int:
        """Return the evaluation for the side to move, in hundredths of a unit."""
        return self.check(position)._corrected(self.weights.native, self.native)

    def check(self, position: Position) -> NativePosition:
        """Refuse a position of another game."""
        if not is_native(position) or board_name(position.game) != self.game:
            raise PlygroundError(f"this network was trained for {self.game}, not {position.game}")
        return position

    def to_bytes(self) -> bytes:
        """Return the content of a file."""
        header = {
            MAGIC: VERSION,
            "game": self.game,
            "origin": self.origin,
            "weights": {name: dict(values) for name, values in self.weights.sections.items()},
        }
        return net_file.joined(header, self.numbers)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a file, wholly or not at all."""
        write_whole(path, self.to_bytes())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> ValueNet:
        """Read a file; raises PlygroundError with what is wrong with it."""
        return net_file.load(path, _loaded)

    @classmethod
    def from_bytes(cls, content: bytes, where: str) -> ValueNet:
        """Read the content of a file; ``where`` names it in messages."""
        missing = "not a value network; create one with plyground train net"
        header, numbers = net_file.parted(content, (MAGIC, VERSION), where, missing)
        try:
            game = str(header["game"])
            family, _ = parse_name(game)
            weights = from_sections(family.name, header["weights"], where=where)
            net = cls(game, weights, numbers, str(header.get("origin", "")))
            fits = net.native.num_inputs == num_inputs(game)
        except PlygroundError:
            raise
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise PlygroundError(f"{where}: the network is broken: {error}") from None
        if not fits:
            raise PlygroundError(f"{where}: the network is broken; restore it, or train it again")
        return net


@lru_cache(maxsize=16)
def _loaded(path: Path, changed: int, size: int) -> ValueNet:  # noqa: ARG001 - a changed file is another
    return ValueNet.from_bytes(read_bytes(path), shown(path))


def board_name(game: str) -> str:
    """Return a game's name without rules that leave the inputs and most values as they are.

    >>> board_name("watch-your-back(max_turns=320)")
    'watch-your-back'
    """
    family, values = parse_name(game)
    return family.canonical({p: v for p, v in values.items() if p not in family.learning.ignored})


def is_net(weights: object) -> bool:
    """Tell whether what a player is given as weights is a network."""
    return isinstance(weights, ValueNet) or str(weights).endswith(SUFFIX)


@cache
def num_inputs(game: str) -> int:
    """Return how many inputs a network of a game has."""
    family, values = parse_name(game)
    start = family.start(values)
    assert is_native(start)
    return start._num_value_inputs()


@cache
def shipped(game: str) -> ValueNet | None:
    """Return the network that is shipped for a game, or None."""
    name = board_name(game)
    family, _ = parse_name(name)
    file = family.folder / f"{file_stem(name)}.net"
    if not file.is_file():
        return None
    return ValueNet.from_bytes(file.read_bytes(), f"the network of {name}")


def load_for(source: str | Path | ValueNet, position: Position) -> ValueNet:
    """Load the network for a position: ``default`` for the shipped one, or a file."""
    if isinstance(source, ValueNet):
        net = source
    elif source == "default":
        featured(position)  # or there can be none
        found = shipped(position.game)
        if found is None:
            raise PlygroundError(
                f"there is no shipped network of {position.game}; "
                "train one with plyground train net, or use evaluator=features"
            )
        net = found
    else:
        net = ValueNet.load(source)
    net.check(position)
    return net
