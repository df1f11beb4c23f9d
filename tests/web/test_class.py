"""The server of a class: keys, uploads, isolation, staff, exports, restarts."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
import subprocess
import sys
import zipfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from plyground.arena.running.store import Filter, Store
from plyground.classroom.backup import back_up
from plyground.classroom.settings import read_settings
from plyground.classroom.similarity import similar
from plyground.errors import PlygroundError
from tests.support.classroom import (
    CHANCE,
    FIRST,
    ILLEGAL,
    LAST,
    Caller,
    Class,
    left_to_nobody,
    set_up,
    until,
)
from tests.support.server import Server, served

TEAMS = ("Ants", "Bees", "Cats")
PROGRAM = [sys.executable, "-m", "plyground", "class"]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Class:
    return set_up(tmp_path_factory.mktemp("school") / "class", *TEAMS)


@pytest.fixture(scope="module")
def server(made: Class) -> Iterator[Server]:
    with served(made.folder, "--workers", "1") as running:
        yield running
    for key in (made.staff, *made.keys.values()):
        assert key not in running.output


@pytest.fixture
def calling(server: Server) -> Iterator[Any]:
    callers: list[Caller] = []

    def call(key: str | None = None) -> Caller:
        callers.append(Caller(server, key))
        return callers[-1]

    yield call
    for one in callers:
        one.close()


def refused(caller: Caller, method: str, path: str, **how: Any) -> tuple[int, str]:
    answer = caller.http.request(method, f"/api/class{path}", **how)
    return answer.status_code, answer.json()["error"]["code"]


def is_valid(team: Caller, version: int) -> bool:
    return team.status(version) == "valid"


def test_a_key_becomes_a_cookie_that_a_new_key_ends(made: Class, calling: Any) -> None:
    staff, team = calling(made.staff), calling()
    assert refused(team, "POST", "/enter", json={"key": "wrong"}) == (403, "key")
    assert refused(team, "GET", "/team") == (403, "key")
    assert team.post("/enter", key=made.keys["Cats"]) == {"staff": False, "team": "Cats"}
    assert team.get("/team")["name"] == "Cats"
    cookie = team.http.cookies["plyground-class"]
    assert made.keys["Cats"] not in cookie
    assert refused(team, "GET", "/staff") == (403, "staff")
    number = next(one["id"] for one in staff.get("/staff")["teams"] if one["name"] == "Cats")
    new = staff.post(f"/staff/teams/{number}", do="key")["keys"]["Cats"]
    assert refused(team, "GET", "/team") == (403, "key")
    assert refused(team, "POST", "/enter", json={"key": made.keys["Cats"]}) == (403, "key")
    team.post("/enter", key=new)
    assert team.get("/me") == {"staff": False, "team": "Cats"}
    for forged in (f"{number}.{'0' * 64}", f"staff.{'0' * 64}", "staff.", "1", "²."):
        other = calling()
        other.http.headers["Cookie"] = f"plyground-class={forged}".encode().decode("latin-1")
        assert other.get("/me") == {"staff": False, "team": None}
    made.keys["Cats"] = new


def test_uploads_are_checked_and_kept_apart(made: Class, calling: Any) -> None:
    one, other, staff = (calling(key) for key in (*list(made.keys.values())[:2], made.staff))
    staff.post("/staff/ladder", paused=True)
    bad = one.upload(ILLEGAL)
    good = one.upload(FIRST)
    other.upload(LAST)
    until(lambda: one.status(good) == "valid")
    report = one.get(f"/uploads/{bad}")
    assert report["status"] == "invalid"
    assert "woe" in report["text"]
    assert "not legal" in report["text"]
    assert refused(other, "GET", f"/uploads/{good}") == (400, "bad_request")
    assert refused(other, "GET", f"/uploads/{good}/file") == (400, "bad_request")
    assert one.http.get(f"/api/class/uploads/{good}/file").content == FIRST
    assert refused(one, "POST", f"/uploads/{bad}/play") == (400, "bad_request")
    assert refused(one, "POST", "/uploads", params={"name": "../a"}, content=b"")[0] == 400
    assert refused(one, "POST", "/uploads", params={"name": "a"}, content=bytes(6 << 20)) == (
        413, "too_large",
    )  # fmt: skip
    assert refused(calling(), "POST", "/uploads", params={"name": "a"}, content=FIRST)[0] == 403

    def first_games_are_over() -> bool:
        rows = {row["name"]: row for row in one.get("")["ladder"]}
        both = [rows.get("Ants"), rows.get("Bees")]
        return all(row and row["elo"] and not row["first"] for row in both)

    until(first_games_are_over)
    games = one.get("/team")["games"]
    assert {game["opponent"] for game in games} == {"Staff easy"}
    assert all(game["moves"] and game["reason"] == "end" for game in games)


def test_staff_hold_rounds_and_export_them(made: Class, calling: Any) -> None:
    staff = calling(made.staff)
    run = staff.post("/staff/rounds", name="Cup", kind="round-robin")["run"]
    until(lambda: staff.get("")["rounds"][0]["status"] == "finished")
    games = staff.http.get("/api/class/staff/export/games.json").json()
    played = [game for game in games if game["round"] == "Cup"]
    assert len(played) == 2
    staff.post(f"/staff/games/{played[0]['id']}/rerun")
    until(lambda: staff.get("")["rounds"][0]["games"] == 2)
    until(lambda: staff.get("")["rounds"][0]["status"] == "finished")
    table = csv.DictReader(io.StringIO(
        staff.http.get("/api/class/staff/export/rounds.csv").text))  # fmt: skip
    assert next(row["team"] for row in table if row["round"] == "Cup") in TEAMS
    results = staff.http.get("/api/class/staff/export/results.json").json()
    assert {row["team"] for row in results} == set(TEAMS)
    assert max(row["score"] for row in results) == 100
    assert results[0]["leaderboard"][0]["name"] == "Elo"
    watched = staff.http.get(f"/api/tournaments/1-{run}").json()
    assert watched["title"] == "Cup"
    staff.post("/staff/notices", text="<b>Final on Friday</b>")
    [notice] = staff.get("")["notices"]
    assert notice["text"] == "<b>Final on Friday</b>"
    staff.http.delete(f"/api/class/staff/notices/{notice['id']}")
    assert staff.get("")["notices"] == []
    assert staff.get("/staff/similar") == {"pairs": []}
    for method, path in (("GET", "/staff"), ("POST", "/staff/rounds"), ("GET", "/staff/similar"),
                         ("GET", "/staff/export/games.csv")):  # fmt: skip
        assert refused(calling(made.keys["Ants"]), method, path, json={})[0] == 403


def test_a_stopped_team_is_out(made: Class, calling: Any) -> None:
    staff, cats = calling(made.staff), calling(made.keys["Cats"])
    number = next(one["id"] for one in staff.get("/staff")["teams"] if one["name"] == "Cats")
    staff.post(f"/staff/teams/{number}", do="stop")
    assert refused(cats, "POST", "/uploads", params={"name": "a.py"}, content=FIRST)[0] == 400
    staff.post(f"/staff/teams/{number}", do="admit")
    assert cats.upload(CHANCE) == 1


def test_the_command_line_knows_the_class(made: Class, server: Server, tmp_path: Path) -> None:
    agent = tmp_path / "agent.py"
    agent.write_bytes(ILLEGAL)
    link = f"{server.url}/class/join#{made.keys['Bees']}"
    sent = subprocess.run(
        [*PROGRAM, "submit", str(agent), "--link", link],
        capture_output=True,
        text=True,
        check=False,
    )
    assert sent.returncode == 1, sent.stderr
    assert "not legal" in sent.stdout
    backup = tmp_path / "copy.zip"
    back_up(read_settings(made.folder), backup)
    with zipfile.ZipFile(backup) as archive:
        assert {"class.toml", "class.db"} <= set(archive.namelist())
        archive.extract("class.db", tmp_path)
    with closing(sqlite3.connect(tmp_path / "class.db")) as copy:
        assert copy.execute("SELECT COUNT(*) FROM class_teams").fetchone() == (3,)
    with pytest.raises(PlygroundError, match="already exists"):
        back_up(read_settings(made.folder), backup)


@pytest.fixture
def servers() -> Iterator[list[Server]]:
    with left_to_nobody() as running:
        yield running


def test_a_killed_server_goes_on_where_it_was(tmp_path: Path, servers: list[Server]) -> None:
    made = set_up(tmp_path / "class", "Ants", "Bees", first=0)
    server = Server(made.folder, "--workers", "1")
    servers.append(server)
    staff = Caller(server, made.staff)
    staff.post("/staff/ladder", paused=True)
    teams = [Caller(server, made.keys[name]) for name in ("Ants", "Bees")]
    for team in teams:
        until(partial(is_valid, team, team.upload(FIRST)))
    run = staff.post("/staff/rounds", name="Cup", kind="round-robin", pairs=4)["run"]
    server.kill()
    server = Server(made.folder, "--workers", "1")
    servers.append(server)
    staff = Caller(server, made.staff)
    until(lambda: staff.get("")["rounds"][0]["status"] == "finished")
    with Store(made.folder / "class.db") as store:
        games = Counter(game.pairing for game in store.games(Filter(run=run)))
    assert len(games) == 8
    assert set(games.values()) == {1}
    assert server.stop() == 0, server.output


def test_copies_are_found_whatever_was_renamed() -> None:
    lines = [f"def move{n}(board, depth):\n    best = board[{n}] + sum(x * {n} for x in board)\n"
             f"    return max(best, depth - {n}) if depth > {n} else move{n - 1}(board, depth)\n"
             for n in range(12)]  # fmt: skip
    one = "".join(lines)
    copy = "# mine\n\n" + one.replace("board", "grid").replace("best", "top").replace("max", "min")
    other = "".join(
        f"class C{n}:\n    def __init__(self):\n        self.a{n} = [[{n}], {{}}]\n"
        f"        while self.a{n}:\n            self.a{n}.pop()\n"
        for n in range(12)
    )
    [pair] = similar({"a": {"x.py": one}, "b": {"y.py": copy}, "c": {"z.py": other}})
    assert (pair.left, pair.right) == ("a", "b")
    assert pair.share > 0.9
    assert "sum" in pair.passages[0].left
    assert json.dumps(vars(pair.passages[0]))
