"""Lets a client of ours meet a server."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

import plyground as ply
from plyground.adapters.kgp.client import Answer, Client, Totals
from plyground.adapters.kgp.connection import Address, connect
from plyground.adapters.kgp.thinking import Thinking
from tests.adapters.kgp.server import Handler, serving

FAST = "pvs:nodes=300,table_mb=1"
ENDLESS = "pvs:table_mb=1"
START = "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>"
TRANSPORTS = ("tcp", "ws")


def converse(
    handler: Handler,
    transport: str = "tcp",
    spec: str = FAST,
    states: int = 4,
    spoil: Callable[[Thinking], None] = lambda _: None,
    **options: Any,
) -> tuple[Totals, list[Answer]]:
    """Let a client of ours meet a server; returns what the client says of it.

    ``spoil`` does something to its players before they meet.
    """
    answers: list[Answer] = []

    async def run() -> Totals:
        thinking = Thinking(spec, states)
        spoil(thinking)
        try:
            async with serving(handler, transport) as url:
                client = Client(
                    await connect(Address.parse(url)), thinking, on_answer=answers.append, **options
                )
                return await client.run()
        finally:
            thinking.close()

    return asyncio.run(run()), answers


def thinking_threads() -> int:
    return sum(thread.name.startswith("think") for thread in threading.enumerate())


def failure(handler: Handler, transport: str = "tcp", **options: Any) -> str:
    with pytest.raises(ply.PlygroundError) as caught:
        converse(handler, transport, **options)
    assert "\n" not in str(caught.value)
    assert thinking_threads() == 0
    return str(caught.value)
