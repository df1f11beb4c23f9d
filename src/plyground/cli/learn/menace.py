"""``plyground menace``: look into matchboxes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

import plyground as ply
from plyground.cli.shared.command import App
from plyground.cli.shared.options import GAME, Json, Moves, Position
from plyground.cli.shared.options import shown as shown_default
from plyground.cli.shared.output import console, say_json
from plyground.cli.shared.start import start
from plyground.errors import GameNameError, PlygroundError, shown
from plyground.players.menace import Matchboxes, label

app = App("Show the matchboxes of MENACE.")

_BAR = 40  # the longest, in letters
_COLOURS = ("red", "green", "yellow", "blue", "magenta", "cyan")


@app.callback()
def menace() -> None:
    """Show the matchboxes of MENACE."""


@app.command()
def show(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="File written by plyground train menace")
    ],
    game: Annotated[str | None, shown_default(GAME, "as in FILE")] = None,
    position: Position = None,
    moves: Moves = "",
    as_json: Json = False,
) -> None:
    """Show the beads in the matchbox of a position.

    The number of beads says how often each move is drawn.
    A game in Python must be given with --game.

    Example: plyground menace show run/menace.toml --game tic_tac_toe.py
    """
    boxes = Matchboxes.load(file)
    try:
        record = start(boxes.game if game is None else game, position, moves)
    except GameNameError:
        if game is not None:
            raise
        raise PlygroundError(
            f"{shown(file)} has matchboxes of {boxes.game}; give its Python file with --game"
        ) from None
    if record.position.game != boxes.game:
        raise PlygroundError(
            f"{shown(file)} has matchboxes of {boxes.game}, not of {record.position.game}"
        )
    if record.is_over:
        raise PlygroundError("the game is over here; choose a position in which a side is to move")
    box = label(record.position)
    beads = {str(box.moves[colour]): n for colour, n in boxes.beads(box).items()}
    is_there = box.text in boxes.boxes
    if as_json:
        say_json({"position": record.position.text, "opened": is_there, "beads": beads})
        return
    _print(record.position, boxes, beads, is_there=is_there)


def _print(
    position: ply.Position, boxes: Matchboxes, beads: dict[str, int], *, is_there: bool
) -> None:
    screen = console()
    screen.print(f"{boxes.game}, {len(boxes.boxes)} boxes: {boxes.origin}", style="dim")
    screen.print(f"{position}\n", soft_wrap=True)
    total, most = sum(beads.values()), max(beads.values())
    what = f"{total} beads" if is_there else "a box that was never opened: all moves alike"
    screen.print(f"{position.turn_name} to move, {what}" if total else "an empty box")
    width = max(map(len, beads))
    by_number = sorted(beads.items(), key=lambda item: -item[1])
    for place, (move, count) in enumerate(by_number):
        bar = "●" * (count if most <= _BAR else round(_BAR * count / most))
        share = f"{count / total:.0%}".replace("%", " %") if total else "0 %"
        line = Text(f"  {move:>{width}} ").append(bar, _COLOURS[place % len(_COLOURS)])
        screen.print(line.append(f" {count}, {share}"))
    if len(beads) < len(position.legal_moves):
        screen.print("Moves that are mirror images of these share their beads.", style="dim")
