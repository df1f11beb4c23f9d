"""``plyground agent``: a starter agent to build on."""

from __future__ import annotations

import os
import shutil
import sys
from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.shared.command import App
from plyground.errors import PlygroundError, shown
from plyground.storage import write_whole

app = App("Create a starter agent.")

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder to write to")]

# What is written, and the template that it is made from.
_FILES = {"agent.py": "agent.py", "test_agent.py": "test_agent.py.txt"}
_JAVA = Path("plyground", "SquatterPlayer.java")


@app.callback()
def agent() -> None:
    """Create a starter agent."""


@app.command()
def new(folder: Folder) -> None:
    """Create a starter agent in Python, with a test.

    It already beats random play.

    Example: plyground agent new my_agent
    """
    written = write_starter(folder)
    for path in written:
        print(f"wrote {path}")
    print(
        f"\nNext:  plyground check agent {written[0]}    (check it for mistakes)"
        f"\n       plyground match file:{written[0]} greedy    (measure its strength)"
    )


@app.command()
def java(folder: Folder) -> None:
    """Create a Java player for the referee of the Squatter course.

    It runs 'plyground ugi' as a child process and always ends it.

    Example: plyground agent java my_player
    """
    print(f"wrote {write_java(folder)}")
    source = folder / _JAVA
    print(
        "\nNext, where COURSE is the folder that holds the course's aiproj/squatter:"
        f"\n  javac -cp COURSE -d {folder} {source}"
        f"\n  java -cp {folder}{os.pathsep}COURSE aiproj.squatter.Referee 6 "
        f"plyground.SquatterPlayer OTHER"
    )
    if shutil.which("plyground") is None:
        print(
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


def write_starter(folder: Path) -> list[Path]:
    """Write the starter's files; raises PlygroundError rather than overwrite anything."""
    if folder.exists() and not folder.is_dir():
        raise PlygroundError(f"{shown(folder)} is not a folder; choose another name")
    for name in _FILES:
        if (folder / name).exists():
            raise PlygroundError(f"{shown(folder / name)} already exists; choose another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        templates = resources.files("plyground.arena.agents.starter")
        for name, template in _FILES.items():
            text = templates.joinpath(template).read_text(encoding="utf-8")
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise PlygroundError(f"cannot write to {shown(folder)}: {error.strerror}") from None
    return [folder / name for name in _FILES]
