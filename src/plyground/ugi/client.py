"""The other side of UGI: what a referee says to an engine, and how it reads the answers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Protocol

from plyground.games.position import Position
from plyground.ugi.session import Go, position_command


class Channel(Protocol):
    """A way to exchange lines with an engine; raises whatever its owner wants to hear."""

    def send(self, line: str) -> None:
        """Send one line."""
        ...

    def receive(self, deadline: float | None) -> str:
        """Return the next line; waits until ``deadline``, a time of ``time.perf_counter``."""
        ...


@dataclass
class Answer:
    """An engine's answer to ``go``."""

    move: str
    score: int | None = None  #: of the last ``info score cp`` of the best line


@dataclass
class Client:
    """Speaks UGI over a channel."""

    channel: Channel
    name: str = ""
    options: dict[str, str] = field(default_factory=dict)
    _start: Position | None = None
    _head: str = ""

    def greet(self, deadline: float | None) -> None:
        """Say ``ugi`` and take in the engine's name and options."""
        self.channel.send("ugi")
        for word, rest in self._until("ugiok", deadline):
            if word == "id" and rest.startswith("name "):
                self.name = rest.removeprefix("name ").strip()
            elif word == "option":
                name, _, kind = rest.removeprefix("name ").partition(" type ")
                self.options[name.strip()] = kind

    def new_game(self, start: Position, deadline: float | None) -> None:
        """Tell which game begins, and wait until the engine is ready for it."""
        self._start, self._head = start, position_command(start, ())
        self.channel.send(f"setoption name game value {start.game}")
        self.channel.send("uginewgame")
        self.ready(deadline)

    def ready(self, deadline: float | None) -> None:
        """Wait for ``readyok``."""
        self.channel.send("isready")
        for _ in self._until("readyok", deadline):
            pass

    def go(self, moves: Sequence[Any], go: Go, deadline: float | None) -> Answer:
        """Ask for a move after those that were played since the start of the game."""
        played = f" moves {' '.join(map(str, moves))}" if moves else ""
        self.channel.send(f"{self._head}{played}\n{go.text}")
        answer = Answer("")
        for word, rest in self._until("bestmove", deadline):
            if word == "info":
                answer.score = _score(rest, answer.score)
            elif word == "bestmove":
                answer.move = " ".join(rest.split()[:1])
        return answer

    def query(self, question: str, deadline: float | None) -> str:
        """Ask about the position that the last ``go`` was about."""
        self.channel.send(f"query {question}")
        answers = self._until("response", deadline)
        return next(rest for word, rest in answers if word == "response")

    def _until(self, last: str, deadline: float | None) -> Iterator[tuple[str, str]]:
        """Read lines up to the one that begins with ``last``; split each behind its first word.

        Other lines are ignored, whatever an engine tells about itself: how much it may print is the
        channel's business.
        """
        word = ""
        while word != last:
            word, rest = [*self.channel.receive(deadline).split(None, 1), "", ""][:2]
            if word in ("info", "id", "option", last):
                yield word, rest


def _score(info: str, known: int | None) -> int | None:
    """Return the score of an ``info`` line about the best line, or what was known before."""
    words = info.split()
    pairs = dict(pairwise(words))
    if "cp" not in pairs or pairs.get("multipv", "1") != "1":
        return known
    return int(pairs["cp"]) if re.fullmatch(r"-?[0-9]{1,9}", pairs["cp"]) else known
