"""Make and measure the lists of fair openings (`--openings fair`).

    python benchmarks/fair.py seeds 'kalah(6,4)' --moved 2 --log starts.log   # by the solver
    python benchmarks/fair.py search 'squatter(7)' --count 200                # by deep search
    python benchmarks/fair.py balance 'squatter(7)' --pairs 200 --keep 150    # in games
    python benchmarks/fair.py measure 'squatter(7)' --save

`seeds` solves every start that differs from the usual one by so many moved seeds, as far as needed
to tell whether its value is 0. All starts share a table of --memory MB. It writes a line per start
into the log; run again with the same log, it continues. An endgame table (`plyground tables build
'kalah(6,4)' --memory 1300`) saves the time to build one in memory.

`search` draws random openings and keeps those where a search gives both sides the same chances;
`--target` shifts what counts as even, if games say otherwise.
`balance` plays games from the openings of a shipped list, and takes out those that favour one side
most, until so many are left. `measure` plays games and prints the first side's share of the points;
give it other numbers of nodes than `balance` had.
"""

from __future__ import annotations

import argparse
import math
from collections import defaultdict
from pathlib import Path

from rows import append

import plyground as ply
from plyground.arena.running.openings import Walks
from plyground.games import kalah
from plyground.games.kalah.starts import moved
from plyground.games.names import file_stem
from plyground.players.expectation import even_chance
from plyground.solving.fair import fair_each

SHIPPED = Path(ply.__file__).parent / "books" / "shipped"


def seeds(options: argparse.Namespace) -> None:
    """Solve all starts with so many seeds moved; print those that are fair."""
    start = ply.position(options.game)
    assert isinstance(start, kalah.Position)
    log = Path(options.log)
    known = dict[str, str]()
    for line in log.read_text().splitlines() if log.exists() else ():
        verdict, _, text = line.partition(" ")
        known[text] = verdict
    candidates = list(moved(start, options.moved))
    unknown = [position for position in candidates if position.text not in known]
    with log.open("a") as file:

        def note(number: int, fair: bool) -> None:
            text = unknown[number].text
            known[text] = "fair" if fair else "unfair"
            print(known[text], text, file=file, flush=True)

        fair_each(unknown, note, table_mb=options.memory)
    even = [position.text for position in candidates if known[position.text] == "fair"]
    print(f"# {len(even)} of {len(candidates)} starts are fair")
    print("\n".join(even))


def search(options: argparse.Namespace) -> None:
    """Draw openings until so many are even; print them."""
    start = ply.position(options.game)
    drawn = Walks(start, plies=options.plies, seed=options.seed)
    found: list[str] = []
    tried = 0
    while len(found) < options.count:
        position = drawn[tried]
        tried += 1
        engine = ply.PVS(table_mb=16, evaluator="features")
        result = engine.search(position, ply.Limit(nodes=options.nodes))
        chance = even_chance(position, result.score, options.nodes)
        first = chance if position.turn == start.turn else 1 - chance
        if abs(first - options.target) <= options.width:
            found.append(position.text)
            print(position.text, flush=True)
    print(f"# {options.count} of {tried} random openings of {options.plies} moves")


def played(game: str, nodes: list[int], pairs: int) -> list[tuple[str, float]]:
    """Play fair openings with players of several strengths; return openings with results."""
    results: list[tuple[str, float]] = []
    for count in nodes:
        one, other = f"pvs:nodes={count}", f"pvs:nodes={count * 3 // 2}"
        found = ply.match(one, other, game, pairs, openings="fair", seed=count, workers=1)
        results += [(str(one.start), one.score) for one in found.games]
        mean = sum(score for _, score in results) / len(results)
        print(f"{count} nodes: {len(results)} games, first side {100 * mean:.1f} %", flush=True)
    return results


def measure(options: argparse.Namespace) -> None:
    """Count the first side's points in games from fair openings."""
    points = [score for _, score in played(options.game, options.nodes, options.pairs)]
    mean = sum(points) / len(points)
    spread = math.sqrt(sum((one - mean) ** 2 for one in points) / len(points))
    error = 1.96 * spread / math.sqrt(len(points))
    nodes = " ".join(map(str, options.nodes))
    row: dict[str, object] = {"game": options.game, "pvs_nodes": nodes, "games": len(points)}
    row |= {"first": f"{mean:.4f}", "error95": f"{error:.4f}"}
    print(row)
    if options.save:
        append("fair.csv", row)


def balance(options: argparse.Namespace) -> None:
    """Play the openings of a list, and take out those that favour one side most."""
    points = defaultdict[str, list[float]](list)
    for start, score in played(options.game, options.nodes, options.pairs):
        points[start].append(score)
    means = {start: sum(scores) / len(scores) for start, scores in points.items()}
    while len(means) > options.keep:
        bias = sum(means.values()) / len(means) - 0.5
        del means[max(means, key=lambda start: (means[start] - 0.5) * math.copysign(1, bias))]
    path = SHIPPED / f"{file_stem(options.game)}.fair"
    lines = path.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if line.startswith("#") or line in means]
    path.write_text("\n".join(kept) + "\n", encoding="utf-8")
    print(f"kept {len(means)}, first side {100 * sum(means.values()) / len(means):.1f} %")


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    actions = parser.add_subparsers(required=True)
    for work in (seeds, search, balance, measure):
        action = actions.add_parser(work.__name__)
        action.set_defaults(work=work)
        action.add_argument("game")
        if work is seeds:
            action.add_argument("--moved", type=int, default=1)
            action.add_argument("--log", required=True)
            action.add_argument("--memory", type=int, default=256)
        if work is search:
            action.add_argument("--count", type=int, default=200)
            action.add_argument("--nodes", type=int, default=50_000)
            action.add_argument("--plies", type=int, default=8)
            action.add_argument("--seed", type=int, default=0)
            action.add_argument("--target", type=float, default=0.5)
            action.add_argument("--width", type=float, default=0.02)
        if work in (balance, measure):
            action.add_argument("--nodes", type=int, nargs="+", default=[300, 600, 1200])
            action.add_argument("--pairs", type=int, default=150)
        if work is balance:
            action.add_argument("--keep", type=int, default=150)
        if work is measure:
            action.add_argument("--save", action="store_true")
    options = parser.parse_args()
    options.work(options)


if __name__ == "__main__":
    main()
