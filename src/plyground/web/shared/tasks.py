"""Work that goes on when nobody waits for it any longer."""

from __future__ import annotations

import asyncio
from typing import Any


def noticed(work: asyncio.Future[Any]) -> None:
    """Take note of how some work ended, as its callback.

    `asyncio.shield` lets work go on when whoever waited for it is cancelled, but a mistake in it
    would then be logged as one that nobody has ever looked at.
    """
    if not work.cancelled():
        work.exception()
