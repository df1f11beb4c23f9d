"""TD-Leaf learns: it beats what it began with, random weights, and keeps up with shipped ones."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from plyground.arena.running.match import match
from plyground.errors import PlygroundError
from plyground.evaluation.weights import load, material
from plyground.learn import training
from plyground.learn.leaf import rows_of, with_rows
from plyground.learn.matches import Played
from plyground.learn.run import read_log

QUIET = {"checks": 0, "final_pairs": 0, "nodes": 200}


def learned(game: str, folder: Path, workers: int | None = 0, **options: Any) -> list[Played]:
    given = QUIET | options
    with training.begin("tdleaf", game, folder, workers=workers, options=given) as run:
        return run.finish()


def random_weights(family: str, path: Path) -> Path:
    """Material, and everything else by chance."""
    chance, begun = random.Random(1), material(family)
    rows = [[one or chance.uniform(-1, 1) for one in row] for row in rows_of(begun)]
    with_rows(begun, rows).save(path)
    return path


def test_it_beats_what_it_began_with_and_random_weights(tmp_path: Path) -> None:
    [start, _] = learned(
        "kalah(6,4)", tmp_path / "run", games=320, batch=8, depth=2, rate=0.1, final_pairs=50
    )
    assert start.opponent == "start"
    assert start.score.elo.low > 0
    assert start.verdict.endswith(": stronger")
    player = f"pvs:nodes=200,table_mb=1,weights={tmp_path / 'run' / 'weights.toml'}"
    other = f"pvs:nodes=200,table_mb=1,weights={random_weights('kalah', tmp_path / 'random.toml')}"
    assert match(player, other, "kalah(6,4)", 30, workers=0).elo.low > 0


@pytest.mark.slow
def test_from_material_to_the_shipped_strength(tmp_path: Path) -> None:
    """The bar: 48 % against the shipped weights at 5,000 nodes, in two of the three games."""
    reached = {}
    for game in ("kalah(6,4)", "squatter(7)", "watch-your-back"):
        folder = tmp_path / game.partition("(")[0]
        found = learned(game, folder, workers=None, nodes=5000, final_pairs=200)
        start, default = found
        assert start.score.elo.low > 0
        reached[game] = default.score.mean
    assert sum(mean >= 0.48 for mean in reached.values()) >= 2, reached


@pytest.mark.parametrize("game", ["squatter(5)", "watch-your-back", "kalah(4,3)"])
def test_it_learns_every_game(game: str, tmp_path: Path) -> None:
    learned(game, tmp_path / "run", games=8, batch=4, depth=1)
    family = game.partition("(")[0]
    weights = load(tmp_path / "run" / "weights.toml")
    assert weights.game == family
    assert len(material(family).differences(weights)) >= len(weights.terms.features)
    assert "TD-Leaf(" in weights.origin
    assert "8 games of self-play at depth 1" in weights.origin
    rows = read_log(tmp_path / "run")
    assert [row["games"] for row in rows] == [4, 8]
    assert all(row["loss"] > 0 for row in rows)


def test_it_goes_on_from_a_file(tmp_path: Path) -> None:
    learned("kalah(4,3)", tmp_path / "one", games=4, batch=4, depth=1)
    file = str(tmp_path / "one" / "weights.toml")
    learned("kalah(4,3)", tmp_path / "two", games=4, batch=4, depth=1, start=file)
    assert load(tmp_path / "two" / "start.toml").sections == load(file).sections
    assert load(tmp_path / "two" / "weights.toml").sections != load(file).sections


@pytest.mark.parametrize("schedule", ["constant", "cosine"])
def test_the_rate_follows_its_schedule(schedule: str, tmp_path: Path) -> None:
    learned("kalah(3,2)", tmp_path / "run", games=10, batch=1, depth=1, rate=0.5, schedule=schedule)
    found = [[*row["weights"].values()] for row in read_log(tmp_path / "run")]
    largest = [
        max(abs(b - a) for a, b in zip(one, other, strict=True)) for one, other in pairwise(found)
    ]
    assert (largest[-1] < 0.1 * largest[0]) == (schedule == "cosine")


@pytest.mark.parametrize(
    ("game", "options", "message"),
    [
        ("watch-your-back", {"aim": "margin"}, "counts no margin; learn with --aim result"),
        ("kalah(6,4)", {"start": "none.toml"}, "none.toml: cannot read: No such file"),
        ("kalah(6,4)", {"start": "squatter"}, "these are weights of squatter, not of kalah"),
        ("kalah(6,4)", {"lambda": 1.5}, "lambda=1.5 is not valid; expected a number 0 to 1"),
        ("kalah(6,4)", {"lamda": 0.5}, "tdleaf has no option 'lamda'; did you mean lambda?"),
        ("kalah(6,4)", {"schedule": "linear"}, "expected one of cosine, constant"),
        ("kalha(6,4)", {}, "kalha"),
    ],
)
def test_bad_options_are_one_line_and_leave_no_folder(
    game: str, options: dict[str, Any], message: str, tmp_path: Path
) -> None:
    with pytest.raises(PlygroundError) as error:
        training.begin("tdleaf", game, tmp_path / "run", options=options)
    assert message in str(error.value)
    assert "\n" not in str(error.value)
    assert list(tmp_path.iterdir()) == []
