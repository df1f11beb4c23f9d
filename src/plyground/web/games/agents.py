"""The agents of the games that are being played, and how they are asked for moves."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from plyground._core import Side, StopToken
from plyground.arena.agents.agents import Agent, BuiltIn
from plyground.arena.referee.clock import GameClock
from plyground.games.position import Position
from plyground.web.shared.players import make_agent
from plyground.web.shared.thinking import Pool

_MOST_AGENTS = 64  # kept between the moves of their games; others are made anew


class Played(Protocol):
    """A game so far."""

    @property
    def start(self) -> Position:
        """The position the game began with."""
        ...

    @property
    def position(self) -> Position:
        """The position now."""
        ...

    @property
    def moves(self) -> Sequence[Any]:
        """All moves so far."""
        ...


@dataclass(frozen=True)
class Question:
    """Who is asked for a move, and in which game."""

    game: str  #: its id
    visitor: str  #: whose game it is
    spec: str  #: who is asked
    record: Played
    clock: GameClock
    seed: int | None = None  #: of its chance, where the game is to be reproducible


class Agents:
    """Keeps agents from move to move, the latest of them with what they know."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._agents: OrderedDict[tuple[str, Side], Agent] = OrderedDict()
        self._closing: set[asyncio.Future[None]] = set()

    async def answer(self, question: Question) -> tuple[str, float]:
        """Return a move and the seconds it took; raises Failure for a fault of the agent."""
        record = question.record
        start, position, moves = record.start, record.position, record.moves
        key = question.game, position.turn
        known = self._agents.pop(key, None)
        seed = secrets.randbits(31) if question.seed is None else question.seed
        agent = known or make_agent(question.spec, seed)

        token = StopToken()

        def work() -> tuple[Any, float]:
            if known is None:
                agent.begin(start)
            if isinstance(agent, BuiltIn):
                return agent.answer(position, moves, question.clock, stop=token)
            return agent.answer(position, moves, question.clock)

        stop = token.stop if isinstance(agent, BuiltIn) else agent.close
        try:
            move, seconds = await self._pool.run(question.visitor, work, stop, is_urgent=True)
        except BaseException:  # cancelled too: its thread may still be at work, so make a new one
            self._close(agent)
            raise
        self._agents[key] = agent
        while len(self._agents) > _MOST_AGENTS:
            self._close(self._agents.popitem(last=False)[1])
        return str(move), seconds

    def drop(self, game: str) -> None:
        """Let go of a game's agents."""
        for key in [key for key in self._agents if key[0] == game]:
            self._close(self._agents.pop(key))

    async def close(self) -> None:
        """Let go of all agents."""
        while self._agents:
            self._close(self._agents.popitem()[1])
        await asyncio.gather(*self._closing, return_exceptions=True)

    def _close(self, agent: Agent) -> None:
        """End an agent in the background: a program may take a moment."""
        loop = asyncio.get_running_loop()
        closing = loop.run_in_executor(None, agent.close)
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)
