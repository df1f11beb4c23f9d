"""What several commands of a class take."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:  # SQLAlchemy takes its time to import
    from plyground.classroom.register import Register

Folder = Annotated[
    Path, typer.Argument(metavar="FOLDER", help="Folder of the class, with its class.toml")
]
Address = Annotated[
    str, typer.Option("--address", metavar="URL", help="Address of the class for links")
]
USUAL_ADDRESS = "http://127.0.0.1:8765"


def opened(folder: Path) -> Register:
    """Open the register of a class."""
    from plyground.classroom.register import Register
    from plyground.classroom.settings import read_settings

    return Register(read_settings(folder).address)


def link(address: str, key: str) -> str:
    """Return the link that lets somebody in; what stands behind # is never sent to a server.

    >>> link("http://localhost:8765/", "abc")
    'http://localhost:8765/class/join#abc'
    """
    return f"{address.rstrip('/')}/class/join#{key}"
