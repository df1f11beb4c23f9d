"""Our games as PettingZoo environments: two agents that take turns, with a mask of legal moves.

>>> from plyground.adapters.pettingzoo import env
>>> kalah = env("kalah(6,4)")
>>> kalah.reset(seed=1)
>>> for agent in kalah.agent_iter():
...     observation, reward, is_over, is_cut_off, info = kalah.last()
...     mask = observation["action_mask"]
...     kalah.step(None if is_over else kalah.action_space(agent).sample(mask))
>>> kalah.close()

Whoever is to move is ``agent_selection``: in Kalah that may be the same agent again. The winner
gets 1 at the end, the loser -1; a draw is 0. What an agent sees is in
``plyground.adapters.encoding``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import numpy as np

from plyground._core import Side
from plyground.adapters.encoding import Observe, Source, encoding
from plyground.adapters.rendering import MODES, rendered
from plyground.errors import PlygroundError

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError:
    raise PlygroundError(
        "PettingZoo is missing; install it with pip install 'plyground[envs]'"
    ) from None

AGENTS = ("player_0", "player_1")  #: by their sides: the first one begins


def env(
    game: Source = "kalah(6,4)",
    *,
    render_mode: str | None = None,
    moves: Iterable[Any] | None = None,
    observe: Observe | None = None,
) -> AECEnv:
    """Return the environment of a game, which ends as lost for whoever moves illegally.

    ``game`` is a name, a Python file with a game, its class, or a position to start from. A game in
    Python may be given ``moves``, all that it can have, and ``observe(position, side)``, which
    returns an array; otherwise both are found out by random play.
    """
    made: AECEnv = raw_env(game, render_mode=render_mode, moves=moves, observe=observe)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - PettingZoo's own name for it
    """The environment without checks of what it is told."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(MODES),
        "name": "plyground_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: Source = "kalah(6,4)",
        *,
        render_mode: str | None = None,
        moves: Iterable[Any] | None = None,
        observe: Observe | None = None,
    ) -> None:
        super().__init__()
        self.render_mode = render_mode
        self.encoding = encoding(game, moves, observe)
        self.position = self.encoding.start
        self._last_move: str | None = None
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        code = self.encoding
        self.action_spaces = {agent: spaces.Discrete(code.num_actions) for agent in AGENTS}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(code.least, code.most, code.shape),
                    "action_mask": spaces.Box(0, 1, (code.num_actions,), np.int8),
                }
            )
            for agent in AGENTS
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return what an agent's observations look like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return what an agent can choose from."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a game; there is no chance in it that could be seeded."""
        self.agents = list(AGENTS)
        self.position = self.encoding.start
        self._last_move = None
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, self.position.is_over)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.position.turn]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees, and what it may do: nothing unless it is to move."""
        side = Side(AGENTS.index(agent))
        mask = self.encoding.mask(self.position)
        return {
            "observation": self.encoding.observation(self.position, side),
            "action_mask": mask if side == self.position.turn else 0 * mask,
        }

    def step(self, action: Any) -> None:
        """Play the move with a number, for the agent that is to move."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0
        move = self.position.parse_move(self.encoding.move(int(action)))
        self._last_move = f"{self.position.turn_name} {move}"
        self.position = self.position.play(move)
        self.rewards = dict.fromkeys(AGENTS, 0)
        if self.position.is_over:
            self.terminations = dict.fromkeys(AGENTS, True)
            if (winner := self.position.winner) is not None:
                self.rewards = dict.fromkeys(AGENTS, -1) | {AGENTS[winner]: 1}
        self.agent_selection = AGENTS[self.position.turn]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """Print the board, or return it as text or pixels, as ``render_mode`` says."""
        return rendered(self.position, self.render_mode, self._last_move)

    def close(self) -> None:
        """There is nothing to let go of."""
