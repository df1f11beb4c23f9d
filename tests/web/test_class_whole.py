"""A whole class: eight teams with all kinds of agents, on every database and kind of workers.

And what a term does to it: killed again and again, and everybody looking at once.
"""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from plyground.arena.running.store import Filter, Store
from tests.support.browser import PATIENCE, Visit
from tests.support.classroom import (
    CHANCE,
    FIRST,
    LAST,
    STRONG,
    UGI,
    Caller,
    left_to_nobody,
    set_up,
    until,
    zipped,
)
from tests.support.paths import ROOT
from tests.support.postgresql import postgresql_server
from tests.support.server import Server

pytestmark = pytest.mark.slow
LONG = 20 * PATIENCE
SECONDS = LONG / 1000

COURSE = b"""\
import plyground as ply
from plyground.adapters.watch_your_back_player import Player as Ours
class Player(Ours):
    spec = "pvs:nodes=50,table_mb=1"
"""


def java_class(folder: Path) -> bytes:
    """Compile the Java program and pack it."""
    source = ROOT / "tests/support/java/UgiBridge.java"
    subprocess.run(["javac", "-d", str(folder), str(source)], check=True)
    program = "from plyground.cli.main import app; app(['ugi', '--player', 'pvs:nodes=50'])"
    command = "\n".join([sys.executable, "-c", program])
    compiled = (folder / "UgiBridge.class").read_bytes()
    return zipped({"UgiBridge.class": compiled, "command.txt": command.encode()})


@pytest.fixture(params=["sqlite", "postgresql", "ray"])
def place(request: pytest.FixtureRequest) -> Iterator[tuple[str, str]]:
    """Yield the database and the workers."""
    with ExitStack() as stack:
        database, workers = "class.db", "2"
        if request.param == "postgresql":
            database = stack.enter_context(postgresql_server())
        if request.param == "ray":
            cluster_utils = pytest.importorskip("ray.cluster_utils")
            cluster = cluster_utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
            stack.callback(cluster.shutdown)
            cluster.add_node(num_cpus=1)
            workers = f"ray:{cluster.address}"
        yield database, workers


@pytest.fixture
def servers() -> Iterator[list[Server]]:
    with left_to_nobody() as running:
        yield running


@pytest.mark.skipif(shutil.which("javac") is None, reason="no Java compiler on this machine")
def test_eight_teams_from_the_keys_to_the_grade_book(
    place: tuple[str, str], chrome: Browser, tmp_path: Path, servers: list[Server]
) -> None:
    database, workers = place
    made = set_up(tmp_path / "class", game="watch-your-back", openings="start", database=database)
    server = Server(made.folder, "--workers", workers)
    servers.append(server)
    visits: list[Visit] = []

    def visit() -> Visit:
        context = chrome.new_context(base_url=server.url, reduced_motion="reduce")
        visits.append(Visit(context))
        return visits[-1]

    uploads = {
        "Ants": ("agent.py", FIRST, ""),
        "Bees": ("agent.py", LAST, ""),
        "Cats": ("agent.zip", zipped({"cats/agent.py": CHANCE, "cats/notes.txt": b"x"}), ""),
        "Dogs": ("agent.py", STRONG, ""),
        "Eels": ("player.py", COURSE, ""),
        "Foxes": ("player.zip", zipped({"player.py": COURSE}), ""),
        "Goats": ("engine.zip", zipped({"engine": UGI}), "ugi:./engine"),
        "Hens": ("java.zip", java_class(tmp_path), "ugi:java -cp . UgiBridge"),
    }
    staff = visit()
    staff.go(f"/class/join#{made.staff}")
    staff.page.wait_for_url("**/class/staff")
    staff.find("#csv").fill("\n".join(uploads))
    staff.find("#teams-form button").click()
    staff.find("#pause").click()
    keys = staff.find("#keys pre").inner_text().splitlines()
    links = dict(line.split(",") for line in keys)
    teams = {name: visit() for name in uploads}
    for name, (file, content, run) in uploads.items():
        team = teams[name]
        team.go(links[name])
        team.page.wait_for_url("**/class/team")
        team.find("#file").set_input_files({"name": file, "mimeType": "", "buffer": content})
        team.find("#run").fill(run)
        team.find("#form button").click()
        expect(team.find("#versions > li")).to_have_count(1)
    for team in teams.values():
        expect(team.find("#versions .sign")).not_to_have_text("checking", timeout=LONG)
        assert team.find("#versions .sign").inner_text() == "plays", team.find(
            "#versions"
        ).inner_text()
    caller = Caller(server, made.staff)
    until(lambda: ladder_is_rated(caller, len(uploads)), SECONDS)
    for kind in ("swiss", "knockout"):
        staff.go("/class/staff")
        staff.find("#round-name").fill(f"The {kind}")
        staff.find("#round-kind").select_option(kind)
        staff.find("#round-form button").click()
        staff.find("#rounds a", has_text=f"The {kind}").first.click()
        if workers == "2":
            expect(staff.find("#boards svg").first).to_be_visible(timeout=LONG)
        expect(staff.find("#cup-status")).to_contain_text("finished", timeout=LONG)
        expect(staff.find("#standings tbody tr")).to_have_count(len(uploads))
    teams["Eels"].go("/class/team")
    teams["Eels"].find("#games a", has_text="Review").first.click()
    expect(teams["Eels"].find("svg.board")).to_be_visible()
    rounds = caller.http.get("/api/class/staff/export/rounds.json").json()
    assert Counter(row["round"] for row in rounds) == {"The swiss": 8, "The knockout": 8}
    games = caller.http.get("/api/class/staff/export/games.json").json()
    assert {game["reason"] for game in games} <= {"end"}, [
        game for game in games if game["reason"] != "end"
    ]
    caller.close()
    for one in visits:
        one.close()
    assert server.stop() == 0, server.output
    assert "Traceback" not in server.output, server.output


