"""The course referee of Watch Your Back!, as the rules describe it: two modules, and a game.

    python wyb_referee.py white_module black_module [-t SECONDS] [-s MEGABYTES]

It shares no code with the package: the rules are those of ``tests/reference``. The last line that
it prints is JSON. One thing is added, as the real referee would go on for ever: a game in which
nothing but passes can happen is stopped.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import json
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

if __name__ == "__main__":  # the reference is found from here, whatever the folder
    sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from tests.reference.watch_your_back import WatchYourBack, square_from_text, square_text

COLOURS = ("white", "black")
ENDLESS = 320  # turns of the moving phase


class Refused(Exception):  # noqa: N818 - what the referee does
    """An action or a use of resources that loses."""


@dataclass
class Report:
    """How a game ended."""

    winner: str | None = None  # white, black, draw; None for a game without a result
    how: str = "end"
    actions: list[str] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    slowest: dict[str, float] = field(default_factory=dict)
    peak_mb: float = 0.0


def status_mb(field_name: str) -> float:
    """Read VmSize or VmPeak of this process, in MB."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(f"{field_name}:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError(f"no {field_name}")


class Seat:
    """A player with its account of processor time."""

    tidy = False  # in a process with much else in it, this takes longer than the game

    def __init__(self, kind: type, colour: str, limit: float) -> None:
        self.colour, self.limit = colour, limit
        self.used = self.slowest = 0.0
        self.player: Any = None
        self.player = self.timed(kind, colour)

    def timed(self, call: Any, *arguments: object) -> Any:
        if self.tidy:
            gc.collect()  # off the clock, as the real referee has it
        began = time.process_time()
        try:
            return call(*arguments)
        finally:
            taken = time.process_time() - began
            self.used += taken
            self.slowest = max(self.slowest, taken)

    def check(self) -> None:
        if self.limit and self.used > self.limit:
            raise Refused(f"{self.colour} exceeded its time: {self.used:.3f} s")


def move_text(position: WatchYourBack, action: Any) -> str:
    """Return the move that an action means; raises Refused for what is none."""
    try:
        if action is None and not position.placing:
            return "pass"
        squares = (action,) if position.placing else tuple(action)
        texts = []
        for x, y in squares:
            if type(x) is not int or type(y) is not int or not (0 <= x < 8 and 0 <= y < 8):
                raise Refused(f"no square: {action!r}")
            texts.append(square_text((x, y)))
    except (TypeError, ValueError):
        raise Refused(f"no action: {action!r}") from None
    return "".join(texts)


def action_of(move: str) -> Any:
    """Return the action of a move."""
    if move == "pass":
        return None
    squares = [square_from_text(move[i : i + 2]) for i in range(0, len(move), 2)]
    return squares[0] if len(squares) == 1 else tuple(squares)


def play(white: type, black: type, seconds: float = 0.0, megabytes: float = 0.0) -> Report:
    """Play a game between two classes of players."""
    base = status_mb("VmSize")
    report, position = Report(), WatchYourBack.start()
    seats: list[Seat] = []

    def watch() -> None:
        report.peak_mb = status_mb("VmPeak") - base
        for seat in seats:
            seat.check()
        if megabytes and report.peak_mb > 2 * megabytes:
            raise Refused(f"the players exceeded their memory: {report.peak_mb:.1f} MB")

    try:
        for kind, colour in zip((white, black), COLOURS, strict=True):
            seats.append(Seat(kind, colour, seconds))
            watch()
        while not position.is_over() and not (not position.placing and position.turns >= ENDLESS):
            mover, other = seats[position.turn], seats[1 - position.turn]
            action = mover.timed(mover.player.action, position.turns)
            watch()
            move = move_text(position, action)
            if move not in position.legal_moves():
                raise Refused(f"{mover.colour} played {action!r}")
            position = position.play(move)
            report.actions.append(move)
            other.timed(other.player.update, action)
            watch()
        report.winner, report.how = winner(position), "end" if position.is_over() else "endless"
    except Refused as refused:
        report.how = str(refused)
    report.seconds = {seat.colour: seat.used for seat in seats}
    report.slowest = {seat.colour: seat.slowest for seat in seats}
    return report


def winner(position: WatchYourBack) -> str:
    """Return the colour that has won, or draw."""
    if not position.is_over() or position.margin() == 0:
        return "draw"
    return COLOURS[position.turn if position.margin() > 0 else 1 - position.turn]


def main() -> None:
    """Play a game as the command line says."""
    parser = argparse.ArgumentParser()
    parser.add_argument("white")
    parser.add_argument("black")
    parser.add_argument("-t", type=float, default=0.0)
    parser.add_argument("-s", type=float, default=0.0)
    given = parser.parse_args()
    bare = status_mb("VmSize")
    Seat.tidy = True
    sys.path.insert(0, "")
    white, black = (importlib.import_module(name).Player for name in (given.white, given.black))
    report = play(white, black, given.t, given.s)
    report.peak_mb = status_mb("VmPeak") - bare
    print(json.dumps(asdict(report)))


if __name__ == "__main__":
    main()
