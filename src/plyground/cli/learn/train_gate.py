"""``plyground train gate``: whether weights may replace the shipped ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from plyground.arena.rating.sprt import Sprt
from plyground.arena.running.run import OnProgress, Progress
from plyground.cli.arena.sprt import ELO0, ELO1
from plyground.cli.arena.view import plain_score
from plyground.cli.shared.options import (
    GAME,
    GAME_TIME,
    NODES,
    Json,
    Quiet,
    Save,
    Seed,
    Workers,
)
from plyground.cli.shared.output import console, fitting, say, say_either, warn
from plyground.learn.gate import Bar, Gate, Tested, Watch


def gate(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Weights, e.g. RUN/weights.toml")],
    game: Annotated[list[str], GAME],
    elo0: Annotated[float, ELO0] = 0.0,
    elo1: Annotated[float, ELO1] = 10.0,
    pairs: Annotated[
        int, typer.Option(metavar="N", min=1, help="Game pairs per test at most")
    ] = Bar.pairs,
    seed: Seed = 0,
    workers: Workers = None,
    nodes: Annotated[int, NODES] = Bar.nodes,
    game_time: Annotated[str, GAME_TIME] = Bar.clock,
    save: Save = None,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Test whether weights are better than the shipped ones.

    For each game the first test uses --nodes, the second one --game-time.
    A test without a decision after --pairs counts as failed.
    With --save, weights that pass are written there with their record.
    The exit code is 1 if a test fails.

    Example: plyground train gate run/weights.toml --game 'kalah(6,4)'
    """
    bar = Bar(nodes, game_time, Sprt(elo0, elo1), pairs)
    tests = Gate(file, game, bar, seed, workers)
    with _watch(bar, still=quiet or as_json) as watch:
        for test in tests.run(watch):
            say_either(_plain(test) if as_json else _text(test))
    if not tests.is_passed:
        warn(f"{file}: not better than the shipped weights; they stay")
        raise typer.Exit(1)
    if save is not None:
        tests.recorded.save(Path(save))
    if not as_json:
        say(f"{file}: passed" + (f"; written to {save}" if save else ""))


def _text(test: Tested) -> str:
    return f"{'passed' if test.is_passed else 'failed'}: {test}\n  {test.result.test}"


def _plain(test: Tested) -> dict[str, object]:
    assert test.result.test is not None
    return {
        "game": test.game, "control": test.control, "passed": test.is_passed,
        "llr": test.result.test.llr, **plain_score(test.result.score),
    }  # fmt: skip


@contextmanager
def _watch(bar: Bar, *, still: bool) -> Iterator[Watch]:
    """Show how a test stands, on a terminal."""
    screen = console(stderr=True)
    if still or not screen.is_terminal:
        yield lambda _: None
        return
    with screen.status("") as status:

        def watch(title: str) -> OnProgress:
            def on_progress(progress: Progress) -> None:
                score = progress.ledger.score(*progress.players)
                state = bar.test.state(score.pentanomial)
                line = f"{title}: {score.games} games, LLR {state.llr:+.2f}"
                status.update(fitting(line, screen.width - 2))

            return on_progress

        yield watch
