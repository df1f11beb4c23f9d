"""The store: nothing lost, nothing counted twice, and one line about whatever is wrong."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import sqlite3
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from plyground import Side
from plyground.arena.running.result import GameResult, Pairing, Reason, by_players, meetings
from plyground.arena.running.schedule import RoundRobin
from plyground.arena.running.store import Filter, Store
from plyground.errors import PlygroundError
from tests.support.postgresql import postgresql_server

FORK = multiprocessing.get_context("fork")  # a new interpreter would take longer than the test


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.db") as opened:
        yield opened


def result(pairing: Pairing, score: float = 1.0, reason: Reason = Reason.END) -> GameResult:
    return GameResult("squatter(6)", pairing.players, score, moves=("a1", "b2"), reason=reason)


FULL = GameResult(
    game="kalah(6,4)",
    players=("file:über/agent.py", "ugi:./engine --x=1"),
    score=0.0,
    start="4,4/0",
    moves=("1", "2", "swap"),
    margin=None,
    reason=Reason.MEMORY,
    loser=Side.FIRST,
    seconds=(1.25, 0.5),
    peak_mb=(1024.5, None),
    stderr=('Traceback\n  "x"\x00\udcff', ""),
    note="2048 MB of 1024 MB",
)


# Results.


def test_a_result_survives_json() -> None:
    assert GameResult.from_json(FULL.to_json()) == FULL
    assert FULL.to_json().isascii()
    assert "\n" not in FULL.to_json()


def test_a_result_seen_from_both_sides() -> None:
    game = GameResult("kalah(6,4)", ("a", "b"), 1.0, margin=5, seconds=(1.0, 2.0))
    assert (game.winner, game.loser, game.faulty, game.is_draw) == ("a", Side.SECOND, None, False)
    loser = game.view("b")
    assert (loser.side, loser.score, loser.margin, loser.seconds) == (Side.SECOND, 0.0, -5, 2.0)
    assert (loser.lost_by, game.view("a").lost_by) == (Reason.END, None)
    assert FULL.faulty == FULL.players[0]
    with pytest.raises(PlygroundError, match="c did not play; a and b did"):
        game.view("c")


def test_impossible_results_are_refused() -> None:
    with pytest.raises(PlygroundError, match="a score of 2 is not valid"):
        GameResult("kalah(6,4)", ("a", "b"), 2)
    with pytest.raises(PlygroundError, match="FIRST cannot have lost with score 1"):
        GameResult("kalah(6,4)", ("a", "b"), 1, loser=Side.FIRST)
    with pytest.raises(PlygroundError, match="ended by time has a loser"):
        GameResult("kalah(6,4)", ("a", "b"), 0.5, reason=Reason.TIME)
    for text in ("", "[]", "{}", '{"score": 1}', FULL.to_json().replace("memory", "boredom")):
        with pytest.raises(PlygroundError, match="not the result of a game") as caught:
            GameResult.from_json(text)
        assert "\n" not in str(caught.value)


def test_keys_differ_and_are_read_back() -> None:
    names = ('a","b', "a", "b", 'ü"', "")
    pairings = {
        Pairing(a, b, opening, swapped, number)
        for a in names for b in names
        for opening in (0, 1) for swapped in (False, True) for number in (0, 1)
    }  # fmt: skip
    assert len({pairing.key for pairing in pairings}) == len(pairings)
    assert {Pairing.from_key(pairing.key) for pairing in pairings} == pairings


def test_games_are_put_together_in_pairs() -> None:
    pair, half, alone = Pairing("b", "a"), Pairing("a", "b", 1, True), Pairing("a", "a")
    points = {pair.partner: 0.5, half: 1.0, pair: 1.0, alone: 1.0}
    assert sorted(met.scores for met in meetings(points)) == [(1.0,), (1.0, 0.5)]
    assert [met.scores for met in by_players(points)["a", "b"]] == [(1.0,), (0.0, 0.5)]


# Saving and finding.


def test_what_is_saved_is_found(store: Store) -> None:
    run = store.start("match", {"pairs": 1, "players": ["a", "b"]}, seed=-7)
    pairing = Pairing(*FULL.players, opening=3)
    assert store.save(run, pairing, FULL)
    [game] = store.games()
    assert (game.pairing, game.result, game.run) == (pairing, FULL, run)
    assert store.game(game.id) == game
    assert datetime.now(UTC) - game.time < timedelta(minutes=1)
    assert store.points(run) == {pairing: 0.0}
    found = store.run(run)
    assert (found.kind, found.seed, found.status, found.games) == ("match", -7, "running", 1)
    assert found.settings == {"pairs": 1, "players": ["a", "b"]}
    assert found.version


def test_a_game_is_counted_once(store: Store) -> None:
    runs = [store.start("match", {}), store.start("match", {})]
    pairing = Pairing("a", "b")
    assert store.save(runs[0], pairing, result(pairing, 1.0))
    assert not store.save(runs[0], pairing, result(pairing, 0.0))
    assert store.save(runs[1], pairing, result(pairing, 0.0))
    assert [store.points(run)[pairing] for run in runs] == [1.0, 0.0]
    swapped = pairing.partner
    assert store.save(runs[0], swapped, result(swapped, 1.0))
    assert store.points(runs[0])[swapped] == 0.0


def test_filters(store: Store) -> None:
    run = store.start("tournament", {})
    for pairing in RoundRobin(("a", "b", "c"), pairs=2).ready({}):
        reason = Reason.TIME if pairing.players[1] == "b" else Reason.END
        store.save(run, pairing, result(pairing, 1.0, reason))

    def count(wanted: Filter) -> int:
        return sum(1 for _ in store.games(wanted))

    assert count(Filter()) == 12
    assert count(Filter(player="a")) == 8
    assert count(Filter(loser="b")) == count(Filter(reason=Reason.TIME)) == 4
    assert count(Filter(player="a", reason=Reason.TIME)) == 2
    assert count(Filter(run=run + 1)) == count(Filter(game="kalah(6,4)")) == 0
    assert [game.id for game in store.games(limit=3)] == [1, 2, 3]


def test_the_run_to_resume_is_the_last_one_asked_for_alike(store: Store) -> None:
    settings = {"players": ("a", "b"), "limit": {"time": 1.0}}
    first = store.start("match", settings, seed=1)
    second = store.start("match", settings, seed=1)
    store.start("match", settings, seed=2)
    store.start("tournament", settings, seed=1)
    assert store.unfinished("match", settings, seed=1) == second
    store.finish(second)
    store.finish(first, "stopped")
    assert store.unfinished("match", settings, seed=1) == first
    assert store.unfinished("match", {}, seed=1) is None
    assert [run.status for run in store.runs("match")] == ["stopped", "finished", "running"]


def test_threads_share_a_store(store: Store) -> None:
    run = store.start("match", {})

    def write(name: str) -> None:
        for opening in range(25):
            for a in (name, "all"):
                pairing = Pairing(a, "b", opening)
                store.save(run, pairing, result(pairing))

    threads = [threading.Thread(target=write, args=(f"t{i}",)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(store.points(run)) == 4 * 25 + 25


# Kills.


def write_games(path: Path, run: int, games: list[Pairing], pipe: Connection) -> None:
    """Save games, and tell of each when it is safe."""
    with Store(path) as store:
        for number, pairing in enumerate(games):
            store.save(run, pairing, result(pairing, number % 3 / 2))
            pipe.send(pairing.key)


def run_and_kill(path: Path, run: int, games: list[Pairing], seconds: float) -> set[str]:
    """Let a process write for a while and kill it; returns the games it told of."""
    ours, theirs = FORK.Pipe(duplex=False)
    child = FORK.Process(target=write_games, args=(path, run, games, theirs))
    child.start()
    theirs.close()
    told = {ours.recv()}
    end = time.monotonic() + seconds
    try:
        while (left := end - time.monotonic()) > 0:
            if ours.poll(left):
                told.add(ours.recv())
        assert child.pid is not None
        os.kill(child.pid, signal.SIGKILL)
        while True:
            told.add(ours.recv())
    except EOFError:
        child.join()
    return told


def test_twenty_kills_lose_nothing_and_count_nothing_twice(tmp_path: Path) -> None:
    path, chance = tmp_path / "games.db", random.Random(1)
    schedule = RoundRobin(tuple("abcdef"), pairs=200)
    with Store(path) as store:
        run = store.start("tournament", {})
    told: set[str] = set()
    for _ in range(20):
        with Store(path) as store:
            left = list(schedule.ready(store.points(run)))
        told |= run_and_kill(path, run, left, chance.uniform(0.0, 0.08))
        with sqlite3.connect(path) as database:
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            keys = [key for (key,) in database.execute("SELECT pairing FROM games ORDER BY id")]
        database.close()
        assert len(keys) == len(set(keys))
        assert told <= set(keys)
    assert len(set(keys) - told) <= 20  # one between its commit and its telling, for each kill
    assert keys == [game.key for game in schedule.ready({})][: len(keys)]
    with Store(path) as store:
        assert [game.pairing.key for game in store.games()] == keys


def test_processes_may_open_a_new_store_at_the_same_time(tmp_path: Path) -> None:
    games = [[Pairing(f"p{i}", "b", n) for n in range(20)] for i in range(4)]
    path = tmp_path / "games.db"
    pipes = [FORK.Pipe(duplex=False) for _ in games]
    children = [
        FORK.Process(target=open_and_write, args=(path, mine, pipe[1]))
        for mine, pipe in zip(games, pipes, strict=True)
    ]
    for child in children:
        child.start()
    for child in children:
        child.join()
    assert [child.exitcode for child in children] == [0] * 4
    with Store(path) as store:
        assert len(store.runs()) == 4
        assert sum(1 for _ in store.games()) == 80


def open_and_write(path: Path, games: list[Pairing], pipe: Connection) -> None:
    with Store(path) as store:
        run = store.start("match", {})
    write_games(path, run, games, pipe)


# Other databases.


@pytest.fixture
def postgresql() -> Iterator[str]:
    with postgresql_server() as url:
        yield url


@pytest.mark.slow
def test_postgresql_keeps_games_too(postgresql: str) -> None:
    with Store(postgresql) as store:
        run = store.start("tournament", {"players": ["a", "b", "c"]}, seed=2**63 - 1)
        games = list(RoundRobin(("a", "b", "c"), pairs=100).ready({}))
        for pairing in games:
            assert store.save(run, pairing, result(pairing))
            assert not store.save(run, pairing, result(pairing))
        store.save(run, Pairing(*FULL.players), FULL)
    with Store(postgresql) as store:
        assert list(store.points(run))[:-1] == games
        [odd] = store.games(Filter(loser=FULL.players[0]))
        assert odd.result == FULL
        assert datetime.now(UTC) - odd.time < timedelta(minutes=10)
        assert sum(1 for _ in store.games(Filter(player="a"))) == 400
        assert store.unfinished("tournament", {"players": ("a", "b", "c")}, 2**63 - 1) == run
        store.finish(run)
        assert store.run(run).status == "finished"
        with pytest.raises(PlygroundError, match="there is no run 9"):
            store.save(9, games[0], result(games[0]))
    assert "does not exist" in refusal(postgresql.replace("/postgres?", "/other?"))


# What can be wrong.


def refusal(where: str | Path) -> str:
    with pytest.raises(PlygroundError) as caught, Store(where) as store:
        list(store.games())
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database at all, but long enough to look at\n" * 100)
    assert refusal(path) == f"{path}: not a plyground database; give another file"
    assert path.read_text().startswith("not a database")


def test_a_broken_database(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with Store(path) as store:
        run = store.start("match", {})
        for opening in range(200):
            store.save(run, Pairing("a", "b", opening), result(Pairing("a", "b", opening)))
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + random.Random(1).randbytes(len(whole) - 4096))
    assert "the database is broken; restore a copy" in refusal(path)
    path.write_bytes(whole[: len(whole) // 2])
    assert str(path) in refusal(path)


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    for where in (tmp_path, tmp_path / "missing" / "games.db", Path("/proc/games.db")):
        assert refusal(where).startswith(f"{where}: cannot be opened; does the folder exist")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission(tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o500)
    assert "may you write there?" in refusal(folder / "games.db")


def test_the_tables_of_another_program(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE games (id INTEGER, title TEXT)")
    database.close()
    assert "table games belongs to another program (no first, game," in refusal(path)


def test_urls_that_lead_nowhere(tmp_path: Path) -> None:
    assert "unknown kind of database" in refusal("nonsense://x/y")
    assert "is not a database URL" in refusal("://")
    assert Store(f"sqlite:///{tmp_path}/url.db").runs() == []


def test_a_password_is_never_shown() -> None:
    assert "secret" not in refusal("nonsense://me:secret@host/games")


def test_what_is_not_there(store: Store) -> None:
    with pytest.raises(PlygroundError, match="there is no run 5"):
        store.points(5)
    with pytest.raises(PlygroundError, match="there is no run 5"):
        store.save(5, Pairing("a", "b"), result(Pairing("a", "b")))
    with pytest.raises(PlygroundError, match="there is no game 5"):
        store.game(5)
    run = store.start("match", {})
    with pytest.raises(PlygroundError, match="the game of b and a is not the pairing a and b"):
        store.save(run, Pairing("a", "b"), result(Pairing("b", "a")))
    with pytest.raises(PlygroundError, match="a number of 64 bits"):
        store.start("match", {}, seed=2**63)
