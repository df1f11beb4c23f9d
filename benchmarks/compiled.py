"""Compiled games against plain ones and native ones, as ratios within one run.

    python benchmarks/compiled.py            # print
    python benchmarks/compiled.py --save     # and append to compiled.csv

The plain game is examples/connect_four.py, the compiled one examples/connect_four_compiled.py, the
native one connect-four. None of them evaluates: every unfinished game is even, so the native one gets
the evaluator that the others have with ``evaluator=hashed``. Rates are per second of processor time,
except with two threads, where wall time counts: measure those on an idle machine.
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
    from connect_four_compiled import CompiledConnectFour

    del CompiledConnectFour
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
    """Two threads against one, by wall time."""
    from connect_four_compiled import CompiledConnectFour

    position = start(CompiledConnectFour)
    for name, make, count in (("pvs", pvs, 2_000_000), ("mcts", mcts, 100_000)):
        pairs = [
            tuple(rate(make(n), position, count, time.perf_counter) for n in (2, 1))
            for _ in range(ROUNDS)
        ]
        yield f"{name}, two threads / one", ratio([(two, one) for two, one in pairs]), "×"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--save", action="store_true", help="append to compiled.csv")
    arguments = parser.parse_args()
    for measure in (compiling, speeds, threads):
        for name, value, unit in measure():
            print(f"{name:32} {value:12.4g} {unit}", flush=True)
            if arguments.save:
                load = f"{os.getloadavg()[0]:.1f}"
                append(
                    "compiled.csv",
                    {"measure": name, "value": f"{value:.4g}", "unit": unit, "load": load},
                )


if __name__ == "__main__":
    main()
