"""Our games as Gymnasium environments: one agent against any player of ours.

>>> from plyground.adapters.gymnasium import env
>>> kalah = env("kalah(6,4)", opponent="greedy")
>>> observation, info = kalah.reset(seed=1)
>>> is_over = False
>>> while not is_over:
...     action = kalah.action_space.sample(observation["action_mask"])
...     observation, reward, is_over, is_cut_off, info = kalah.step(action)
>>> kalah.close()

The reward is 1 for a win and -1 for a loss, at the end; an illegal move ends the game as lost.
Once this module is imported, ``gymnasium.make("plyground/SinglePlayer-v0", game=…)`` does the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from plyground._core import Side
from plyground.adapters.encoding import Observe, Source, encoding
from plyground.adapters.rendering import MODES, rendered
from plyground.arena.agents.agents import Agent, BuiltIn, agent
from plyground.arena.referee.clock import UNTIMED, GameClock
from plyground.arena.sandbox.limits import Failure, Limits
from plyground.errors import IllegalMove, PlygroundError, shown

try:
    import gymnasium
    from gymnasium import spaces
except ImportError:
    raise PlygroundError(
        "Gymnasium is missing; install it with pip install 'plyground[envs]'"
    ) from None

SIDES = ("first", "second", "any")  #: the side of the agent; any is drawn for each game


class SinglePlayerEnv(gymnasium.Env[dict[str, Any], Any]):
    """A game from the view of one agent; between its moves the opponent plays.

    ``opponent`` is any player's spec: ``random``, ``pvs:depth=4``, ``file:agent.py``. ``game`` is a
    name, a Python file with a game, its class, or a position to start from. A game in Python may be
    given ``moves``, all that it can have, and ``observe(position, side)``, which returns an array;
    otherwise both are found out by random play.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium declares it so
        "render_modes": list(MODES),
        "render_fps": 2,
    }

    def __init__(
        self,
        game: Source = "kalah(6,4)",
        opponent: str = "random",
        *,
        side: str = "first",
        render_mode: str | None = None,
        moves: Iterable[Any] | None = None,
        observe: Observe | None = None,
        limits: Limits | None = None,
    ) -> None:
        if side not in SIDES:
            raise PlygroundError(
                f"side={shown(side)} is not valid; expected one of {', '.join(SIDES)}"
            )
        self.render_mode = render_mode
        self.encoding = code = encoding(game, moves, observe)
        self.position = code.start
        self.side = Side.FIRST  #: the agent's, in this game
        self._wanted = side
        self._spec = opponent
        self._opponent: Agent = agent(opponent, limits)
        self._clock = GameClock(UNTIMED)
        self._moves: list[Any] = []
        self._last_move: str | None = None
        self._is_over = True
        self._fault = ""  # of the opponent, who loses by it
        self.action_space = spaces.Discrete(code.num_actions)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(code.least, code.most, code.shape),
                "action_mask": spaces.Box(0, 1, (code.num_actions,), np.int8),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game; with a seed, a built-in opponent's chance begins anew, too."""
        super().reset(seed=seed, options=options)
        if seed is not None and isinstance(self._opponent, BuiltIn):
            self._opponent.close()
            self._opponent = agent(self._spec, seed=int(self.np_random.integers(1 << 31)))
        drawn = {"first": 0, "second": 1}.get(self._wanted)
        self.side = Side(int(self.np_random.integers(2)) if drawn is None else drawn)
        self.position, self._moves, self._last_move = self.encoding.start, [], None
        self._opponent.begin(self.position)
        self._is_over, self._fault = False, ""
        self._let_opponent_play()
        return self._seen(), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play the move with a number, and what the opponent answers to it."""
        if self._is_over:
            raise PlygroundError("the game is over; call reset()")
        if int(action) not in self.encoding.legal(self.position):
            self._is_over = True
            return self._seen(), -1.0, True, False, {"illegal": int(action)}
        self._play(self.position.parse_move(self.encoding.move(int(action))))
        self._let_opponent_play()
        self._is_over = self.position.is_over or bool(self._fault)
        winner = self.side if self._fault else self.position.winner
        reward = 0.0 if winner is None else 1.0 if winner == self.side else -1.0
        info = {"fault": self._fault} if self._fault else {}
        return self._seen(), reward, self._is_over, False, info

    def render(self) -> Any:
        """Print the board, or return it as text or pixels, as ``render_mode`` says."""
        return rendered(self.position, self.render_mode, self._last_move)

    def close(self) -> None:
        """Let go of the opponent."""
        self._opponent.close()

    def _let_opponent_play(self) -> None:
        """Play the opponent's moves until the agent is to move, or the game is over."""
        try:
            while not self.position.is_over and self.position.turn != self.side:
                move, _ = self._opponent.answer(self.position, self._moves, self._clock)
                self._play(self.position.parse_move(str(move)))
        except (Failure, IllegalMove) as error:
            self._fault = str(error)
        if self.render_mode == "human":
            self.render()

    def _play(self, move: Any) -> None:
        self._last_move = f"{self.position.turn_name} {move}"
        self._moves.append(move)
        self.position = self.position.play(move)

    def _seen(self) -> dict[str, Any]:
        mask = self.encoding.mask(self.position)
        return {
            "observation": self.encoding.observation(self.position, self.side),
            "action_mask": mask if not self._is_over else 0 * mask,
        }


ID = "plyground/SinglePlayer-v0"
gymnasium.register(ID, entry_point=f"{__name__}:SinglePlayerEnv", disable_env_checker=True)


def env(
    game: Source = "kalah(6,4)", opponent: str = "random", **options: Any
) -> gymnasium.Env[dict[str, Any], Any]:
    """Return the environment of a game; the options are those of `SinglePlayerEnv`."""
    return gymnasium.make(ID, game=game, opponent=opponent, **options)
