"""Prints 1 GB."""

from typing import Any


def choose(position: Any, _clock: Any) -> Any:
    for _ in range(1 << 14):
        print("x" * (1 << 16))
    return position.legal_moves[0]
