"""What is fuzzed: a target makes cases from chance and runs them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from plyground.errors import PlygroundError

TARGETS: dict[str, Target] = {}


@dataclass(frozen=True)
class Target:
    """Something that reads or takes what others give: a parser or a constructor."""

    name: str
    make: Callable[[random.Random], Any]
    run: Callable[[Any], object]
    allowed: tuple[type[BaseException], ...]  #: what bad cases may raise

    def case(self, seed: int, number: int) -> Any:
        """Return a case; the same one for the same numbers."""
        return self.make(random.Random(f"{self.name} {seed} {number}"))

    def try_case(self, case: Any) -> None:
        """Run a case; raises what it must not raise."""
        try:
            self.run(case)
        except self.allowed as error:
            _check_message(error)


def target(
    name: str,
    make: Callable[[random.Random], Any],
    allowed: tuple[type[BaseException], ...] = (PlygroundError,),
) -> Callable[[Callable[[Any], object]], Callable[[Any], object]]:
    """Register a function that runs cases."""

    def register(run: Callable[[Any], object]) -> Callable[[Any], object]:
        TARGETS[name] = Target(name, make, run, allowed)
        return run

    return register


def _check_message(error: BaseException) -> None:
    """A user reads our own errors: one line, and no control characters that reach a terminal."""
    if not isinstance(error, PlygroundError):
        return
    text = str(error)
    bad = [letter for letter in text if letter != "\n" and not letter.isprintable()]
    if not text.strip() or "\x1b" in bad or "\n" in text:
        raise AssertionError(f"an error has no good message: {text[:500]!r}")
