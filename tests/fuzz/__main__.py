"""Fuzz every parser and constructor: ``python -m tests.fuzz --seconds 3600``."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from tests.fuzz.all_targets import TARGETS
from tests.fuzz.driver import ROOT, fuzz


def main() -> int:
    """Fuzz, or run one case again; return 1 if something failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="in all [default: 60]")
    parser.add_argument("--seed", type=int, help="random seed [default: the time]")
    parser.add_argument("--rounds", type=int, default=1, help="times through the targets")
    parser.add_argument("--target", action="append", help="only this one; may be repeated")
    parser.add_argument("--keep", type=Path, default=ROOT / "build" / "fuzz", help="failing cases")
    parser.add_argument("--again", nargs=3, metavar=("TARGET", "SEED", "CASE"), help="run one case")
    given = parser.parse_args()
    if given.again:
        name, seed, number = given.again
        case = TARGETS[name].case(int(seed), int(number))
        print(repr(case)[:2000], flush=True)
        TARGETS[name].try_case(case)
        return 0
    seed = int(time.time()) if given.seed is None else given.seed
    names = given.target or list(TARGETS)
    failures = []
    for number in range(given.rounds):
        print(f"round {number + 1}, seed {seed + number}", flush=True)
        share = given.seconds / given.rounds
        failures += fuzz(names, share, seed + number, given.keep, lambda s: print(s, flush=True))
    print(
        f"{len(failures)} failures in {given.seconds:g} seconds"
        + f"; see {given.keep}" * bool(failures)
    )
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
