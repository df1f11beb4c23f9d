"""How a person is asked for a move or a command."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

import plyground as ply
from plyground.cli.shared.output import say
from plyground.games.position import move_text

Ask = Callable[[ply.Position], str]


def prompt(commands: Iterable[str]) -> Ask:
    """Return what asks for the next line: with line editing at a keyboard, plainly elsewhere."""
    at_keyboard = sys.stdin.isatty() and sys.stdout.isatty()
    return _keyboard(commands) if at_keyboard else _piped


def _keyboard(commands: Iterable[str]) -> Ask:
    """Ask with line editing, history, and completion of moves and commands by Tab."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import WordCompleter
    from prompt_toolkit.shortcuts import CompleteStyle

    session: PromptSession[str] = PromptSession(complete_style=CompleteStyle.READLINE_LIKE)

    def ask(position: ply.Position) -> str:
        words = WordCompleter([*map(move_text, position.legal_moves), *commands])
        return session.prompt(
            f"{position.turn_name}> ", completer=words, complete_while_typing=False
        )

    return ask


def _piped(position: ply.Position) -> str:
    """Ask plainly, and repeat the line, so that a recorded session reads like a live one."""
    line = ""
    try:
        line = input(f"{position.turn_name}> ")
    finally:  # At the end of the input too: what follows begins on a line of its own.
        say("" if sys.stdin.isatty() else line)
    return line
