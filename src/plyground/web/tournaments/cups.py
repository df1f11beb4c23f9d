"""Tournaments that visitors begin: played here move by move, in turn with everybody's games."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from plyground._core import Side
from plyground.arena.referee.clock import Control, GameClock
from plyground.arena.referee.referee import start_text
from plyground.arena.running.ledger import Ledger
from plyground.arena.running.openings import openings
from plyground.arena.running.result import GameResult, Pairing, Reason
from plyground.arena.running.run import Terms, entries
from plyground.arena.running.store import Store
from plyground.arena.running.tournament import Format
from plyground.arena.sandbox.limits import Failure
from plyground.errors import PlygroundError
from plyground.games.position import Position
from plyground.games.record import Game
from plyground.web.games.agents import Agents, Question
from plyground.web.tournaments import models

MOST_GAMES = 200
_AT_ONCE = 2  # games
_SHOW_SECONDS = 0.2  # between two boards of a game


@dataclass
class Cup:
    """A tournament that is being played."""

    visitor: str
    players: dict[str, str]  #: names and specs
    start: Position
    pairs: int
    run: int = 0
    ledger: Ledger = field(default_factory=Ledger)
    task: asyncio.Task[None] | None = None
    _playing: set[Pairing] = field(default_factory=set)

    @classmethod
    def planned(cls, visitor: str, wish: models.NewTournament) -> Cup:
        """Make a plan of a wish; raises PlygroundError for what cannot be played."""
        players: dict[str, str] = entries(wish.players)
        cup = cls(visitor, players, Terms(wish.game).start, wish.pairs)
        if cup.games > MOST_GAMES:
            raise PlygroundError(f"{cup.games} games are too many; at most {MOST_GAMES}")
        return cup

    @property
    def games(self) -> int:
        """How many games there are in all."""
        return len(self.players) * (len(self.players) - 1) * self.pairs

    @property
    def settings(self) -> dict[str, Any]:
        """What to write down about the tournament."""
        return {
            "game": self.start.game,
            "players": self.players,
            "pairs": self.pairs,
            "order": list(self.players),
            "visitor": self.visitor,
        }

    async def play(self, agents: Agents, store: Store) -> None:
        """Play all games, some at once; each is written as it ends."""
        schedule = Format(pairs=self.pairs).schedule(tuple(self.players), self.run)
        source = openings("random", self.start, plies=None, seed=self.run)

        async def seat() -> None:
            while (pairing := self._next(schedule.ready(self.ledger))) is not None:
                self._playing.add(pairing)
                table = _Table(self, pairing, source[pairing.opening], agents, store)
                result = await table.play()
                await asyncio.to_thread(store.save, self.run, pairing, result)
                self.ledger.enter(pairing, pairing.points(result))

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(_AT_ONCE):
                    group.create_task(seat())
            await asyncio.to_thread(store.finish, self.run)
        except BaseException:
            store.finish(self.run, "stopped")
            raise

    def _next(self, ready: Iterable[Pairing]) -> Pairing | None:
        return next((pairing for pairing in ready if pairing not in self._playing), None)

    async def stop(self) -> None:
        """End it; what was played stays."""
        if self.task is not None:
            self.task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await self.task


class _Table:
    """One game of a tournament."""

    def __init__(
        self, cup: Cup, pairing: Pairing, start: Position, agents: Agents, store: Store
    ) -> None:
        self._cup, self._pairing = cup, pairing
        self._agents, self._store = agents, store
        self._record = Game(start)
        self._clock = GameClock(Control())
        self._id = f"{cup.run} {pairing.key}"

    async def play(self) -> GameResult:
        """Play the game to its end, or to a fault."""
        shown = 0.0
        try:
            while not self._record.is_over:
                try:
                    await self._move()
                except Failure as failure:
                    return self._result(failure)
                if time.monotonic() - shown > _SHOW_SECONDS:
                    shown = time.monotonic()
                    await asyncio.to_thread(
                        self._store.show, self._cup.run, self._pairing, self._record.position
                    )
            return self._result()
        finally:
            self._agents.drop(self._id)

    async def _move(self) -> None:
        side = self._record.position.turn
        spec = self._cup.players[self._pairing.players[side]]
        question = Question(self._id, self._cup.visitor, spec, self._record, self._clock)
        move, seconds = await self._agents.answer(question)
        self._clock.used[side] += seconds
        try:
            self._record.push(move)
        except PlygroundError as error:
            raise Failure(Reason.ILLEGAL, str(error)) from None

    def _result(self, failure: Failure | None = None) -> GameResult:
        position = self._record.position
        margin = position.margin_for(Side.FIRST) if failure is None else None
        score = 0.5 if margin == 0 else float((margin or 0) > 0)
        if failure is not None:
            score = float(position.turn == Side.SECOND)
        return GameResult(
            game=self._record.start.game,
            players=self._pairing.players,
            score=score,
            start=start_text(self._record.start),
            moves=tuple(map(str, self._record.moves)),
            margin=margin,
            reason=Reason.END if failure is None else failure.reason,
            seconds=(self._clock.used[0], self._clock.used[1]),
            note="" if failure is None else failure.note,
        )
