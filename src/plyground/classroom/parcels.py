"""Uploads: one file or a zip, opened with suspicion, and laid out in a folder of its own.

What a zip may not do: be larger unpacked than is allowed, whatever it says about itself; hold too
many files, links, devices, passwords, or two files of one name; name a place outside its folder.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import re
import shutil
import stat
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import IO

from plyground.errors import PlygroundError, shown

_PART = re.compile(r"[^\x00-\x1f\x7f\\:*?\"<>|/]{1,100}")
_DEVICES = re.compile(r"(?i:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?")
_DEEPEST = 10  # folders in folders
_CHUNK = 1 << 16
_NOISE = ("__MACOSX", "__pycache__", ".DS_Store", ".git", ".idea", ".vscode")  # left out
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_RUNNABLE = (b"#!", b"\x7fELF")  # how files begin that a system can run


class BadUpload(PlygroundError):  # noqa: N818 - it says what the matter is
    """An upload cannot be taken; the message tells the team why."""


@dataclass(frozen=True)
class Parcel:
    """An upload as it came, and what it may unpack to."""

    file: str  #: its name
    content: bytes
    most_bytes: int
    most_files: int

    @cached_property
    def digest(self) -> str:
        """What tells it from other uploads."""
        return hashlib.sha256(self.file.encode() + b"\0" + self.content).hexdigest()[:32]

    def files(self) -> dict[str, bytes]:
        """Return all files by their paths; raises BadUpload for what is not taken.

        >>> Parcel("agent.py", b"pass", 100, 10).files()
        {'agent.py': b'pass'}
        """
        if len(self.content) > self.most_bytes:
            raise BadUpload(f"the upload has more than {_megabytes(self.most_bytes)}")
        if not self.content:
            raise BadUpload("the upload is empty")
        is_zip = self.content.startswith(b"PK\x03\x04") or self.file.lower().endswith(".zip")
        if is_zip and not self.file.lower().endswith(".jar"):
            return self._unzipped()
        return {_checked(PurePosixPath(self.file).name): self.content}

    def _unzipped(self) -> dict[str, bytes]:
        try:
            with zipfile.ZipFile(io.BytesIO(self.content)) as archive:
                return self._read(archive)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError,
                RuntimeError, ValueError, UnicodeError) as error:  # fmt: skip
            if isinstance(error, BadUpload):
                raise
            raise BadUpload(f"the zip cannot be read: {shown(error)}") from None

    def _read(self, archive: zipfile.ZipFile) -> dict[str, bytes]:
        entries = [entry for entry in archive.infolist() if not _is_noise(entry)]
        entries = [entry for entry in entries if not entry.is_dir()]
        if len(entries) > self.most_files:
            raise BadUpload(
                f"the zip holds {len(entries)} files; at most {self.most_files} are allowed"
            )
        found: dict[str, bytes] = {}
        folded: set[str] = set()
        left = self.most_bytes
        for entry in entries:
            name = _checked(entry.filename)
            _check_kind(entry, name)
            if name.casefold() in folded:
                raise BadUpload(f"the zip holds {shown(name)} twice")
            folded.add(name.casefold())
            found[name] = content = _content(archive, entry, left)
            left -= len(content)
        for name in folded:
            if any(str(above) in folded for above in PurePosixPath(name).parents):
                raise BadUpload(f"{shown(name)} lies inside a name that is also a file")
        if not found:
            raise BadUpload("the zip is empty")
        return found

    def unpacked(self, home: Path) -> Path:
        """Return the folder with the files, below ``home``; it is made where it is not there yet.

        The name cannot be guessed by who does not have the upload.
        """
        folder = home / self.digest
        if folder.is_dir():
            return folder
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        building = home / f".{self.digest}-{os.urandom(6).hex()}"
        building.mkdir(mode=0o755)
        try:
            for name, content in self.files().items():
                path = building / name
                path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
                path.write_bytes(content)
                path.chmod(0o755 if content.startswith(_RUNNABLE) else 0o644)
            with contextlib.suppress(OSError):  # another worker was faster
                building.rename(folder)
        finally:
            shutil.rmtree(building, ignore_errors=True)
        return folder


def _megabytes(size: int) -> str:
    return f"{size / (1 << 20):g} MB"


def _is_noise(entry: zipfile.ZipInfo) -> bool:
    return any(part in _NOISE for part in entry.filename.split("/"))


def _checked(name: str) -> str:
    """Return a path inside the folder; refuses every other one."""
    parts = name.split("/")
    if len(name) > 250 or len(parts) > _DEEPEST:
        raise BadUpload(f"the name {shown(name[:60])}… is too long or too deep")
    for part in parts:
        if not _PART.fullmatch(part) or part in (".", "..") or part[-1] in ". ":
            raise BadUpload(
                f"{shown(name)} is not an allowed file name; expected a path inside the zip, "
                "with / between folders"
            )
        if _DEVICES.fullmatch(part):
            raise BadUpload(f"{shown(name)} is the name of a device on some systems; rename it")
    return name


def _check_kind(entry: zipfile.ZipInfo, name: str) -> None:
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in (0, stat.S_IFREG):
        raise BadUpload(f"{shown(name)} is a link or a device; only regular files are allowed")
    if entry.flag_bits & 0x1:
        raise BadUpload(f"{shown(name)} needs a password; pack it without one")
    if entry.compress_type not in _PACKED:
        raise BadUpload(f"{shown(name)} uses an unsupported compression; use a plain zip")


def _content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, most: int) -> bytes:
    """Read a file, no further than is allowed, whatever the zip says about its size."""
    found = io.BytesIO()
    with archive.open(entry) as source:
        for chunk in _chunks(source):
            found.write(chunk)
            if found.tell() > most:
                raise BadUpload("the unpacked files are too large")
    return found.getvalue()


def _chunks(source: IO[bytes]) -> Iterator[bytes]:
    while chunk := source.read(_CHUNK):
        yield chunk
