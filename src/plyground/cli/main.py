"""The ``plyground`` command: lists the commands and turns mistakes into one-line errors."""

from __future__ import annotations

import os
import sys
import warnings
from typing import Annotated

import typer

from plyground.cli.shared.command import App, Entry, LazyGroup
from plyground.cli.shared.output import say, warn
from plyground.errors import PlygroundError, visible


class Program(LazyGroup):
    """All commands by topic."""

    topics = {  # noqa: RUF012 - a constant
        "Play": {
            "play": Entry("play.play", "Play a game at the terminal."),
            "serve": Entry("play.serve", "Play, watch and analyse in the browser."),
            "game": Entry("play.game", "Create a game in Python."),
            "export": Entry("play.export", "Write the board as a static site."),
        },
        "Analyse": {
            "analyse": Entry("analysis.analyse", "Show the best moves of a position."),
            "explain": Entry("analysis.explain", "Explain the score of a position."),
            "solve": Entry("analysis.solve", "Find the exact result of a position."),
            "solved": Entry("analysis.solved", "List the games that are solved."),
            "tables": Entry("analysis.tables", "Build, list, check and remove tables of endings."),
            "draw": Entry("analysis.draw", "Draw a game as a moving picture."),
            "perft": Entry("analysis.perft", "Count move sequences to check the rules."),
            "bench": Entry("analysis.bench", "Measure the speed of rules and search."),
            "book": Entry("learn.book", "Build, show and check opening books."),
            "weights": Entry("learn.weights", "Show, compare, check and convert weights."),
        },
        "Compete": {
            "players": Entry("arena.players", "List the players and their options."),
            "match": Entry("arena.match", "Play a match between two players."),
            "tournament": Entry("arena.tournament", "Play a tournament."),
            "sprt": Entry("arena.sprt", "Test whether a player is stronger (SPRT)."),
            "levels": Entry("arena.levels", "Show and measure the ratings of weaker play."),
            "rate": Entry("arena.rate", "Rate the players of stored games."),
            "games": Entry("arena.games", "List, show and export stored games."),
            "agent": Entry("arena.agent", "Create a starter agent."),
            "check": Entry("arena.check", "Check an agent for common mistakes."),
            "class": Entry("classroom.classroom", "Run a class: uploads, a ladder, rounds."),
        },
        "Learn": {
            "train": Entry("learn.train", "Train a player and measure its progress."),
            "calibrate": Entry("learn.calibrate", "Fit margins and win chances to scores."),
            "puzzles": Entry("learn.puzzles", "Build, list, show, solve and check puzzles."),
            "menace": Entry("learn.menace", "Show the matchboxes of MENACE."),
        },
        "Connect": {
            "ugi": Entry("courses.ugi", "Run as a UGI engine."),
            "mankalah": Entry("courses.mankalah", "Run as an agent of ManKalah."),
            "connect": Entry("courses.connect", "Play on a game server."),
            "referee": Entry("courses.referee", "Referee games by a course's rules."),
        },
    }  # fmt: skip


app = App(
    "Play, watch, analyse and compete in two-player board games.",
    cls=Program,
    add_completion=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(asked: bool) -> None:
    if asked:
        import plyground

        say(f"plyground {plyground.__version__}")
        raise typer.Exit


@app.callback()
def options(
    _version: Annotated[
        bool,
        typer.Option("--version", help="Show the version", callback=_print_version, is_eager=True),
    ] = False,
) -> None:
    """Play, watch, analyse and compete in two-player board games."""


def main() -> None:
    """Run the command line; a user's mistake ends with exit code 2."""
    warnings.formatwarning = lambda message, *_, **__: f"plyground: {message}\n"
    try:
        app(prog_name="plyground")
    except PlygroundError as error:
        warn(f"plyground: {visible(str(error), keep='')}")
        sys.exit(2)
    except BrokenPipeError:  # whoever read the output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except KeyboardInterrupt:
        warn("plyground: stopped")
        sys.exit(130)
    except Exception as error:
        from plyground.games.own.faults import fault_line

        line = fault_line(error)  # of a game in Python; otherwise the mistake is ours
        if line is None:
            raise
        warn(f"plyground: {visible(' '.join(line.split()), keep='')}")
        sys.exit(2)
