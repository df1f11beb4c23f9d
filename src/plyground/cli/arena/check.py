"""``plyground check``: what is wrong with something of yours, in plain words."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from plyground.arena.agents.check_agent import Finding, check_agent
from plyground.arena.sandbox.limits import Limits
from plyground.ugi.session import DEFAULT_GAME

app = typer.Typer(help="Say what is wrong with something of yours.", no_args_is_help=True)


@app.callback()
def check() -> None:
    """Say what is wrong with something of yours."""


@app.command()
def agent(
    what: Annotated[str, typer.Argument(help="A Python file, or an agent's spec.")],
    game: Annotated[str, typer.Option(help="The game that it plays.")] = DEFAULT_GAME,
    memory_mb: Annotated[float, typer.Option(min=1, help="Memory that it may use.")] = 1024,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a case.")] = False,
) -> None:
    """Play an agent through all that can happen to it; the exit code is 1 if something is wrong.

    Example: plyground check agent my_agent/agent.py --game 'kalah(6,4)'
    """
    spec = f"file:{what}" if what.endswith(".py") and Path(what).is_file() else what
    console = Console(highlight=False)
    seen: set[str | None] = {None}
    for finding in check_agent(spec, game, Limits(memory_mb=memory_mb)):
        if as_json:
            print(json.dumps(asdict(finding)), flush=True)
        else:
            _show(console, finding, is_new=finding.problem not in seen)
        seen.add(finding.problem)
    if len(seen) > 1:
        raise typer.Exit(1)


def _show(console: Console, finding: Finding, *, is_new: bool) -> None:
    if finding.problem is None:
        console.print(Text.assemble(("✓ ", "green"), finding.case))
        return
    console.print(Text.assemble(("✗ ", "bold red"), (finding.case, "bold")))
    problem = finding.problem if is_new else "The same as above."
    console.print(Padding(Text(problem), (0, 0, 0, 4)))
    if finding.details and is_new:
        console.print(Padding(Text(f"It printed:\n{finding.details}", style="dim"), (0, 0, 0, 4)))
