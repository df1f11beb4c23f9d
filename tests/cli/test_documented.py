"""The commands in README and docs: each must be one that the command line takes."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer

from tests.cli.test_help import program

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])


def commands(page: Path) -> list[list[str]]:
    """Return the words of every line of a code block that runs plyground, without comments."""
    found = []
    for block in re.findall(r"^ *```\w*\n(.*?)^ *```", page.read_text("utf-8"), re.DOTALL | re.M):
        for line in block.replace("\\\n", " ").splitlines():
            if re.match(r" *(\$ )?plyground ", line) and "…" not in line:
                words = shlex.split(line.strip().removeprefix("$ "), comments=True)
                end = next((i for i, word in enumerate(words) if word in "|&>;&&"), len(words))
                found.append(words[1:end])
    return found


def parse(words: list[str]) -> None:
    """Parse a command as if it were run, without running it."""
    command: Any = program()
    while hasattr(command, "list_commands"):
        if not words or words[0].startswith("-"):
            return
        name, *words = words
        known = command.get_command(typer.Context(command), name)
        assert known is not None, name
        command = known
    command.make_context("plyground", list(words))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_documented_commands_are_taken(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in commands(page):
        try:
            parse(words)
        except Exception as error:
            raise AssertionError(f"plyground {shlex.join(words)}: {error}") from error
    assert "deprecated" not in capsys.readouterr().err


def test_the_container_starts_a_command_that_there_is() -> None:
    text = (ROOT / "Containerfile").read_text("utf-8")
    command = re.findall(r"^(?:ENTRYPOINT|CMD) (.*)$", text, re.MULTILINE)
    program, *words = [word for part in command for word in json.loads(part)]
    assert program == "plyground"
    parse(words)


def test_commands_are_found() -> None:
    assert sum(len(commands(page)) for page in PAGES) > 50
