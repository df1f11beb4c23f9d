"""A class of honest and hostile agents: first ratings, verdicts, the order, and the pages.

    python -m benchmarks.classroom restart --save    # from the project's folder
    python -m benchmarks.classroom crowd --save      # 200 students look, 20 uploads a minute
    python -m benchmarks.classroom truth             # how strong the honest ones are
    python -m benchmarks.classroom league --save     # about seven minutes, with both cores free
    python -m benchmarks.classroom league --agents 10 --seconds 60

restart: kill -9 during a round; from the start of the process to its first answer (bar: 5 s).
crowd: no request may fail (bar); how soon the pages answer.
truth: a round robin of the honest agents in this process, without a server. Resumable.
league: half of the agents are hostile (``classroom_agents``). All are uploaded at once. Bars: every
  honest one has a rating with error bars within 60 s; Kendall's tau of the ladder and the truth is
  0.9; 95 % of the pages answer within 200 ms; no verdict is wrong, and nothing escapes.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import time
from itertools import combinations
from pathlib import Path

from benchmarks.classroom_agents import SECRET, honest, hostile
from benchmarks.classroom_watch import Watch, Wrong
from benchmarks.rows import append
from plyground.arena.running.tournament import tournament
from plyground.classroom.new import Choices, write_class
from plyground.classroom.register import Register
from tests.support.class_crowd import STUDENTS, UPLOADS_A_MINUTE, ClassCrowd
from tests.support.classroom import CHANCE, Caller, Class, left_to_nobody, set_up, until
from tests.support.server import Server
from tests.support.zoo import processes_with, traces

GAME = "kalah(6,4)"
MOVE_TIME = 0.1
KILLS = 20
TRUTH_PAIRS = 20  # of each two honest agents

Options = argparse.Namespace


def save(given: Options, measure: str, value: float, unit: str, bar: float | None = None) -> None:
    """Print a number, and append it to the table if that is wanted."""
    print(f"{measure}: {value:.3g} {unit}{'' if bar is None else f' (bar {bar:g})'}", flush=True)
    if given.save:
        load = f"{os.getloadavg()[0]:.1f}"
        row: dict[str, object] = {
            "measure": measure,
            "value": f"{value:.3f}",
            "unit": unit,
            "bar": bar,
            "load": load,
        }
        append("classroom.csv", row)


# Restart.


def restart(given: Options) -> None:
    """Kill a server in the middle of a round, and start it again."""
    teams = [f"Team {number}" for number in range(8)]
    with tempfile.TemporaryDirectory() as scratch, left_to_nobody() as servers:
        made = set_up(Path(scratch) / "class", *teams, first=0)
        servers.append(server := Server(made.folder))
        staff = Caller(server, made.staff)
        staff.post("/staff/ladder", paused=True)
        callers = [Caller(server, made.keys[name]) for name in teams]
        for team in callers:
            team.upload(CHANCE)
        until(lambda: all(team.status(1) == "valid" for team in callers))
        staff.post("/staff/rounds", name="Cup", kind="round-robin", pairs=20)
        times = []
        for _ in range(KILLS):
            time.sleep(2)
            before = staff.get("")["rounds"][0]["games"]
            server.kill()
            began = time.monotonic()
            servers.append(server := Server(made.folder))
            staff = Caller(server, made.staff)
            assert staff.get("")["rounds"][0]["games"] >= before > 0
            times.append(time.monotonic() - began)
        server.kill()
    save(given, f"restart during a round, longest of {KILLS}", max(times), "s", 5)


# Many students.


def crowd(given: Options) -> None:
    """Have a whole class look at its pages while uploads come in."""
    with tempfile.TemporaryDirectory() as scratch, left_to_nobody() as servers:
        made = set_up(Path(scratch) / "class", *(f"Team {number}" for number in range(20)))
        servers.append(server := Server(made.folder))
        students = ClassCrowd(server, made)
        students.look()
        failed = int(server.stop() != 0 or "Traceback" in server.output)
    what = f"{STUDENTS} students, {UPLOADS_A_MINUTE} uploads a minute"
    save(given, f"{what}: failures in {len(students.took)} requests", failed, "", 0)
    save(given, f"{what}: pages, p95", 1000 * students.p95, "ms")


# The true order.


def truth(given: Options) -> dict[str, float]:
    """Return the Elo of the honest agents by a long tournament, which a file keeps."""
    named = [f"{name}={one.spec}" for name, one in honest(given.agents // 2).items()]
    store = given.truth.with_suffix(f".{len(named)}.db")
    cup = tournament(
        named, GAME, "round-robin", pairs=TRUTH_PAIRS, seed=7, workers=1, store=store,
        resume=store.exists(),
    )  # fmt: skip
    return {one.player: one.elo.value for one in cup.ratings}


def tau(one: list[str], other: list[str]) -> float:
    """Return Kendall's rank correlation.

    >>> tau(["a", "b", "c"], ["a", "c", "b"])
    0.3333333333333333
    """
    place = {name: at for at, name in enumerate(other)}
    pairs = list(combinations(one, 2))
    agree = sum(place[a] < place[b] for a, b in pairs)
    return (2 * agree - len(pairs)) / len(pairs)


# The class.


def new_class(folder: Path, teams: list[str]) -> Class:
    """Make a class as ``plyground class new`` does."""
    settings = write_class(folder, Choices(GAME, move_time=MOVE_TIME))
    register = Register(settings.address)
    made = Class(folder, register.new_staff_key(), register.add_teams([(t, "") for t in teams]))
    register.close()
    return made


def league(given: Options) -> None:
    """Have a class run for some time, and say what came of it."""
    known = truth(given)
    order = sorted(known, key=lambda name: -known[name])
    with tempfile.TemporaryDirectory() as scratch, left_to_nobody() as servers:
        home = Path(scratch) / "zoo"
        home.mkdir()
        good = honest(given.agents // 2)
        bad = hostile(given.agents - len(good), GAME, home)
        before = traces(home)
        teams = list(good | bad)
        random.Random(1).shuffle(teams)
        made = new_class(Path(scratch) / "class", teams)
        servers.append(server := Server(made.folder))
        watch = Watch(server, made, good | bad)
        watch.run(teams, given.seconds)
        wrong = Wrong()
        ladder = watch.judge(wrong)
        code = server.stop()
        wrong.unless(code == 0 and "Traceback" not in server.output, server.output[-2000:])
        for what, value in traces(home).items():
            wrong.unless(value == before[what], f"something escaped: {what}: {value}")
        left = list(processes_with(str(made.folder)))
        wrong.unless(not left, f"processes are left: {left}")
        wrong.unless(SECRET not in watch.said, "the secret was read")
    agents = f"{len(good)} honest and {len(bad)} hostile agents"
    save(given, f"first rating of {agents}, longest", max(watch.waits(good)), "s", 60)
    save(given, f"first rating of {agents}, median", sorted(watch.waits(good))[len(good) // 2], "s")
    save(given, f"pages meanwhile, p95 of {len(watch.took)}", 1000 * watch.page_p95(), "ms", 200)
    save(given, "games of the ladder", watch.games, "")
    kept = [name for name in ladder if name in good]
    save(
        given,
        f"Kendall's tau of {len(kept)} after {given.seconds:.0f} s",
        tau(kept, order),
        "",
        0.9,
    )
    save(given, "verdicts that are wrong, and what escaped", len(wrong.texts), "", 0)
    print("\n".join(wrong.texts))


def show_truth(given: Options) -> None:
    """Print the true order."""
    for name, elo in truth(given).items():
        print(f"{name:14} {elo:+.0f}")


PARTS = {"restart": restart, "crowd": crowd, "truth": show_truth, "league": league}


def main() -> None:
    """Run one part."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--agents", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=400.0, help="from the first upload")
    parser.add_argument("--truth", type=Path, default=Path("classroom-truth"), metavar="FILE")
    parser.add_argument("--save", action="store_true")
    given = parser.parse_args()
    PARTS[given.part](given)


if __name__ == "__main__":
    main()
