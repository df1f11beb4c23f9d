"""What a beast is, and what all of them have at hand.

A beast is a function with a verdict. `tests.support.zoo` makes a file of it: this text, the text of
its module, and a last line that makes it the agent, or calls it.

    kind    the function is
    choose  the agent's choose(position, clock)
    load    called when the agent's file is loaded
    ugi     a program that speaks UGI, for each line that it is sent: beast(word, line)
    text    not run at all: what it returns is the agent's file
    file    a file in `bad_agents`
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

ZOO: dict[str, Beast] = {}
NAP = 987654  # seconds; the zoo gives each home its own, which tells whose process sleeps
MARK = "zoo-was-here"  # in the names of files that a beast leaves where it can


@dataclass(frozen=True)
class Beast:
    """An agent, and what the referee should say."""

    act: Callable[..., Any]
    reason: str  #: of the verdict; "end": the game goes on as if nothing had happened
    note: str = ""  #: a part of the verdict's note
    kind: str = "choose"
    seen: str = ""  #: a part of what stands on its standard error
    unseen: str = ""  #: what must not stand there
    move_time: float = 5.0
    limits: dict[str, Any] = field(default_factory=dict)  #: other than the zoo's
    cpu: bool = False  #: whether the clock counts processor time
    games: int = 1  #: the verdict is about the last of them

    @property
    def name(self) -> str:
        """Its name, which is the function's."""
        return self.act.__name__


def beast(reason: str, note: str = "", **terms: Any) -> Callable[[Callable[..., Any]], Any]:
    """Enter a function into the zoo."""

    def enter(act: Callable[..., Any]) -> Callable[..., Any]:
        ZOO[act.__name__] = Beast(act, reason, note, **terms)
        return act

    return enter


def offence(after: float = 0.0) -> None:
    """Tell when the offence happens: now, or in some seconds."""
    print("offence", time.time() + after, file=sys.stderr, flush=True)


def tell(what: object) -> None:
    """Say something to whoever reads the game's errors."""
    print(what, file=sys.stderr, flush=True)


def attempt(name: str, action: Callable[..., object], *given: object) -> None:
    """Try something that should be refused, and say what came of it."""
    try:
        result = action(*given)
    except Exception as error:
        tell(f"{name}: refused ({type(error).__name__})")
    else:
        tell(f"{name}: DONE {result!r:.200}")


def first(position: Any) -> Any:
    """Return a legal move."""
    return position.legal_moves[0]


def obey_ugi(act: Callable[[str, str], object]) -> None:
    """Speak UGI; ``act`` may answer a line itself, and then returns something true."""
    for line in sys.stdin:
        word = line.split()[0]
        if act(word, line):
            continue
        if word == "ugi":
            print("ugiok", flush=True)
        elif word == "isready":
            print("readyok", flush=True)
        elif word == "go":
            print("bestmove", first(POSITION[-1]), flush=True)


POSITION: list[Any] = []


def follow(line: str) -> None:
    """Take in a line ``position startpos moves …``, for beasts that play by the rules."""
    import plyground

    position = plyground.position("kalah(3,2)")
    for move in line.partition(" moves ")[2].split():
        position = position.play(move)
    POSITION[:] = [position]
