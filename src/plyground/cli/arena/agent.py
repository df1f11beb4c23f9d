"""``plyground agent``: begin an agent of your own."""

from __future__ import annotations

import os
import shutil
import sys
from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

from plyground.errors import PlygroundError, shown
from plyground.storage import write_whole

app = typer.Typer(help="Begin an agent of your own.", no_args_is_help=True)

# What is written, and the template that it is made from.
_FILES = {"agent.py": "agent.py", "test_agent.py": "test_agent.py.txt"}
_JAVA = Path("plyground", "SquatterPlayer.java")


@app.callback()
def agent() -> None:
    """Begin an agent of your own."""


@app.command()
def new(
    folder: Annotated[Path, typer.Argument(help="The folder to write it to.")],
) -> None:
    """Write a small agent that already beats random play, with a test.

    Example: plyground agent new my_agent
    """
    written = write_starter(folder)
    for path in written:
        print(f"wrote {path}")
    print(
        f"\nNext:  plyground check agent {written[0]}    what is wrong with it, if anything is"
        f"\n       plyground match file:{written[0]} greedy    how it fares"
    )


@app.command()
def java(
    folder: Annotated[Path, typer.Argument(help="The folder to write it to.")],
) -> None:
    """Write the source of a Java player that plays in the Squatter course's own referee.

    It starts 'plyground ugi' as a child, and ends it in every case.

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
        raise PlygroundError(f"{shown(target)} is there already; choose another folder")
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
            raise PlygroundError(f"{shown(folder / name)} is there already; choose another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        templates = resources.files("plyground.arena.agents.starter")
        for name, template in _FILES.items():
            text = templates.joinpath(template).read_text(encoding="utf-8")
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise PlygroundError(f"cannot write to {shown(folder)}: {error.strerror}") from None
    return [folder / name for name in _FILES]
