"""A round during which the server is killed again and again: nothing lost, nothing twice."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from plyground.arena.running.store import Filter, Store
from tests.support.classroom import CHANCE, Caller, left_to_nobody, set_up, until
from tests.support.server import Server

SECONDS = 600.0


@pytest.fixture
def servers() -> Iterator[list[Server]]:
    with left_to_nobody() as running:
        yield running


def is_checked(caller: Caller, version: int) -> bool:
    return caller.status(version) == "valid"


@pytest.mark.slow
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
    pairs = 8
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
