"""Compiled games: machine code says what the Python code says, and never crashes."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import plyground as ply
from plyground.games.compiled import forms
from plyground.games.compiled.cache import fingerprint
from plyground.games.compiled.shape import position_of, shape_of, words_of
from plyground.players import engines
from plyground.solving import solver
from tests.support import compiled_games
from tests.support.compiled_games import Cells, Faulty
from tests.support.paths import EXAMPLES
from tests.support.searching import EXACT, FULL, check_line, engine, example_start, walk_from

pytest.importorskip("numba")
pytestmark = pytest.mark.usefixtures("own_cache")


@pytest.mark.parametrize("start", [example_start("connect_four_compiled"), Cells(), Faulty(9)])
def test_compiled_and_plain_form_agree(start: ply.Position) -> None:
    assert ply.testing.check_game(start, games=15).games == 15
    assert forms.compiled_form(start) is not None


def test_perft_counts_the_same() -> None:
    for start, depth in ((example_start("connect_four_compiled"), 4), (Cells(), 4)):
        counted = sum(1 for _ in lines_of(start, depth))
        assert ply.perft(start, depth) == counted


def lines_of(position: ply.Position, depth: int) -> Iterator[ply.Position]:
    if depth == 0:
        yield position
        return
    for move in position.legal_moves:
        yield from lines_of(position.play(move), depth - 1)


@pytest.mark.parametrize("algorithm", ["minimax", *EXACT])
def test_every_search_finds_what_it_finds_in_python(
    algorithm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(algorithm)
    roots = [walk_from(Cells(), chance, 5) for _ in range(6)]
    depths = [chance.randint(1, 4) for _ in roots]

    def scores() -> list[int]:
        tested = engine(algorithm, **FULL)
        found = [tested.search(p, ply.Limit(depth=d)) for p, d in zip(roots, depths, strict=True)]
        for root, one in zip(roots, found, strict=True):
            check_line(root, one.line)
        return [one.score for one in found]

    compiled = scores()
    monkeypatch.setattr(engines, "core_form", lambda position: position)
    assert scores() == compiled


def test_solver_finds_what_it_finds_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    root = Cells().play(0).play(8)
    compiled = ply.solve(root, table_mb=1), ply.solve_moves(root, table_mb=1)
    end = check_line(root, compiled[0].line)
    assert end.is_over
    monkeypatch.setattr(solver, "core_form", lambda position: position)
    assert ply.solve(root, table_mb=1).margin == compiled[0].margin
    assert ply.solve_moves(root, table_mb=1) == compiled[1]


@pytest.mark.parametrize("algorithm", ["pvs", "mtdf", "mcts"])
def test_threads_search_compiled_games(algorithm: str) -> None:
    tested = engine(algorithm, threads=2)
    lost = example_start("connect_four_compiled")
    for column in (3, 0, 2, 0, 4):  # both ends of the three are open
        lost = lost.play(column)
    found = tested.search(lost, ply.Limit(nodes=20_000))
    assert found.score < -20_000
    check_line(lost, found.line)


FAULTS: dict[int, tuple[type[Exception], str]] = {
    1: (ZeroDivisionError, "zero"),
    2: (ValueError, "Faulty.legal_moves in .*: .*0 to 65534"),
    3: (ValueError, "at most 1024 moves"),
    4: (ValueError, "not over has no legal move"),
    5: (IndexError, "out of range"),
    6: (RuntimeError, "broken on purpose"),
    7: (ValueError, "margin is too large"),
}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("fault", FAULTS)
def test_what_goes_wrong_in_machine_code_is_a_python_error(fault: int, threads: int) -> None:
    kind, text = FAULTS[fault]
    for algorithm in ("pvs", "mcts"):
        tested = engine(algorithm, threads=threads)
        with pytest.raises(kind, match=text) as raised:
            tested.search(Faulty(fault=fault), ply.Limit(nodes=20_000))
        assert "\n" not in str(raised.value)
        assert tested.search(Faulty(9), ply.Limit(nodes=100)).move in (1, 2)
    with pytest.raises(kind, match=text):
        ply.solve(Faulty(fault=fault), table_mb=1)


@ply.compiled
@dataclass(frozen=True)
class Big(ply.Position):
    """Numbers of Python have no end; those of machine code have 64 bits."""

    plies: int = 0
    turn: ply.Side = ply.Side.FIRST

    @property
    def legal_moves(self) -> list[int]:
        return [0, 1] if self.plies < 3 else [0 for _ in range(0)]

    def play(self, move: int) -> Big:
        return Big(self.plies + 1 + 0 * move, self.turn.other)

    @property
    def is_over(self) -> bool:
        return self.plies == 3

    @property
    def margin(self) -> int:
        return 1 if (self.plies << 62) * 4 > 0 else -1


def test_check_game_names_a_difference() -> None:
    with pytest.raises(ply.testing.LawBroken, match="compiled, margin is the same"):
        ply.testing.check_game(Big, games=1)


@ply.compiled
@dataclass(frozen=True)
class Generator(Big):
    """Uses what numba does not compile."""

    def play(self, move: int) -> Generator:
        return Generator(self.plies + move)

    @property
    def margin(self) -> int:
        return -any(self.plies == n for n in (1, 2))


@ply.compiled
@dataclass(frozen=True)
class Texts(Big):
    """Has moves that are no numbers."""

    def play(self, move: Any) -> Texts:  # noqa: ARG002
        return Texts(self.plies + 1)

    @property
    def legal_moves(self) -> Any:
        return ["a", "b"] if self.plies < 3 else ["c"]


@pytest.mark.parametrize(("kind", "member"), [(Generator, "margin"), (Texts, "legal_moves")])
def test_compile_errors_name_member_and_line(kind: type[Big], member: str) -> None:
    code = vars(kind)[member].fget.__code__
    with pytest.raises(ply.CompileError) as raised:
        ply.PVS(table_mb=1, nodes=10).search(kind())
    text = str(raised.value)
    line = int(text.split("line ")[1].split(")")[0])
    assert text.startswith(f"{kind.__name__}.{member} cannot be compiled (test_compiled.py, line")
    assert code.co_firstlineno <= line <= code.co_firstlineno + 4
    assert "\n" not in text


def down(number: int) -> int:
    return down(number - 1) if number > 5 else number


def test_what_cannot_be_compiled_is_told_when_it_is_marked() -> None:
    class NoFields(ply.Position):
        pass

    with pytest.raises(ply.CompileError, match=r"write @dataclass\(frozen=True\)"):
        ply.compiled(NoFields)

    @ply.compiled
    @dataclass(frozen=True)
    class Recursive(Big):
        @property
        def is_over(self) -> bool:
            return down(self.plies) == 0

    for _ in range(2):
        with pytest.raises(ply.CompileError, match=r"down cannot .* line \d+\): it calls itself"):
            ply.PVS(table_mb=1, nodes=10).search(Recursive(1))

    @ply.compiled
    @dataclass(frozen=True)
    class Named(Big):
        name: str = "x"

    with pytest.raises(ply.CompileError, match=r"Named\.name cannot be compiled: its type is"):
        ply.PVS(table_mb=1, nodes=10).search(Named())


def test_positions_become_words_and_back() -> None:
    position = Cells().play(4).play(0)
    words = words_of(position)
    assert words == [1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]
    assert position_of(Cells, shape_of(position), words) == position
    with pytest.raises(ply.CompileError, match="at most 64 bits"):
        words_of(Faulty(1 << 64))
    with pytest.raises(ply.CompileError, match="may have 128"):
        words_of(Cells((0,) * 200))


def test_replaced_is_the_same_in_python() -> None:
    assert ply.replaced((1, 2, 3), -1, 5) == (1, 2, 5)
    with pytest.raises(IndexError):
        ply.replaced((1, 2), 2, 0)


def test_the_fingerprint_follows_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def made() -> str:
        return fingerprint(Cells, shape_of(Cells()), "")

    first = made()
    monkeypatch.setattr(Cells, "shown", lambda _self: object())  # nothing that is compiled
    assert made() == first
    monkeypatch.setattr(compiled_games, "LAST_CELL", 7)  # a constant of the module
    changed = {first, made()}
    monkeypatch.setattr(Cells, "STARTS", Cells.STARTS[:-1])
    changed.add(made())
    monkeypatch.setattr(compiled_games, "line_of", lambda *_: False)
    changed.add(made())
    monkeypatch.setattr(Cells, "evaluate", lambda _self: 1.0)
    changed.add(made())
    assert len(changed) == 5


def test_the_example_runs() -> None:
    path = EXAMPLES / "connect_four_compiled.py"
    done = subprocess.run(
        [sys.executable, str(path)], capture_output=True, text=True, timeout=300, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].split()[-1] in ("first", "second", "draw")


SCRIPT = """
import sys, warnings
if "--without" in sys.argv:
    sys.modules["numba"] = None
import plyground as ply
from plyground.games.compiled import forms
from tests.support.compiled_games import Faulty
print(ply.PVS(table_mb=1).search(Faulty(10), ply.Limit(depth=12)).move)
print([code.cache_hits for one in forms._kept for code in one.values()])
"""


def run_script(cache: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", SCRIPT, *options],
        env=os.environ | {"PLYGROUND_CACHE": str(cache), "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_machine_code_is_kept_on_disk(tmp_path: Path) -> None:
    runs = [run_script(tmp_path) for _ in range(2)]
    assert [run.stdout.split("\n")[1] for run in runs] == ["[0, 0, 0, 0]", "[1, 1, 1, 1]"]
    for file in (tmp_path / "compiled" / "__pycache__").iterdir():
        file.write_bytes(file.read_bytes()[:100])
    damaged = run_script(tmp_path)
    assert (damaged.returncode, damaged.stdout[:1]) == (0, "1")


def test_without_numba_the_game_runs_as_plain_python(tmp_path: Path) -> None:
    done = run_script(tmp_path, "--without")
    assert (done.returncode, done.stdout) == (0, "1\n[]\n")
    assert "Faulty runs as plain Python" in done.stderr
    assert "pip install 'plyground[compiled]'" in done.stderr
