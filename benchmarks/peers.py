"""Tic-tac-toe written in Python, searched to its end by us, by OpenSpiel and by easyAI, in one run.

    pip install easyAI open_spiel
    python benchmarks/peers.py            # print
    python benchmarks/peers.py --save     # and append to peers.csv

Everybody searches its own Python tic-tac-toe with its own alpha-beta search, from the empty board:
``pvs`` on examples/tic_tac_toe.py, ``alpha_beta_search`` on python_tic_tac_toe, ``Negamax(9)``. A
node is a move played in the search. Those of the others are counted in a first search and timed in
a second one, so that counting costs nothing. Rates are per second of processor time, the median of
some rounds taken in turn.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rows import append

import plyground as ply

sys.path.append(str(Path(__file__).parents[1] / "examples"))

ROUNDS = 5


def counted(kind: type, method: str, search: Callable[[], object]) -> int:
    """Return how often a search calls a method."""
    calls = 0
    original = getattr(kind, method)

    def counting(self: Any, *arguments: Any) -> Any:
        nonlocal calls
        calls += 1
        return original(self, *arguments)

    setattr(kind, method, counting)
    try:
        search()
    finally:
        setattr(kind, method, original)
    return calls


def ours() -> tuple[Callable[[], object], int]:
    """Return a search to the end of the game, and its nodes."""
    from tic_tac_toe import TicTacToe

    def search() -> ply.SearchResult:
        return ply.PVS(table_mb=1).search(TicTacToe(), ply.Limit(depth=9))

    return search, search().nodes


def openspiel() -> tuple[Callable[[], object], int]:
    """Return the same of OpenSpiel."""
    import pyspiel
    from open_spiel.python.algorithms.minimax import alpha_beta_search
    from open_spiel.python.games.tic_tac_toe import TicTacToeState

    game = pyspiel.load_game("python_tic_tac_toe")

    def search() -> object:
        return alpha_beta_search(game)

    return search, counted(TicTacToeState, "_apply_action", search)


def easyai() -> tuple[Callable[[], object], int]:
    """Return the same of easyAI."""
    from easyAI import Human_Player, Negamax
    from easyAI.games.TicTacToe import TicTacToe

    def search() -> object:
        return Negamax(9)(TicTacToe([Human_Player(), Human_Player()]))

    return search, counted(TicTacToe, "make_move", search)


def main() -> None:
    """Measure everybody."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--save", action="store_true", help="append to peers.csv")
    is_saved = parser.parse_args().save
    searches = {"plyground": ours(), "OpenSpiel": openspiel(), "easyAI": easyai()}
    rates: dict[str, list[float]] = {name: [] for name in searches}
    for _ in range(ROUNDS):
        for name, (search, nodes) in searches.items():
            began = time.process_time()
            search()
            rates[name].append(nodes / (time.process_time() - began))
    for name, (_, nodes) in searches.items():
        rate = sorted(rates[name])[ROUNDS // 2]
        seconds = nodes / rate
        print(f"{name:10} {rate:10,.0f} nodes/s {nodes:8,} nodes {seconds:8.3f} s", flush=True)
        if is_saved:
            row = {"toolkit": name, "nodes_per_s": f"{rate:.0f}", "nodes": nodes,
                   "seconds": f"{seconds:.3f}", "load": f"{os.getloadavg()[0]:.1f}"}  # fmt: skip
            append("peers.csv", row)


if __name__ == "__main__":
    main()
