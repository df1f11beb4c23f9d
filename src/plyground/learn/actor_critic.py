"""Actor-critic: a network that learns to play, and to judge, from games against itself.

The actor is the policy, the critic the value. How much better a move was than the critic expected
(its advantage, by generalised advantage estimation) says whether to make it more often; the step
from one policy to the next is kept small by clipping the ratio of the two, as in PPO. Some games
are against earlier networks, so that what was learned is not forgotten.

PyTorch is needed here only: the result plays through the core.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyground.evaluation.encoding import encoding_of
from plyground.evaluation.net import Net
from plyground.learn.method import Method, Row, Task
from plyground.learn.pytorch import prepare
from plyground.players.options import Option
from plyground.players.specs import Player, player

if TYPE_CHECKING:
    import torch

    from plyground.learn.lockstep import Decisions, Table
    from plyground.learn.torch_net import TorchNet

_POOL, _AT_ONCE = 8, 2  # earlier networks that are kept, and that play in a batch
_EPOCHS, _MINIBATCH = 4, 1024
_CLIP = 0.2  # how far the share of a move may go in one step, as a ratio
_NORM = 0.5  # the longest step of the weights
_LONGEST = 1000  # moves of a game that might not end


class ActorCritic(Method):
    """A network that learns from games against itself and its predecessors."""

    name = "actor-critic"
    meaning = "Train a small network by actor-critic self-play (PyTorch)."
    example = "'kalah(4,3)' --games 20000"
    options = (
        Option("games", 40_000, "games to learn from", int, 1, 100_000_000),
        Option("batch", 512, "games per step", int, 1, 100_000),
        Option("width", 128, "units per hidden layer", int, 1, 4096),
        Option("depth", 2, "hidden layers", int, 1, 8),
        Option("rate", 0.003, "initial learning rate, falls to 0", float, 0, 1),
        Option("entropy", 0.1, "initial entropy bonus, falls to a tenth", float,
               0, 1),
        Option("value", 0.5, "weight of the value loss", float, 0, 100),
        Option("decay", 0.9, "decay of advantages (GAE λ)", float, 0, 1),
        Option("pool", 0.5, "share of games against earlier nets and rivals", float, 0, 1),
        Option("rivals", "random+greedy", "opponents joined by +, or none", str),
        Option("opening", 4, "random opening moves at most", int, 0, 100),
    )  # fmt: skip
    result = "player.net"

    def __init__(self, task: Task) -> None:
        super().__init__(task)
        prepare("actor-critic")
        import torch

        from plyground.learn.lockstep import Lockstep

        self._encoding = encoding_of(task.start)
        self._lockstep = Lockstep(self._encoding, _LONGEST)
        self._net = self._fresh(task.seed)
        self._optimizer = torch.optim.Adam(self._net.parameters(), eps=1e-5)
        self._pool: list[dict[str, torch.Tensor]] = []
        self._games = 0
        for spec in self._rivals:
            player(spec)  # refuses it now, not after the folder was made

    def _fresh(self, seed: int = 0) -> TorchNet:
        import torch

        from plyground.learn.torch_net import TorchNet

        options = self.task.options
        with torch.random.fork_rng():
            torch.manual_seed(seed)
            return TorchNet(
                self._encoding.size, self._encoding.num_actions, options["width"], options["depth"]
            )

    @property
    def steps(self) -> int:
        """One for each batch of games."""
        return -(-int(self.task.options["games"]) // int(self.task.options["batch"]))

    def step(self, number: int) -> Row:
        """Play a batch of games, and learn from them."""
        chance = self.task.chance("step", number)
        players = self._players(chance)
        tables = [self._table(chance, len(players)) for _ in range(self.task.options["batch"])]
        played = self._lockstep.play(tables, players, chance)
        self._games += len(tables)
        row = self._learn(played, number, chance)
        if number * 4 * _POOL // self.steps != (number + 1) * 4 * _POOL // self.steps:
            self._remember(chance)
        return {"games": self._games, "decisions": len(played), **row}

    def _players(self, chance: random.Random) -> list[TorchNet | Player]:
        """Return who plays in a batch: the learner first, then those in the pool."""
        players: list[TorchNet | Player] = [self._net]
        players += [player(spec, chance.getrandbits(32)) for spec in self._rivals]
        for weights in chance.sample(self._pool, min(_AT_ONCE, len(self._pool))):
            net = self._fresh()
            net.load_state_dict(weights)
            players.append(net)
        return players

    @property
    def _rivals(self) -> list[str]:
        given = str(self.task.options["rivals"])
        return [] if given == "none" else given.split("+")

    def _table(self, chance: random.Random, players: int) -> Table:
        from plyground.learn.lockstep import LEARNER, Table

        table = Table(self.task.start)
        if players > 1 and chance.random() < self.task.options["pool"]:
            other = chance.randrange(1, players)
            table.seats = (LEARNER, other) if chance.random() < 0.5 else (other, LEARNER)
        for _ in range(chance.randint(0, self.task.options["opening"])):
            child = table.position.play(chance.choice(list(table.position.legal_moves)))
            if child.is_over:
                break
            table.position = child
        return table

    def _remember(self, chance: random.Random) -> None:
        weights = {name: tensor.clone() for name, tensor in self._net.state_dict().items()}
        if len(self._pool) >= _POOL:
            del self._pool[chance.randrange(_POOL)]
        self._pool.append(weights)

    def _learn(self, played: Decisions, number: int, chance: random.Random) -> Row:
        """Improve policy and value by what was decided in a batch of games."""
        import torch

        left = 1 - number / self.steps
        for group in self._optimizer.param_groups:
            group["lr"] = self.task.options["rate"] * left
        advantages, returns = _advantages(played, self.task.options["decay"])
        spread = advantages.std(correction=0) + 1e-8
        advantages = (advantages - advantages.mean()) / spread
        generator = torch.Generator().manual_seed(chance.getrandbits(63))
        sums, parts = torch.zeros(3), 0
        for _ in range(_EPOCHS):
            order = torch.randperm(len(played), generator=generator)
            for rows in torch.split(order, _MINIBATCH):
                sums += self._improve(played, rows, advantages[rows], returns[rows], left)
                parts += 1
        loss, value_loss, entropy = (sums / max(parts, 1)).tolist()
        return {"loss": loss, "value_loss": value_loss, "entropy": entropy}

    def _improve(
        self, played: Decisions, rows: torch.Tensor, advantages: torch.Tensor,
        returns: torch.Tensor, left: float,
    ) -> torch.Tensor:  # fmt: skip
        """Make one step of the weights; returns loss, loss of the value, and entropy."""
        import torch

        options = self.task.options
        logs, values = self._net.choice(played.numbers[rows], played.is_legal[rows])
        chosen = logs.gather(1, played.actions[rows].unsqueeze(-1)).squeeze(-1)
        ratio = torch.exp(chosen - played.logs[rows])
        clipped = ratio.clamp(1 - _CLIP, 1 + _CLIP)
        policy_loss = -torch.minimum(ratio * advantages, clipped * advantages).mean()
        value_loss = (values - returns).square().mean()
        entropy = -(logs.exp() * logs).sum(-1).mean()
        worth = options["entropy"] * (0.1 + 0.9 * left)
        loss = policy_loss + options["value"] * value_loss - worth * entropy
        self._optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._net.parameters(), _NORM)
        self._optimizer.step()
        return torch.stack([loss, value_loss, entropy]).detach()

    def state(self) -> bytes:
        """Return the network, what the optimizer knows, and the earlier networks."""
        from plyground.learn.torch_net import to_bytes

        return to_bytes(
            {
                "net": self._net.state_dict(),
                "optimizer": self._optimizer.state_dict(),
                "pool": self._pool,
                "games": self._games,
            }
        )

    def restore(self, state: bytes) -> None:
        """Go back to a state."""
        from plyground.learn.torch_net import from_bytes

        plain = from_bytes(state)
        try:
            self._net.load_state_dict(plain["net"])
            self._optimizer.load_state_dict(plain["optimizer"])
        except RuntimeError as error:
            raise ValueError(str(error)) from None
        self._pool, self._games = list(plain["pool"]), int(plain["games"])

    def save(self, path: Path) -> None:
        """Write the network."""
        layers, numbers = self._net.exported()
        origin = f"actor-critic, {self._games} games of self-play, seed {self.task.seed}"
        Net(self.task.start.game, self._encoding, layers, numbers, origin).save(path)

    def player(self, file: Path) -> str:
        """Return the player that uses the network alone."""
        return f"net:{file}"

    def opponents(self, folder: Path) -> Mapping[str, str]:  # noqa: ARG002
        """Return random play, which is what it begins with, and greedy play."""
        return {"random": "random", "greedy": "greedy"}


def _advantages(played: Decisions, decay: float) -> tuple[Any, Any]:
    """Return how much better each move was than expected, and what should have been expected.

    Nothing is discounted: only the result of the game counts, for each side its own.
    """
    import torch

    values = played.values.tolist()
    advantages = [0.0] * len(values)
    for rows, result in played.episodes:
        following, advantage = result, 0.0
        for row in reversed(rows):
            advantage = following - values[row] + decay * advantage
            advantages[row] = advantage
            following = values[row]
    found = torch.tensor(advantages)
    return found, found + played.values
