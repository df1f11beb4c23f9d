"""Files are read as a whole only where they have an end."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from plyground.books.book import Book
from plyground.errors import PlygroundError
from plyground.evaluation.net import Net
from plyground.evaluation.weights import load
from plyground.players.menace import Matchboxes
from plyground.storage import MOST_MB, read_bytes, read_text

READERS: list[Callable[[str], object]] = [
    read_bytes, read_text, Book.load, Net.load, load, Matchboxes.load,
]  # fmt: skip


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.__qualname__)
def test_only_regular_files_of_a_sensible_size_are_read(
    tmp_path: Path, reader: Callable[[str], object]
) -> None:
    """A pipe without a writer would be waited for, a device would be read for ever."""
    names = {name: tmp_path / f"{name}.toml" for name in ("pipe", "device", "large")}
    os.mkfifo(names["pipe"])
    names["device"].symlink_to("/dev/zero")
    with open(names["large"], "wb") as file:
        file.truncate(MOST_MB * 2**20 + 1)
    for name, words in (("pipe", "regular"), ("device", "regular"), ("large", "larger than")):
        with pytest.raises(PlygroundError, match=words) as wrong:
            reader(str(names[name]))
        assert "\n" not in str(wrong.value)
    for path in ("no\0file.toml", "\udcff.toml", str(tmp_path), str(tmp_path / "missing.toml")):
        with pytest.raises(PlygroundError):
            reader(path)


def test_lines_end_as_on_any_system(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes(b"one\r\ntwo\rthree\n")
    assert read_text(tmp_path / "text") == "one\ntwo\nthree\n"
