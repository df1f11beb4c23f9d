"""Options that had other names: these still work for one version, with a notice."""

from __future__ import annotations

from plyground.cli.shared.output import warn

_SAVE = {"--out": "--save"}
_MEMORY = {"--table-mb": "--memory"}
_TIME = {"--move-time": "--time"}

# An empty new name means that the value now stands alone, as an argument.
_RENAMED: dict[str, dict[str, str]] = {
    "play": {"--load": ""},
    "analyse": {"--engine": "--player"},
    "solve": _MEMORY,
    "book build": _MEMORY | _SAVE,
    "book check": _MEMORY,
    "match": _TIME,
    "sprt": _TIME,
    "tournament": _TIME,
    "check agent": {"--memory-mb": "--memory"},
    "referee mankalah": {"--time": "--game-time"},
    "train": _SAVE,
    "train gate": {"--clock": "--game-time"} | _SAVE,
}


def with_new_names(command: str, words: list[str]) -> list[str]:
    """Replace the old names of options in what was typed after a command.

    >>> with_new_names("solve", ["kalah(3,2)", "--memory=64"])
    ['kalah(3,2)', '--memory=64']
    """
    renamed = _RENAMED.get(command) or _RENAMED.get(command.partition(" ")[0], {})
    replaced: list[str] = []
    for word in words:
        old, equals, value = word.partition("=")
        if old not in renamed:
            replaced.append(word)
            continue
        new = renamed[old]
        tell_renamed(old, new or "the file as an argument")
        replaced += [f"{new}{equals}{value}"] if new else [value] if equals else []
    return replaced


def tell_renamed(old: str, new: str) -> None:
    """Say what to write instead of something that will go."""
    warn(f"plyground: {old} is deprecated; use {new}")
