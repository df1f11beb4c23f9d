"""``plyground puzzles check``: prove again that every puzzle has one solution."""

from __future__ import annotations

from typing import Annotated

import typer

from plyground.cli.learn.puzzles_files import SOURCE, opened
from plyground.cli.shared.options import Quiet
from plyground.cli.shared.output import say
from plyground.cli.shared.progress import progress_bar
from plyground.games.symmetry import folded
from plyground.solving.puzzles import only_move

_NODES = 500_000


def check(
    source: Annotated[str, SOURCE],
    first: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Check only so many", show_default="all")
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Prove again that every puzzle has one solution, and is there once.

    The exit code is 1 if anything is wrong.

    Example: plyground puzzles check connect-four --first 20
    """
    collection, own = opened(source)
    puzzles, wrong, seen = collection.puzzles[:first], 0, set()
    with progress_bar("puzzles", len(puzzles), quiet=quiet) as advance:
        for number, puzzle in enumerate(puzzles, 1):
            here = puzzle.start(own or collection.game)
            proof = only_move(here, nodes=_NODES)
            text = folded(here).text
            if proof is None or (proof.solution, proof.goal) != (puzzle.solution, puzzle.goal):
                say(f"puzzle {number}: {puzzle.solution} is not proven the only solution")
                wrong += 1
            elif text in seen:
                say(f"puzzle {number}: the same position as another one")
                wrong += 1
            seen.add(text)
            advance("", number)
    say(f"{collection.game}: {len(puzzles)} puzzles, {wrong} wrong")
    if wrong:
        raise typer.Exit(1)
