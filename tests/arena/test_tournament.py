"""Tournaments: schedules played out, resumed after any kill, reported."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
import uuid
from pathlib import Path

import pytest

import plyground as ply
from plyground.arena.running.report import record
from plyground.arena.running.result import GameResult, Pairing, Reason
from plyground.arena.running.store import Store
from plyground.arena.running.tournament import Format, tournament
from tests.arena.test_match import CRASHES

PLAYERS = ("random", "greedy", "pvs:depth=2,table_mb=1", "mcts:sims=10")
GAME = "kalah(4,3)"


@pytest.mark.parametrize(
    ("kind", "how", "games"),
    [
        ("round-robin", {"pairs": 2}, 24),
        ("gauntlet", {"pairs": 2}, 12),
        ("swiss", {"pairs": 2}, 16),
        ("swiss", {"pairs": 1, "rounds": 3}, 12),
    ],
)
def test_every_kind_plays_its_games_with_any_number_of_workers(
    kind: str, how: Format, games: int
) -> None:
    here, there = (
        tournament(PLAYERS, GAME, kind, **(how | Format(workers=workers, seed=1)))
        for workers in (0, 3)
    )
    assert len(here.points) == games
    assert dict(here.points) == dict(there.points)
    assert str(here).split() == str(there).split()
    assert sum(s.score.games for s in here.standings) == 2 * games
    assert here.order[-1] == "random"


def test_a_knockout_has_a_champion() -> None:
    cup = tournament(PLAYERS, GAME, "knockout", pairs=2, workers=2, seed=1)
    assert cup.winner in PLAYERS[1:]
    assert f"winner: {cup.winner}" in str(cup)
    assert "round 2: " in str(cup)


def test_a_bye_is_told() -> None:
    cup = tournament(PLAYERS[:3], GAME, "swiss", workers=0)
    assert str(cup).count("had no opponent in round") == 2


@pytest.mark.parametrize(
    ("kind", "how", "problem"),
    [
        ("league", {}, "not a kind of tournament; expected round-robin"),
        ("knockout", {"rounds": 3}, "only a swiss has"),
        ("gauntlet", {"heroes": 4}, "heroes=4 is not valid"),
    ],
)
def test_impossible_formats(kind: str, how: Format, problem: str) -> None:
    with pytest.raises(ply.PlygroundError, match=problem):
        tournament(PLAYERS, GAME, kind, **how)


def test_the_text_fits_on_80_columns_and_names_everybody() -> None:
    cup = tournament(PLAYERS, GAME, workers=0)
    assert max(map(len, str(cup).splitlines())) <= 80
    assert all(str(cup).count(player) >= 2 for player in PLAYERS)


def test_pictures(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    written = tournament(PLAYERS[:2], GAME, workers=0).plot(tmp_path / "cup.svg")
    assert [path.name for path in written] == ["cup.svg", "cup-table.svg"]
    assert all("greedy" in path.read_text() for path in written)


def test_a_broken_agent_is_reported_and_costs_nobody_else(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text(CRASHES)
    players = ["greedy", "random", f"broken=file:{file}"]
    cup = tournament(players, GAME, workers=2)
    sound = tournament(players[:2], GAME, workers=0)
    assert cup.cross_table["greedy", "random"] == sound.cross_table["greedy", "random"]
    report = cup.reports.of("broken")
    assert report.faults == {Reason.CRASH: 4}
    assert (report.games, report.worst) == (4, [])
    assert (report.peak_mb or 0) > 1
    assert "broken lost 4 by crash" in str(cup)
    assert not cup.reports.of("greedy").faults


def test_worst_losses_can_be_replayed() -> None:
    cup = tournament(["random", "greedy"], GAME, pairs=10, workers=0)
    worst = cup.reports.of("random").worst
    assert len(worst) == 3
    margins = [game.view("random").margin for game in worst]
    assert margins == sorted(margins, key=lambda margin: margin or 0)
    replayed = record(worst[0])
    assert replayed.is_over
    assert ply.loads(ply.dumps([replayed]))[0].moves == replayed.moves


def test_the_record_of_a_fault_says_what_happened() -> None:
    lost = GameResult(GAME, ("a", "b"), 0.0, moves=("1",), reason=Reason.TIME, note="took 2 s")
    text = ply.dumps([record(lost)])
    assert "Ended: time: took 2 s\n" in text
    assert "Score: 0-1\n" in text
    assert "Result: unfinished\n" in text


# Killed at any moment.

PROGRAM = """
import sys
from plyground.arena.running.tournament import tournament

