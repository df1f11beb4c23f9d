"""``plyground puzzles build``: make puzzles from games between levels."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

import plyground as ply
from plyground.cli.learn.puzzles_files import begun
from plyground.cli.shared.completion import complete_games
from plyground.cli.shared.options import SAVE, Quiet, Resume, Seed, shown
from plyground.cli.shared.output import say
from plyground.cli.shared.progress import progress_bar
from plyground.errors import PlygroundError
from plyground.solving.puzzles.make import extend
from plyground.solving.puzzles.proof import SOLVER_NODES
from plyground.solving.puzzles.puzzle import Collection, file_name, own_path

_SAVE_EVERY = 20.0  # seconds


def build(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME", autocompletion=complete_games, help="Game name or game.py"
        ),
    ],
    puzzles: Annotated[int, typer.Option(metavar="N", min=1, help="Number of puzzles")] = 500,
    seed: Seed = 1,
    save: Annotated[str | None, shown(SAVE, "GAME.puzzles")] = None,
    resume: Resume = False,
    quiet: Quiet = False,
) -> None:  # fmt: skip
    """Make puzzles from games between levels.

    In a puzzle only one move wins, or only one saves the draw.
    The solver proves it; what it cannot solve quickly is left out.
    The difficulty says how many tries by the levels 2 to 9 fail.
    Ctrl-C stops and saves the puzzles so far.
    Those of a game in Python are saved beside its file.

    Example: plyground puzzles build 'squatter(6)' --puzzles 100
    """
    start = begun(game)
    file = Path(save or own_path(start) or file_name(start.game))
    collection = _begun(file, start, seed, resume=resume)
    saved = time.monotonic()
    try:
        with progress_bar("puzzles", puzzles, quiet=quiet) as advance:

            def on_step(collection: Collection) -> None:
                nonlocal saved
                advance(f"{collection.games} games", len(collection.puzzles))
                if time.monotonic() - saved > _SAVE_EVERY:
                    collection.save(file)
                    saved = time.monotonic()

            extend(collection, start, puzzles, on_step=on_step)
    finally:
        collection.save(file)
        say(f"{file}: {len(collection.puzzles)} puzzles, {file.stat().st_size:,} bytes")


def _begun(file: Path, start: ply.Position, seed: int, *, resume: bool) -> Collection:
    if not file.exists():
        origin = (
            f"games between levels 1 to 8, seed {seed}; one solution each, proven by the solver "
            f"with {SOLVER_NODES:,} nodes per question"
        )
        return Collection(start.game, origin=origin, seed=seed)
    if not resume:
        raise PlygroundError(
            f"{file} already exists; add --resume to extend it, or choose another with --save"
        )
    collection = Collection.load(file)
    if collection.game != start.game:
        raise PlygroundError(f"{file} has puzzles of {collection.game}, not of {start.game}")
    return collection
