"""An agent's own files: what it sees of its folder, and what of its neighbours."""

from __future__ import annotations

import gc
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from plyground.adapters.external_players import squatter_java_player
from plyground.arena.agents.external import (
    External,
    apart_from,
    command_program,
    external_player,
)
from plyground.arena.agents.own_files import names_in, own_files
from plyground.arena.referee.referee import play_game
from plyground.arena.running.result import Pairing, Reason
from plyground.arena.running.seats import Job
from plyground.arena.running.spec import RunSpec, entries
from plyground.arena.sandbox import bubblewrap as sandbox
from plyground.errors import PlygroundError
from tests.support.zoo import CONTROL, START

needs_sandbox = pytest.mark.skipif(not sandbox.is_available(), reason="there is no bubblewrap")

# Prints the text of all files below its folder, and plays.
AGENT = """
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
{imports}
def choose(position, clock):
    for path in sorted(Path(__file__).parent.rglob("*")):
        if path.suffix in (".txt", ".py"):
            print(path.name, path.read_text().strip()[:6], file=sys.stderr)
    return position.legal_moves[0]
"""


def agents(folder: Path, *names: str, imports: str = "") -> None:
    for name in names:
        (folder / f"{name}.py").write_text(AGENT.format(imports=imports))


def own_names(path: Path) -> list[str]:
    return sorted(str(one.relative_to(path.parent)) for one in own_files(path))


def test_an_agent_alone_in_its_folder_owns_it(tmp_path: Path) -> None:
    agents(tmp_path, "anna")
    (tmp_path / "helper.py").write_text("class Board: ...\n")
    (tmp_path / "test_anna.py").write_text("from anna import choose\n")
    (tmp_path / "book.txt").touch()
    assert own_names(tmp_path / "anna.py") == ["."]


def test_an_agent_may_import_what_it_plays_with(tmp_path: Path) -> None:
    agents(tmp_path, "player")
    (tmp_path / "anna.py").write_text("from player import choose\n")
    (tmp_path / "book.txt").touch()
    assert own_names(tmp_path / "anna.py") == ["."]


def test_several_agents_own_what_is_theirs(tmp_path: Path) -> None:
    agents(tmp_path, "anna", imports="import boards, base\nfrom data.tables import TABLE")
    agents(tmp_path, "ben", "anna_2", "base")
    (tmp_path / "boards.py").write_text("def board():\n    import rules\n")
    (tmp_path / "rules.py").touch()
    (tmp_path / "data").mkdir()
    for name in ("anna.txt", "anna_book.txt", "anna_2.txt", "annabel.txt", "ben.txt", "notes.txt"):
        (tmp_path / name).touch()
    (tmp_path / "anna_link.txt").symlink_to("/etc/passwd")
    assert own_names(tmp_path / "anna.py") == [
        "anna.py", "anna.txt", "anna_book.txt", "base.py", "boards.py", "data", "rules.py",
    ]  # fmt: skip
    assert own_names(tmp_path / "anna_2.py") == ["anna_2.py", "anna_2.txt"]
    assert own_names(tmp_path / "ben.py") == ["ben.py", "ben.txt"]


@pytest.mark.parametrize(
    "source",
    [
        "if True:\n    def choose(position, clock): ...\n",
        "try:\n    from fast import choose\nexcept ImportError:\n    pass\n",
        "class Player: ...\n",
        "Agent: type = object\n",
        "x = " + "(" * 5000,
        "\0",
    ],
    ids=["if", "try", "class", "assigned", "deep", "binary"],
)
def test_what_may_be_an_agent_is_not_shown_to_others(tmp_path: Path, source: str) -> None:
    agents(tmp_path, "anna")
    (tmp_path / "other.py").write_text(source)
    assert own_names(tmp_path / "anna.py") == ["anna.py"]


def seen(text: str) -> set[str]:
    return {line.split()[0] for line in text.splitlines()}


@needs_sandbox
def test_neighbours_do_not_see_each_other(tmp_path: Path) -> None:
    agents(tmp_path, "anna", "ben")
    (tmp_path / "ben_book.txt").write_text("secret")
    specs = [f"file:{tmp_path}/{name}.py" for name in ("anna", "ben")]
    result = play_game(START, (specs[0], specs[1]), CONTROL)
    assert result.reason == Reason.END
    assert seen(result.stderr[0]) == {"anna.py"}
    assert seen(result.stderr[1]) == {"ben.py", "ben_book.txt"}


@needs_sandbox
def test_a_rival_cannot_be_imported(tmp_path: Path) -> None:
    agents(tmp_path, "ben")
    agents(tmp_path, "anna", imports="try:\n    import ben\nexcept ImportError:\n    ben = None\n")
    (tmp_path / "ben.txt").write_text("secret")
    (tmp_path / "notes.txt").write_text("secret")
    specs = [f"file:{tmp_path}/{name}.py" for name in ("anna", "ben")]
    result = play_game(START, (specs[0], specs[1]), CONTROL)
    assert result.reason == Reason.END
    assert seen(result.stderr[0]) == {"anna.py"}


