"""``plyground draw``: a position, or a whole game that plays by itself, as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.shared.options import Moves, OwnGame, Position, Save, Source
from plyground.cli.shared.output import say
from plyground.cli.shared.start import start
from plyground.errors import PlygroundError, shown
from plyground.games.names import file_stem
from plyground.games.pictures import animated, picture
from plyground.storage import write_whole


def draw(
    source: Source,
    position: Position = None,
    moves: Moves = "",
    game: OwnGame = None,
    still: Annotated[bool, typer.Option("--still", help="Draw the last position only")] = False,
    pause: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.1, max=10, help="Time per move")
    ] = 1.0,
    save: Save = None,
) -> None:
    """Draw a game as a moving picture.

    The picture is an .svg that plays by itself in every browser.

    Example: plyground draw games.txt:3 --save game.svg
    """
    record = start(source, position, moves, game)
    path = Path(save or f"{file_stem(record.start.game)}.svg").expanduser()
    if path.suffix != ".svg":
        raise PlygroundError(
            f"{shown(str(path))} is not a picture file; expected a name ending with .svg"
        )
    drawing = picture(record) if still or not record.moves else animated(record, pause)
    write_whole(path, drawing.encode())
    say(str(path))
