"""``plyground check``: the mistakes of an agent, in plain words."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from plyground.arena.agents.check_agent import Finding, check_agent
from plyground.arena.sandbox.limits import Limits
from plyground.cli.shared.command import App
from plyground.cli.shared.options import Game, Json, Memory, NoSandbox
from plyground.cli.shared.output import console, say_json
from plyground.ugi.session import DEFAULT_GAME

app = App("Check an agent for common mistakes.")


@app.callback()
def check() -> None:
    """Check an agent for common mistakes."""


@app.command()
def agent(
    what: Annotated[
        str, typer.Argument(metavar="AGENT", help="Python file, or the spec of an agent")
    ],
    game: Game = DEFAULT_GAME,
    memory: Memory = 1024,
    no_sandbox: NoSandbox = False,
    as_json: Json = False,
) -> None:
    """Check an agent for common mistakes.

    It plays through the situations that an agent can meet.
    The exit code is 1 if something is wrong.

    Example: plyground check agent my_agent/agent.py --game 'kalah(6,4)'
    """
    spec = f"file:{what}" if what.endswith(".py") and Path(what).is_file() else what
    screen = console()
    seen: set[str | None] = {None}
    limits = Limits(memory_mb=memory, sandbox=not no_sandbox)
    for finding in check_agent(spec, game, limits):
        if as_json:
            say_json(asdict(finding))
        else:
            _show(screen, finding, is_new=finding.problem not in seen)
        seen.add(finding.problem)
    if len(seen) > 1:
        raise typer.Exit(1)


def _show(screen: Console, finding: Finding, *, is_new: bool) -> None:
    if finding.problem is None:
        screen.print(Text.assemble(("✓ ", "green"), finding.case))
        return
    screen.print(Text.assemble(("✗ ", "bold red"), (finding.case, "bold")))
    problem = finding.problem if is_new else "The same as above."
    screen.print(_indented(Text(problem)))
    if finding.details and is_new:
        screen.print(_indented(Text(f"It printed:\n{finding.details}", style="dim")))


def _indented(text: Text) -> Padding:
    return Padding(text, (0, 0, 0, 4), expand=False)
