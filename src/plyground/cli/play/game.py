"""``plyground game``: a starter for a game in Python."""

from __future__ import annotations

import keyword
import re
import sys
from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.shared.command import App
from plyground.cli.shared.output import say
from plyground.errors import PlygroundError, shown

app = App("Create a game in Python.")

# What is written, and the template that it is made from.
_FILES = {"{}.py": "game.py.txt", "test_{}.py": "test_game.py.txt"}


@app.callback()
def game() -> None:
    """Create a game in Python."""


@app.command()
def new(
    name: Annotated[Path, typer.Argument(metavar="NAME", help="Name of the file, without .py")],
) -> None:
    """Create a starter for a game in Python, with board and test.

    Example: plyground game new my_game
    """
    for path in (written := write_starter(name)):
        say(f"wrote {path}")
    say(
        f"\nNext:  plyground serve {written[0]}    (play it in the browser)"
        f"\n       pytest {written[1]}    (check its rules)"
    )


def write_starter(path: Path) -> list[Path]:
    """Write the starter's files; raises PlygroundError rather than overwrite anything."""
    name = path.name.removesuffix(".py")
    is_word = name.isidentifier() and name == name.lower() and not keyword.iskeyword(name)
    if not is_word or name in sys.stdlib_module_names | {"plyground"}:
        raise PlygroundError(
            f"{shown(name)} cannot be the name of a game's file; expected small letters, digits "
            "and _, such as my_game"
        )
    words = {
        "NAME": name,
        "CLASS": "".join(word.capitalize() for word in name.split("_")) or name,
        "TITLE": name.replace("_", " ").strip().capitalize(),
    }
    files = {path.parent / target.format(name): source for target, source in _FILES.items()}
    for file in files:
        if file.exists():
            raise PlygroundError(f"{shown(file)} already exists; choose another name")
    templates = resources.files("plyground.games.own.starter")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for file, source in files.items():
            text = templates.joinpath(source).read_text(encoding="utf-8")
            text = re.sub(
                r"(?<![A-Z])(NAME|CLASS|TITLE)(?![A-Z])", lambda found: words[found[1]], text
            )
            file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise PlygroundError(f"cannot write {shown(file)}: {error.strerror}") from None
    return list(files)
