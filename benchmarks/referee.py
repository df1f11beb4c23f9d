"""What the referee adds to a move: to an agent in a process of its own, and to built-in players.

    python benchmarks/referee.py --save         # with both cores free
    python benchmarks/referee.py --no-groups    # as on a machine where no control group can be made

The time of a whole game with the agent, less that of the same moves by a bare exchange of lines
with a process that only echoes, and for built-in players less that of the same moves by hand.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from rows import append

import plyground as ply
from plyground.arena.agents.agents import BuiltIn
from plyground.arena.agents.external import External, python_player
from plyground.arena.referee.clock import Control
from plyground.arena.referee.referee import play_game
from plyground.arena.sandbox import cgroup

GAME = "kalah(6,4)"
GAMES = 60
AGENT = "def choose(position, clock):\n    return position.legal_moves[0]\n"
ECHO = "import sys\nfor line in sys.stdin:\n    print(line, end='', flush=True)\n"


class First:
    """Plays the first legal move: costs next to nothing."""

    def choose(self, position: ply.Position, limit: object = None) -> str:  # noqa: ARG002
        """Return the first legal move."""
        return position.legal_moves[0]


def per_move(play: Callable[[], int]) -> float:
    """Return the median time of a move, over many games."""
    times = []
    for _ in range(GAMES):
        began = time.perf_counter()
        moves = play()
        times.append((time.perf_counter() - began) / moves)
    return statistics.median(times)


def by_hand(choose: Callable[[ply.Position], str]) -> int:
    """Play a game with nobody watching; returns its moves."""
    position, moves = ply.position(GAME), 0
    while not position.is_over:
        position = position.play(choose(position))
        moves += 1
    return moves


def external(control: Control) -> float:
    """Return what a move of an external agent costs more than a bare exchange of two lines."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "agent.py"
        file.write_text(AGENT)
        agents = tuple(External(python_player(file)[0], name) for name in "ab")
        try:
            whole = per_move(lambda: len(play_game(ply.position(GAME), agents, control).moves))
        finally:
            for agent in agents:
                agent.close()
    echo = subprocess.Popen(
        [sys.executable, "-c", ECHO], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert echo.stdin is not None
    assert echo.stdout is not None

    def exchange(position: ply.Position) -> str:
        for line in ("position", "go"):
            echo.stdin.write(f"{line}\n")
            echo.stdin.flush()
            echo.stdout.readline()
        return position.legal_moves[0]

    bare = per_move(lambda: by_hand(exchange))
    echo.stdin.close()
    echo.wait()
    return whole - bare


def built_in() -> float:
    """Return what a move of a built-in player costs more than asking it by hand."""
    players = (BuiltIn(First(), "a"), BuiltIn(First(), "b"))
    whole = per_move(lambda: len(play_game(ply.position(GAME), players).moves))
    return whole - per_move(lambda: by_hand(First().choose))


def main() -> None:
    """Measure, and print or save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--save", action="store_true")
    parser.add_argument("--no-groups", action="store_true")
    options = parser.parse_args()
    without = ""
    if options.no_groups:
        cgroup.create = lambda limits: None  # noqa: ARG005
        without = ", no control group"
    measured = {
        f"external agent, wall clock{without}": external(Control(move_time=5.0)),
        f"external agent, processor time{without}": external(Control(move_time=5.0, cpu=True)),
        "built-in player": built_in(),
    }
    for what, seconds in measured.items():
        print(f"{what}: {seconds * 1e6:.0f} µs a move")
        if options.save:
            append("referee.csv", {"measure": what, "microseconds": f"{seconds * 1e6:.1f}"})


if __name__ == "__main__":
    main()
