"""Mistakes in what clients send: their codes, and one line about each that people understand."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

from plyground.errors import IllegalMove, PlygroundError

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
# What is wrong with a field, by the kind of pydantic's error; the braces are its details.
_ABOUT_FIELDS = {
    "missing": "is missing",
    "extra_forbidden": "is not a known field",
    "greater_than": "must be greater than {gt}",
    "greater_than_equal": "must be at least {ge}",
    "less_than": "must be less than {lt}",
    "less_than_equal": "must be at most {le}",
    "string_too_short": "must not be empty",
    "string_too_long": "is too long: at most {max_length} characters",
    "string_type": "must be a text",
    "string_unicode": "is not valid Unicode",
    "list_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "invalid_key": "must have texts as keys",
    "none_required": "must be left out",
    "bool_parsing": "must be true or false",
    "bool_type": "must be true or false",
    "finite_number": "must be a finite number",
    "literal_error": "must be {expected}",
    "enum": "must be {expected}",
    "string_pattern_mismatch": "has characters that are not allowed",
    "json_type": "must be JSON text",
}
_KINDS = ("int", "str", "constrained-str", "float")  # where a value may be of several
_WHOLE = ("int_type", "int_parsing", "int_from_float", "int_parsing_size")
_NUMERIC = ("float_type", "float_parsing")


# A path that leads somewhere: between quotes it may hold anything, else it ends at a space.
_PATH = re.compile(
    r"""(?<=['"`])(?P<quoted>(?:~|\.{1,2})?/[^'"`]*)(?=['"`])"""
    r"""|(?<![^\s=:(\[])(?P<plain>(?:~|\.{1,2})?/[^\s'"`:;,)\]]*)"""
)


class Mistake(PlygroundError):  # noqa: N818 - it says what the matter is
    """Something that cannot be done; ``code`` says why, for programs."""

    code = "bad_request"
    status = 400


class Missing(Mistake):
    """What was asked for does not exist."""

    code, status = "missing", 404


class TokenNeeded(Mistake):
    """A wish that only those may have who know the server's token."""

    code, status = "token", 403


class Busy(Mistake):
    """A visitor has asked for too much at once."""

    code, status = "busy", 429


class Gone(Mistake):
    """Whoever asked does not wait for the answer any longer."""

    code = "gone"


class StoreFailed(Mistake):
    """The store cannot take a change now; it may do so later."""

    code = "busy"


class Refused(Mistake):
    """Something that this visitor cannot do, or not now."""

    status = 403

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def code_of(error: PlygroundError) -> str:
    """Return what programs call a mistake."""
    if isinstance(error, Mistake):
        return error.code
    return "illegal_move" if isinstance(error, IllegalMove) else "bad_request"


def status_of(error: PlygroundError) -> int:
    """Return the status of the answer to a request with a mistake."""
    return error.status if isinstance(error, Mistake) else 400


def without_paths(text: str) -> str:
    """Return a message with the names of files, but without their folders, which stay private.

    >>> without_paths("/home/ann/games.db: cannot read; see '/etc/x y/z'")
    "games.db: cannot read; see 'z'"
    >>> without_paths("4,4/0 south is not X------X/--------")
    '4,4/0 south is not X------X/--------'
    """
    return _PATH.sub(lambda found: PurePath(found["quoted"] or found["plain"]).name, text)


def explained(errors: Sequence[Mapping[str, Any]]) -> str:
    """Say in one line what is wrong with a message or request, from pydantic's errors.

    >>> explained([{"type": "too_short", "loc": ("body", "players"), "msg": "", "ctx": {
    ...     "min_length": 2, "field_type": "List"}}])
    'Enter at least two players.'
    >>> explained([{"type": "string_too_long", "loc": ("body", "players", 1), "msg": "", "ctx": {
    ...     "max_length": 300}}])
    'player 2 is too long: at most 300 characters.'
    >>> explained([{"type": "missing", "loc": ("body", "game"), "msg": "Field required"}])
    'game is missing.'
    >>> explained([{"type": "int_type", "loc": ("body", "cells", "s1", "int"), "msg": "…"}])
    'cells.s1 is not valid.'
    """
    first = errors[0]
    kind, details = first["type"], first.get("ctx", {})
    path = [str(part) for part in first["loc"]]
    if len(path) > 1 and path[-1] in _KINDS:  # a value that may be a number or a text
        path, kind = path[:-1], ""
    where = _called(path[1:] if path[:1] in (["body"], ["query"], ["path"]) else path)
    if kind in ("too_short", "too_long"):
        return _wrong_count(where, details)
    if kind == "json_invalid":
        return "This is not valid JSON."
    if kind.startswith("union_tag") or not where:
        return f"Expected a JSON object with a known type: {details.get('expected_tags', '…')}."
    if kind in _WHOLE:
        return f"{where} must be a whole number."
    if kind in _NUMERIC:
        return f"{where} must be a number."
    if kind in _ABOUT_FIELDS:
        return f"{where} {_ABOUT_FIELDS[kind].format(**details)}."
    return f"{where} is not valid."


def _called(path: Sequence[str]) -> str:
    """Return what people call a field: ``players.1`` is the second player."""
    found: list[str] = []
    for part in path:
        if part.isdecimal() and found:
            found[-1] = f"{found[-1].removesuffix('s')} {int(part) + 1}"
        else:
            found.append(part)
    return ".".join(found)


def _wrong_count(where: str, details: Mapping[str, Any]) -> str:
    is_short = "min_length" in details and details.get("actual_length", 0) < details["min_length"]
    bound = details["min_length"] if is_short else details["max_length"]
    number = _NUMBERS[bound] if bound < len(_NUMBERS) else str(bound)
    return f"Enter at {'least' if is_short else 'most'} {number} {where.rpartition('.')[2]}."
