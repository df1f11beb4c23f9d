"""``plyground menace``: look into matchboxes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

import plyground as ply
from plyground.cli.shared.own_game import begin
from plyground.errors import GameNameError, PlygroundError, shown
from plyground.players.menace import Matchboxes, label

app = typer.Typer(help="Look into the matchboxes of MENACE.", no_args_is_help=True)

_BAR = 40  # the longest, in letters
_COLOURS = ("red", "green", "yellow", "blue", "magenta", "cyan")


@app.callback()
def menace() -> None:
    """Look into the matchboxes of MENACE; plyground train menace makes them."""


@app.command()
def show(
    file: Annotated[Path, typer.Argument(help="A file that plyground train menace has made.")],
    moves: Annotated[str, typer.Option(help="Moves to play first, e.g. '4 0'.")] = "",
    game: Annotated[
        str | None, typer.Option(help="For a game in Python: its file, e.g. tic_tac_toe.py.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Show the beads of a position's matchbox: how often each move would be drawn.

    Example: plyground menace show menace-tictactoe/menace.toml --game tic_tac_toe.py --moves '4 0'
    """
    boxes = Matchboxes.load(file)
    try:
        record = begin(boxes.game if game is None else game)
    except GameNameError:
        if game is not None:
            raise
        raise PlygroundError(
            f"{shown(file)} has matchboxes of {boxes.game}; say where it is: --game FILE.py"
        ) from None
    if record.position.game != boxes.game:
        raise PlygroundError(
            f"{shown(file)} has matchboxes of {boxes.game}, not of {record.position.game}"
        )
    for move in moves.split():
        record.push(move)
    if record.is_over:
        raise PlygroundError("the game is over: there is no box for it")
    box = label(record.position)
    beads = {str(box.moves[colour]): n for colour, n in boxes.beads(box).items()}
    is_there = box.text in boxes.boxes
    if as_json:
        print(json.dumps({"position": record.position.text, "opened": is_there, "beads": beads}))
        return
    _print(record.position, boxes, beads, is_there=is_there)


def _print(
    position: ply.Position, boxes: Matchboxes, beads: dict[str, int], *, is_there: bool
) -> None:
    console = Console(highlight=False, markup=False, emoji=False)
    console.print(f"{boxes.game}, {len(boxes.boxes)} boxes: {boxes.origin}", style="dim")
    console.print(f"{position}\n", soft_wrap=True)
    total, most = sum(beads.values()), max(beads.values())
    what = f"{total} beads" if is_there else "a box that was never opened: all moves alike"
    console.print(f"{position.turn_name} to move, {what}" if total else "an empty box")
    width = max(map(len, beads))
    by_number = sorted(beads.items(), key=lambda item: -item[1])
    for place, (move, count) in enumerate(by_number):
        bar = "●" * (count if most <= _BAR else round(_BAR * count / most))
        share = f"{count / total:.0%}".replace("%", " %") if total else "0 %"
        line = Text(f"  {move:>{width}} ").append(bar, _COLOURS[place % len(_COLOURS)])
        console.print(line.append(f" {count}, {share}"))
    if len(beads) < len(position.legal_moves):
        console.print("Moves that are mirror images of these share their beads.", style="dim")
