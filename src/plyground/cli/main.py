"""The ``plyground`` command: gathers the commands and turns mistakes into one-line errors."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

import plyground
from plyground.cli import (
    agent,
    book,
    check,
    connect,
    games,
    menace,
    referee,
    train,
    weights,
)
from plyground.cli.analyse import analyse
from plyground.cli.bench import bench
from plyground.cli.mankalah import mankalah
from plyground.cli.match import match
from plyground.cli.perft import perft
from plyground.cli.play import play
from plyground.cli.players import players
from plyground.cli.rate import rate
from plyground.cli.serve import serve
from plyground.cli.solve import solve
from plyground.cli.sprt import sprt
from plyground.cli.tournament import tournament
from plyground.cli.ugi import ugi
from plyground.errors import PlygroundError

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
commands = (
    play, serve, analyse, solve, players, match, tournament, sprt, rate, perft, bench, ugi,
    mankalah,
)  # fmt: skip
for command in commands:
    app.command()(command)
for group in (weights, book, games, train, menace, agent, check, connect, referee):
    app.add_typer(group.app, name=group.__name__.rpartition(".")[2])


def _print_version(asked: bool) -> None:
    if asked:
        print(f"plyground {plyground.__version__}")
        raise typer.Exit


@app.callback()
def options(
    _version: Annotated[
        bool,
        typer.Option("--version", help="Show the version.", callback=_print_version, is_eager=True),
    ] = False,
) -> None:
    """Play, watch, analyse and compete in two-player board games."""


def main() -> None:
    """Run the command line; a user's mistake ends with exit code 2."""
    try:
        app()
    except PlygroundError as error:
        print(f"plyground: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("plyground: stopped", file=sys.stderr)
        sys.exit(130)
