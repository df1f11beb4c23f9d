"""Commands and groups with one layout of help: a line per option, a sentence per line, 80 columns.

Typer's own layouts wrap the texts of options and fold columns, which makes them hard to scan.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup

from plyground.cli.shared.renamed import with_new_names

LIMITS, OUTPUT = "Limits", "Output"  #: sections of help that many commands have, always last
_GAP = 2
_Row = tuple[str, str]
_TYPERS_OWN = {
    "--help": "Show this help",
    "--install-completion": "Install completion for the current shell",
    "--show-completion": "Print the completion script of the current shell",
}


class Command(TyperCommand):
    """A command with our layout of help; it also takes the old names of its options."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Replace old names before anything else sees them."""
        return super().parse_args(ctx, with_new_names(_path(ctx), args))

    def collect_usage_pieces(self, ctx: Any) -> list[str]:  # noqa: ARG002 - Typer's signature
        """Return what follows the name of the command: ``[OPTIONS] GAME [FILE]``."""
        return ["[OPTIONS]", *(_argument(one) for one in _arguments(self))]

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write usage, description, arguments and options."""
        sections = {"Arguments": [_argument_row(one) for one in _arguments(self)]}
        sections |= _option_sections(self, ctx)
        _write(formatter, ctx, self.help or "", sections)


class Group(TyperGroup):
    """Commands under one name, with our layout of help."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Show the help where a command is missing, which is a mistake all the same."""
        if not args and not ctx.resilient_parsing:
            typer.echo(ctx.get_help())
            ctx.exit(2)
        return super().parse_args(ctx, args)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write usage, description, commands and options."""
        _write(formatter, ctx, self.help or "", self.listed(ctx) | _option_sections(self, ctx))

    def listed(self, ctx: Any) -> dict[str, list[_Row]]:
        """Return the commands to list, by section."""
        named = {name: self.get_command(ctx, name) for name in self.list_commands(ctx)}
        rows = [(name, summary(one)) for name, one in named.items() if one and not one.hidden]
        return {"Commands": rows}


class Entry(NamedTuple):
    """A command to be imported only when it runs: where it is, and its line in the list."""

    module: str
    summary: str


class LazyGroup(Group):
    """The whole program; a command is imported when it is asked for."""

    topics: dict[str, dict[str, Entry]]

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - Typer's signature
        """Return the names of all commands."""
        return [name for entries in self.topics.values() for name in entries]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002 - Typer's signature
        """Import a command; None if there is none of that name."""
        if cmd_name not in self.commands:
            for entries in self.topics.values():
                if cmd_name in entries:
                    self.add_command(_imported(cmd_name, entries[cmd_name]), cmd_name)
        return self.commands.get(cmd_name)

    def listed(self, ctx: Any) -> dict[str, list[_Row]]:  # noqa: ARG002 - as the group's
        """Return the commands by topic, without importing them."""
        return {
            topic: [(name, entry.summary) for name, entry in entries.items()]
            for topic, entries in self.topics.items()
        }


class App(typer.Typer):
    """A Typer whose commands have our layout."""

    def __init__(self, help: str, cls: type[TyperGroup] = Group, **settings: Any) -> None:  # noqa: A002
        settings = {"add_completion": False, "rich_markup_mode": None} | settings
        super().__init__(help=help, cls=cls, pretty_exceptions_enable=False, **settings)

    def command(self, name: str | None = None, **settings: Any) -> Callable[..., Any]:
        """Add a command."""
        return super().command(name, **({"cls": Command} | settings))


def summary(command: Any) -> str:
    """Return the first line of a command's help."""
    return str(command.help or "").partition("\n")[0]


def _imported(name: str, entry: Entry) -> Any:
    """Return a group's ``app``, or the command that the function of the same name makes."""
    module = import_module(f"plyground.cli.{entry.module}")
    app = getattr(module, "app", None)
    if app is None:
        app = App("")
        app.command(name)(getattr(module, name))
    return typer.main.get_command(app)


def _path(ctx: Any) -> str:
    """Return the words of a command without the program's own name: ``book build``."""
    return str(ctx.command_path.partition(" ")[2])


def _arguments(command: Any) -> list[Any]:
    return [p for p in command.params if p.param_type_name == "argument" and not p.hidden]


def _name(argument: Any) -> str:
    return str(argument.metavar or argument.name.upper())


def _argument(argument: Any) -> str:
    name = f"{_name(argument)}{'...' * (argument.nargs != 1)}"
    return name if argument.required else f"[{name}]"


def _argument_row(argument: Any) -> _Row:
    return _name(argument), _described(argument)


def _option_sections(command: Any, ctx: Any) -> dict[str, list[_Row]]:
    """Return the options by section; those without one come first, and help is their last."""
    sections: dict[str, list[_Row]] = {"Options": []}
    for option in command.get_params(ctx):
        if option.param_type_name == "option" and not option.hidden:
            panel = getattr(option, "rich_help_panel", None) or "Options"
            rows = sections.setdefault(panel, [])
            known = (_TYPERS_OWN[name] for name in option.opts if name in _TYPERS_OWN)
            rows.append((_option_names(option), next(known, None) or _described(option)))
    return {title: sections[title] for title in sorted(sections, key=_place)}


def _place(title: str) -> int:
    """Let what a command alone has come before what many have."""
    return (LIMITS, OUTPUT).index(title) + 1 if title in (LIMITS, OUTPUT) else 0


def _option_names(option: Any) -> str:
    names = ", ".join(sorted(option.opts, key=len))
    return names if option.is_flag else f"{names} {option.metavar or ''}".rstrip()


def _described(param: Any) -> str:
    """Return a parameter's help with what is to know about its value: ``[default: 100]``."""
    notes = []
    if default := _default(param):
        notes.append(f"default: {default}")
    if param.param_type_name == "option" and param.required:
        notes.append("required")
    if getattr(param, "multiple", False):
        notes.append("repeatable")
    return f"{param.help or ''} [{', '.join(notes)}]" if notes else str(param.help or "")


def _default(param: Any) -> str:
    shown = getattr(param, "show_default", None)
    if isinstance(shown, str):
        return shown
    value = param.default
    if not shown or value is None or isinstance(value, bool) or value in ("", (), []):
        return ""
    return f"{value:g}" if isinstance(value, float) else str(value)


def _write(formatter: Any, ctx: Any, text: str, sections: dict[str, list[_Row]]) -> None:
    usage = " ".join((ctx.command_path, *ctx.command.collect_usage_pieces(ctx)))
    formatter.write(f"Usage: {usage}\n\n")
    formatter.write("".join(f"  {line}".rstrip() + "\n" for line in text.splitlines()))
    width = max((len(left) for rows in sections.values() for left, _ in rows), default=0)
    for title, rows in sections.items():
        if rows:
            formatter.write(f"\n{typer.style(f'{title}:', bold=True)}\n")
            formatter.write("".join(_lines(rows, width)))


def _lines(rows: Iterable[_Row], width: int) -> Iterable[str]:
    return (f"  {left:<{width + _GAP}}{right}".rstrip() + "\n" for left, right in rows)
