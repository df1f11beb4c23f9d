"""Files that are not what they seem: each reader says so in one line, at once."""

from __future__ import annotations

import gzip
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import plyground as ply
from plyground.arena.agents.external import python_player
from plyground.arena.running.openings import openings
from plyground.arena.running.store import Store
from plyground.books.book import Book
from plyground.errors import PlygroundError
from plyground.evaluation import weights
from plyground.evaluation.net import Net
from plyground.evaluation.xml import from_xml
from plyground.games.python_file import start_in_file
from plyground.learn.run import TrainingRun, read_log
from plyground.players.menace import Matchboxes
from plyground.storage import read_bytes, read_text
from plyground.toml import read_toml

SECONDS = 5  # far more than any of these takes; without a limit most would take for ever

READERS: dict[str, Callable[[Path], Any]] = {
    "game.txt": ply.load,
    "start.txt": lambda path: openings(f"file:{path}", ply.position("kalah(6,4)")),
    "moves.book": Book.load,
    "openings.book": lambda path: openings(f"book:{path}", ply.position("kalah(6,4)")),
    "weights.toml": weights.load,
    "weights.xml": weights.load,
    "boxes.toml": Matchboxes.load,
    "player.toml": lambda path: ply.player(f"menace:file={path}"),
    "a.net": Net.load,
    "player.net": lambda path: ply.player(f"net:file={path}"),
    "games.db": Store,
    "agent.py": python_player,
    "game.py": lambda path: start_in_file(str(path)),
    "log.jsonl": lambda path: read_log(path.parent),
    "config.json": lambda path: TrainingRun.open(path.parent),
}


@pytest.fixture(autouse=True)
def _no_hang() -> Iterator[None]:
    def give_up(*_: object) -> None:
        pytest.fail(f"it took longer than {SECONDS} s")  # no OSError, which readers explain

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(SECONDS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def refusal(read: Callable[[Path], Any], path: Path) -> str:
    with pytest.raises(PlygroundError) as caught:
        read(path)
    assert str(caught.value).isprintable()
    return str(caught.value)


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("kind", ["pipe", "endless", "folder"])
def test_only_regular_files_are_read(name: str, kind: str, tmp_path: Path) -> None:
    path = tmp_path / name
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "endless":
        path.symlink_to("/dev/zero")
    else:
        path.mkdir()
    message = refusal(READERS[name], path)
    assert name in message or "/dev/zero" in message


@pytest.mark.parametrize("name", [n for n in READERS if not n.endswith((".db", ".py", "l", "n"))])
def test_a_file_that_is_too_large_is_not_read(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    with path.open("wb") as file:
        file.truncate(1 << 40)  # of nothing: it takes no room
    assert "larger than" in refusal(READERS[name], path)


def test_a_file_is_read_up_to_its_size(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"a\r\nb\n")
    assert read_text(path) == "a\nb\n"
    assert read_bytes(path, largest=5) == b"a\r\nb\n"
    with pytest.raises(PlygroundError, match=r"a: cannot read: larger than 3\.8147e-06 MB"):
        read_bytes(path, largest=4)
    assert "not a file name" in refusal(read_bytes, Path("a\0b"))
    assert "not a file name" in refusal(Net.load, Path("a\0b"))


def test_a_pipe_in_a_package_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "player.py")
    program, only = python_player(tmp_path, "player")
    assert (program.command[-1], only) == ("player", None)


# Deep and long.


@pytest.mark.parametrize(
    "expression",
    ["-" * 100_000 + "1", "1" + "+1" * 200_000, "a" + ".b" * 200_000, "lambda: " * 5000 + "1",
     "(" * 199 + ")" * 199, "[" * 5000, "not " * 100_000 + "1", "\0", "x = 'é"],
)  # fmt: skip
def test_deep_expressions_in_an_agents_file_are_its_own_problem(
    expression: str, tmp_path: Path
) -> None:
    path = tmp_path / "agent.py"
    path.write_text(f"class Player: pass\nx = {expression}\n")
    python_player(path)


DEEP = {
    "key": "a" + ".a" * 500_000 + " = 1",
    "quoted key": "'a'" + " . 'a'" * 150_000 + " = 1",
    "key in a table": "x = {a" + ".a" * 500_000 + " = 1}",
    "table": "[a" + ".a" * 500_000 + "]",
    "list": "x = " + "[" * 400_000 + "]" * 400_000,
    "short list": "x = " + "[" * 20 + "]" * 20,
    "tables": "x = " + "{a = " * 20 + "1" + "}" * 20,
}


@pytest.mark.parametrize("what", DEEP)
def test_deep_toml_is_refused(what: str) -> None:
    with pytest.raises(PlygroundError, match=r"^here: values are nested too deeply; at most 16"):
        read_toml(DEEP[what], "here")


def test_toml_that_is_not_deep() -> None:
    assert read_toml("a.b.c = [[1, 2.5], ['x.y.z']]", "here") == {
        "a": {"b": {"c": [[1, 2.5], ["x.y.z"]]}}
    }
    assert read_toml('x = "1.2.3.4.5.6.7.8 9"', "here") == {"x": "1.2.3.4.5.6.7.8 9"}
    for text in ("x = " + "9" * 5000, "\x1b", "x = '\x9b'\n\x9b", "a" * 1_000_000):
        with pytest.raises(PlygroundError, match=r"^here: not TOML: ") as caught:
            read_toml(text, "here")
        assert str(caught.value).isprintable()


def test_deep_xml_is_refused() -> None:
    deep = '<weights game="kalah"><weight name="stores">' + "<a>" * 100_000
    with pytest.raises(PlygroundError, match="here: a weight holds a number, found <a>"):
        from_xml(deep, "here")
    with pytest.raises(PlygroundError, match="long texts are not allowed"):
        from_xml("<weights>" + " " * (1 << 20), "here")


@pytest.mark.parametrize(
    "read", [lambda text: Book.from_bytes(text, "here"), lambda text: Net.from_bytes(text, "here")]
)
def test_deep_json_is_refused(read: Callable[[bytes], Any]) -> None:
    for deep in (b"[" * 1_000_000, b'{"a":' * 200_000):
        for content in (deep, gzip.compress(deep)):
            with pytest.raises(PlygroundError, match=r"^here: not "):
                read(content)


def test_a_pipe_is_not_a_database(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    os.mkfifo(path)
    assert refusal(Store, path) == f"{path}: not a regular file; give another one"
