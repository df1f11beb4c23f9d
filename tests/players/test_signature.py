"""The bench signature is stored: search changes are seen, and meant."""

import json

from plyground.players.signature import signature
from tests.support.paths import DATA

STORED = DATA / "signature.json"


def test_search_visits_the_stored_number_of_nodes() -> None:
    stored = json.loads(STORED.read_text())
    assert signature() == stored, (
        "search has changed: if that is meant, store the new signature in "
        "tests/data/signature.json and end the commit message with it"
    )


def test_signature_repeats() -> None:
    assert signature() == signature()
