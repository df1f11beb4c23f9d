"""Texts that others wrote: nothing in them acts on the screen that shows them."""

from __future__ import annotations

import sys
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from plyground.errors import shown, visible


@given(st.text(st.characters(), max_size=50))
def test_a_visible_text_can_be_seen_whole(text: str) -> None:
    seen = visible(text)
    assert seen.replace("\n", "").replace("\t", "").isprintable()
    assert visible(seen) == seen, "it can be asked for twice"
    assert visible(text, keep="").isprintable()


def test_every_control_character_is_escaped() -> None:
    for code in range(sys.maxunicode + 1):
        if unicodedata.category(chr(code)) in ("Cc", "Cf", "Cs", "Zl", "Zp"):
            assert visible(chr(code), keep="").startswith("\\"), hex(code)
    assert visible("\x1b]0;title\x07\x9b2J\ud800") == "\\x1b]0;title\\x07\\x9b2J\\ud800"


def test_what_can_be_seen_stays_as_it_is() -> None:
    for text in ("", "Zoë plays 3 – 6\nnext", "日本 ♞ é", "back\\slash"):
        assert visible(text) == text


def test_input_shown_in_a_message_stays_on_one_line() -> None:
    assert shown("a\nb") == "'a\\nb'"
    assert shown("") == "''"
