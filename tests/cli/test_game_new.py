"""``plyground game new``: the starter works as it is, and nothing is overwritten."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from plyground.cli.play.game import write_starter
from plyground.errors import PlygroundError
from plyground.games.own.entry import register
from plyground.games.python_file import start_in_file


def test_the_starter_passes_its_own_test(tmp_path: Path) -> None:
    written = write_starter(tmp_path / "my_first_game")
    assert [path.name for path in written] == ["my_first_game.py", "test_my_first_game.py"]
    text = written[0].read_text()
    assert "my_first_gameS" not in text  # a name within another name stays
    assert "    pytest test_my_first_game.py  " in text
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(written[1])]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    start = start_in_file(str(written[0]))
    entry = register(start)
    assert (entry.face.title, entry.name) == ("My first game", "myfirstgame")
    assert entry.face.setup == "text"
    assert entry.from_text({}, start.text) == start
    assert "─" in str(start)


def test_files_are_kept(tmp_path: Path) -> None:
    (tmp_path / "test_mine.py").write_text("mine")
    with pytest.raises(PlygroundError, match="already exists"):
        write_starter(tmp_path / "mine")
    assert not (tmp_path / "mine.py").exists()


@pytest.mark.parametrize("name", ["My Game", "json", "1st", "Big", "class", "plyground"])
def test_names_that_cannot_be_imported_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(PlygroundError, match="such as my_game"):
        write_starter(tmp_path / name)
    assert not any(tmp_path.iterdir())
