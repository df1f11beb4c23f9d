"""The process in which a bot of OpenSpiel's lives: we speak UGI for it.

    python -m plyground.adapters.openspiel_host mcts,sims=1000

A bot is made anew for every move, in a game that begins with the position: none of them remembers.
It knows no clock; its options say how much it thinks.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from open_spiel.python.algorithms import mcts
from open_spiel.python.bots.uniform_random import UniformRandomBot

from plyground.adapters.external_players import read_bot
from plyground.adapters.openspiel import State, load
from plyground.arena.agents.host import Choose, serve
from plyground.arena.referee.clock import Clock
from plyground.games.native import is_native
from plyground.games.position import Position


class Rollouts(mcts.Evaluator):  # type: ignore[misc]
    """Plays games out at random, as OpenSpiel's own evaluator does, but in our core."""

    def __init__(self, games: int, chance: np.random.RandomState) -> None:
        self._games = games
        self._chance = chance

    def evaluate(self, state: State) -> Any:
        """Return what the players have won on average."""
        position = state.position
        assert is_native(position)
        counts = position._playouts(self._games, int(self._chance.randint(1 << 31)))
        value = (counts.first_wins - counts.second_wins) / self._games
        return np.array([value, -value])

    def prior(self, state: State) -> list[tuple[int, float]]:
        """Say that all moves are as good."""
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def bot(text: str) -> Choose:
    """Return what chooses moves as a bot does."""
    name, options = read_bot(text)
    chance = np.random.RandomState(options["seed"] % (1 << 32))

    def choose(position: Position, clock: Clock) -> Any:  # noqa: ARG001
        game = load(position.game, position.text)
        state = game.new_initial_state()
        made = UniformRandomBot(state.current_player(), chance)
        if name == "mcts":
            made = mcts.MCTSBot(
                game, options["uct"], options["sims"], Rollouts(options["rollouts"], chance),
                solve=options["solve"], random_state=chance,
            )  # fmt: skip
        return state.action_to_string(made.step(state))

    return choose


def main() -> None:
    """Serve the bot that the argument names."""
    text = sys.argv[1]

    def load_bot() -> Callable[[], Choose]:
        return lambda: bot(text)

    serve(f"openspiel {text}", load_bot)


if __name__ == "__main__":
    main()
