"""``plyground agent``: begin an agent of your own."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

from plyground.errors import PlygroundError, shown

app = typer.Typer(help="Begin an agent of your own.", no_args_is_help=True)

# What is written, and the template that it is made from.
_FILES = {"agent.py": "agent.py", "test_agent.py": "test_agent.py.txt"}


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


def write_starter(folder: Path) -> list[Path]:
    """Write the starter's files; raises PlygroundError rather than overwrite anything."""
    if folder.exists() and not folder.is_dir():
        raise PlygroundError(f"{shown(folder)} is not a folder; choose another name")
    for name in _FILES:
        if (folder / name).exists():
            raise PlygroundError(f"{shown(folder / name)} is there already; choose another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        templates = resources.files("plyground.arena.starter")
        for name, template in _FILES.items():
            text = templates.joinpath(template).read_text(encoding="utf-8")
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise PlygroundError(f"cannot write to {shown(folder)}: {error.strerror}") from None
    return [folder / name for name in _FILES]
