"""A class of honest and hostile agents: first ratings, verdicts, the order, and the pages.

    python -m benchmarks.classroom                       40 teams, 20 of them hostile
    python -m benchmarks.classroom --honest 6 --hostile 6 --minutes 3

Honest agents are plyground's own with few nodes, so that a long tournament without processes says
how strong they are. Hostile ones are those of the tests' zoo. The machine should be idle.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import threading
import time
from itertools import combinations
from pathlib import Path
from typing import Any

from plyground.arena.running.tournament import tournament
from tests.support.classroom import Caller, Class, set_up
from tests.support.server import Server
from tests.support.zoo import BEASTS, HARMLESS, move_in

GAME = "kalah(6,4)"
RATIO = 1.45  # of the nodes of two honest agents that follow each other
AGENT = """\
from plyground.players.specs import player
one = player("{spec}")
def choose(position, clock):
    return one.choose(position, None)
"""


def specs(count: int) -> list[str]:
    """Return honest agents, the weakest first."""
    return [f"pvs:nodes={int(5 * RATIO**n)},table_mb=1" for n in range(count)]


def true_order(honest: list[str], pairs: int) -> list[str]:
    """Return the agents by a long tournament, the best first."""
    named = [f"Team {n}={spec}" for n, spec in enumerate(honest)]
    cup = tournament(named, GAME, "round-robin", pairs=pairs, seed=7, workers=1)
    return [rating.player for rating in cup.ratings]


def tau(one: list[str], other: list[str]) -> float:
    """Return Kendall's rank correlation.

    >>> tau(["a", "b", "c"], ["a", "c", "b"])
    0.3333333333333333
    """
    place = {name: at for at, name in enumerate(other)}
    pairs = list(combinations([name for name in one if name in place], 2))
    agree = sum(place[a] < place[b] for a, b in pairs)
    return (2 * agree - len(pairs)) / len(pairs)


class Watch(threading.Thread):
    """Looks at the class page twice a second, as somebody who waits does."""

    def __init__(self, caller: Caller) -> None:
        super().__init__(daemon=True)
        self.caller = caller
        self.took: list[float] = []
        self.rated: dict[str, float] = {}  # when each team had its first rating
        self.order: list[str] = []
        self.ended = threading.Event()

    def run(self) -> None:
        """Look until told to end."""
        while not self.ended.wait(0.5):
            began = time.monotonic()
            view: dict[str, Any] = self.caller.get("")
            self.took.append(time.monotonic() - began)
            rows = [row for row in view["ladder"] if row["rank"] is not None]
            self.order = [row["name"] for row in rows]
            for row in rows:
                if row["elo"] and not row["first"]:
                    self.rated.setdefault(row["name"], time.monotonic())


def hostile(count: int, home: Path) -> dict[str, bytes]:
    """Return hostile agents by their names."""
    names = [name for name in BEASTS if name not in HARMLESS][:count]
    move_in(names, home)
    return {name: (home / name / f"{name}.py").read_bytes() for name in names}


def upload_all(
    made: Class, server: Server, files: dict[str, bytes], every: float
) -> dict[str, float]:
    """Upload one agent after the other; returns when each was there."""
    began: dict[str, float] = {}
    for team, content in files.items():
        caller = Caller(server, made.keys[team])
        is_ugi = team.startswith("ugi_")
        caller.upload(content, "agent.py", "ugi:python -u agent.py" if is_ugi else "")
        began[team] = time.monotonic()
        caller.close()
        time.sleep(every)
    return began


def report(made: Class, server: Server, bad: dict[str, bytes]) -> None:
    """Print what became of the hostile agents."""
    for team in bad:
        caller = Caller(server, made.keys[team])
        view = caller.get("/team")
        [version] = view["versions"]
        failed = [case["problem"] for case in version["cases"] if case["problem"]]
        said = failed[0] if failed else f"losses: {view['losses']}"
        print(f"  {team:22} {version['status']:8} expected {BEASTS[team].reason:8} {said[:110]}")
        caller.close()


def main() -> None:
    """Run the class and print what was measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--honest", type=int, default=20)
    parser.add_argument("--hostile", type=int, default=20)
    parser.add_argument("--every", type=float, default=15.0, help="seconds between two uploads")
    parser.add_argument("--minutes", type=float, default=30.0, help="of the ladder after that")
    parser.add_argument("--pairs", type=int, default=40, help="of the long tournament")
    given = parser.parse_args()
    print("load before:", os.getloadavg())
    with tempfile.TemporaryDirectory() as scratch:
        home = Path(scratch)
        honest = specs(given.honest)
        files = {f"Team {n}": AGENT.format(spec=s).encode() for n, s in enumerate(honest)}
        bad = hostile(given.hostile, home)
        everybody = [*files, *bad]
        made = set_up(home / "class", *everybody, game=GAME, move_time=0.1)
        server = Server(made.folder, "--workers", "2")
        watch = Watch(Caller(server))
        watch.start()
        began = upload_all(made, server, files | bad, given.every)
        time.sleep(60 * given.minutes)
        watch.ended.set()
        watch.join()
        report(made, server, bad)
        server.stop()
        waits = [watch.rated[team] - began[team] for team in files if team in watch.rated]
        median = sorted(waits)[len(waits) // 2]
        print(f"first rating: {len(waits)} of {len(files)} honest teams,", end=" ")
        print(f"median {median:.0f} s, longest {max(waits):.0f} s")
        took = sorted(watch.took)
        print(f"class page: {len(took)} requests, p95 {1000 * took[len(took) * 95 // 100]:.0f} ms")
        kept = [team for team in watch.order if team in files]
        print(
            f"Kendall's tau of {len(kept)} teams: {tau(kept, true_order(honest, given.pairs)):.2f}"
        )
    print("load after:", os.getloadavg())


if __name__ == "__main__":
    main()
