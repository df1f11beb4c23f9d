"""Many games at once: in each round every game makes one move, and a network looks at all of them.

What the learner decided is kept by side: a side's moves are one episode, from its first decision to
the end of the game, whoever moves in between and however often.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor

from plyground._core import Side
from plyground.errors import PlygroundError
from plyground.evaluation.encoding import Encoding
from plyground.games.position import Position
from plyground.learn.torch_net import TorchNet
from plyground.players.specs import Player

LEARNER = 0  #: the place of the learner among the players


@dataclass
class Table:
    """One game: where it stands, and who sits on each side (a place among the players)."""

    position: Position
    seats: tuple[int, int] = (LEARNER, LEARNER)
    decided: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    rounds: int = 0


@dataclass
class Decisions:
    """What the learner saw and did, a row for each decision, and the episodes they belong to."""

    numbers: Tensor
    is_legal: Tensor
    actions: Tensor
    logs: Tensor  #: of the shares of the moves that were made
    values: Tensor  #: what it expected
    episodes: list[tuple[list[int], float]]  #: the rows of each, and how it ended: -1, 0 or 1

    def __len__(self) -> int:
        return len(self.actions)


class Lockstep:
    """Plays games of a network that learns, with itself and with others."""

    def __init__(self, encoding: Encoding, longest: int) -> None:
        self._encoding = encoding
        self._longest = longest  # moves; games beyond count as drawn

    def play(
        self, tables: list[Table], players: Sequence[TorchNet | Player], chance: random.Random
    ) -> Decisions:
        """Play all games to their end; the learner is the first of the players."""
        generator = torch.Generator().manual_seed(chance.getrandbits(63))
        rounds: list[tuple[Tensor, ...]] = []
        self._made = 0
        running = [table for table in tables if not table.position.is_over]
        while running:
            asked: list[list[Table]] = [[] for _ in players]
            for one in running:
                asked[one.seats[one.position.turn]].append(one)
                one.rounds += 1
            for place, (player, games) in enumerate(zip(players, asked, strict=True)):
                if not isinstance(player, TorchNet):
                    for one in games:
                        one.position = one.position.play(player.choose(one.position))
                elif games:
                    decided = self._decide(games, player, generator, is_learner=place == LEARNER)
                    rounds += [decided] if place == LEARNER else []
            running = [
                one for one in running
                if not one.position.is_over and one.rounds < self._longest
            ]  # fmt: skip
        numbers, is_legal, actions, logs, values = map(torch.cat, zip(*rounds, strict=True))
        return Decisions(numbers, is_legal, actions, logs, values, _episodes(tables))

    def _decide(
        self, asked: list[Table], net: TorchNet, generator: torch.Generator, *, is_learner: bool
    ) -> tuple[Tensor, ...]:
        """Let a network make a move in some games."""
        encoding, count = self._encoding, len(asked)
        content = bytearray(b"".join(encoding.numbers(one.position) for one in asked))
        numbers = torch.frombuffer(content, dtype=torch.float32).view(count, encoding.size)
        legal = [encoding.actions(one.position) for one in asked]
        is_legal = torch.zeros(count, encoding.num_actions, dtype=torch.bool)
        rows = [row for row, actions in enumerate(legal) for _ in actions]
        columns = [action for actions in legal for action in actions]
        if -1 in columns:
            raise PlygroundError(
                f"{asked[0].position.game} has moves that random games did not show; "
                "list them all as all_moves"
            )
        is_legal[rows, columns] = True
        with torch.no_grad():
            logs, values = net.choice(numbers, is_legal)
            actions = torch.multinomial(logs.exp(), 1, generator=generator).squeeze(-1)
            chosen = logs.gather(1, actions.unsqueeze(-1)).squeeze(-1)
        for row, (one, action) in enumerate(zip(asked, actions.tolist(), strict=True)):
            if is_learner:
                one.decided[one.position.turn].append(self._made + row)
            move = one.position.legal_moves[legal[row].index(action)]
            one.position = one.position.play(move)
        self._made += count if is_learner else 0
        return numbers, is_legal, actions, chosen, values


def _episodes(tables: list[Table]) -> list[tuple[list[int], float]]:
    """Return the episodes of all games: rows and result."""
    episodes = []
    for table in tables:
        for side in (Side.FIRST, Side.SECOND):
            if table.decided[side]:
                over = table.position.is_over
                margin = table.position.margin_for(side) if over else 0
                episodes.append((table.decided[side], float((margin > 0) - (margin < 0))))
    return episodes
