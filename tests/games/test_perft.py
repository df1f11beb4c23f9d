"""Numbers of move sequences: the package against the table that the references wrote."""

from __future__ import annotations

import json
from typing import Any

import pytest

import plyground as ply
from tests import reference
from tests.reference import make_perft

ENTRIES: list[dict[str, Any]] = json.loads(make_perft.TABLE.read_text(encoding="utf-8"))
# The references count again only what they can count in a moment.
CHEAP_SEQUENCES = 5_000


def _name(entry: dict[str, Any]) -> str:
    return f"{entry['game']} after {len(entry['moves'].split())}"


@pytest.mark.parametrize("entry", ENTRIES, ids=_name)
def test_native_perft(entry: dict[str, Any]) -> None:
    """Every depth of the table."""
    position = ply.position(entry["game"])
    for move in entry["moves"].split():
        position = position.play(move)
    for depth, count in enumerate(entry["counts"], start=1):
        assert ply.perft(position, depth) == count, f"{position.text} at depth {depth}"
    assert ply.perft(position, 0) == 1


@pytest.mark.parametrize("entry", ENTRIES, ids=_name)
def test_reference_perft(entry: dict[str, Any]) -> None:
    """The deepest cheap level, so that the table cannot drift away from the references."""
    position = reference.position(entry["game"])
    for move in entry["moves"].split():
        position = position.play(move)
    cheap = [depth for depth, count in enumerate(entry["counts"], 1) if count <= CHEAP_SEQUENCES]
    depth = cheap[-1]
    assert make_perft.perft(position, depth) == entry["counts"][depth - 1]
