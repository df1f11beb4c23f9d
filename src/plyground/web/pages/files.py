"""The files that pages are made of, kept in memory: what is not among them does not exist.

Pages name them under a version, ``/static/VERSION/page.css``, which changes with their contents: so
a browser need never ask for a file twice, and never has an old one.
"""

from __future__ import annotations

import gzip
import hashlib
import posixpath
import re
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

_FOLDER = Path(__file__).parents[1] / "static"
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}
_IMPORT = re.compile(r'^(?:import|export)[^;]*? from "(\.[^"]+)";', re.MULTILINE)
_FOR_GOOD = "public, max-age=31536000, immutable"


@dataclass(frozen=True)
class File:
    """A file, also as it travels."""

    content: bytes
    media_type: str

    @cached_property
    def tag(self) -> str:
        """What stands for the content."""
        return f'"{hashlib.sha256(self.content).hexdigest()[:32]}"'

    @cached_property
    def zipped(self) -> bytes:
        """The content in fewer bytes."""
        return gzip.compress(self.content, mtime=0)

    def reply(self, request: Request, status: int = 200, caching: str | None = None) -> Response:
        """Return the content, or 304 where the browser has it already."""
        content, headers = self.content, {"ETag": self.tag, "Vary": "Accept-Encoding"}
        if caching is not None:
            headers["Cache-Control"] = caching
        if status == 200 and self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            content, headers["Content-Encoding"] = self.zipped, "gzip"
        return Response(content, status, headers, self.media_type)


@cache
def files() -> dict[str, File]:
    """Return all files by their paths."""
    return {
        path.relative_to(_FOLDER).as_posix(): File(path.read_bytes(), _TYPES[path.suffix])
        for path in sorted(_FOLDER.rglob("*"))
        if path.is_file()
    }


@cache
def version() -> str:
    """Return the version of all files together."""
    tags = "".join(f"{name}{file.tag}" for name, file in files().items())
    return hashlib.sha256(tags.encode()).hexdigest()[:12]


def modules(name: str) -> list[str]:
    """Return a module and all that it imports, so that a browser can fetch them at once.

    >>> modules("common/icons.js")
    ['common/icons.js', 'common/dom.js']
    """
    found = [name]
    for module in found:
        for path in _IMPORT.findall(files()[module].content.decode()):
            imported = posixpath.normpath(posixpath.join(posixpath.dirname(module), path))
            if imported not in found:
                found.append(imported)
    return found


def reply(path: str, request: Request) -> Response | None:
    """Return a file as the browser needs it; None if there is no such file."""
    first, _, rest = path.partition("/")
    is_versioned = first == version()
    file = files().get(rest if is_versioned else path)
    if file is None:
        return None
    return file.reply(request, caching=_FOR_GOOD if is_versioned else None)
