"""Every target, by name."""

from __future__ import annotations

from tests.fuzz import calls, files_read, texts
from tests.fuzz.target import TARGETS

__all__ = ["TARGETS", "calls", "files_read", "texts"]
