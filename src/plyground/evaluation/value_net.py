"""Value networks: small networks of whole numbers that correct an evaluation.

    {"plyground-value-net": 1, "game": …, "origin": …, "weights": {…}}
    a row for each input, the hidden biases, a row for each bucket: little-endian, 16 bits each
    an output bias for each bucket: 32 bits each

The weights are those that the network was trained to correct; they belong to it. A game in Python
has none: its network corrects the game's own ``evaluate``, and in the place of weights the file
holds the ``encoding`` of positions. The core computes with both (``core/eval/value_net.hpp``).
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from plyground import _core
from plyground.errors import PlygroundError, shown, visible
from plyground.evaluation import net_file
from plyground.evaluation.net import SUFFIX
from plyground.evaluation.own_inputs import OwnInputs
from plyground.evaluation.terms import featured
from plyground.evaluation.weights import Weights, from_sections
from plyground.games.names import file_stem, parse_name
from plyground.games.native import NativePosition, is_native
from plyground.games.position import Position
from plyground.storage import read_bytes, write_whole

VERSION = 1  #: of the file's format
MAGIC = "plyground-value-net"

Base = Weights | OwnInputs


@dataclass(frozen=True)
class ValueNet:
    """A network that corrects the evaluation of one game."""

    game: str  #: its name without rules that leave the board as it is
    base: Base  #: the weights that it corrects, or how a game in Python becomes inputs
    numbers: bytes
    origin: str = ""  #: how it came about

    def __reduce__(self) -> tuple[Any, ...]:
        # The core's copy stays behind when it goes to another process.
        return type(self), (self.game, self.base, self.numbers, self.origin)

    @cached_property
    def native(self) -> _core.ValueNet:
        """The network in the core."""
        return _core.ValueNet(self.numbers)

    @property
    def weights(self) -> Weights:
        """The weights that it corrects."""
        assert isinstance(self.base, Weights)
        return self.base

    @property
    def config(self) -> dict[str, Any]:
        """What the core's search is told."""
        if isinstance(self.base, Weights):
            return {"weights": self.base.native, "value_net": self.native}
        return {"encode": self.base, "value_net": self.native}

    def evaluate(self, position: Position) -> int:
        """Return the evaluation for the side to move, in hundredths of a unit."""
        self.check(position)
        if is_native(position):
            return position._corrected(self.weights.native, self.native)
        assert isinstance(self.base, OwnInputs)
        *inputs, bucket = self.base(position)
        return own_evaluation(position) + self.native(inputs, bucket)

    def contributions(self, position: NativePosition) -> tuple[int, list[tuple[int, int]]]:
        """Return what the network adds, and what places have to do with it, in hundredths.

        A place is a cell of the board, counted as people read it. Its number is by how much less
        the network would add if it did not see what stands there.
        """
        self.check(position)
        return position._contributions(self.native)

    def check(self, position: Position) -> None:
        """Refuse a position of another game."""
        game = board_of(position)
        if game != self.game or is_native(position) != isinstance(self.base, Weights):
            raise PlygroundError(f"this network was trained for {self.game}, not {position.game}")

    def to_bytes(self) -> bytes:
        """Return the content of a file."""
        header: dict[str, Any] = {MAGIC: VERSION, "game": self.game, "origin": self.origin}
        if isinstance(self.base, Weights):
            sections = self.base.sections.items()
            header["weights"] = {name: dict(values) for name, values in sections}
        else:
            header["encoding"] = self.base.header()
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
            net = cls(game, _base(game, header, where), numbers, str(header.get("origin", "")))
            fits = net.native.num_inputs == _num_inputs(net)
        except PlygroundError:
            raise
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            cause = visible(str(error), keep="")
            raise PlygroundError(f"{where}: the network is broken: {cause}") from None
        if not fits:
            raise PlygroundError(f"{where}: the network is broken; restore it, or train it again")
        return net


def _base(game: str, header: Mapping[str, Any], where: str) -> Base:
    if "encoding" in header:
        return OwnInputs.from_header(header["encoding"])
    family, _ = parse_name(game)
    return from_sections(family.name, header["weights"], where=where)


def _num_inputs(net: ValueNet) -> int:
    return net.base.size if isinstance(net.base, OwnInputs) else num_inputs(net.game)


@lru_cache(maxsize=16)
def _loaded(path: Path, changed: int, size: int) -> ValueNet:  # noqa: ARG001 - a changed file is another
    return ValueNet.from_bytes(read_bytes(path), shown(path))


def own_evaluation(position: Position) -> int:
    """Return what a game in Python says of itself, in points; 0 if it says nothing."""
    return int(position.evaluate()) if hasattr(position, "evaluate") else 0


def board_name(game: str) -> str:
    """Return a game's name without rules that leave the inputs and most values as they are.

    >>> board_name("watch-your-back(max_turns=320)")
    'watch-your-back'
    """
    family, values = parse_name(game)
    return family.canonical({p: v for p, v in values.items() if p not in family.learning.ignored})


def board_of(position: Position) -> str:
    """Return the name that networks and tables of scores give to the game of a position.

    A game in Python has one name only.
    """
    return board_name(position.game) if is_native(position) else position.game


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


def net_for(
    evaluator: str, weights: str | Path | Weights | ValueNet, position: Position
) -> ValueNet | None:
    """Return the network that a search is to use, by its options; None if it uses none."""
    if isinstance(weights, ValueNet) or evaluator == "net" or is_net(weights):
        assert not isinstance(weights, Weights)
        return load_for(weights, position)
    if evaluator == "auto" and weights == "default" and is_native(position):
        return shipped(position.game)
    return None
