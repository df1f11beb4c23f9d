"""The browser's types are those of the server's models."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.web import types
from plyground.web.shared.models import Count
from tests.support.paths import ROOT

FILE = ROOT / "src/plyground/web/static/common/types.js"


def test_the_types_are_up_to_date() -> None:
    assert types.main(["--check", str(FILE)]) == 0


def test_a_changed_model_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Other(Count):
        """A model with one more field."""

        more: int | None

    monkeypatch.setattr(types, "_ANSWERS", (*types._ANSWERS, Other))
    assert types.main(["--check", str(FILE)]) == 1
    assert "Run: python -m plyground.web.types" in capsys.readouterr().err
    written = tmp_path / "types.js"
    assert types.main([str(written)]) == 0
    assert "unit: string, more: number | null}} Other" in written.read_text(encoding="utf-8")


def test_what_is_left_out_is_optional_and_never_null() -> None:
    text = types.written()
    assert "from?: string, to?: string, also?: string[]" in text
    assert "start: string | null" in text
