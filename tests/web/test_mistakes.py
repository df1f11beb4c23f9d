"""What is wrong with a request is said as to a person."""

from __future__ import annotations

import re

import pytest

from tests.support.server import Visitor

# What a person never wants to read: pydantic's own words, and the paths of its models.
_RAW = re.compile(r"Input|String should|[Vv]alue error|validat|pydantic|body\.|constrained|type=")


@pytest.mark.parametrize(
    ("path", "wish"),
    [
        ("/api/games", {"game": 3}),
        ("/api/games", {"game": "kalah(6,4)", "clock": {"initial": "soon"}}),
        ("/api/games", {"game": "kalah(6,4)", "clock": {"initial": 0}}),
        ("/api/games", {"game": "kalah(6,4)", "first": "x" * 301}),
        ("/api/positions", {"game": "kalah(6,4)", "moves": "3"}),
        ("/api/positions", {"game": "kalah(6,4)", "moves": [""]}),
        ("/api/setup", {"game": "kalah(6,4)", "cells": {"s1": 1.5}}),
        ("/api/setup", {"game": "kalah(6,4)", "cells": {"s1": [1]}}),
        ("/api/setup", {"game": "kalah(6,4)", "phase": "late"}),
        ("/api/setup", {"game": "kalah(6,4)", "turns": -1}),
        ("/api/records", {"text": "x" * 60_001}),
        ("/api/tournaments", {"game": "kalah(6,4)", "players": ["random"]}),
        ("/api/tournaments", {"game": "kalah(6,4)", "players": ["random"] * 2, "pairs": 2000}),
        ("/api/analyse", {"game": "kalah(6,4)", "seconds": "long"}),
        ("/api/analyse", []),
        ("/api/analyse", None),
    ],
    ids=lambda value: str(value)[:50],
)
def test_what_is_wrong_with_a_request_is_said_in_plain_words(
    visitor: Visitor, path: str, wish: object
) -> None:
    answer = visitor.http.post(path, json=wish)
    assert answer.status_code == 422
    message = answer.json()["error"]["message"]
    assert message.endswith(".")
    assert not _RAW.search(message), message
