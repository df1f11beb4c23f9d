"""The ``plyground`` command: gathers the commands and turns mistakes into one-line errors."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

import plyground
from plyground.cli.analysis.analyse import analyse
from plyground.cli.analysis.bench import bench
from plyground.cli.analysis.perft import perft
from plyground.cli.analysis.solve import solve
from plyground.cli.arena import agent, check, games
from plyground.cli.arena.match import match
from plyground.cli.arena.players import players
from plyground.cli.arena.rate import rate
from plyground.cli.arena.sprt import sprt
from plyground.cli.arena.tournament import tournament
from plyground.cli.courses import connect, referee
from plyground.cli.courses.mankalah import mankalah
from plyground.cli.courses.ugi import ugi
from plyground.cli.learn import book, menace, train, weights
from plyground.cli.play.play import play
from plyground.cli.play.serve import serve
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
