"""One WebSocket: validated messages in, answers out in order, one task at a time."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from plyground.errors import PlygroundError
from plyground.web.shared.messages import Answer, ErrorMessage
from plyground.web.shared.mistakes import code_of, explained, without_paths
from plyground.web.shared.security import Asker, Bucket

Received = TypeVar("Received")

MOST_BYTES = 16 * 1024  # of a message
_MOST_UNSENT = 200  # messages; whoever reads more slowly is disconnected
_LONGEST_WAIT = 60.0  # seconds for a message of an address that sends too many
_MOST_REFUSED = 200  # messages that were too fast; then it is enough

NOT_FOUND, TOO_MANY, TOO_SLOW = 4404, 4429, 1013


class Socket:
    """A visitor's connection; answers are sent without waiting for the other end."""

    def __init__(self, websocket: WebSocket, own: Bucket, shared: Bucket) -> None:
        self.asker: Asker = websocket.state.asker
        self._websocket = websocket
        self._own, self._shared = own, shared  # what is taken of this socket, and of its address
        self._unsent: asyncio.Queue[str | None] = asyncio.Queue()
        self._refused = 0
        self._code, self._is_closing = 1000, False
        self._task: asyncio.Task[None] | None = None

    def send(self, answer: Answer) -> None:
        """Send an answer, soon."""
        if self._is_closing:
            return
        if self._unsent.qsize() > _MOST_UNSENT:
            self.close(TOO_SLOW)
        else:
            self._unsent.put_nowait(answer.model_dump_json(by_alias=True))

    def close(self, code: int) -> None:
        """Close the connection after what is still to be sent."""
        self._code, self._is_closing = code, True
        self._unsent.put_nowait(None)

    def refuse(self, code: str, message: str, **about: Any) -> None:
        """Answer a message that cannot be obeyed."""
        self.send(ErrorMessage(code=code, message=without_paths(message), **about))

    @property
    def visitor(self) -> str:
        """Whose connection it is."""
        return self.asker.visitor

    async def begin(
        self, work: Callable[..., Coroutine[Any, Any, None]], *given: Any, **about: Any
    ) -> None:
        """Work in the background, instead of what is going on; a mistake is answered."""
        await self.stop()

        async def whole() -> None:
            try:
                await work(*given)  # not made before: it may never come to this
            except PlygroundError as error:
                self.refuse(code_of(error), str(error), **about)

        self._task = asyncio.create_task(whole())

    async def stop(self) -> None:
        """End the work in the background."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def serve(
        self,
        messages: TypeAdapter[Received],
        obey: Callable[[Socket, Received], Awaitable[None]],
        about: Callable[[], dict[str, Any]] = dict,
    ) -> None:
        """Hand over every valid message until the other end goes away; answer all others.

        ``about`` is added to the errors.
        """
        sender = asyncio.create_task(self._send_all())
        receiver = asyncio.create_task(self._receive_all(messages, obey, about))
        try:
            await asyncio.wait({sender, receiver}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sender, receiver):
                task.cancel()
            for task in (sender, receiver):
                with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                    await task
            await self.stop()

    async def _send_all(self) -> None:
        while (message := await self._unsent.get()) is not None:
            await self._websocket.send_text(message)
        await self._websocket.close(self._code)

    async def _receive_all(
        self,
        messages: TypeAdapter[Received],
        obey: Callable[[Socket, Received], Awaitable[None]],
        about: Callable[[], dict[str, Any]],
    ) -> None:
        async for text in self._texts():
            try:
                await obey(self, messages.validate_json(text))
            except ValidationError as error:
                problem = explained(error.errors(include_url=False, include_input=False))
                self.refuse("bad_message", problem, **about(), **_marks(text))
            except PlygroundError as error:
                self.refuse(code_of(error), str(error), **about(), **_marks(text))

    async def _texts(self) -> AsyncIterator[str]:
        """Yield what comes in, at a pace that everybody can bear."""
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                received = await self._websocket.receive()
                if received["type"] == "websocket.disconnect":
                    return
                text = received.get("text")
                if self._own.take():
                    # Meanwhile nothing is read: whoever floods waits.
                    await asyncio.sleep(self._shared.wait(_LONGEST_WAIT) or 0.0)
                    yield text if text is not None and len(text) <= MOST_BYTES else ""
                    continue
                self._refused += 1
                if self._refused > _MOST_REFUSED:
                    self.close(TOO_MANY)
                    return
                self.refuse("too_fast", "Too many messages. Wait a second.")


def _marks(text: str) -> dict[str, Any]:
    """Return what a message gave to recognise the answer by, as far as that can be read."""
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(given, dict):
        return {}
    kinds = {"ref": (str, int, float), "id": (int,)}
    marks = {key: given[key] for key, kind in kinds.items() if isinstance(given.get(key), kind)}
    if len(str(marks.get("ref", ""))) > 40:
        del marks["ref"]
    return marks