def ladder_is_rated(caller: Caller, teams: int) -> bool:
    rows = [row for row in caller.get("")["ladder"] if row["rank"] is not None]
    return len(rows) == teams and all(row["elo"] and not row["first"] for row in rows)


def is_checked(caller: Caller, version: int) -> bool:
    return caller.status(version) == "valid"


def test_twenty_kills_during_a_round_lose_nothing(tmp_path: Path, servers: list[Server]) -> None:
    teams = ("Ants", "Bees", "Cats", "Dogs")
    made = set_up(tmp_path / "class", *teams, first=0)
    server = Server(made.folder, "--workers", "2")
    servers.append(server)
    staff = Caller(server, made.staff)
    staff.post("/staff/ladder", paused=True)
    for name in teams:
        team = Caller(server, made.keys[name])
        until(partial(is_checked, team, team.upload(CHANCE)), SECONDS)
    pairs = 20
    run = staff.post("/staff/rounds", name="Cup", kind="round-robin", pairs=pairs)["run"]
    played, starts = 0, []
    for _ in range(20):
        before = played
        end = time.monotonic() + 2.0
        while time.monotonic() < end or played == before:
            played = staff.get("")["rounds"][0]["games"]
            if staff.get("")["rounds"][0]["status"] == "finished":
                break
            time.sleep(0.1)
        server.kill()
        began = time.monotonic()
        server = Server(made.folder, "--workers", "2")
        servers.append(server)
        staff = Caller(server, made.staff)
        assert staff.get("")["rounds"][0]["games"] >= played
        starts.append(time.monotonic() - began)
    print(f"restarts: {max(starts):.1f} s at most, {sum(starts) / len(starts):.1f} s on average")
    until(lambda: staff.get("")["rounds"][0]["status"] == "finished", SECONDS)
    with Store(made.folder / "class.db") as store:
        games = Counter(game.pairing for game in store.games(Filter(run=run)))
    assert len(games) == 6 * 2 * pairs
    assert set(games.values()) == {1}
    assert server.stop() == 0, server.output


def test_two_hundred_students_and_twenty_uploads_a_minute(
    tmp_path: Path, servers: list[Server]
) -> None:
    names = [f"Team {n}" for n in range(20)]
    made = set_up(tmp_path / "class", *names)
    server = Server(made.folder, "--workers", "2")
    servers.append(server)

    async def student(number: int, stop: asyncio.Event, took: list[float]) -> None:
        async with httpx.AsyncClient(base_url=server.url, timeout=60.0) as client:
            assert (await client.get("/class")).status_code == 200
            key = made.keys[names[number % len(names)]]
            entered = await client.post("/api/class/enter", json={"key": key})
            assert entered.status_code == 200, entered.text
            await asyncio.sleep(number / 50)
            while not stop.is_set():
                for path in ("/api/class", "/api/class/team"):
                    began = time.monotonic()
                    answer = await client.get(path)
                    took.append(time.monotonic() - began)
                    assert answer.status_code == 200, answer.text
                await asyncio.sleep(4.0)

    async def uploads() -> None:
        async with httpx.AsyncClient(base_url=server.url, timeout=60.0) as client:
            for name in names:
                answer = await client.post(
                    "/api/class/uploads", params={"name": "agent.py"}, content=FIRST,
                    headers={"Authorization": f"Bearer {made.keys[name]}"},
                )  # fmt: skip
                assert answer.status_code == 201, answer.text
                await asyncio.sleep(3.0)

    async def term() -> list[float]:
        stop, took = asyncio.Event(), list[float]()
        async with asyncio.TaskGroup() as group:
            for number in range(200):
                group.create_task(student(number, stop, took))
            await uploads()
            stop.set()
        return took

    took = sorted(asyncio.run(term()))
    print(f"{len(took)} requests: p50 {1000 * took[len(took) // 2]:.0f} ms, "
          f"p95 {1000 * took[len(took) * 95 // 100]:.0f} ms")  # fmt: skip
    assert server.stop() == 0, server.output
    assert "Traceback" not in server.output, server.output
