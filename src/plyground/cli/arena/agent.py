"""``plyground agent``: a starter agent to build on."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from plyground.cli.courses.java import Folder, java
from plyground.cli.shared.command import App
from plyground.cli.shared.output import say
from plyground.errors import PlygroundError, shown

app = App("Create a starter agent.")

# What is written, and the template that it is made from.
_FILES = {"agent.py": "agent.py", "test_agent.py": "test_agent.py.txt"}


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
        say(f"wrote {path}")
    say(
        f"\nNext:  plyground check agent {written[0]}    (check it for mistakes)"
        f"\n       plyground match file:{written[0]} greedy    (measure its strength)"
    )


app.command()(java)


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
