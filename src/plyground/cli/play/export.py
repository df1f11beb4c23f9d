"""``plyground export``: the board as a folder for any web host."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.shared.command import App
from plyground.cli.shared.output import say
from plyground.errors import PlygroundError
from plyground.storage import read_bytes

app = App("Write the board as a static site.")


@app.callback()
def group() -> None:
    """Write the board as a static site."""


@app.command()
def site(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to write to")],
    engines: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Compiled engines  [default: compile them]"),
    ] = None,
) -> None:
    """Write the board as a static site, with the engine as WebAssembly.

    Any web host can serve the folder.
    After the first visit it works without a network.
    Compiling the engine takes a clone of plyground and ziglang from PyPI.

    Example: plyground export site build/site
    """
    from plyground.web.site import export
    from plyground.web.site.engine import ENGINES, compiled

    if folder.exists() and not folder.is_dir():
        raise PlygroundError(f"{folder}: is a file; expected a folder to write the site to")
    if engines is None:
        content = compiled()
    else:
        content = {name: read_bytes(engines / name) for name in ENGINES}
    files = export.write(folder, content)
    say(f"{len(files)} files in {folder}")
    say(f"Look at it with: python -m http.server --directory {folder}")
