"""One game in the server: what a move costs, and what happens when the store fails."""

from __future__ import annotations

import asyncio
import gc
import threading
import warnings
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from plyground.errors import PlygroundError
from plyground.games.kalah import Position
from plyground.web.games.desk import Desk
from plyground.web.games.models import MoveMessage, StateMessage
from plyground.web.games.session import GameSession
from plyground.web.games.store import GameStore, StoredGame
from plyground.web.shared.messages import Answer, ErrorMessage
from plyground.web.shared.mistakes import StoreFailed
from plyground.web.shared.security import Asker, Bucket
from plyground.web.shared.sockets import Socket
from plyground.web.shared.thinking import Pool
from tests.support.server import PATIENCE


class Ear:
    """A socket that only keeps what it is sent."""

    visitor = "ann"
    asker = Asker(visitor, "10.0.0.1")

    def __init__(self) -> None:
        self.sent: list[Answer] = []

    def send(self, answer: Answer) -> None:
        self.sent.append(answer)

    def refuse(self, code: str, message: str, **about: Any) -> None:
        self.send(ErrorMessage(code=code, message=message, **about))


BUCKETS = Bucket((10, 1.0)), Bucket((10, 1.0))
Scene = Callable[[GameSession, Ear, Desk], Awaitable[None]]


def play(tmp_path: Path, second: str, scene: Scene) -> None:
    complaints: list[Any] = []

    async def whole() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, what: complaints.append(what))
        desk = Desk(GameStore(tmp_path / "games.db"), Pool(1))
        players = ("human", second)
        name = await desk.begin(StoredGame("", Ear.visitor, "kalah(6,4)", None, players))
        session, ear = await desk.find(name), Ear()
        session.listen(cast(Socket, ear))
        try:
            await scene(session, ear, desk)
        finally:
            await desk.close()
            gc.collect()

    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always", RuntimeWarning)  # a coroutine was never awaited
        asyncio.run(whole())
        gc.collect()
    assert complaints == []
    assert [str(one.message) for one in seen if one.category is RuntimeWarning] == []


@pytest.mark.parametrize("leaves", [False, True])
def test_a_server_that_is_killed_leaves_nothing_unawaited(tmp_path: Path, leaves: bool) -> None:
    complaints: list[Any] = []

    async def whole() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, what: complaints.append(what))
        desk = Desk(GameStore(tmp_path / "games.db"), Pool(1))
        players = ("pvs:time=1", "pvs:time=1")
        name = await desk.begin(StoredGame("", Ear.visitor, "kalah(6,4)", None, players))
        session, ear = await desk.find(name), Ear()
        session.listen(cast(Socket, ear))
        while not desk.pool._running:
            await asyncio.sleep(0.01)
        if leaves:
            session.unlisten(cast(Socket, ear))

    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always", RuntimeWarning)
        asyncio.run(whole())  # cancels all that is still going on
        gc.collect()
    assert complaints == []
    assert [str(one.message) for one in seen if one.category is RuntimeWarning] == []


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


class Late:
    """A method of the store that fails when it is told to."""

    def __init__(self) -> None:
        self.began, self.gate = threading.Event(), threading.Event()

    def __call__(self, *_: Any, **__: Any) -> None:
        self.began.set()
        assert self.gate.wait(PATIENCE)
        raise PlygroundError("the disk is full")

    async def abandon(self, work: asyncio.Task[Any]) -> None:
        """Cancel whoever waits for it, and only then let it fail."""
        assert await asyncio.to_thread(self.began.wait, PATIENCE)
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)
        self.gate.set()


def test_a_change_that_fails_when_nobody_waits_is_not_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The visitor has gone while the move was written, and then it could not be written."""

    async def scene(session: GameSession, ear: Ear, desk: Desk) -> None:
        late = Late()
        monkeypatch.setattr(desk.store, "append", late)
        await late.abandon(asyncio.create_task(move(session, ear, "1")))
        async with session._change:  # which the change has held
            assert (session.version, session.moves) == (0, [])

    play(tmp_path, "human", scene)


def test_an_engines_move_that_fails_when_it_was_stopped_is_not_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(session: GameSession, ear: Ear, desk: Desk) -> None:
        await asyncio.sleep(0)
        late = Late()
        append = desk.store.append

        def only_engines(game: str, ply: int, *given: Any, **named: Any) -> None:
            (append if ply == 1 else late)(game, ply, *given, **named)

        monkeypatch.setattr(desk.store, "append", only_engines)
        await move(session, ear, "1")
        assert session._engine is not None
        await late.abandon(session._engine)
        async with session._change:
            assert session.version == 1

    play(tmp_path, "pvs:depth=1", scene)


def test_a_game_that_cannot_be_loaded_is_not_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(_: GameSession, __: Ear, desk: Desk) -> None:
        late = Late()
        monkeypatch.setattr(desk.store, "load", late)
        await late.abandon(asyncio.create_task(desk.session("another")))
        while desk._loading:
            await asyncio.sleep(0.01)

    play(tmp_path, "human", scene)


def test_a_game_is_loaded_once_whoever_goes_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two sessions of one game would each play on, and show different moves to their watchers."""

    async def scene(session: GameSession, _: Ear, desk: Desk) -> None:
        del desk._sessions[session.id]
        load, loads, gate = desk.store.load, list[str](), threading.Event()

        def slow(game: str) -> Any:
            loads.append(game)
            assert gate.wait(PATIENCE)
            return load(game)

        monkeypatch.setattr(desk.store, "load", slow)
        first = asyncio.create_task(desk.find(session.id))
        await asyncio.sleep(0.01)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        others = [asyncio.create_task(desk.find(session.id)) for _ in range(3)]
        await asyncio.sleep(0.01)
        gate.set()
        found = await asyncio.gather(*others)
        assert loads == [session.id]
        assert len({id(one) for one in found}) == 1

    play(tmp_path, "human", scene)


def test_work_that_never_begins_leaves_no_warning(tmp_path: Path) -> None:
    """A hint is asked for, and before anybody has begun to think the visitor has gone."""

    async def scene(_: GameSession, __: Ear, ___: Desk) -> None:
        socket = Socket(
            cast(Any, SimpleNamespace(state=SimpleNamespace(asker=Ear.asker))), *BUCKETS
        )
        await socket.begin(asyncio.sleep, PATIENCE)
        await socket.stop()
        await socket.begin(asyncio.sleep, PATIENCE)
        await socket.begin(asyncio.sleep, 0)
        await socket.stop()

    play(tmp_path, "human", scene)


def test_engines_stop_thinking_when_everybody_has_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not at once, and they begin again for whoever comes back."""
    monkeypatch.setattr("plyground.web.games.session._AWAY_SECONDS", 0.05)

    async def scene(session: GameSession, ear: Ear, desk: Desk) -> None:
        await move(session, ear, "1")
        assert session._engine is not None
        session.unlisten(cast(Socket, ear))
        while desk.pool._running or session._engine is not None:
            await asyncio.sleep(0.01)
        assert session.version == 1
        session.listen(cast(Socket, ear))
        assert session._engine is not None

    play(tmp_path, "pvs:time=10", scene)
