"""``plyground agent java``: a Java player for the referee of the Squatter course."""

from __future__ import annotations

import os
import shutil
import sys
from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.shared.output import say
from plyground.errors import PlygroundError, shown
from plyground.storage import write_whole

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder to write to")]

_JAVA = Path("plyground", "SquatterPlayer.java")


def java(folder: Folder) -> None:
    """Create a Java player for the referee of the Squatter course.

    It runs 'plyground ugi' as a child process and always ends it.

    Example: plyground agent java my_player
    """
    say(f"wrote {write_java(folder)}")
    source = folder / _JAVA
    say(
        "\nNext, where COURSE is the folder that holds the course's aiproj/squatter:"
        f"\n  javac -cp COURSE -d {folder} {source}"
        f"\n  java -cp {folder}{os.pathsep}COURSE aiproj.squatter.Referee 6 "
        f"plyground.SquatterPlayer OTHER"
    )
    if shutil.which("plyground") is None:
        say(
            "\nThere is no plyground on your PATH; tell java where it is, before -cp:"
            f"\n  -Dplyground.command={Path(sys.executable).with_name('plyground')}"
        )


def write_java(folder: Path) -> Path:
    """Write the Java player's source; raises PlygroundError rather than overwrite anything."""
    target = folder / _JAVA
    if target.exists():
        raise PlygroundError(f"{shown(target)} already exists; choose another folder")
    source = resources.files("plyground.adapters").joinpath("java", *_JAVA.parts)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PlygroundError(f"cannot write to {shown(folder)}: {error.strerror}") from None
    write_whole(target, source.read_bytes())
    return target
