"""The help of every command: its width, one line per option, and the same words everywhere."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from plyground.cli.main import Program, app
from plyground.cli.shared.command import summary

WIDTH = 80
# Options that several commands have must mean the same in all of them.
SHARED = {
    "--position", "--moves", "--game", "--player", "--time", "--game-time", "--nodes", "--memory",
    "--save", "--seed", "--json", "--quiet", "--workers", "--resume", "--weights",
}  # fmt: skip
TAKE_A_POSITION = (("analyse",), ("explain",), ("solve",), ("play",), ("perft",), ("book", "show"))


@cache
def program() -> Any:
    return typer.main.get_command(app)


def walked(command: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield every command with the words that call it."""
    yield words, command
    if hasattr(command, "list_commands"):
        context = typer.Context(command)
        for name in command.list_commands(context):
            yield from walked(command.get_command(context, name), (*words, name))


COMMANDS = dict(walked(program()))


def shown(words: tuple[str, ...]) -> str:
    done = CliRunner().invoke(app, [*words, "--help"], env={"COLUMNS": "80"})
    assert done.exit_code == 0, done.output
    return done.output


def visible(command: Any) -> list[Any]:
    """Return the parameters that the help lists, without those that Typer adds."""
    own = (param for param in command.params if not param.name.endswith("_completion"))
    return [param for param in own if not getattr(param, "hidden", False)]


def options(command: Any) -> dict[str, Any]:
    return {
        max(param.opts, key=len): param
        for param in visible(command)
        if param.param_type_name == "option"
    }


def test_all_commands_are_reached() -> None:
    names = {" ".join(words) for words in COMMANDS}
    assert {"play", "book build", "train tdleaf", "referee wub", "explain"} <= names


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words) or "plyground")
def test_help_fits_and_says_everything_on_one_line(words: tuple[str, ...]) -> None:
    text, command = shown(words), COMMANDS[words]
    assert max(map(len, text.splitlines())) <= WIDTH
    for param in visible(command):
        name = max(param.opts, key=len) if param.param_type_name == "option" else param.metavar
        assert name, f"{param.name} has no name for the help"
        assert param.help, f"{name} has no help"
        assert not param.help.endswith("."), name
        assert param.help[0].isupper() or "[" in param.help or "," in param.help, name
        assert any(name in line for line in text.splitlines())
        if param.param_type_name == "option" and not param.is_flag:
            assert param.metavar, f"{name} has no word for its value"


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words) or "plyground")
def test_descriptions_hold_one_sentence_per_line(words: tuple[str, ...]) -> None:
    command = COMMANDS[words]
    lines = [line for line in (command.help or "").splitlines() if line]
    assert lines
    is_group = hasattr(command, "list_commands")
    for line in lines:
        is_sentence = re.fullmatch(r"[A-Z'].*[.:]", line)
        assert is_sentence or "plyground " in line or re.search(r"\w+:\w+=", line), line
    if not is_group:
        assert lines[-1].startswith(f"Example: plyground {' '.join(words)}")


def test_the_list_says_what_the_commands_say() -> None:
    for entries in Program.topics.values():
        for name, entry in entries.items():
            assert summary(COMMANDS[(name,)]) == entry.summary, name


def test_the_same_option_is_the_same_everywhere() -> None:
    found = defaultdict(lambda: defaultdict(list))  # type: ignore[var-annotated]
    for words, command in COMMANDS.items():
        for name, param in options(command).items():
            found[name][param.metavar, param.help].append(" ".join(words))
    assert set(found) >= SHARED
    for name in SHARED:
        assert len(found[name]) == 1, (name, dict(found[name]))


@pytest.mark.parametrize("words", TAKE_A_POSITION, ids=" ".join)
def test_positions_are_given_in_one_way(words: tuple[str, ...]) -> None:
    assert {"--position", "--moves"} <= set(options(COMMANDS[words]))