@needs_sandbox
def test_other_players_of_a_run_are_hidden(tmp_path: Path) -> None:
    """An agent that is alone in its folder sees all of it, but for what other players are."""
    agents(tmp_path, "anna")
    (tmp_path / "book.txt").touch()
    (tmp_path / "ben").mkdir()
    agents(tmp_path / "ben", "agent")
    shutil.copy("/bin/true", tmp_path / "ben" / "engine")
    (tmp_path / "ben" / "engine.txt").write_text("secret")
    players = [f"file:{tmp_path}/anna.py", f"file:{tmp_path}/ben/agent.py"]
    players += [f"ugi:{tmp_path}/ben/engine", "random"]
    seats = RunSpec(entries(players), START.game, "round-robin", control="10+1").open()
    try:
        result = seats.play(Job(Pairing(players[0], "random"), START))
    finally:
        seats.close()
    assert result.reason == Reason.END
    assert {"anna.py", "book.txt"} <= seen(result.stderr[0])
    assert "secret" not in result.stderr[0]
    assert "agent.py import" not in result.stderr[0]


def test_programs_in_one_folder_are_hidden_from_each_other(tmp_path: Path) -> None:
    for name in ("anna", "ben", "ben.net", "common.net"):
        shutil.copy("/bin/true", tmp_path / name)
    anna, ben = (command_program("ugi", f"{tmp_path}/{name}") for name in ("anna", "ben"))
    assert apart_from(anna, [anna, ben]).paths == (tmp_path,)
    assert apart_from(anna, [anna, ben]).hidden == (tmp_path / "ben", tmp_path / "ben.net")
    assert apart_from(ben, [anna, ben]).hidden == (tmp_path / "anna",)


# Links.


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder beside that of an agent, which is where we are."""
    folder, other = tmp_path / "agents", tmp_path / "other"
    folder.mkdir()
    other.mkdir()
    agents(other, "anna")
    (folder / "link.py").symlink_to("../other/anna.py")
    (folder / "files").symlink_to("../other")
    shutil.copy("/bin/true", other / "engine")
    (folder / "engine").symlink_to("../other/engine")
    monkeypatch.chdir(folder)
    return other


@pytest.mark.parametrize(
    "spec",
    [
        "file:link.py",
        f"ugi:{sys.executable} link.py",
        f"ugi:{sys.executable} files",
        "ugi:./engine",
        "mankalah:./engine",
        f"mankalah:{sys.executable} link.py",
        "squatter-java:files course.Player",
    ],
)
def test_links_out_of_the_folder_are_refused(outside: Path, spec: str) -> None:
    with pytest.raises(PlygroundError, match="is a link that leads out of its folder") as refused:
        external_player(spec)
    assert str(outside) in str(refused.value)
    assert "\n" not in str(refused.value)


def test_links_inside_the_folder_are_followed(tmp_path: Path) -> None:
    agents(tmp_path, "anna")
    (tmp_path / "link.py").symlink_to("anna.py")
    made = external_player(f"file:{tmp_path}/link.py")
    assert isinstance(made, External)
    assert made.program.command[-1] == str(tmp_path / "anna.py")


def test_the_links_of_virtual_environments_are_followed(tmp_path: Path) -> None:
    python, base = tmp_path / "venv" / "bin" / "python", tmp_path / "base"
    (base / "lib" / "python3.99").mkdir(parents=True)
    (base / "lib" / "python3.99" / "os.py").touch()
    (base / "bin").mkdir()
    shutil.copy("/bin/true", base / "bin" / "python3.99")
    python.parent.mkdir(parents=True)
    python.symlink_to(base / "bin" / "python3.99")
    assert set(command_program("ugi", str(python)).paths) == {tmp_path / "venv", base}


def test_java_sees_its_class_path_and_no_link(tmp_path: Path) -> None:
    (tmp_path / "classes").mkdir()
    program, _ = squatter_java_player(f"{tmp_path}/classes course.Player")
    assert program.entries == (tmp_path / "classes",)


class Garbage:
    """Is collected in the middle of something, and lets another thread go on."""

    def __init__(self) -> None:
        self.itself = self

    def __del__(self) -> None:
        for _ in range(50):
            pass


def test_many_threads_read_agents_at_once(tmp_path: Path) -> None:
    """Python 3.11 fails with SystemError where threads parse at the same time."""
    source = "value = [" + ", ".join(f"({n}, [{n}, {{{n}: {n}}}])" for n in range(1000)) + "]\n"
    files = [tmp_path / f"agent{n}.py" for n in range(60)]
    for file in files:
        file.write_text(f"{source}def choose(position, clock): pass\n")

    def read(file: Path) -> frozenset[str] | None:
        [Garbage() for _ in range(50)]
        return names_in(file)

    before = sys.getswitchinterval(), gc.get_threshold()
    sys.setswitchinterval(1e-6)
    gc.set_threshold(10)
    try:
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(read, files))
    finally:
        sys.setswitchinterval(before[0])
        gc.set_threshold(*before[1])
    assert found == [frozenset({"value", "choose"})] * len(files)
