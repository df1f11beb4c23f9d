"""Whether a change helps: two player specs, random openings played twice with sides swapped.

    python benchmarks/selfmatch.py "pvs:nodes=20000" "pvs:nodes=20000,reductions=no" \
        --game kalah-manchester --pairs 200 --save

Prints the first player's score with Elo and its 95 % interval; ``--save`` appends it to
strength.csv. The same match as ``plyground match``, with a record that stays in the project.
"""

from __future__ import annotations

import argparse

from rows import append, outcome

import plyground as ply


def main() -> None:
    """Run the match that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("--game", default="kalah-manchester")
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--plies", type=int, default=6)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--save", action="store_true")
    options = parser.parse_args()
    result = ply.match(options.one, options.other, options.game, options.pairs,
                       plies=options.plies, seed=options.seed, workers=options.workers)  # fmt: skip
    print(result, flush=True)
    if options.save:
        names = {"game": result.game, "one": options.one, "other": options.other}
        elo = {"elo": f"{result.elo.value:+.0f}"}
        append("strength.csv", {**names, **outcome(result.score), **elo})


if __name__ == "__main__":
    main()
