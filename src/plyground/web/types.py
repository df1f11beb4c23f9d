"""The browser's types, written from the models of all messages.

``python -m plyground.web.types FILE`` writes ``static/common/types.js``; with ``--check`` it only
says whether the file is up to date, which the lint asks for.
"""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from pathlib import Path
from typing import Any

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import models_json_schema

from plyground.web.analysis import models as analysis
from plyground.web.classroom import models as classroom
from plyground.web.games import models as games
from plyground.web.learning import models as learning
from plyground.web.shared import boards, messages, models
from plyground.web.tournaments import models as tournaments

FILE = Path(__file__).parent / "static" / "common" / "types.js"
Schema = dict[str, Any]

_HEAD = """\
The messages between server and browser, as types; docs/web-api.md says what each of them means.

Written by `python -m plyground.web.types` from the server's models: change those instead.
"""
# Everything that is sent as a whole; what these are made of comes with them.
_WISHES: tuple[type[BaseModel], ...] = (
    games.NewGame, games.Invite, games.InvitationKey, games.Join,
    games.MoveMessage, games.ActMessage, games.DirectMessage, games.SpeedMessage,
    analysis.Analyse, analysis.GradeWish, analysis.Setup, analysis.RecordText,
    analysis.StartMessage, analysis.ReviewMessage, analysis.StopMessage,
    tournaments.NewTournament, messages.PingMessage,
    classroom.EnterWish, classroom.TeamsWish, classroom.TeamWish, classroom.RoundWish,
    classroom.NoticeWish, classroom.PauseWish,
)  # fmt: skip
_ANSWERS: tuple[type[BaseModel], ...] = (
    messages.Error, messages.ErrorMessage, messages.Pong,
    games.Catalogue, games.Game, games.Invited, games.StateMessage, games.Hint, games.Summaries,
    analysis.Analysed, analysis.Graded, analysis.InfoMessage, analysis.GradedMessage,
    analysis.ReviewedMessage, analysis.Replayed, analysis.Checked, analysis.Records,
    tournaments.Tournaments, tournaments.Tournament, tournaments.TournamentMessage,
    tournaments.PlayedGame, learning.PuzzleSets, learning.Puzzles, learning.Tutorial,
    classroom.ClassView, classroom.Entered, classroom.TeamView, classroom.Uploaded,
    classroom.Report, classroom.StaffView, classroom.NewKeys, classroom.Similar,
)  # fmt: skip
# Types that are no class of their own.
_ALIASES: dict[str, Any] = {
    "Side": models.Side,
    "Colour": boards.Colour,
    "Seat": boards.Seat,
    "Grade": analysis.Grade,
    "BoardData": boards.Board,
    "BoardEvent": boards.BoardEvent,
    "GameMessage": games.GameMessage,
    "AnalysisMessage": analysis.AnalysisMessage,
}
_WIDTH = 97  # of a line in a comment
_NO_BREAK = "\0"  # a space inside a field, which stays on one line
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}


def written() -> str:
    """Return the whole file."""
    wishes = [(model, "validation") for model in _WISHES]
    answers = [(model, "serialization") for model in _ANSWERS]
    _, found = models_json_schema([*wishes, *answers])  # type: ignore[list-item]
    sent = {name for name, _ in _definitions(models_json_schema(answers)[1])}  # type: ignore[arg-type]
    blocks = [_HEAD, *(_alias(name) for name in _ALIASES)]
    for name, schema in _definitions(found):
        blocks.append(_typedef(name, _object(schema, is_answer=name in sent)))
    lines = [f" * {line}".rstrip() for line in "\n".join(blocks).splitlines()]
    return "\n".join(["/**", *lines, " */", "", "export {};", ""])


def _definitions(schema: Schema) -> list[tuple[str, Schema]]:
    return sorted(schema["$defs"].items())


def _alias(name: str) -> str:
    parts = _parts(TypeAdapter(_ALIASES[name]).json_schema())
    return _typedef(name, " | ".join(parts))


def _typedef(name: str, kind: str) -> str:
    """Return the definition of a type, on as many lines as it needs."""
    whole = f"@typedef {{{kind}}} {name}"
    lines = textwrap.wrap(whole, _WIDTH, subsequent_indent="  ", break_long_words=False)
    return "\n".join(lines).replace(_NO_BREAK, " ")


def _object(schema: Schema, *, is_answer: bool) -> str:
    fields = []
    for key, value in schema["properties"].items():
        kinds = _parts(value)
        # What a wish may leave out it may; an answer leaves out what would be null.
        is_optional = key not in schema.get("required", ())
        if is_answer and is_optional:
            is_optional = value.get("default", "") is None
            kinds = [kind for kind in kinds if kind != "null"] if is_optional else kinds
        field = f"{key}{'?' if is_optional else ''}: {_named(kinds)}"
        fields.append(field.replace(" ", _NO_BREAK))
    return f"{{{', '.join(fields)}}}"


def _parts(schema: Schema) -> list[str]:
    """Return the types of which a value has one."""
    choices = schema.get("anyOf") or schema.get("oneOf")
    if choices:
        return list(dict.fromkeys(part for choice in choices for part in _parts(choice)))
    if "enum" in schema:
        return [json.dumps(value) for value in schema["enum"]]
    return [_one(schema)]


def _one(schema: Schema) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "const" in schema:
        return json.dumps(schema["const"])
    kind = schema["type"]
    if kind == "array":
        inner = _named(_parts(schema["items"]))
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if kind == "object":
        key = _named(_parts(schema.get("propertyNames", {"type": "string"}) | {"type": "string"}))
        return f"Record<{key}, {_named(_parts(schema['additionalProperties']))}>"
    return _PLAIN.get(kind, str(kind))


def _named(parts: list[str]) -> str:
    """Return a union, by its name where it has one."""
    for name, kind in _ALIASES.items():
        alias = _parts(TypeAdapter(kind).json_schema())
        if set(alias) <= set(parts):
            return " | ".join([name, *(part for part in parts if part not in alias)])
    return " | ".join(parts)


def main(arguments: list[str]) -> int:
    """Write a file, or check it; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m plyground.web.types", description="Write the types of the browser."
    )
    parser.add_argument("path", type=Path, nargs="?", default=FILE)
    parser.add_argument("--check", action="store_true", help="only compare the file")
    options = parser.parse_args(arguments)
    path, text = options.path, written()
    if not options.check:
        path.write_text(text, encoding="utf-8")
    elif path.read_text(encoding="utf-8") != text:
        print(f"{path} is out of date. Run: python -m plyground.web.types {path}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
