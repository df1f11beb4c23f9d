"""Agents of other courses in a class: from the upload to a valid version."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from plyground.classroom.league import League
from plyground.classroom.register import CHECKING, VALID
from plyground.classroom.reports import report_text
from plyground.classroom.settings import read_settings
from plyground.classroom.uploads import parcel_of, take
from tests.support.classroom import set_up, until, zipped
from tests.support.paths import ROOT

pytestmark = pytest.mark.slow


def java_classes(folder: Path) -> bytes:
    """Compile a player of the Squatter course; its classes are in a folder of the zip."""
    source = ROOT / "tests/support/java"
    files = [*source.glob("aiproj/squatter/*.java"), source / "course/Board.java",
             source / "course/RandomPlayer.java"]  # fmt: skip
    subprocess.run(["javac", "-cp", source, "-d", folder, *files], check=True)
    classes = folder.rglob("*.class")
    return zipped({f"classes/{one.relative_to(folder)}": one.read_bytes() for one in classes})


def mankalah_program(folder: Path) -> bytes:  # noqa: ARG001 - as the other one
    source = ROOT / "tests/support/courses/mankalah_agent.py"
    return zipped({"mankalah_agent.py": source.read_bytes()})


@pytest.mark.skipif(shutil.which("javac") is None, reason="no Java compiler on this machine")
@pytest.mark.parametrize(
    ("game", "pack", "run"),
    [
        ("squatter(6)", java_classes, "squatter-java:classes course.RandomPlayer"),
        ("kalah-manchester", mankalah_program, "mankalah:python mankalah_agent.py random 1"),
    ],
)
def test_an_agent_of_a_course_is_valid(
    game: str, pack: Callable[[Path], bytes], run: str, tmp_path: Path
) -> None:
    made = set_up(tmp_path / "class", "Ants", game=game, openings="start")
    build = tmp_path / "build"
    build.mkdir()
    settings = read_settings(made.folder)
    with closing(League(settings, 1)) as league:
        parcel = parcel_of(settings, "agent.zip", pack(build))
        ants = league.register.team_called("Ants")
        version = take(league.register, settings, ants, parcel, run)
        league.start()
        until(lambda: league.register.version(version.id).status != CHECKING)
        checked = league.register.version(version.id)
        assert checked.status == VALID, report_text(checked)
        until(lambda: league.register.playing() and not league.games_left(checked))
        assert league.problem is None
