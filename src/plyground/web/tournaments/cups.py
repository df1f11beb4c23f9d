"""Tournaments that visitors begin: played here move by move, in turn with everybody's games."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial

from plyground.arena.referee.referee import RefereedGame
from plyground.arena.running.ledger import Ledger
from plyground.arena.running.result import GameResult, Pairing
from plyground.arena.running.seats import game_seed
from plyground.arena.running.spec import RunSpec, entries
from plyground.arena.running.store import Store
from plyground.errors import PlygroundError
from plyground.games.names import parse_entry
from plyground.web.shared.mistakes import without_paths
from plyground.web.shared.own_code import apart
from plyground.web.shared.security import Asker
from plyground.web.shared.thinking import Agents, Question, Rank
from plyground.web.tournaments import models

MOST_GAMES = 200
_AT_ONCE = 2  # games
_SHOW_SECONDS = 0.2  # between two boards of a game


@dataclass(eq=False)
class Cup:
    """A tournament that is being played."""

    asker: Asker
    spec: RunSpec
    run: int = 0  #: its number in the store
    ledger: Ledger = field(default_factory=Ledger)
    task: asyncio.Task[None] | None = None
    _playing: set[Pairing] = field(default_factory=set)

    @classmethod
    def planned(cls, asker: Asker, wish: models.NewTournament) -> Cup:
        """Make a plan of a wish; raises PlygroundError for what cannot be played."""
        seed = secrets.randbits(31)
        entry, _ = parse_entry(wish.game)
        # A game that cannot read a position back always begins at its start.
        openings = "start" if entry.face.setup is None else "random"
        spec = RunSpec(
            entries(wish.players), wish.game, "round-robin", wish.pairs, openings=openings,
            seed=seed,
        )  # fmt: skip
        if (spec.games or 0) > MOST_GAMES:
            raise PlygroundError(f"{spec.games} games are too many. The limit is {MOST_GAMES}.")
        return cls(asker, spec)

    @property
    def visitor(self) -> str:
        """Whose tournament it is."""
        return self.asker.visitor

    @property
    def specs(self) -> list[str]:
        """The players, as they were asked for."""
        return [str(given) for given in self.spec.players.values()]

    def begin(self, store: Store) -> int:
        """Write what is to be played; returns the number of the run."""
        settings = self.spec.settings | {"visitor": self.visitor}
        self.run = store.start(self.spec.kind, settings, self.spec.seed)
        return self.run

    async def play(self, agents: Agents, store: Store) -> None:
        """Play all games, some at once; each is written as it ends."""

        async def seat() -> None:
            while (pairing := self._next(self.spec.schedule.ready(self.ledger))) is not None:
                self._playing.add(pairing)
                result = await self._play_game(pairing, agents, store)
                await asyncio.to_thread(store.save, self.run, pairing, result)
                self.ledger.enter(pairing, pairing.points(result))

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(_AT_ONCE):
                    group.create_task(seat())
            await asyncio.to_thread(store.finish, self.run)
        except BaseException as error:
            await asyncio.to_thread(store.finish, self.run, "stopped", _problem(error))
            raise

    def _next(self, ready: Iterable[Pairing]) -> Pairing | None:
        return next((pairing for pairing in ready if pairing not in self._playing), None)

    async def stop(self) -> None:
        """End it; what was played stays."""
        if self.task is not None:
            self.task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await self.task

    async def _play_game(self, pairing: Pairing, agents: Agents, store: Store) -> GameResult:
        """Play one game to its end; each move waits its turn among everybody's games."""
        spec = self.spec
        start = await apart(spec.start.game, lambda: spec.opening_source[pairing.opening])
        game = RefereedGame(start, pairing.players, spec.time)
        seed, shown = game_seed(spec.seed, pairing), 0.0
        name = f"{self.run} {pairing.key}"
        try:
            for side in game.turns():
                asked = str(spec.players[pairing.players[side]])
                question = Question(
                    name, self.asker, asked, game, game.clock, 2 * seed + side, Rank.TOURNAMENT
                )
                with game.blaming(side):
                    answer = await agents.answer(question)
                    await apart(start.game, partial(game.enter, *answer))
                if time.monotonic() - shown > _SHOW_SECONDS:
                    shown = time.monotonic()
                    await asyncio.to_thread(store.show, self.run, pairing, game.position)
        finally:
            agents.drop(name)
        return game.result()


def _problem(error: BaseException) -> str | None:
    """Return why a tournament could not go on, as one line; None if somebody stopped it."""
    if isinstance(error, BaseExceptionGroup):
        return next(filter(None, map(_problem, error.exceptions)), None)
    return without_paths(str(error)) if isinstance(error, PlygroundError) else None
