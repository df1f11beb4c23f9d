"""A whole class: eight teams with all kinds of agents, on every database and kind of workers."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser import PATIENCE, Visit
from tests.support.classroom import (
    CHANCE,
    FIRST,
    LAST,
    STRONG,
    UGI,
    Caller,
    left_to_nobody,
    shorten,
    until,
    zipped,
)
from tests.support.paths import ROOT
from tests.support.postgresql import postgresql_server
from tests.support.server import Server

pytestmark = pytest.mark.slow
LONG = 20 * PATIENCE
SECONDS = LONG / 1000
SET_UP_SECONDS = 300  # for staff, besides their typing

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


class School:
    """A class with its staff and teams, each in a browser of its own."""

    def __init__(self, chrome: Browser, server: Server, staff_key: str) -> None:
        self._chrome, self._server = chrome, server
        self._visits: list[Visit] = []
        self.staff = self.visit()
        self.teams: dict[str, Visit] = {}
        self.caller = Caller(server, staff_key)
        self.staff.go(f"/class/join#{staff_key}")
        self.staff.page.wait_for_url("**/class/staff")

    def visit(self) -> Visit:
        context = self._chrome.new_context(base_url=self._server.url, reduced_motion="reduce")
        self._visits.append(Visit(context))
        return self._visits[-1]

    def add(self, names: Iterable[str]) -> dict[str, str]:
        """Add the teams; returns their links."""
        self.staff.find("#csv").fill("\n".join(names))
        self.staff.find("#teams-form button").click()
        keys = self.staff.find("#keys pre").inner_text().splitlines()
        return dict(line.split(",") for line in keys)

    def upload(self, name: str, link: str, upload: tuple[str, bytes, str]) -> None:
        """Enter a team by its link, and upload its agent."""
        file, content, run = upload
        team = self.teams[name] = self.visit()
        team.go(link)
        team.page.wait_for_url("**/class/team")
        team.find("#file").set_input_files({"name": file, "mimeType": "", "buffer": content})
        team.find("#run").fill(run)
        team.find("#form button").click()
        expect(team.find("#versions > li")).to_have_count(1)

    def hold(self, kind: str) -> None:
        """Begin a round with a click, and look on till its end."""
        self.staff.go("/class/staff")
        self.staff.find("#round-name").fill(f"The {kind}")
        self.staff.find("#round-kind").select_option(kind)
        self.staff.find("#round-form button").click()
        self.staff.find("#rounds a", has_text=f"The {kind}").first.click()
        expect(self.staff.find("#boards svg").first).to_be_visible(timeout=LONG)
        expect(self.staff.find("#cup-status")).to_contain_text("finished", timeout=LONG)
        expect(self.staff.find("#standings tbody tr")).to_have_count(len(self.teams))

    def exported(self, what: str) -> list[dict[str, str]]:
        found: list[dict[str, str]] = self.caller.http.get(
            f"/api/class/staff/export/{what}.json"
        ).json()
        return found

    def close(self) -> None:
        self.caller.close()
        for one in self._visits:
            one.close()


def new_class(folder: Path, database: str) -> str:
    """Make a class as a teacher does; returns the key of staff."""
    words = [sys.executable, "-m", "plyground", "class", "new", str(folder)]
    words += ["--game", "watch-your-back", "--time", "5", "--openings", "start"]
    made = subprocess.run(
        [*words, "--database", database], capture_output=True, text=True, check=True
    )
    shorten(folder)
    found = re.search(r"shown only now: (\S+)", made.stdout)
    assert found is not None, made.stdout
    return found[1]


def uploads(folder: Path) -> dict[str, tuple[str, bytes, str]]:
    """Return file, content and how to run it for each team."""
    return {
        "Ants": ("agent.py", FIRST, ""),
        "Bees": ("agent.py", LAST, ""),
        "Cats": ("agent.zip", zipped({"cats/agent.py": CHANCE, "cats/notes.txt": b"x"}), ""),
        "Dogs": ("agent.py", STRONG, ""),
        "Eels": ("player.py", COURSE, ""),
        "Foxes": ("player.zip", zipped({"player.py": COURSE}), ""),
        "Goats": ("engine.zip", zipped({"engine": UGI}), "ugi:./engine"),
        "Hens": ("java.zip", java_class(folder), "ugi:java -cp . UgiBridge"),
    }


@pytest.mark.skipif(shutil.which("javac") is None, reason="no Java compiler on this machine")
def test_eight_teams_from_the_keys_to_the_grade_book(
    place: tuple[str, str], chrome: Browser, tmp_path: Path, servers: list[Server]
) -> None:
    database, workers = place
    agents, began = uploads(tmp_path), time.monotonic()
    key = new_class(tmp_path / "class", database)
    server = Server(tmp_path / "class", "--workers", workers)
    servers.append(server)
    school = School(chrome, server, key)
    links = school.add(agents)
    took = time.monotonic() - began
    print(f"from nothing to the links of {len(links)} teams: {took:.0f} s")
    assert took < SET_UP_SECONDS
    for name, upload in agents.items():
        school.upload(name, links[name], upload)
    for team in school.teams.values():
        expect(team.find("#versions .sign.checking")).to_have_count(0, timeout=LONG)
        expect(team.find("#versions")).to_contain_text("is valid. It plays")
    until(lambda: ladder_is_rated(school.caller, len(agents)), SECONDS)
    for kind in ("swiss", "knockout"):
        school.hold(kind)
    eels = school.teams["Eels"]
    eels.go("/class/team")
    eels.find("#games a", has_text="Review").first.click()
    expect(eels.find("svg.board")).to_be_visible()
    rounds = Counter(row["round"] for row in school.exported("rounds"))
    assert rounds == {"The swiss": len(agents), "The knockout": len(agents)}
    lost = [game for game in school.exported("games") if game["reason"] != "end"]
    assert lost == []
    school.close()
    assert server.stop() == 0, server.output
    assert "Traceback" not in server.output, server.output


def ladder_is_rated(caller: Caller, teams: int) -> bool:
    rows = [row for row in caller.get("")["ladder"] if row["rank"] is not None]
    return len(rows) == teams and all(row["elo"] and not row["first"] for row in rows)
