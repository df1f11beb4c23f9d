"""The process in which a Java player of the Squatter course lives: we speak UGI for it.

    python -m plyground.adapters.squatter_java_host JAVA CLASSPATH CLASS

A small Java program of ours (``java/SquatterHost.java``) loads the class, and makes a new player
for every game. What a player or the Java runtime prints is passed on to standard error: the
answers have a pipe of their own.

The course's referee looks at little, and neither do we: it ignores what ``init`` returns and the
``P`` of a player's own moves, and takes only a negative answer to ``opponentMove`` for a refusal.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from importlib import resources
from typing import IO

from plyground._core import Side
from plyground.arena.agents.host import Follower, Hosted, HostedPlayerError, serve
from plyground.arena.referee.clock import Clock
from plyground.errors import PlygroundError
from plyground.games import squatter
from plyground.games.position import Position

# The referee measures memory; these keep Java from reserving far more than anybody may use, and
# from starting a thread for each of many cores.
_OPTIONS = (
    "-Xss8m",
    "-XX:+UseSerialGC",
    "-XX:ActiveProcessorCount=2",
    "-XX:-UsePerfData",
)
_PIECES = {"white": 1, "black": 2}
_LONGEST_ANSWER = 80  # three numbers
_END_SECONDS = 0.5  # from the end of its answers to the end of the program


class Java:
    """The Java program, which stays from game to game."""

    def __init__(self, java: str, class_path: str, name: str) -> None:
        host = resources.files("plyground.adapters").joinpath("java", "SquatterHost.java")
        ours, theirs = os.pipe()
        command = [java, *_OPTIONS, str(host), f"/dev/fd/{theirs}", class_path, name]
        self.name = name
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=sys.stderr.fileno(), pass_fds=[theirs]
        )
        os.close(theirs)
        assert self._process.stdin is not None
        self._to: IO[bytes] = self._process.stdin
        self._from: IO[bytes] = os.fdopen(ours, "rb")
        self.ask("load")  # which takes its time, and that is nobody's thinking time

    def ask(self, *words: object) -> str:
        """Send one line, and return the answer."""
        try:
            self._to.write(f"{' '.join(map(str, words))}\n".encode())
            self._to.flush()
        except OSError:
            raise self._ended(f"{self.name} has ended") from None
        answer = self._from.readline(_LONGEST_ANSWER)
        if not answer.endswith(b"\n"):
            raise self._ended(f"{self.name} has ended in {words[0]}")
        return answer.decode("utf-8", "replace").strip()

    def _ended(self, message: str) -> HostedPlayerError:
        """Return the error for a program that talks no more, with its exit code."""
        try:
            return HostedPlayerError(message, self._process.wait(_END_SECONDS))
        except subprocess.TimeoutExpired:
            return HostedPlayerError(message)


class CoursePlayer(Follower):
    """One game of a player."""

    def __init__(self, java: Java) -> None:
        super().__init__()
        self._java = java
        self._side = Side.FIRST

    def begin(self, start: Position, side: Side, clock: Clock) -> None:  # noqa: ARG002
        """Make the player, and tell it the board's size and its colour."""
        if not isinstance(start, squatter.Position):
            raise HostedPlayerError(f"a player of the course plays squatter, not {start.game}")
        self._side = side
        self._java.ask("init", start.size, _PIECES[start.side_name(side)])

    def hear(self, before: Position, move: str, after: Position) -> None:  # noqa: ARG002
        """Tell it a move of the opponent's."""
        if before.turn == self._side:
            return
        column, row = ord(move[0]) - ord("a"), int(move[1:]) - 1
        answer = self._java.ask("opponent", _PIECES[before.turn_name], row, column)
        if int(answer) < 0:
            raise HostedPlayerError(f"{self._java.name} rejects the legal move {move}")

    def choose(self, position: Position, clock: Clock) -> str:  # noqa: ARG002
        """Ask for a move; what is none is left for the referee to refuse."""
        answer = self._java.ask("move")
        if answer == "none":
            return answer
        row, column = map(int, answer.split()[1:])
        return (
            f"{chr(ord('a') + column)}{row + 1}" if 0 <= column < 26 else answer.replace(" ", ",")
        )


def main() -> None:
    """Serve the player that the arguments name."""
    java, class_path, name = sys.argv[1:]

    def load() -> Callable[[], Hosted]:
        try:
            started = Java(java, class_path, name)
        except OSError as error:
            raise PlygroundError(f"cannot start {java}: {error.strerror}") from None
        return lambda: CoursePlayer(started)

    serve(name, load)


if __name__ == "__main__":
    main()
