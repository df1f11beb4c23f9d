"""``plyground calibrate``: find out what scores mean."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.shared.completion import complete_games
from plyground.cli.shared.options import SAVE, SEED, Json, Quiet, Resume, Workers, shown
from plyground.cli.shared.output import say, say_json, warn
from plyground.cli.shared.progress import progress_bar
from plyground.cli.shared.start import game_or_start
from plyground.errors import PlygroundError
from plyground.evaluation.calibration import SUFFIX
from plyground.games.names import file_stem
from plyground.games.native import is_native
from plyground.games.position import Position
from plyground.games.python_file import file_beside
from plyground.learn.calibration.plot import plot_report
from plyground.learn.calibration.report import CHANCES, Report
from plyground.learn.calibration.run import CalibrationRun
from plyground.learn.training import start_of
from plyground.players.expectation import unit_of

_POSITIONS = 5


def calibrate(
    game: Annotated[
        str,
        typer.Argument(metavar="GAME", autocompletion=complete_games, help="Game name or game.py"),
    ],
    games: Annotated[int, typer.Option(metavar="N", min=2, help="Games to play")] = 4000,
    positions: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, show_default=str(_POSITIONS), help="Positions to search per game"
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Test the current table without fitting a new one")
    ] = False,
    seed: Annotated[int | None, shown(SEED, "0")] = None,
    workers: Workers = None,
    save: Annotated[str | None, shown(SAVE, "calibrate-GAME")] = None,
    resume: Resume = False,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Fit margins and win chances to scores.

    Plays games between levels 3 to 10 and searches positions of them.
    Fits a table from scores to results, and tests it on games left out.
    Writes the table and a plot into the folder given by --save.
    That of a game in Python is used once it lies beside its file.
    With --resume and a larger --games, more games are added.

    Example: plyground calibrate 'kalah(6,4)' --games 4000
    """
    start = start_of(game_or_start(game))
    folder = Path(save or f"calibrate-{file_stem(start.game)}")
    with _run(start, folder, positions, seed, resume=resume) as run:
        _play(run, games, workers, quiet=quiet or as_json)
        found = None if check else run.fitted()
        report = run.checked() if found is None else found.report
        written = [] if found is None else [run.save(found.table)]
    written += _drawn(report, folder / "plot.png", start)
    if as_json:
        say_json(report.to_dict() | {"game": start.game, "files": [str(p) for p in written]})
        return
    _print(report, unit_of(start), is_fit=not check)
    _say_files(written, start, is_fit=not check)


def _run(
    start: Position, folder: Path, positions: int | None, seed: int | None, *, resume: bool
) -> CalibrationRun:
    if not resume:
        return CalibrationRun.begin(
            start, folder, positions=positions or _POSITIONS, seed=seed or 0
        )
    if (positions, seed) != (None, None):
        raise PlygroundError(f"{folder} keeps its --positions and --seed; leave them out to resume")
    return CalibrationRun.resume(start, folder)


def _say_files(written: list[Path], start: Position, *, is_fit: bool) -> None:
    for path in written:
        say(f"wrote {path}")
    beside = None if is_native(start) else file_beside(start, SUFFIX.removeprefix("."))
    if is_fit and beside is not None:
        say(f"use it from now on: cp {written[0]} {beside}")


def _play(run: CalibrationRun, games: int, workers: str | None, *, quiet: bool) -> None:
    try:
        with progress_bar("games", games, quiet=quiet) as advance:
            advance("", run.games)
            run.play(games, workers, lambda done: advance("", done))
    except KeyboardInterrupt:
        warn(f"plyground: stopped after {run.games} games; resume with --resume")
        raise typer.Exit(130) from None


def _drawn(report: Report, picture: Path, start: Position) -> list[Path]:
    """Draw the report; a plot needs Matplotlib, the table does not."""
    try:
        plot_report(report, picture, f"scores of {start.game}", unit_of(start))
    except PlygroundError as error:
        warn(f"plyground: no plot: {error}")
        return []
    return [picture]


def _print(report: Report, unit: str, *, is_fit: bool) -> None:
    errors = ", ".join(f"{n} {_percent(report.calibration_error(n))}" for n in CHANCES)
    games = f"{report.games:,} games" + (", each left out of its fit" if is_fit else "")
    say(f"{report.positions:,} positions of {games}")
    say(f"expected calibration error: {errors}")
    if report.margin_error is not None:
        say(
            f"error of the expected margin: {report.margin_error:.2f} {unit} on average over "
            f"deciles, {report.worst_margin_error:.2f} at most"
        )
        for one in report.margins:
            say(f"{one.predicted:>9.2f} expected, {one.observed:.2f} ± {one.error:.2f} came")
    if report.proven:
        share = _percent(report.kept / report.proven)
        say(f"{report.proven:,} more had a proven result; {share} of them ended that way")


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
