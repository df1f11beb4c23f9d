"""Damaged stores and absurd scores: one line about each, and never a wrong number."""

from __future__ import annotations

import json
import math
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from plyground.arena.rating.ratings import rate
from plyground.arena.rating.statistics import Score
from plyground.arena.running.result import GameResult, Pairing
from plyground.arena.running.store import Store
from plyground.cli.main import app
from plyground.errors import PlygroundError

RESULT = GameResult("kalah(3,2)", ("a", "b"), 1.0, moves=("1",), seconds=(0.5, 0.25))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with Store(tmp_path / "games.db") as store:
        run = store.start("match", {"game": "kalah(3,2)"})
        store.save(run, Pairing("a", "b"), RESULT)
    return tmp_path / "games.db"


def change(path: Path, table: str, column: str, value: Any) -> None:
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA writable_schema = ON")
        database.execute(f"UPDATE {table} SET {column} = ?", (value,))
    database.close()


def spoiled(**values: Any) -> str:
    return json.dumps(RESULT.to_dict() | values)


DAMAGE: list[tuple[str, str, Any]] = [
    ("games", "pairing", "x"),
    ("games", "pairing", "[" * 100_000),
    ("games", "pairing", b"\xff\x00"),
    ("games", "pairing", '[0,"a","b",0]'),
    ("games", "pairing", '[0,"a",1,0,false]'),
    ("games", "pairing", '[0,"a","b",-1,false]'),
    ("games", "pairing", '[0,"a","b",1000000000000,false]'),
    ("games", "pairing", '[0,"a","b",true,false]'),
    ("games", "pairing", '[[],"a","b",0,false]'),
    ("games", "score", "x\x1b[2J"),
    ("games", "score", math.inf),
    ("games", "score", -1),
    ("games", "score", 1e308),
    ("games", "score", 0.75),
    ("games", "record", ""),
    ("games", "record", "[" * 100_000),
    ("games", "record", b"\xff"),
    ("games", "record", spoiled(moves=5)),
    ("games", "record", spoiled(moves=[1, 2])),
    ("games", "record", spoiled(players=["a"])),
    ("games", "record", spoiled(players="ab")),
    ("games", "record", spoiled(score=True)),
    ("games", "record", spoiled(score=math.nan)),
    ("games", "record", spoiled(seconds=[math.inf, 0])),
    ("games", "record", spoiled(seconds=["x", "y"])),
    ("games", "record", spoiled(peak_mb=None)),
    ("games", "record", spoiled(stderr=[None, None])),
    ("games", "record", spoiled(margin="much")),
    ("games", "record", spoiled(note={})),
    ("games", "record", spoiled(start=[[]])),
    ("games", "record", spoiled(loser=3)),
    ("games", "record", spoiled(reason="\x1b[2J")),
    ("games", "record", spoiled(more=1)),
    ("games", "time", "yesterday"),
    ("runs", "settings", "[" * 100_000),
    ("runs", "settings", "[1]"),
    ("runs", "settings", "null"),
    ("runs", "settings", "{"),
    ("runs", "started", "never"),
    ("runs", "started", 5),
]  # fmt: skip


def whole(path: Path) -> None:
    """Read everything that a store holds."""
    with Store(path) as store:
        for run in store.runs():
            rate(store.points(run.id))
        for game in store.games():
            store.game(game.id)


@pytest.mark.parametrize(("table", "column", "value"), DAMAGE)
def test_a_damaged_row_is_one_line(table: str, column: str, value: Any, path: Path) -> None:
    whole(path)
    change(path, table, column, value)
    with pytest.raises(PlygroundError) as caught:
        whole(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: the database is damaged: ")
    assert message.endswith("; restore a copy")
    assert message.isprintable()


@pytest.mark.parametrize("words", [("rate",), ("games", "list"), ("games", "export")])
@pytest.mark.parametrize(
    ("table", "column", "value"),
    [DAMAGE[1], DAMAGE[9], DAMAGE[15], DAMAGE[17], ("runs", "settings", "[1]"),
     ("runs", "settings", '{"game": {"a": 1}}')],
)  # fmt: skip
def test_commands_say_it_in_one_line(
    words: tuple[str, ...], table: str, column: str, value: Any, path: Path
) -> None:
    change(path, table, column, value)
    result = CliRunner().invoke(app, [*words, str(path)])
    assert result.exception is None or isinstance(result.exception, PlygroundError), result


def test_a_record_that_cannot_be_played_is_one_line(path: Path) -> None:
    for values in ({"moves": ["9"]}, {"game": "ludo"}, {"start": "x"}):
        change(path, "games", "record", spoiled(**values))
        result = CliRunner().invoke(app, ["games", "show", str(path), "1"])
        assert isinstance(result.exception, PlygroundError), result


# Scores.


@pytest.mark.parametrize("score", [math.nan, math.inf, -math.inf, -1, 2, 1e300, 10**400, "1", None])
def test_absurd_scores_are_refused(score: Any) -> None:
    points = {Pairing("a", "b"): 1.0, Pairing("b", "c"): score}
    for use in (rate, lambda given: Score.of("b", given)):
        with pytest.raises(PlygroundError, match=r"is not valid; expected 0, 0\.5 or 1"):
            use(points)
    with pytest.raises(PlygroundError, match=r"is not valid; expected 0, 0\.5 or 1"):
        GameResult("kalah(3,2)", ("a", "b"), score)


@pytest.mark.parametrize("counts", [(1, 2, 3), (0, 0, -1, 0, 0), (0, 0, math.nan, 0, 0),
                                    (0, 0, 10**18, 0, 0), (0, 0, 0.5, 0, 0)])  # fmt: skip
def test_absurd_counts_are_refused(counts: Any) -> None:
    with pytest.raises(PlygroundError, match="expected the counts of the five pair outcomes"):
        Score.from_pairs(counts)


@pytest.mark.parametrize("elo", ["nan", "inf", "-inf", "1e300", "x", ""])
def test_absurd_anchors_are_refused(elo: str, path: Path) -> None:
    result = CliRunner().invoke(app, ["rate", str(path), "--anchor", f"a={elo}"])
    assert isinstance(result.exception, PlygroundError), result
    assert "not " in str(result.exception)
