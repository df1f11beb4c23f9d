"""``plyground weights``: look at, compare, check and convert the numbers that judge positions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from plyground.cli.shared.command import App
from plyground.cli.shared.options import Json
from plyground.cli.shared.output import console, say, say_json
from plyground.errors import PlygroundError
from plyground.evaluation.terms import ACTIONS
from plyground.evaluation.weights import Weights, load

app = App("Show, compare, check and convert weights.")

WEIGHTS = "Weight file (.toml, .xml), or a game for the shipped ones"
Source = Annotated[str, typer.Argument(metavar="WEIGHTS", help=WEIGHTS)]


@app.command()
def show(source: Source, as_json: Json = False) -> None:
    """Show every feature with its weights and its meaning.

    Example: plyground weights show kalah
    """
    weights = load(source)
    if as_json:
        say_json({"game": weights.game, "origin": weights.origin, **weights.sections})
        return
    screen = console()
    screen.print(Text(weights.game, style="bold"))
    if weights.origin:
        screen.print(Text(weights.origin, style="dim"))
    screen.print(_features(weights))
    screen.print(_actions(weights))


@app.command()
def diff(
    before: Annotated[str, typer.Argument(metavar="BEFORE", help=WEIGHTS)],
    after: Annotated[str, typer.Argument(metavar="AFTER", help=WEIGHTS)],
    as_json: Json = False,
) -> None:
    """Show the differences between two sets of weights.

    Example: plyground weights diff kalah mine.toml
    """
    changes = load(before).differences(load(after))
    if as_json:
        say_json({c.key: [c.before, c.after] for c in changes})
        return
    if not changes:
        say("no difference")
        return
    table = Table(box=None, header_style="bold")
    table.add_column("weight")
    for name in ("before", "after", "change"):
        table.add_column(name, justify="right")
    for change in sorted(changes, key=lambda c: -abs(c.after - c.before)):
        numbers = (change.before, change.after, change.after - change.before)
        signs = ("g", "g", "+g")
        table.add_row(change.key, *(f"{n:{s}}" for n, s in zip(numbers, signs, strict=True)))
    console().print(table)


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Weight files (.toml, .xml)")],
) -> None:
    """Check that files hold exactly the weights of their game.

    The exit code is 1 if a file does not.

    Example: plyground weights check mine.toml
    """
    wrong = 0
    for file in files:
        try:
            weights = load(file if file.suffix in (".toml", ".xml") else _no_file(file))
        except PlygroundError as error:
            wrong += 1
            say(error)
        else:
            say(f"{file}: valid, {sum(1 for _ in weights.items())} weights of {weights.game}")
    if wrong:
        raise typer.Exit(1)


@app.command()
def convert(
    source: Source,
    target: Annotated[Path, typer.Argument(metavar="FILE", help="File to write, .toml or .xml")],
) -> None:
    """Write weights as TOML or XML.

    Example: plyground weights convert kalah mine.toml
    """
    if target.suffix not in (".toml", ".xml"):
        raise PlygroundError(f"{target}: expected a name that ends in .toml or .xml")
    load(source).save(target)
    say(f"{target}: written")


def _no_file(file: Path) -> Path:
    raise PlygroundError(f"{file}: expected a file that ends in .toml or .xml")


def _features(weights: Weights) -> Table:
    table = Table(box=None, header_style="bold", padding=(0, 1))
    table.add_column("feature", no_wrap=True)
    for phase in weights.terms.phases:
        table.add_column(phase, justify="right", no_wrap=True)
    table.add_column("meaning")
    for name, meaning in weights.terms.features.items():
        numbers = (f"{weights[phase][name]:.3g}" for phase in weights.terms.phases)
        table.add_row(name, *numbers, meaning)
    return table


def _actions(weights: Weights) -> Table:
    table = Table(box=None, header_style="bold", padding=(0, 1))
    table.add_column("action", no_wrap=True)
    table.add_column("weight", justify="right", no_wrap=True)
    table.add_column("meaning")
    for name, meaning in weights.terms.actions.items():
        table.add_row(name, f"{weights[ACTIONS][name]:.3g}", meaning)
    return table
