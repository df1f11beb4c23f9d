"""The process in which an agent of the ManKalah course lives: we speak UGI for it.

    python -m plyground.adapters.mankalah_host COMMAND...

The command is started anew for every game, as the protocol has no other way to begin one. What it
prints on standard error is passed on.
"""

from __future__ import annotations

import select
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from plyground._core import Side
from plyground.adapters import mankalah
from plyground.arena.agents.host import Follower, HostedPlayerError, serve
from plyground.arena.referee.clock import Clock
from plyground.games import kalah
from plyground.games.position import Position

_LONGEST_ANSWER = 80  # whatever is longer is wrong, and is read on only to be shown whole
_LONGEST_SHOWN, _PAUSE = 100_000, 0.05
_END_SECONDS = 0.5  # for an agent to end by itself


class ManKalahAgent(Follower):
    """One game of an agent."""

    def __init__(self, command: list[str]) -> None:
        super().__init__()
        self._side = Side.FIRST
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
            )
        except OSError as error:
            raise HostedPlayerError(f"cannot start {command[0]}: {error.strerror}") from None

    def begin(self, start: Position, side: Side, clock: Clock) -> None:  # noqa: ARG002
        """Tell it where it sits."""
        if start.game != mankalah.GAME:
            raise HostedPlayerError(f"it plays {mankalah.GAME}, not {start.game}")
        self._side = side
        self._say(f"START;{start.side_name(side).capitalize()}")

    def hear(self, before: Position, move: str, after: Position) -> None:
        """Tell it of a move; its own swap is the one that it does not hear of."""
        assert isinstance(after, kalah.Position)
        if move == "swap" and before.turn == self._side:
            return
        turn = "YOU" if after.turn == self._side else "OPP"
        self._say(mankalah.Change.of(move, after, turn).line)

    def choose(self, position: Position, clock: Clock) -> str:  # noqa: ARG002
        """Wait for its answer, which the last line has asked for."""
        assert self._process.stdout is not None
        line = bytearray()
        while not line.endswith(b"\n") and self._may_say_more(len(line)):
            got = self._process.stdout.read(1)
            if not got:
                raise self._ended("the agent exited in the middle of a game")
            line += got
        return mankalah.read_answer(bytes(line)) or repr(line.decode("utf-8", "replace"))

    def _may_say_more(self, said: int) -> bool:
        """Whether to read on: a line that is too long ends where its writer pauses."""
        if said < _LONGEST_ANSWER:
            return True
        assert self._process.stdout is not None
        ready, _, _ = select.select([self._process.stdout], [], [], _PAUSE)
        return bool(ready) and said < _LONGEST_SHOWN

    def close(self) -> None:
        """Say that the game is over, and see to it that the agent ends."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(OSError):
            self._process.stdin.write(b"END\n")
        self._process.stdin.close()
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\n".encode())
        except OSError:
            raise self._ended("the agent has closed its input") from None

    def _ended(self, message: str) -> HostedPlayerError:
        """Return the error for an agent that talks no more, with its exit code if it has ended."""
        try:
            return HostedPlayerError(message, self._process.wait(_END_SECONDS))
        except subprocess.TimeoutExpired:
            return HostedPlayerError(message)


def main() -> None:
    """Serve the agent whose command the arguments are."""
    command = sys.argv[1:]
    serve(Path(command[0]).name, lambda: lambda: ManKalahAgent(command))


if __name__ == "__main__":
    main()
