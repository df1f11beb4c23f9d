"""One game in the server: what a move costs, and what happens when the store fails."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import pytest

from plyground.errors import PlygroundError
from plyground.games.kalah import Position
from plyground.web.games.desk import Desk
from plyground.web.games.models import MoveMessage, StateMessage
from plyground.web.games.session import GameSession
from plyground.web.games.store import GameStore, StoredGame
from plyground.web.shared.messages import Answer
from plyground.web.shared.mistakes import StoreFailed
from plyground.web.shared.security import Asker
from plyground.web.shared.sockets import Socket
from plyground.web.shared.thinking import Pool


class Ear:
    """A socket that only keeps what it is sent."""

    visitor = "ann"
    asker = Asker(visitor, "10.0.0.1")

    def __init__(self) -> None:
        self.sent: list[Answer] = []

    def send(self, answer: Answer) -> None:
        self.sent.append(answer)


Scene = Callable[[GameSession, Ear, Desk], Awaitable[None]]


def play(tmp_path: Path, second: str, scene: Scene) -> None:
    async def whole() -> None:
        desk = Desk(GameStore(tmp_path / "games.db"), Pool(1))
        players = ("human", second)
        name = await desk.begin(StoredGame("", Ear.visitor, "kalah(6,4)", None, players))
        session, ear = await desk.find(name), Ear()
        session.listen(cast(Socket, ear))
        try:
            await scene(session, ear, desk)
        finally:
            await desk.close()

    asyncio.run(whole())


async def move(session: GameSession, ear: Ear, text: str) -> None:
    message = MoveMessage(type="move", move=text, version=session.version)
    await session.obey(cast(Socket, ear), message)


@pytest.mark.parametrize("second", ["human", "pvs:depth=1"])
def test_a_move_is_parsed_once_and_played_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, second: str
) -> None:
    calls: Counter[str] = Counter()

    def counted(name: str) -> None:
        asked = getattr(Position, name)

        def ask(*given: Any) -> Any:
            calls[name] += 1
            return asked(*given)

        monkeypatch.setattr(Position, name, ask)

    async def scene(session: GameSession, ear: Ear, _: Desk) -> None:
        counted("parse_move")
        counted("play")
        await move(session, ear, "1")
        while not session.is_persons_turn:
            await asyncio.sleep(0.01)
        last = ear.sent[-1]
        assert isinstance(last, StateMessage)
        assert last.version == len(session.moves) >= (1 if second == "human" else 2)
        assert calls == {"parse_move": last.version, "play": last.version}

    play(tmp_path, second, scene)


def test_a_move_that_cannot_be_written_is_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(session: GameSession, ear: Ear, desk: Desk) -> None:
        def full(*_: Any, **__: Any) -> None:
            raise PlygroundError("the disk is full")

        before = len(ear.sent)
        with monkeypatch.context() as patch:
            patch.setattr(desk.store, "append", full)
            with pytest.raises(StoreFailed, match="the disk is full"):
                await move(session, ear, "1")
        assert (session.version, session.moves, len(ear.sent)) == (0, [], before)
        await move(session, ear, "1")
        assert (session.version, len(session.moves)) == (1, 1)

    play(tmp_path, "human", scene)
