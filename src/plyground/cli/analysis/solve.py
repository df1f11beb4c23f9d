"""``plyground solve``: the exact result of a position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

import plyground as ply
from plyground.arena.running.subtrees import Plan
from plyground.cli.shared import options
from plyground.cli.shared.command import LIMITS
from plyground.cli.shared.options import Json, Memory, Moves, OwnGame, Position, Resume, Source
from plyground.cli.shared.output import console, say, say_json
from plyground.cli.shared.renamed import tell_renamed
from plyground.cli.shared.start import start
from plyground.system import usable_cores

_TELLING_SHARE = 0.01

Threads = Annotated[
    int | None,
    typer.Option(
        "--threads", metavar="N", min=1, max=1024, show_default="cores", rich_help_panel=LIMITS,
        help="Threads that share the table",
    ),
]  # fmt: skip
Verify = Annotated[
    bool, typer.Option("--verify", help="Solve again in another way, and replay the best line")
]


def solve(
    source: Source,
    text: Annotated[str | None, typer.Argument(hidden=True)] = None,
    position: Position = None,
    moves: Moves = "",
    game: OwnGame = None,
    every_move: Annotated[
        bool, typer.Option("--every-move", help="Also solve every legal move")
    ] = False,
    time: Annotated[float | None, options.shown(options.TIME, "no limit")] = None,
    memory: Memory = 256,
    threads: Threads = None,
    workers: Annotated[str | None, options.shown(options.WORKERS, "none")] = None,
    verify: Verify = False,
    save: Annotated[str | None, options.shown(options.SAVE, "nothing is saved")] = None,
    resume: Resume = False,
    as_json: Json = False,
) -> None:
    """Find the exact result of a position.

    Prints the margin with best play by both sides, and a best line.
    If the time runs out, it prints the proven bounds, and the exit code is 3.
    With --save, a stopped or killed run continues with --resume.

    Example: plyground solve 'squatter(4)'
    """
    if text is not None:
        tell_renamed("a position as an argument", "--position")
        position = text
    root = start(source, position, moves, game).position
    limit = ply.Limit(time=time)
    cores = usable_cores()
    plan = Plan(limit, memory, threads or cores, save=save, resume=resume, workers=workers)
    with _live(quiet=as_json) as on_progress:
        found = plan.run(root, on_progress)
    verified = verify and found.is_exact and plan.verify(root, found)
    margins = ply.solve_moves(root, limit, table_mb=memory) if every_move else {}
    if as_json:
        _print_json(root, found, margins, {"verified": verified} if verify else {})
    else:
        _print(root, found, margins)
        if verified:
            say("verified: a second run with another order, table and threads agrees")
    if not found.is_exact:
        raise typer.Exit(3)


@contextmanager
def _live(quiet: bool) -> Iterator[Callable[[ply.Solution], None] | None]:
    """Show progress at a terminal."""
    screen = console(stderr=True)
    if quiet or not screen.is_terminal:
        yield None
        return
    progress = Progress()
    with screen.status("solving …") as shown:
        yield lambda found: shown.update(progress.text(found))


class Progress:
    """What is proven so far, and how much longer the question under way may take."""

    def __init__(self) -> None:
        self._goal: int | None = None
        self._began = 0.0  # when the question was first heard of, in seconds of the run

    def text(self, found: ply.Solution) -> str:
        """Say it in one line."""
        text = f"solving …  {found.bounds_text}   {found.nodes:,} nodes   {found.seconds:,.0f} s"
        if found.goal is None or found.is_exact:
            return text
        if found.goal != self._goal:
            self._goal, self._began = found.goal, found.seconds
        return f"{text}   asking: {found.goal:+d} or more? {self._left(found)}"

    def _left(self, found: ply.Solution) -> str:
        """How much of the question is left; a guess that needs some evidence."""
        if found.share < _TELLING_SHARE:
            return "(no estimate yet)"
        seconds = (found.seconds - self._began) * (1 - found.share) / found.share
        return f"(very roughly {found.share:.0%} of this question; {seconds:,.0f} s more)"


def _print_json(
    root: ply.Position,
    found: ply.Solution,
    margins: dict[str, int | None],
    more: dict[str, bool],
) -> None:
    plain = {
        "game": root.game,
        "position": root.text,
        "exact": found.is_exact,
        "lower": found.lower,
        "upper": found.upper,
        "line": [str(move) for move in found.line],
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
    }
    say_json(plain | more | ({"moves": margins} if margins else {}))


def _print(root: ply.Position, found: ply.Solution, margins: dict[str, int | None]) -> None:
    if found.is_exact:
        margin = found.margin
        result = f"{root.turn_name} {'wins' if margin > 0 else 'loses'} by {abs(margin)}"
        say(f"{'draw' if margin == 0 else result}, with best play by both")
        if found.line:
            say(f"line: {' '.join(map(str, found.line))}")
    else:
        say(f"not solved in time: {found.bounds_text}")
    for move, value in sorted(margins.items(), key=lambda item: -(item[1] or 0)):
        say(f"{move:>6}  {'?' if value is None else f'{value:+d}'}")
    say(f"{found.nodes:,} nodes, {found.seconds:.2f} s")
