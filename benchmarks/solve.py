"""Measure the solver: processor time, wall time and nodes.

    python -m benchmarks.solve start 'kalah(6,4)' --memory 512 --threads 2
    python -m benchmarks.solve random 'connect-four' --plies 20 --positions 1000
    python -m benchmarks.solve free 'squatter(6)' --cells 26 --positions 20

`start` solves the start position with the endgame tables that are there (set PLYGROUND_CACHE to an
empty folder for none). `random` solves positions after random moves whose result no look at one ply
decides, `free` those of Squatter with so many free cells; the longest time of one is recorded, too.
The load average of the machine is recorded, because it decides the wall time.
"""

from __future__ import annotations

import argparse
import os
import random
import time

import plyground as ply
from benchmarks.rows import append


def measured(game: str, measure: str, solve: list[ply.Position], plan: dict[str, int]) -> None:
    """Solve positions one after the other, and record the means."""
    began, cpu, nodes, longest = time.monotonic(), time.process_time(), 0, 0.0
    for position in solve:
        before = time.process_time()
        nodes += ply.solve(position, **plan).nodes
        longest = max(longest, time.process_time() - before)
    row = {
        "game": game,
        "measure": f"{measure}, longest {longest:.2f} s" if len(solve) > 1 else measure,
        **plan,
        "positions": len(solve),
        "nodes": nodes // len(solve),
        "cpu_seconds": f"{(time.process_time() - cpu) / len(solve):.5f}",
        "wall_seconds": f"{(time.monotonic() - began) / len(solve):.5f}",
        "load": f"{os.getloadavg()[0]:.1f}",
    }
    append("solve.csv", row)
    print(row)


def undecided(game: str, plies: int, wanted: int) -> list[ply.Position]:
    """Return positions after random moves where the side to move cannot end the game at once."""
    chance, found = random.Random(1), []
    while len(found) < wanted:
        position = ply.position(game)
        for _ in range(plies):
            if position.is_over:
                break
            position = position.play(chance.choice(position.legal_moves))
        if not any(position.play(move).is_over for move in position.legal_moves) and (
            not position.is_over
        ):
            found.append(position)
    return found


def with_free_cells(game: str, cells: int, wanted: int) -> list[ply.Position]:
    """Return positions of Squatter after random moves, with at most so many free cells."""
    chance, found = random.Random(1), []
    for _ in range(wanted):
        position = ply.position(game)
        while isinstance(position, ply.squatter.Position) and position.free > cells:
            position = position.play(chance.choice(position.legal_moves))
        found.append(position)
    return found


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("measure", choices=["start", "random", "free"])
    parser.add_argument("game")
    parser.add_argument("--memory", type=int, default=256)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--plies", type=int, default=12)
    parser.add_argument("--cells", type=int, default=24)
    parser.add_argument("--positions", type=int, default=1000)
    options = parser.parse_args()
    plan = {"table_mb": options.memory, "threads": options.threads}
    if options.measure == "start":
        measured(options.game, "start", [ply.position(options.game)], plan)
    elif options.measure == "free":
        positions = with_free_cells(options.game, options.cells, options.positions)
        measured(options.game, f"with {options.cells} free cells", positions, plan)
    else:
        positions = undecided(options.game, options.plies, options.positions)
        measured(options.game, f"after {options.plies} random plies", positions, plan)


if __name__ == "__main__":
    main()
