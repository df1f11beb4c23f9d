"""Uploads: what is taken, what is refused and why, and which agent is found in them."""

from __future__ import annotations

import io
import stat
import warnings
import zipfile
from pathlib import Path

import pytest

from plyground.classroom.kinds import home_of, spec_for
from plyground.classroom.parcels import BadUpload, Parcel

CHOOSE = b"def choose(position, clock):\n    return position.legal_moves[0]\n"


def zipped(files: dict[str, bytes], **how: int) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of two files of one name
        for name, content in files.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = how.get("mode", stat.S_IFREG | 0o644) << 16
            archive.writestr(entry, content)
    return made.getvalue()


def parcel(content: bytes, name: str = "a.zip", most_bytes: int = 1 << 20) -> Parcel:
    return Parcel(name, content, most_bytes, 20)


def test_a_file_or_a_zip_is_laid_out(tmp_path: Path) -> None:
    one = parcel(CHOOSE, "agent.py").unpacked(tmp_path)
    assert [path.name for path in one.iterdir()] == ["agent.py"]
    files = {"a/agent.py": CHOOSE, "a/run": b"#!/bin/sh\n", "__MACOSX/a": b"x", "a/b/": b""}
    many = parcel(zipped(files))
    home = many.unpacked(tmp_path)
    assert many.unpacked(tmp_path) == home != one
    assert sorted(p.relative_to(home).as_posix() for p in home.rglob("*")) == [
        "a", "a/agent.py", "a/run",
    ]  # fmt: skip
    assert (home / "a/run").stat().st_mode & stat.S_IXUSR
    assert not (home / "a/agent.py").stat().st_mode & stat.S_IXUSR
    assert home_of(home) == home / "a"


@pytest.mark.parametrize(
    "name",
    ["/etc/passwd", "../a.py", "a/../../b", "a//b", "C:/a", "a\\b", "con", "Aux.txt", "a/lpt1.py",
     "a\x01b", ".", "a/..", "x" * 300, "/".join("abcdefghijkl"), "trailing. ", "trailing."],
)  # fmt: skip
def test_names_that_lead_elsewhere_are_refused(name: str) -> None:
    with pytest.raises(BadUpload):
        parcel(zipped({name: b"x"})).files()


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR, stat.S_IFSOCK])
def test_links_and_devices_are_refused(kind: int) -> None:
    with pytest.raises(BadUpload, match="link or a device"):
        parcel(zipped({"a.py": b"/etc/passwd"}, mode=kind | 0o777)).files()


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    bomb = zipped({f"{n}.bin": bytes(1 << 20) for n in range(10)})
    assert len(bomb) < 20_000
    with pytest.raises(BadUpload, match="the unpacked files are too large"):
        parcel(bomb).files()
    with pytest.raises(BadUpload, match="30 files"):
        parcel(zipped({f"{n}.py": b"x" for n in range(30)})).files()


def test_a_zip_that_lies_about_sizes_is_refused() -> None:
    content = bytearray(zipped({"a.bin": bytes(3 << 20)}))
    central = content.rindex(b"PK\x01\x02")
    content[central + 24 : central + 28] = (10).to_bytes(4, "little")
    with pytest.raises(BadUpload):
        parcel(bytes(content)).files()


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "empty"),
        (bytes(2 << 20), "more than 1 MB"),
        (b"PK\x03\x04 no zip", "cannot be read"),
        (zipped({}), "empty"),
        (zipped({"a": b"x", "A": b"y"}), "twice"),
        (zipped({"a": b"x", "a/b": b"y"}), "also a file"),
    ],
)
def test_what_cannot_be_taken_is_refused(content: bytes, why: str) -> None:
    with pytest.raises(BadUpload, match=why):
        parcel(content).files()


@pytest.mark.parametrize(
    ("files", "run", "spec"),
    [
        ({"x.py": CHOOSE}, "", "file:x.py"),
        ({"x.py": CHOOSE, "agent.py": CHOOSE, "h.py": b"A = 1"}, "", "file:agent.py"),
        ({"p.py": b"class Player: pass", "test_p.py": b"class Player: pass"}, "", "file:p.py"),
        ({"team/p.py": b"class Player: pass", "readme": b""}, "", "file:team/p.py"),
        ({"A.jar": b"PK"}, "", "ugi:java -jar A.jar"),
        ({"engine": b"\x7fELF"}, "", "ugi:./engine"),
        ({"engine": b"x"}, "ugi:engine --fast", "ugi:./engine --fast"),
        ({"M.class": b"x"}, "ugi:java -cp . M", "ugi:java -cp . M"),
        (
            {"M.class": b"x", "agent.toml": b'run = "squatter-java:. a.M"'},
            "",
            "squatter-java:. a.M",
        ),
    ],
)
def test_the_agent_is_found(files: dict[str, bytes], run: str, spec: str, tmp_path: Path) -> None:
    home = parcel(zipped(files)).unpacked(tmp_path)
    assert spec_for(home_of(home), "kalah(6,4)", run) == spec


def test_paths_begin_where_the_team_says(tmp_path: Path) -> None:
    home = parcel(zipped({"classes/a/M.class": b"x"})).unpacked(tmp_path)
    for run in ("squatter-java:classes a.M", "ugi:java -cp lib:classes a.M"):
        assert home_of(home, run) == home
        assert home_of(home, spec_for(home, "squatter(6)", run)) == home
    assert home_of(home, "squatter-java:. a.M") == home / "classes"
    same = parcel(zipped({"engine/engine": b"#!/bin/sh"}), "b.zip").unpacked(tmp_path)
    assert home_of(same, "ugi:./engine") == same / "engine"


def test_a_jar_plays_as_its_course_says(tmp_path: Path) -> None:
    home = parcel(b"PK\x03\x04", "A.jar").unpacked(tmp_path)
    assert spec_for(home, "kalah-manchester") == "mankalah:java -jar A.jar"


@pytest.mark.parametrize(
    ("run", "why"),
    [
        ("pvs:level=3", "how to run"),
        ("openspiel:mcts", "how to run"),
        ("file:../other/agent.py", "outside"),
        ("file:nothing.py", "no file"),
        ("ugi:/bin/sh -c id", "outside"),
        ("ugi:./engine ../../class.db", "outside"),
        ("ugi:./engine ~/x", "outside"),
        ("squatter-java:a:/root x.Y", "outside"),
        ("ugi:psql", "no program"),
        ("ugi:", "does not name a program"),
        ("ugi:'", "cannot be read"),
    ],
)
def test_nothing_outside_is_run_or_shown(run: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "engine").write_bytes(b"\x7fELF")
    with pytest.raises(BadUpload, match=why):
        spec_for(tmp_path, "kalah(6,4)", run)


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1")
    with pytest.raises(BadUpload, match="no agent was found"):
        spec_for(tmp_path, "kalah(6,4)")
    (tmp_path / "a.py").write_text("def choose(:")
    with pytest.raises(BadUpload, match="not valid Python"):
        spec_for(tmp_path, "kalah(6,4)")
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_bytes(CHOOSE)
    with pytest.raises(BadUpload, match="several files"):
        spec_for(tmp_path, "kalah(6,4)")