def tell(progress):
    print(progress.played, flush=True)

tournament({players!r}, {game!r}, "swiss", pairs={pairs}, rounds=3, seed=9, workers=2,
           store=sys.argv[1], resume=True, on_progress=tell)
"""


def started(store: Path, mark: str, pairs: int = 4) -> subprocess.Popen[str]:
    program = PROGRAM.format(players=PLAYERS, game=GAME, pairs=pairs)
    return subprocess.Popen(
        [sys.executable, "-c", program, str(store)], stdout=subprocess.PIPE, text=True,
        env=os.environ | {"PLYGROUND_TEST": mark},
    )  # fmt: skip


def marked(mark: str) -> list[str]:
    """Return the processes that have a mark in their environment."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (folder / "environ").read_bytes():
                found.append((folder / "cmdline").read_text())
        except OSError:
            continue
    return found


def kill_after(lines: int, delay: float, store: Path, mark: str) -> None:
    """Start or resume, kill after some games, and see that no process is left."""
    with started(store, mark) as process:
        assert process.stdout is not None
        for _ in range(lines):
            if not process.stdout.readline():
                break
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 10
    while marked(mark) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert marked(mark) == []


def check_kills(moments: int, folder: Path, seed: int) -> None:
    chance, file, mark = random.Random(seed), folder / "games.db", uuid.uuid4().hex
    most = max(2, 2 * 48 // moments)  # games in one go: so all of them come to be used
    there = 0
    for _ in range(moments):
        kill_after(chance.randrange(most), chance.random() * 0.05, file, mark)
        if file.exists():
            with Store(file) as store:
                now = sum(1 for _ in store.games())
            assert now >= there
            there = now
    assert there > 0
    with started(file, mark) as process:
        process.communicate(timeout=120)
    assert process.returncode == 0
    whole = tournament(PLAYERS, GAME, "swiss", pairs=4, rounds=3, seed=9, workers=0)
    with Store(file) as store:
        (run,) = store.runs()
        assert run.status == "finished"
        games = [game.pairing for game in store.games()]
        assert len(games) == len(set(games)) == 48
        assert store.points(run.id) == dict(whole.points)


def test_a_tournament_survives_kills(tmp_path: Path) -> None:
    check_kills(4, tmp_path, seed=1)


@pytest.mark.slow
def test_a_tournament_survives_many_kills(tmp_path: Path) -> None:
    check_kills(20, tmp_path, seed=2)


def test_a_finished_run_is_resumed_without_a_game(tmp_path: Path) -> None:
    file, counts = tmp_path / "games.db", list[int]()
    first = tournament(PLAYERS, GAME, workers=0, store=file)
    again = tournament(
        PLAYERS, GAME, workers=0, store=file, resume=True,
        on_progress=lambda progress: counts.append(progress.played),
    )  # fmt: skip
    assert counts == [12]
    assert str(again) == str(first)
    assert again.reports.of("random").worst == first.reports.of("random").worst
    with pytest.raises(
        ply.PlygroundError, match="no round-robin there has these players and settings"
    ):
        tournament(PLAYERS, GAME, workers=0, store=file, resume=True, seed=5)


def test_two_who_resume_the_same_run_count_no_game_twice(tmp_path: Path) -> None:
    file, mark = tmp_path / "games.db", uuid.uuid4().hex
    kill_after(3, 0.0, file, mark)
    processes = [started(file, mark) for _ in range(2)]
    for process in processes:
        process.communicate(timeout=120)
    with Store(file) as store:
        points = store.points(1)
    assert len(points) == 48
    assert all(isinstance(game, Pairing) for game in points)


def test_ctrl_c_leaves_nobody_behind(tmp_path: Path) -> None:
    mark = uuid.uuid4().hex
    with started(tmp_path / "games.db", mark, pairs=4000) as process:  # it would take minutes
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)
    assert process.returncode != 0
    assert marked(mark) == []
