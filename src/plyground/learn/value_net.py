"""A value network from nothing: games of self-play, then training, in rounds.

In the first round the weights play, in later ones the network of the round before: its searches
know more, and so do their scores. Each round trains a fresh network on the games of its own and of
all rounds before. PyTorch is needed here only: the result plays through the core.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from plyground.arena.running.workers import all_done, make_workers
from plyground.errors import PlygroundError
from plyground.evaluation.own_inputs import OwnInputs
from plyground.evaluation.value_net import Base, ValueNet, board_name, num_inputs
from plyground.evaluation.weights import Weights, load
from plyground.games.names import family_of, learning_of
from plyground.learn.method import Method, Row, Task
from plyground.learn.pytorch import prepare
from plyground.learn.scored_games import ScoredPlay
from plyground.learn.selfplay import Lesson
from plyground.players.options import Option
from plyground.storage import write_whole

if TYPE_CHECKING:
    import torch

    from plyground.learn.torch_value_net import Rows, TorchValueNet

_BATCH = 8192  # positions per update at most,
_UPDATES = 32  # and so many updates per epoch at least, where there are few positions
_HELD_OUT = 20  # one position of so many is never trained on
_DECIDED = 1.25  # of the scale of a game's evaluations: 97 of 100 such games are won
_MOST_ROUNDING = 0.1  # of the scale: by how much whole numbers may differ from floating point


class ValueNetMethod(Method):
    """See the module."""

    name = "net"
    meaning = "Train a small network that corrects the evaluation (PyTorch)."
    example = "kalah-manchester --games 20000"
    options: ClassVar[tuple[Option, ...]] = (
        Option("games", 20_000, "games of self-play in each round", int, 1, 100_000_000),
        Option("rounds", 2, "rounds of self-play and training", int, 1, 100),
        Option("batch", 500, "games per step", int, 1, 100_000),
        Option("search", 2500, "nodes per move of self-play", int, 1),
        Option("opening", None, "random opening moves at most", int, 0, 400),
        Option("slips", 0.02, "share of random moves in self-play", float, 0, 1),
        Option("epochs", 12, "passes over all positions in each round", int, 1, 1000),
        Option("rate", 0.004, "largest learning rate", float, 0, 1),
        Option("mix", 0.7, "share of scores in the targets, not results", float, 0, 1),
        Option("start", "default", "weights to correct, or a file of them", str),
        Option("seconds", 0.02, "processor time per move in matches", float, 0.001, 60),
    )  # fmt: skip
    result = "player.net"

    def __init__(self, task: Task) -> None:
        super().__init__(task)
        prepare("training a network")
        options, start = task.options, task.start
        family = family_of(start)
        opening = options["opening"]
        if opening is None:
            opening = learning_of(start).opening
        self._start = start
        self._base: Base  # what the network is to correct
        if family is not None:
            self._game = board_name(start.game)
            self._base = load(options["start"], family.name)
        elif options["start"] == "default":
            self._game = start.game
            self._base = OwnInputs.found(start)
        else:
            raise PlygroundError(f"{start.game} has no weights to start from; leave out --start")
        # Games that one side has won teach little more, and take most of the time.
        decided = None if family is None else round(100 * _DECIDED * family.learning.scale)
        self._how = ScoredPlay(start, options["search"], opening, options["slips"], decided)
        self._workers = make_workers(task.workers, self._how)
        self._games: list[bytes] = []  # one for each step of self-play
        self._played = 0
        self._net: ValueNet | None = None  # of the last round that is complete
        self._training: _Round | None = None

    @property
    def _game_steps(self) -> int:
        games: int = self.task.options["games"]
        batch: int = self.task.options["batch"]
        return math.ceil(games / batch)

    @property
    def _round_steps(self) -> int:
        return self._game_steps + int(self.task.options["epochs"])

    @property
    def steps(self) -> int:
        """Batches of games and epochs, in all rounds."""
        return int(self.task.options["rounds"]) * self._round_steps

    def step(self, number: int) -> Row:
        """Play a batch of games, or train for an epoch."""
        at = number % self._round_steps
        if at < self._game_steps:
            return self._play(at)
        epoch = at - self._game_steps
        if self._training is None:
            self._training = _Round(self)
        row = self._training.train(epoch)
        if epoch == self.task.options["epochs"] - 1:
            self._net = self._exported(self._training.model)
            row |= {"rounding": self._training.rounding(self._net)}
            self._training = None
        return {"games": self._played, **row}

    def _play(self, at: int) -> Row:
        options = self.task.options
        count = min(options["batch"], options["games"] - at * options["batch"])
        knowledge = self._net or (self._base if isinstance(self._base, Weights) else "default")
        numbers = range(self._played, self._played + count)
        lessons = [Lesson(n, f"{self.task.seed}/{n}", knowledge) for n in numbers]
        played = all_done(self._workers, lessons)
        self._games.append(b"".join(played))
        self._played += count
        return {"games": self._played, "plies": sum(len(one) // 4 for one in played) / count}

    def _exported(self, model: TorchValueNet) -> ValueNet:
        options = self.task.options
        origin = (
            f"plyground train net {self._game}: {self._played:,} games of "
            f"self-play at {options['search']:,} nodes, seed {self.task.seed}"
        )
        return ValueNet(self._game, self._base, model.whole_numbers(), origin)

    def state(self) -> bytes:
        """Return the games, the last network, and how far training is."""
        games, net = self.games, self._net.numbers if self._net else b""
        training = self._training.state() if self._training else b""
        header = {"played": self._played, "games": len(games), "net": len(net)}
        return json.dumps(header).encode() + b"\n" + games + net + training

    def restore(self, state: bytes) -> None:
        """Go back to a state."""
        first, _, content = state.partition(b"\n")
        header = json.loads(first)
        games, rest = content[: header["games"]], content[header["games"] :]
        numbers, training = rest[: header["net"]], rest[header["net"] :]
        self._games, self._played = [games], header["played"]
        if numbers:
            self._net = ValueNet(self._game, self._base, numbers)
        if training:
            self._training = _Round(self, training)

    @property
    def num_inputs(self) -> int:
        """How many inputs the network has."""
        if isinstance(self._base, OwnInputs):
            return self._base.size
        return num_inputs(self._game)

    @property
    def games(self) -> bytes:
        """All games played so far, see ``learn.scored_games``."""
        return b"".join(self._games)

    def rows(self, seed: int) -> Rows:
        """Return the positions of all games so far."""
        from plyground.learn.torch_value_net import rows_of

        return rows_of(self._start, self.games, self._base, self.task.options["mix"], seed)

    def save(self, path: Path) -> None:
        """Write the network, at first one that corrects nothing, and the games beside it."""
        net = self._net
        if self._training is not None:
            net = self._exported(self._training.model)
        if net is None:
            net = self._nothing()
        net.save(path)
        write_whole(path.with_name("games.bin"), self.games)

    def _nothing(self) -> ValueNet:
        from plyground.learn.torch_value_net import TorchValueNet

        model = TorchValueNet(self.num_inputs)
        model.output.data.zero_()
        return self._exported(model)

    def player(self, file: Path) -> str:
        """Return the spec of the player with this network."""
        return f"{self._spec},weights={file}"

    @property
    def _spec(self) -> str:
        return f"pvs:time={self.task.options['seconds']:g},cpu=yes,table_mb=16"

    def opponents(self, folder: Path) -> Mapping[str, str]:
        """Return what knows only what the network corrects."""
        if isinstance(self._base, OwnInputs):
            return {"start": self._spec}
        file = folder / "start.toml"
        self._base.save(file)
        return {"start": f"{self._spec},weights={file}"}

    def close(self) -> None:
        """End the workers."""
        self._workers.close()


class _Round:
    """The training of one round: fresh, on all games so far."""

    def __init__(self, method: ValueNetMethod, state: bytes = b"") -> None:
        import torch

        from plyground.learn.torch_net import from_bytes
        from plyground.learn.torch_value_net import TorchValueNet

        self._options = method.task.options
        self._chance = method.task.chance("training", len(method.games))
        self._rows = method.rows(self._chance.getrandbits(32))
        order = torch.randperm(len(self._rows), generator=self._generator())
        held = torch.arange(len(order)) % _HELD_OUT == 0
        self._held, self._trained = order[held], order[~held]
        torch.manual_seed(self._chance.getrandbits(32))
        self.model = TorchValueNet(method.num_inputs)
        self._optimizer = torch.optim.Adam(self.model.parameters())
        if state:
            kept = from_bytes(state)
            self.model.load_state_dict(kept["model"])
            self._optimizer.load_state_dict(kept["optimizer"])
        self._orders = [self._generator() for _ in range(self._options["epochs"])]

    def _generator(self) -> torch.Generator:
        import torch

        return torch.Generator().manual_seed(self._chance.getrandbits(32))

    def train(self, epoch: int) -> Row:
        """Go once over all positions."""
        import torch

        order = torch.randperm(len(self._trained), generator=self._orders[epoch])
        size = max(64, min(_BATCH, len(order) // _UPDATES))
        batches = torch.split(self._trained[order], size)
        for i, which in enumerate(batches):
            part = (epoch + i / len(batches)) / self._options["epochs"]
            for group in self._optimizer.param_groups:
                group["lr"] = self._options["rate"] * _schedule(part)
            self._optimizer.zero_grad()
            self.model.loss(self._rows, which).backward()  # type: ignore[no-untyped-call]
            self._optimizer.step()
            self.model.limit()
        return {"positions": len(self._rows), "loss": self._held_loss()}

    def _held_loss(self) -> float:
        import torch

        with torch.no_grad():
            losses = [
                self.model.loss(self._rows, which).item() * len(which)
                for which in torch.split(self._held, _BATCH)
            ]
        return sum(losses) / max(len(self._held), 1)

    def rounding(self, net: ValueNet) -> float:
        """Return by how much whole numbers differ from floating point, as a root mean square."""
        import torch

        which = self._held[:2000]
        with torch.no_grad():
            linear, bucket = self._rows.linear[which], self._rows.bucket[which]
            exact = self.model(self._rows.inputs[which], torch.zeros_like(linear), bucket)
        padding = net.native.num_inputs
        squares = 0.0
        for row, its_bucket, points in zip(
            self._rows.inputs[which].tolist(), bucket.tolist(), exact.tolist(), strict=True
        ):
            whole = net.native([i for i in row if i != padding], its_bucket)
            squares += (whole - points) ** 2
        difference = math.sqrt(squares / max(len(which), 1))
        if difference > _MOST_ROUNDING * self._rows.scale:
            raise PlygroundError(
                f"rounding to whole numbers changes evaluations by {difference:.0f} hundredths; "
                "train with a lower --rate"
            )
        return round(difference, 1)

    def state(self) -> bytes:
        """Return what the epochs so far have changed."""
        from plyground.learn.torch_net import to_bytes

        model, optimizer = self.model.state_dict(), self._optimizer.state_dict()
        return to_bytes({"model": model, "optimizer": optimizer})


def _schedule(part: float) -> float:
    """Return the learning rate as a share of the largest: it rises quickly and falls to 0."""
    return min(part * 10, 1) * (1 + math.cos(math.pi * part)) / 2
