"""Features of compiled games: machine code counts what Python counts, or says why it cannot."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from typing import Any

import pytest

import plyground as ply
from plyground.games.compiled import forms
from plyground.players import engines
from tests.support.compiled_games import Cells
from tests.support.searching import EXACT, FULL, engine

pytest.importorskip("numba")
pytestmark = pytest.mark.usefixtures("own_cache")


@ply.compiled
@dataclass(frozen=True)
class Counted(Cells):
    """Counts in two places, in another order, and not only whole numbers."""

    def play(self, move: int) -> Counted:
        cells = ply.replaced(self.cells, move, self.turn + 1)
        return Counted(cells, self.turn.other)

    def features(self) -> Any:
        mine = float(self.count(self.turn + 1))
        if self.cells[4] == 0:
            return {"stones": (mine, self.count(2 - self.turn)), "centre": (0, 0)}
        named = {
            "centre": (0.5 * (self.cells[4] - self.turn), self.cells[4] == 2 - self.turn),
            "stones": (mine, self.count(2 - self.turn)),
        }
        return named  # noqa: RET504 - as people write it, too


WEIGHTS = {"stones": -0.3, "centre": 1.7}


@pytest.fixture
def weights(tmp_path: Any) -> str:
    file = tmp_path / "counted.weights.toml"
    rows = "\n".join(f"{name} = {weight}" for name, weight in WEIGHTS.items())
    file.write_text(f'game = "counted"\nversion = 1\n[weights]\n{rows}\n', encoding="utf-8")
    return str(file)


def test_both_forms_count_the_same() -> None:
    assert ply.testing.check_game(Counted, games=10).games == 10
    form = forms.compiled_form(Counted().play(4))
    assert form is not None
    assert form.features() == [-1.0, -1.0]  # by name: centre, stones


@pytest.mark.parametrize("algorithm", ["minimax", *EXACT])
def test_searches_use_the_weights_as_in_python(
    algorithm: str, weights: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    roots = [Counted(), Counted().play(4), Counted().play(0).play(8)]

    def scores() -> list[int]:
        tested = engine(algorithm, **FULL, weights=weights)
        return [tested.search(root, ply.Limit(depth=3)).score for root in roots]

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compiled = scores()
    monkeypatch.setattr(engines, "compiles_features", lambda _: False)
    assert scores() == compiled
    assert len(set(compiled)) > 1


def test_threads_and_trees_use_the_weights(weights: str) -> None:
    for algorithm in ("pvs", "mcts"):
        tested = engine(algorithm, threads=2, weights=weights)
        assert tested.search(Counted(), ply.Limit(nodes=20_000)).move in range(9)


@ply.compiled
@dataclass(frozen=True)
class Left(ply.Position):
    """Counts by a comprehension, which machine code cannot name."""

    left: int = 5
    turn: ply.Side = ply.Side.FIRST

    @property
    def legal_moves(self) -> list[int]:
        return [1, 2][: self.left]

    def play(self, move: int) -> Left:
        return Left(self.left - move, self.turn.other)

    @property
    def is_over(self) -> bool:
        return self.left == 0

    @property
    def margin(self) -> int:
        return -1

    def features(self) -> Any:
        return {name[1:]: (self.left, 0) for name in ("_left",)}


@ply.compiled
@dataclass(frozen=True)
class Changing(Left):
    """Names other things near the end, which Python refuses as well."""

    def play(self, move: int) -> Changing:
        return Changing(self.left - move, self.turn.other)

    def features(self) -> Any:
        if self.left < 2:
            return {"few": (self.left, 0)}
        return {"left": (self.left, 0)}


def test_what_cannot_be_compiled_runs_as_plain_python_and_says_why() -> None:
    with pytest.warns(UserWarning, match=r"Left.* cannot be compiled.*runs as plain Python"):
        assert ply.PVS(table_mb=1).search(Left(), ply.Limit(depth=2)).move in (1, 2)
    with (
        pytest.warns(UserWarning, match="names other features in other places"),
        pytest.raises(ply.PlygroundError, match="expected left in every position"),
    ):
        ply.PVS(table_mb=1).search(Changing(), ply.Limit(depth=5))


@ply.compiled
@dataclass(frozen=True)
class Broken(Left):
    """Counts nothing that is a number."""

    def play(self, move: int) -> Broken:
        return Broken(self.left - move, self.turn.other)

    def features(self) -> Any:
        large = 1e308 if self.left < 4 else 0.0
        return {"left": (10 * large - 10 * large, 0), "part": (1 // self.left, 0)}


def test_numbers_that_are_none_are_an_error() -> None:
    with pytest.raises(ValueError, match=r"Broken.features .*nan; expected a number"):
        ply.PVS(table_mb=1).search(Broken(), ply.Limit(depth=3))
    assert math.isnan(Broken(3).features()["left"][0])
