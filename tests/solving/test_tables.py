"""Tables of endings: what they say, that players use them, and what damage and kills leave."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import plyground as ply
from plyground._core import StopToken
from plyground.errors import PlygroundError
from plyground.games import tables as files
from plyground.games.tables import HEADER, Header, TableError, suspended
from plyground.solving import tables
from tests.support.endings import few_seeds
from tests.support.searching import Oracle, engine

VARIANTS = ("", ",capture=always", ",capture=never,end=mover_empty", ",sweep=none,skip_origin=yes")
SEEDS = 12
PROVEN = 20_000


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLYGROUND_CACHE", str(tmp_path))
    return tmp_path / "tables"


@pytest.mark.parametrize("variant", VARIANTS)
def test_searches_and_the_solver_look_endings_up(variant: str) -> None:
    """A table that others share: it is of another number of seeds, and has a swap."""
    tables.build(ply.position(f"kalah(3,5,swap=yes{variant})"), size=SEEDS, threads=2)
    game, chance, oracle = f"kalah(3,3{variant})", random.Random(variant), Oracle()
    searched, known = 0, 0
    for _ in range(30):
        position = few_seeds(chance, game, 3, SEEDS)
        margins = oracle.moves(position)
        margin = max(margins.values())
        found = engine("pvs").search(position, ply.Limit(depth=1))
        assert margins[found.move] == margin, position.text
        assert abs(found.score) == (PROVEN + abs(margin) if margin else 0), position.text
        assert ply.solve(position, table_mb=1).margin == margin
        known += found.is_proven
        with suspended():
            searched += engine("pvs").search(position, ply.Limit(depth=1)).is_proven
    assert searched < known - 5  # so the table made the difference


def test_a_layer_counts_when_it_is_saved(cache: Path) -> None:
    position, stop = ply.position("kalah(5,3)"), StopToken()

    def pull_the_plug(progress: tables.Progress) -> None:
        assert 0 < progress.positions <= progress.all_positions or progress.size == 1
        if progress.size == 9:
            stop.stop()

    partly = tables.build(position, size=13, on_progress=pull_the_plug, stop=stop)
    assert 8 <= partly.size <= 9  # the last layer may have been finished nevertheless
    smaller = tables.check(position).path.read_bytes()
    whole = tables.build(position, size=13).path.read_bytes()
    assert whole[HEADER : len(smaller)] == smaller[HEADER:]
    tables.remove(position)
    assert list(cache.iterdir()) == []
    assert tables.build(position, size=13, threads=3).path.read_bytes() == whole
    assert tables.build(position, size=4).size == 13  # what is there is not made smaller


def test_kills_leave_a_smaller_table(cache: Path) -> None:
    position = ply.position("kalah(6,4)")
    words = ["tables", "build", "kalah(6,4)", "--seeds", "15", "--threads", "1", "--quiet"]
    for least in (4, 11, 13):
        running = subprocess.Popen([sys.executable, "-m", "plyground", *words])
        path = cache / "kalah-6.table"
        while running.poll() is None and (not path.exists() or size_of(path) < least):
            time.sleep(0.001)
        running.send_signal(signal.SIGKILL)
        running.wait()
        assert [one.name for one in cache.iterdir()] == ["kalah-6.table"]
        assert tables.check(position).size >= least
    whole = tables.build(position, size=15).path.read_bytes()
    tables.remove(position)
    assert tables.build(position, size=15).path.read_bytes() == whole


def size_of(path: Path) -> int:
    content = path.read_bytes()
    return files.read_header(path, content, len(content)).size


@pytest.mark.parametrize("damage", ["byte", "cut", "header", "version", "name", "pipe", "folder"])
def test_damage_is_told_and_not_used(damage: str) -> None:
    position = ply.position("kalah(4,3)")
    path = tables.build(position, size=10).path
    content = bytearray(path.read_bytes())
    if damage == "byte":
        content[-3] ^= 1
    elif damage == "cut":
        del content[-3:]
    elif damage == "header":
        content[40] ^= 1
    elif damage == "version":
        content[:HEADER] = Header("kalah(4)", (1, 2)).packed().replace(b'n": 2', b'n": 7')
    elif damage == "name":
        content[:HEADER] = Header("kalah(5)", (1,)).packed()
    path.unlink()
    if damage == "pipe":
        os.mkfifo(path)
    elif damage == "folder":
        path.mkdir()
    else:
        path.write_bytes(content)
    with pytest.raises(TableError, match=r"^[^\n]+$"):
        tables.check(position)
    if damage not in ("pipe", "folder"):
        with pytest.raises(TableError, match="build the table again"):
            tables.build(position, size=11)
    told = [one for one in tables.listed() if isinstance(one, TableError)]
    assert len(told) == (damage != "byte")  # which only reading all of it finds
    position = few_seeds(random.Random(1), "kalah(4,3)", 4, 9)
    assert ply.solve(position, table_mb=1).margin == Oracle().margin(position)


def test_mistakes() -> None:
    for game, size, problem in (
        ("kalah(6,4)", 40, r"40 seeds need .* MB; expected 1 to 20 seeds, or more --memory"),
        ("kalah(6,4)", 0, "expected 1 to 20 seeds"),
        ("squatter(5)", None, "has no table of endings"),
        ("kalah(6,4,majority_ends=yes)", None, "has no table of endings"),
    ):
        with pytest.raises(PlygroundError, match=problem):
            tables.build(ply.position(game), size=size)
    with pytest.raises(TableError, match=r"plyground tables build 'kalah\(3\)'"):
        tables.remove(ply.position("kalah(3,4)"))
    assert list(tables.listed()) == []


def test_a_whole_game_in_a_table() -> None:
    """All seeds of the start are in the houses: the first look-up is the solution."""
    position = ply.position("kalah(3,3)")
    assert tables.build(position).size == 18
    found = ply.solve(position, ply.Limit(nodes=1), table_mb=1)
    assert (found.lower, found.upper) == (2, 2)
    assert ply.PVS(table_mb=1).search(position, ply.Limit(depth=1)).is_proven
