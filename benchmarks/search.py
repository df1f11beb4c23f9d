"""What search is worth, as ratios within one run: speed, pruning, threads, depth, simulations.

    python benchmarks/search.py speed pruning --save
    python benchmarks/search.py threads depth simulations --save     # threads: with both cores free

Prints one line a game and measure; ``--save`` appends them to search.csv.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Iterator

from rows import append

import plyground as ply

ARENA = "watch-your-back(max_turns=320,double_pass_draws=yes)"
Line = tuple[str, str, float, str]


def positions(game: str, plies: tuple[int, int], count: int = 20) -> list[ply.Position]:
    """Return running positions some random moves after the start, always the same ones."""
    chance = random.Random(20)
    found: list[ply.Position] = []
    while len(found) < count:
        position = ply.position(game)
        for _ in range(chance.randint(*plies)):
            if not position.is_over:
                position = position.play(chance.choice(position.legal_moves))
        if not position.is_over and len(position.legal_moves) > 1:
            found.append(position)
    return found


GAMES = {
    "kalah-manchester": positions("kalah-manchester", (4, 20)),
    "squatter(7)": positions("squatter(7)", (4, 20)),
    "watch-your-back moving": positions(ARENA, (24, 60)),
}
PERFT_DEPTH = {"kalah-manchester": 6, "squatter(7)": 3, "watch-your-back moving": 3}
PRUNING_DEPTH = {"kalah-manchester": 12, "squatter(7)": 7, "watch-your-back moving": 7}
# About a second of one core each.
THREADS_DEPTH = {"kalah-manchester": 25, "squatter(7)": 13, "watch-your-back moving": 16}


def speed(game: str) -> Iterator[Line]:
    """PVS with material only against perft: nodes a second on the same positions, in turns."""
    rates: dict[str, list[float]] = {"perft": [], "pvs": []}
    engine = ply.PVS(table_mb=16, quiescence=False, pruning="no", weights="material")
    for position in GAMES[game]:
        began = time.process_time()
        nodes = ply.perft(position, PERFT_DEPTH[game])
        rates["perft"].append(nodes / (time.process_time() - began))
        engine.clear()
        began = time.process_time()
        nodes = engine.search(position, ply.Limit(nodes=1_000_000)).nodes
        rates["pvs"].append(nodes / (time.process_time() - began))
    means = {name: statistics.fmean(values) for name, values in rates.items()}
    yield game, "pvs / perft nodes a second", means["pvs"] / means["perft"], "×"
    yield game, "pvs", means["pvs"] / 1e6, "M nodes/s"


def pruning(game: str) -> Iterator[Line]:
    """Nodes to a fixed depth: the whole of PVS against alpha-beta with nothing else."""
    depth = PRUNING_DEPTH[game]
    plain = ply.AlphaBeta(
        order_moves=False, quiescence=False, extend_again=False, weights="material"
    )
    whole = ply.PVS(
        quiescence=False, extend_again=False, reductions="no", pruning="no", weights="material"
    )
    needed: list[tuple[int, int]] = []
    for position in GAMES[game]:
        whole.clear()
        pair = (engine.search(position, ply.Limit(depth=depth)).nodes for engine in (whole, plain))
        needed.append((next(pair), next(pair)))
    total = sum(few for few, _ in needed) / sum(many for _, many in needed)
    yield game, f"pvs / alpha-beta nodes to depth {depth}, totals", 100 * total, "%"
    mean = statistics.fmean(few / many for few, many in needed)
    yield game, f"pvs / alpha-beta nodes to depth {depth}, mean ratio", 100 * mean, "%"


def threads(game: str) -> Iterator[Line]:
    """Wall time of two threads against one to the same depth."""
    ratios: list[float] = []
    taken = {1: 0.0, 2: 0.0}
    engines = {number: ply.PVS(threads=number) for number in (1, 2)}
    for engine in engines.values():
        engine.search(GAMES[game][0], ply.Limit(depth=1))
    for position in GAMES[game]:
        here: dict[int, float] = {}
        for number, engine in engines.items():
            engine.clear()  # also fetches the table's memory, which takes the same time for both
            began = time.perf_counter()
            engine.search(position, ply.Limit(depth=THREADS_DEPTH[game]))
            here[number] = time.perf_counter() - began
            taken[number] += here[number]
        ratios.append(here[2] / here[1])
    yield game, "two threads / one, totals", taken[2] / taken[1], "×"
    yield game, "two threads / one, mean ratio", statistics.fmean(ratios), "×"
    yield game, "one thread", taken[1] / len(ratios), "s"


def depth(game: str) -> Iterator[Line]:
    """Average completed depth in self-play, a second of one core a move, with either evaluation."""
    name = game.removesuffix(" moving")
    name = ARENA if name == "watch-your-back" else name
    for weights in ("material", "default"):
        reached = depths(name, weights)
        what = f"depth in 1 s, {weights} weights, mean of {len(reached)} moves"
        yield game, what, statistics.fmean(reached), "plies"


def depths(name: str, weights: str) -> list[int]:
    """Return the completed depths of one game of a player against itself, up to 40 of them."""
    reached: list[int] = []
    position = ply.position(name)
    chance = random.Random(3)
    for _ in range(24 if name == ARENA else 2):
        position = position.play(chance.choice(position.legal_moves))
    engine = ply.PVS(extend_again=False, weights=weights)
    while not position.is_over and len(reached) < 40:
        if len(position.legal_moves) == 1:
            position = position.play(position.legal_moves[0])
            continue
        found = engine.search(position, ply.Limit(time=1.0, cpu=True))
        if not found.is_proven:
            reached.append(found.depth)
        position = position.play(found.move)
    return reached


def simulations(game: str) -> Iterator[Line]:
    """Compare simulations a second of MCTS with OpenSpiel's own, one thread each, in turns."""
    if game != "kalah-manchester":
        return
    import pyspiel

    theirs = pyspiel.load_game("mancala")
    start = ply.position("kalah(6,4)")
    for sims in (10_000, 100_000):
        taken = {"ours": 0.0, "theirs": 0.0}
        made = 0  # of ours: it stops once no other move can overtake the most visited one
        for seed in range(5):
            bot = pyspiel.MCTSBot(
                theirs, pyspiel.RandomRolloutEvaluator(1, seed), 1.4, sims, 200, True, seed, False
            )
            began = time.process_time()
            bot.step(theirs.new_initial_state())
            taken["theirs"] += time.process_time() - began
            engine = ply.MCTS(seed=seed, memory_mb=256)
            engine.search(start, ply.Limit(nodes=10))
            engine.clear()
            began = time.process_time()
            made += engine.search(start, ply.Limit(nodes=sims)).nodes
            taken["ours"] += time.process_time() - began
        ratio = (made / taken["ours"]) / (5 * sims / taken["theirs"])
        yield "kalah(6,4)", f"MCTS simulations a second / OpenSpiel's, {sims}", ratio, "×"


MEASURES = {one.__name__: one for one in (speed, pruning, threads, depth, simulations)}


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("measures", nargs="+", choices=MEASURES)
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument("--save", action="store_true")
    options = parser.parse_args()
    for measure in options.measures:
        for name in options.game or GAMES:
            for game, what, value, unit in MEASURES[measure](name):
                print(f"{game}: {what}: {value:.3g} {unit}", flush=True)
                if options.save:
                    row = {"game": game, "measure": what, "value": f"{value:.4g}", "unit": unit}
                    append("search.csv", row)


if __name__ == "__main__":
    main()
