"""Puzzles: each has one solution, proven; making them, keeping them, and how hard they are."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

import plyground as ply
from benchmarks.puzzles import correlation, measured
from plyground.errors import PlygroundError
from plyground.games.position import move_text
from plyground.games.symmetry import folded
from plyground.solving.puzzles import Collection, Puzzle, only_move, shipped, shipped_games
from plyground.solving.puzzles.make import extend
from plyground.solving.puzzles.proof import reaches_margin
from plyground.solving.solver import solve_moves
from tests.support.python_games import Nim

GAMES = tuple(shipped_games().values())
_NODES = 2_000_000


def collection(game: str) -> Collection:
    found = shipped(game)
    assert found is not None
    return found


def has_one_solution(puzzle: Puzzle, game: str) -> bool:
    """Ask another question than the one that made the puzzle: the exact margin of every move."""
    here = puzzle.start(game)
    least = 1 if puzzle.goal == "win" else 0
    margins = solve_moves(here, ply.Limit(nodes=_NODES), table_mb=16)
    if None in margins.values():  # too hard to count it out: ask whether each move reaches the goal
        found = {move: reaches_margin(here, move, least, _NODES) for move in margins}
        assert None not in found.values()
        return [move_text(move) for move, reaches in found.items() if reaches] == [puzzle.solution]
    good = [move_text(m) for m, margin in margins.items() if margin is not None and margin >= least]
    best = max(margin for margin in margins.values() if margin is not None)
    return good == [puzzle.solution] and (puzzle.goal == "win" or best == 0)


@pytest.mark.parametrize("game", GAMES)
def test_shipped_puzzles_are_many_small_and_unlike(game: str) -> None:
    found = collection(game)
    assert len(found.puzzles) >= 500
    texts = {folded(puzzle.start(game)).text for puzzle in found.puzzles}
    assert len(texts) == len(found.puzzles)
    assert all(1 <= puzzle.difficulty <= 10 for puzzle in found.puzzles)
    hard = sum(puzzle.difficulty >= 4 for puzzle in found.puzzles)
    assert hard >= len(found.puzzles) / 10


@pytest.mark.parametrize("game", GAMES)
def test_some_shipped_puzzles_have_one_solution(game: str) -> None:
    puzzles = collection(game).puzzles
    for puzzle in puzzles[:: len(puzzles) // 8]:
        assert has_one_solution(puzzle, game), puzzle


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_shipped_puzzle_has_one_solution(game: str) -> None:
    for puzzle in collection(game).puzzles:
        assert has_one_solution(puzzle, game), puzzle


@pytest.mark.parametrize("game", GAMES)
def test_lines_of_puzzles_begin_with_the_solution_and_are_legal(game: str) -> None:
    for puzzle in collection(game).puzzles[::5]:
        here = puzzle.start(game)
        assert len(here.legal_moves) >= 3
        assert puzzle.line[0] == puzzle.solution
        for move in puzzle.line:
            here = here.play(here.parse_move(move))


def test_files_of_puzzles_are_small() -> None:
    folder = Path(ply.__file__).parent / "solving" / "puzzles" / "shipped"
    sizes = {file.name: file.stat().st_size for file in folder.glob("*.puzzles")}
    assert len(sizes) == len(GAMES)
    assert max(sizes.values()) <= 60_000


def test_making_puzzles_can_stop_and_go_on(tmp_path: Path) -> None:
    start, file = ply.position("connect-four(5,4)"), tmp_path / "some.puzzles"
    at_once = Collection(start.game, seed=3)
    extend(at_once, start, 6)
    in_parts = Collection(start.game, seed=3)
    extend(in_parts, start, 6, on_step=lambda now: now.save(file) if now.games == 1 else None)
    again = Collection.load(file)
    assert again.games == 1
    extend(again, start, 6)
    assert again.puzzles == at_once.puzzles == in_parts.puzzles
    assert len({folded(puzzle.start(start.game)).text for puzzle in again.puzzles}) >= 6


def test_a_game_in_python_has_puzzles_by_its_moves() -> None:
    start = Nim(21)
    made = Collection(start.game)
    extend(made, start, 2)
    for puzzle in made.puzzles:
        assert puzzle.position is None
        proof = only_move(puzzle.start(start))
        assert proof is not None
        assert proof.solution == puzzle.solution


def test_what_is_no_puzzle_file_is_refused(tmp_path: Path) -> None:
    for content in (b"", b"text", gzip.compress(b"[]"), gzip.compress(b'{"version": 1}')):
        file = tmp_path / "bad.puzzles"
        file.write_bytes(content)
        with pytest.raises(PlygroundError, match="is not a puzzle file"):
            Collection.load(file)


def test_positions_with_two_good_moves_or_none_are_no_puzzles() -> None:
    lost = ply.position("connect-four").play("4").play("1").play("3").play("1").play("5")
    assert only_move(lost) is None  # red threatens both ends


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_difficulty_says_how_often_levels_solve_a_puzzle(game: str) -> None:
    assert measured(game, every=1) >= 0.8


def test_rank_correlations() -> None:
    assert correlation([1, 2, 3, 4], [10, 20, 30, 40]) == pytest.approx(1)
    assert correlation([1, 2, 3, 4], [4, 3, 2, 1]) == pytest.approx(-1)
    assert correlation([1, 1, 2, 2], [1, 2, 1, 2]) == pytest.approx(0)
