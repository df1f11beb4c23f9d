"""``plyground puzzles list``, ``show`` and ``solve``."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import typer
from rich.table import Table

import plyground as ply
from plyground.cli.learn.puzzles_files import NUMBER, SOURCE, numbered, opened
from plyground.cli.shared.options import Json
from plyground.cli.shared.output import console, say, say_json
from plyground.games.position import move_text
from plyground.solving.puzzles import Collection, Puzzle, shipped, shipped_games

_GOALS = {"win": "to move and win", "draw": "to move and draw"}


def list_(
    source: Annotated[str | None, SOURCE] = None,
    as_json: Json = False,
) -> None:
    """List the puzzles of a game, or the games that have puzzles.

    Example: plyground puzzles list connect-four
    """
    if source is None:
        found = [shipped(game) for game in shipped_games().values()]
        _tell_games([one for one in found if one is not None], as_json=as_json)
        return
    collection, own = opened(source)
    if as_json:
        for number, puzzle in enumerate(collection.puzzles, 1):
            say_json({"number": number, **puzzle._asdict()})
        return
    table = Table("number", "difficulty", "goal", "position", box=None)
    for number, puzzle in enumerate(collection.puzzles, 1):
        here = puzzle.start(own or collection.game)
        table.add_row(
            str(number), f"{puzzle.difficulty:.1f}", f"{here.turn_name} {_GOALS[puzzle.goal]}",
            puzzle.position or " ".join(puzzle.moves),
        )  # fmt: skip
    console().print(table)


def _tell_games(collections: list[Collection], *, as_json: bool) -> None:
    table = Table("game", "puzzles", "difficulty 1-3", "4-6", "7-10", box=None)
    for one in collections:
        bands = Counter(min(int(puzzle.difficulty - 1) // 3, 2) for puzzle in one.puzzles)
        if as_json:
            say_json({"game": one.game, "puzzles": len(one.puzzles)})
        table.add_row(one.game, str(len(one.puzzles)), *(str(bands[band]) for band in range(3)))
    if not as_json:
        console().print(table)


def show(
    source: Annotated[str, SOURCE],
    number: Annotated[int, NUMBER],
    solution: Annotated[bool, typer.Option("--solution", help="Also show the solution")] = False,
    as_json: Json = False,
) -> None:
    """Show a puzzle.

    Example: plyground puzzles show connect-four 7 --solution
    """
    collection, own = opened(source)
    puzzle = numbered(collection, number)
    if as_json:
        say_json({"number": number, "game": collection.game, **puzzle._asdict()})
        return
    _show(puzzle, puzzle.start(own or collection.game))
    if solution:
        say(f"Solution: {' '.join(puzzle.line)}")


def _show(puzzle: Puzzle, here: ply.Position) -> None:
    say(here)
    say(f"{here.turn_name.capitalize()} {_GOALS[puzzle.goal]}. Difficulty {puzzle.difficulty:.1f}.")


def solve(
    source: Annotated[str, SOURCE],
    number: Annotated[int, NUMBER],
    move: Annotated[
        str | None, typer.Argument(metavar="MOVE", help="Your answer; asked for if left out")
    ] = None,
) -> None:
    """Solve a puzzle: the exit code is 1 if the answer is wrong.

    Example: plyground puzzles solve connect-four 7 4
    """
    collection, own = opened(source)
    puzzle = numbered(collection, number)
    here = puzzle.start(own or collection.game)
    if move is None:
        _show(puzzle, here)
        move = typer.prompt("Your move")
    if move_text(here.parse_move(move)) != puzzle.solution:
        say("No. Try again.")
        raise typer.Exit(1)
    rest = " ".join(puzzle.line[1:])
    say(f"Right: {puzzle.solution}{f', then {rest}' * bool(rest)}.")
