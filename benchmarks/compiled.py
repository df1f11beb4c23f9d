"""Compiled games against plain ones and native ones, as ratios within one run.

    python benchmarks/compiled.py            # print
    python benchmarks/compiled.py --save     # and append to compiled.csv

The plain game is examples/connect_four.py, the compiled one examples/connect_four_compiled.py, the
native one connect-four. PVS searches all three with ``evaluator=hashed``: the two examples have no
evaluation, and this one costs the same in every game. Rates are per second of processor time. Two
threads are compared by the wall clock, which needs a machine with two free cores (the native game
beside it shows whether it has them), and by processor time: 1 means that threads cost nothing.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from rows import append

import plyground as ply
from plyground.games.compiled.forms import compiled_form

sys.path.append(str(Path(__file__).parents[1] / "examples"))

Line = tuple[str, float, str]
MOVES = (3, 3, 2)  # a middle game comes soon, and no search ends early
ROUNDS = 5


def start(kind: type[ply.Position] | str) -> ply.Position:
    """Return the same position of the plain, the compiled and the native game."""
    position = ply.position(kind) if isinstance(kind, str) else kind()
    for column in MOVES:
        position = position.play("abcdefg"[column] if isinstance(kind, str) else column)
    return position


def rate(
    engine: ply.Engine, position: ply.Position, nodes: int, clock: Callable[[], float]
) -> float:
    """Return nodes or simulations per second of one search."""
    engine.clear()
    began = clock()
    found = engine.search(position, ply.Limit(nodes=nodes))
    return found.nodes / (clock() - began)


def ratio(pairs: list[tuple[float, float]]) -> float:
    """Return the median of one rate over the other, each pair measured in turn."""
    return sorted(one / other for one, other in pairs)[len(pairs) // 2]


def pvs(threads: int = 1) -> ply.Engine:
    """Make the engine whose nodes are counted; random evaluations, so that no line is special."""
    return ply.PVS(table_mb=16, evaluator="hashed", threads=threads)


def mcts(threads: int = 1) -> ply.Engine:
    """Make a tree search with random rollouts."""
    return ply.MCTS(memory_mb=256, threads=threads)


def compiling() -> Iterator[Line]:
    """Processor time from the import of numba to the first answer, fresh and from the disk."""
    script = (
        "import sys, time; sys.path.append('examples'); import connect_four_compiled as game\n"
        "from plyground.games.compiled.forms import compiled_form\n"
        "began = time.process_time(); compiled_form(game.CompiledConnectFour())\n"
        "print(time.process_time() - began)"
    )
    with tempfile.TemporaryDirectory() as folder:
        for name in ("compilation", "loading from the disk"):
            command = f'XDG_CACHE_HOME={folder} {sys.executable} -c "{script}"'
            yield name, float(os.popen(command).read()), "s"


def speeds() -> Iterator[Line]:
    """Compiled against plain and native, one thread."""
    from connect_four import ConnectFour
    from connect_four_compiled import CompiledConnectFour

    plain, compiled, native = map(start, (ConnectFour, CompiledConnectFour, "connect-four"))
    compiled_form(compiled)
    clock = time.process_time
    for name, make, few, many in (("pvs", pvs, 30_000, 1_000_000), ("mcts", mcts, 1_500, 60_000)):
        one = [rate(make(), compiled, many, clock) for _ in range(ROUNDS)]
        unit = "nodes/s" if name == "pvs" else "simulations/s"
        yield f"{name}, compiled", sorted(one)[ROUNDS // 2], unit
        for other, count in (("plain", few), ("native", many)):
            position = plain if other == "plain" else native
            pairs = [
                (rate(make(), compiled, many, clock), rate(make(), position, count, clock))
                for _ in range(ROUNDS)
            ]
            yield f"{name}, compiled / {other}", ratio(pairs), "×"


def threads() -> Iterator[Line]:
    """Two threads against one."""
    from connect_four_compiled import CompiledConnectFour

    compiled, native = start(CompiledConnectFour), start("connect-four")
    for name, make, count in (("pvs", pvs, 2_000_000), ("mcts", mcts, 100_000)):
        for position, clock, label in (
            (compiled, time.perf_counter, "wall clock"),
            (native, time.perf_counter, "wall clock, native"),
            (compiled, time.process_time, "processor time"),
        ):
            pairs = [
                (rate(make(2), position, count, clock), rate(make(1), position, count, clock))
                for _ in range(ROUNDS)
            ]
            yield f"{name}, two threads / one, {label}", ratio(pairs), "×"


MEASURES = {"compiling": compiling, "speeds": speeds, "threads": threads}


def main() -> None:
    """Measure everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--save", action="store_true", help="append to compiled.csv")
    parser.add_argument("measures", nargs="*", help=f"of {', '.join(MEASURES)} [default: all]")
    arguments = parser.parse_args()
    for measure in [MEASURES[name] for name in arguments.measures or MEASURES]:
        for name, value, unit in measure():
            print(f"{name:42} {value:12.4g} {unit}", flush=True)
            if arguments.save:
                load = f"{os.getloadavg()[0]:.1f}"
                append(
                    "compiled.csv",
                    {"measure": name, "value": f"{value:.4g}", "unit": unit, "load": load},
                )


if __name__ == "__main__":
    main()
