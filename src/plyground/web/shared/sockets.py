"""One WebSocket: a queue of messages out, checked messages in."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from plyground.web.shared.security import Bucket

Json = dict[str, Any]

MOST_BYTES = 16 * 1024  # of a message
_MOST_UNSENT = 200  # messages; whoever reads more slowly is disconnected
_MOST_REFUSED = 200  # messages that were too fast; then it is enough

NOT_FOUND, TOO_MANY, TOO_SLOW = 4404, 4429, 1013


class Socket:
    """A connection; messages are sent in order, without waiting for the other end."""

    def __init__(self, websocket: WebSocket, rate: tuple[int, float]) -> None:
        self._websocket = websocket
        self._unsent: asyncio.Queue[str | None] = asyncio.Queue()
        self._bucket = Bucket(rate)
        self._refused = 0
        self._code, self._is_closing = 1000, False

    def send(self, message: Json) -> None:
        """Send a message, soon."""
        if self._is_closing:
            return
        if self._unsent.qsize() > _MOST_UNSENT:
            self.close(TOO_SLOW)
        else:
            self._unsent.put_nowait(json.dumps(message, separators=(",", ":")))

    def close(self, code: int) -> None:
        """Close the connection after what is still to be sent."""
        self._code, self._is_closing = code, True
        self._unsent.put_nowait(None)

    def refuse(self, code: str, message: str, **details: Any) -> None:
        """Answer a message that cannot be obeyed."""
        self.send({"type": "error", "code": code, "message": message} | details)

    async def serve(self, on_message: Callable[[Json], Any]) -> None:
        """Hand over every message that is a JSON object, until the other end goes away."""
        sender = asyncio.create_task(self._send_all())
        receiver = asyncio.create_task(self._receive_all(on_message))
        try:
            await asyncio.wait({sender, receiver}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sender, receiver):
                task.cancel()
            for task in (sender, receiver):
                with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                    await task

    async def _send_all(self) -> None:
        while (message := await self._unsent.get()) is not None:
            await self._websocket.send_text(message)
        await self._websocket.close(self._code)

    async def _receive_all(self, on_message: Callable[[Json], Any]) -> None:
        async for text in self._texts():
            if not self._bucket.take():
                self._refused += 1
                if self._refused > _MOST_REFUSED:
                    self.close(TOO_MANY)
                    return
                self.refuse("too_fast", "too many messages; wait a second")
                continue
            try:
                message = json.loads(text)
            except (ValueError, RecursionError):
                message = None
            if isinstance(message, dict):
                await on_message(message)
            else:
                self.refuse("bad_message", "expected a JSON object with a type")

    async def _texts(self) -> AsyncIterator[str]:
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                received = await self._websocket.receive()
                if received["type"] == "websocket.disconnect":
                    return
                text = received.get("text")
                yield text if text is not None and len(text) <= MOST_BYTES else ""


def reason(error: ValidationError) -> str:
    """Say in one line what is wrong with a message or request."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else str(first["msg"])
