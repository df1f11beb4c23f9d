"""Every option that several commands have: one name, one type, one meaning, one line of help.

A command may say what it takes if the option is left out: ``shown(SAVE, "GAME.book")``.
"""

from __future__ import annotations

import copy
from typing import Annotated, Any

import typer

from plyground.cli.shared.command import LIMITS, OUTPUT
from plyground.cli.shared.completion import complete_games, complete_players


def shown(option: Any, default: str) -> Any:
    """Return the same option with a text for its default."""
    other = copy.copy(option)
    other.show_default = default
    return other


# Where a command begins.
SOURCE = typer.Argument(
    metavar="GAME", autocompletion=complete_games,
    help="Game name, record FILE[:N] or game.py",
)  # fmt: skip
POSITION = typer.Option(
    "--position", metavar="TEXT", help="Start from this position, in its text form"
)
MOVES = typer.Option("--moves", metavar="MOVES", help="Play these moves first, e.g. '3 6 2'")

# Who plays what.
GAME = typer.Option(
    "--game", metavar="GAME", autocompletion=complete_games,
    help="Game name or game.py",
)  # fmt: skip
PLAYER = typer.Option(
    "--player", metavar="SPEC", autocompletion=complete_players,
    help="Player (see plyground players)",
)  # fmt: skip
WEIGHTS = typer.Option("--weights", metavar="FILE", help="Weights: default, material or a file")
SEED = typer.Option("--seed", metavar="N", help="Random seed")
WORKERS = typer.Option(
    "--workers", metavar="N", show_default="cores",
    help="Parallel games, or ray[:ADDRESS]",
)  # fmt: skip

TIME = typer.Option(
    "--time", metavar="SECONDS", min=0.001, rich_help_panel=LIMITS,
    help="Seconds per move or position",
)  # fmt: skip
GAME_TIME = typer.Option(
    "--game-time", metavar="S[+INC]", rich_help_panel=LIMITS,
    help="Seconds per game, INC more per move",
)  # fmt: skip
NODES = typer.Option(
    "--nodes", metavar="N", min=1, rich_help_panel=LIMITS, help="Nodes per move or position"
)
MEMORY = typer.Option(
    "--memory", metavar="MB", min=1, rich_help_panel=LIMITS,
    help="MB for the table, or per external player",
)  # fmt: skip
NO_SANDBOX = typer.Option(
    "--no-sandbox", rich_help_panel=LIMITS,
    help="Run external players unprotected, if you trust them",
)  # fmt: skip

SAVE = typer.Option(
    "--save", metavar="PATH", rich_help_panel=OUTPUT, show_default=False,
    help="Where to save the result",
)  # fmt: skip
RESUME = typer.Option("--resume", rich_help_panel=OUTPUT, help="Resume the run stored in --save")
JSON = typer.Option("--json", rich_help_panel=OUTPUT, help="Print JSON Lines")
QUIET = typer.Option("--quiet", "-q", rich_help_panel=OUTPUT, help="Print only the result")

Source = Annotated[str, SOURCE]
Position = Annotated[str | None, POSITION]
Moves = Annotated[str, MOVES]
Game = Annotated[str, GAME]
OwnGame = Annotated[str | None, shown(GAME, "as in FILE")]
Player = Annotated[str, PLAYER]
Seed = Annotated[int, SEED]
Workers = Annotated[str | None, WORKERS]
Time = Annotated[float | None, TIME]
GameTime = Annotated[str | None, GAME_TIME]
Nodes = Annotated[int | None, NODES]
Memory = Annotated[int, MEMORY]
NoSandbox = Annotated[bool, NO_SANDBOX]
Save = Annotated[str | None, SAVE]
Resume = Annotated[bool, RESUME]
Json = Annotated[bool, JSON]
Quiet = Annotated[bool, QUIET]
