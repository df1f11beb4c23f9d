"""``plyground train gate``: whether weights may replace the shipped ones."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from plyground.arena.rating.sprt import Sprt
from plyground.arena.running.run import OnProgress, Progress
from plyground.cli.arena.view import plain_score, wrapped
from plyground.learn.gate import Bar, Gate, Tested, Watch


def gate(
    file: Annotated[Path, typer.Argument(help="Weights, as RUN/weights.toml.")],
    game: Annotated[list[str], typer.Option(help="A game to be tested on; may be repeated.")],
    out: Annotated[
        Path | None, typer.Option(help="If passed, write the weights with their record here.")
    ] = None,
    nodes: Annotated[int, typer.Option(min=1, help="A move, in the first test.")] = Bar.nodes,
    clock: Annotated[
        str, typer.Option(metavar="S[+INC]", help="For a game, in the second test.")
    ] = Bar.clock,
    elo0: Annotated[float, typer.Option(help="Normalised Elo that is not enough.")] = 0.0,
    elo1: Annotated[float, typer.Option(help="Normalised Elo that is wanted.")] = 10.0,
    pairs: Annotated[
        int, typer.Option(min=1, help="Pairs of a test at most; no answer is no pass.")
    ] = Bar.pairs,
    seed: Annotated[int, typer.Option(help="Makes openings repeatable.")] = 0,
    workers: Annotated[
        str | None, typer.Option(metavar="N", help="Games at once; by default, by the cores.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only the end.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print an object a test.")] = False,
) -> None:
    """Test weights against the shipped ones, with equal nodes and on a clock; exit code 1 if not.

    Example: plyground train gate run/weights.toml --game 'kalah(6,4)' --game kalah-manchester
    """
    bar = Bar(nodes, clock, Sprt(elo0, elo1), pairs)
    tests = Gate(file, game, bar, seed, workers)
    with _watch(bar, still=quiet or as_json) as watch:
        for test in tests.run(watch):
            print(json.dumps(_plain(test)) if as_json else _text(test), flush=True)
    if not tests.is_passed:
        print(f"{file}: not better than the shipped weights; they stay", file=sys.stderr)
        raise typer.Exit(1)
    if out is not None:
        tests.recorded.save(out)
    if not as_json:
        print(f"{file}: passed" + (f"; written to {out}" if out else ""))


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
    console = Console(highlight=False, stderr=True)
    if still or not console.is_terminal:
        yield lambda _: None
        return
    with console.status("") as status:

        def watch(title: str) -> OnProgress:
            def on_progress(progress: Progress) -> None:
                score = progress.ledger.score(*progress.players)
                state = bar.test.state(score.pentanomial)
                status.update(wrapped(f"{title}: {score.games} games, LLR {state.llr:+.2f}"))

            return on_progress

        yield watch
