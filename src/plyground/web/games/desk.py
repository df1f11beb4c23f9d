"""What all games of a server share: the store, the threads that think, the agents, the sessions."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from plyground.web.games.people import random_text
from plyground.web.games.store import GameStore, StoredGame
from plyground.web.shared.mistakes import Missing
from plyground.web.shared.own_code import apart
from plyground.web.shared.tasks import noticed
from plyground.web.shared.thinking import Agents, Pool

if TYPE_CHECKING:
    from plyground.web.games.session import GameSession

_MOST_SESSIONS = 1000  # kept in memory; idle ones beyond that are read again when asked for
_IDLE_SECONDS = 60.0
_ID_LENGTH = 14


class Desk:
    """Opens games, keeps them while they are used, and closes everything at the end."""

    def __init__(self, store: GameStore, pool: Pool | None = None) -> None:
        self.store = store
        self.pool = pool or Pool()
        self.agents = Agents(self.pool)
        self._sessions: dict[str, GameSession] = {}
        self._used: dict[str, float] = {}  # when a session was last asked for
        self._loading: dict[str, asyncio.Future[GameSession | None]] = {}
        self._tasks: set[asyncio.Future[Any]] = set()

    async def begin(self, game: StoredGame) -> str:
        """Write a new game and return its id."""
        name = random_text(_ID_LENGTH)
        fresh = replace(game, id=name, rematch=None, updated=datetime.now(UTC))
        await self.store.write(self.store.create, fresh)
        return name

    async def find(self, game: str) -> GameSession:
        """Return the session of a game; raises Missing if there is no such game."""
        session = await self.session(game)
        if session is None:
            raise Missing("Game not found.")
        return session

    async def session(self, game: str) -> GameSession | None:
        """Return the session of a game, None if there is no such game."""
        self._used[game] = time.monotonic()
        if game in self._sessions:
            return self._sessions[game]
        if game not in self._loading:
            # Until it is loaded, whoever waits: one who goes away must not make another load it
            # for a second time.
            loading = self._loading[game] = asyncio.ensure_future(self._load(game))
            loading.add_done_callback(lambda _: self._loading.pop(game))
            loading.add_done_callback(noticed)
        return await asyncio.shield(self._loading[game])

    async def _load(self, game: str) -> GameSession | None:
        from plyground.web.games.session import GameSession

        stored = await self.store.write(self.store.load, game)
        if stored is None:
            self._used.pop(game, None)
            return None
        session = await apart(stored.game, partial(GameSession, stored, self))
        self._sessions[game] = session
        self._tidy()
        session.resume()
        return session

    def _tidy(self) -> None:
        """Forget games that nobody has used for a while, if there are very many.

        Not at once: whoever has asked for one may be just about to listen to it, and there must
        never be two sessions of one game.
        """
        if len(self._sessions) > _MOST_SESSIONS:
            long_ago = time.monotonic() - _IDLE_SECONDS
            for name, session in list(self._sessions.items()):
                if session.is_idle and self._used[name] < long_ago:
                    del self._sessions[name], self._used[name]
                    self.agents.drop(name)

    async def delete(self, game: str) -> None:
        """Remove a game for good."""
        session = self._sessions.pop(game, None)
        self._used.pop(game, None)
        if session is not None:
            await session.close("This game was deleted.")
        self.agents.drop(game)
        await self.store.write(self.store.delete, game)

    async def leave(self, game: str, visitor: str) -> None:
        """Take a game between two people out of one's list; it goes when both have done so."""
        if not await self.store.write(self.store.seats.leave, game, visitor):
            await self.delete(game)
            return
        session = self._sessions.pop(game, None)  # whoever still looks at it loads it anew
        if session is not None:
            await session.close()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something on the side."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(noticed)

    async def close(self) -> None:
        """End all thinking, and let go of the store."""
        for session in list(self._sessions.values()):
            await session.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.get_running_loop().run_in_executor(None, self.pool.close)
        await self.agents.close()
        self.store.close()
