"""``plyground class submit``: upload an agent from the command line, and wait for its check."""

from __future__ import annotations

import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Annotated, Any

import typer

from plyground.cli.shared.output import say, tell
from plyground.errors import PlygroundError, shown
from plyground.storage import read_bytes

LINK = "PLYGROUND_CLASS"  #: the environment variable with a team's link

_LOOK_SECONDS = 1.0
_TIMEOUT = 60.0


def submit(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file or a zip")],
    link: Annotated[
        str | None,
        typer.Option(metavar="LINK", help="Your team's link", show_default=f"${LINK}"),
    ] = None,
    how: Annotated[
        str, typer.Option("--run", metavar="HOW", help="How to run it, e.g. ugi:./engine")
    ] = "",
    no_wait: Annotated[bool, typer.Option("--no-wait", help="Do not wait for the check")] = False,
) -> None:
    """Upload an agent, and show what the check has found.

    The exit code is 1 if the upload is not valid.

    Example: plyground class submit agent.py --link LINK
    """
    given = link or os.environ.get(LINK, "")
    base, _, key = given.partition("/class/join#")
    if not base.startswith(("http://", "https://")) or not key:
        raise PlygroundError(
            f"expected your team's link, http…/class/join#…, as --link or in ${LINK}"
        )
    query = urllib.parse.urlencode({"name": file.name, "run": how})
    uploaded = _ask(f"{base}/api/class/uploads?{query}", key, read_bytes(file))
    say(f"uploaded as version {uploaded['version']}")
    while not no_wait:
        report = _ask(f"{base}/api/class/uploads/{uploaded['version']}", key)
        if report["status"] != "checking":
            tell(report["text"])
            raise typer.Exit(report["status"] != "valid")
        time.sleep(_LOOK_SECONDS)


def _ask(url: str, key: str, content: bytes | None = None) -> dict[str, Any]:
    """Ask the server; the key travels in the head of the request, never in its address."""
    head = {"Authorization": f"Bearer {key}", "Content-Type": "application/octet-stream"}
    request = urllib.request.Request(url, content, head)
    try:
        with urllib.request.urlopen(request, timeout=_TIMEOUT) as reply:
            found: dict[str, Any] = json.load(reply)
            return found
    except urllib.error.HTTPError as error:
        raise PlygroundError(_message(error)) from None
    except (OSError, ValueError) as error:
        host = urllib.parse.urlsplit(url).netloc
        raise PlygroundError(f"{shown(host)} cannot be reached: {error}") from None


def _message(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.load(error)["error"]["message"])
    except (ValueError, KeyError, TypeError):
        return f"the server responded with status {error.code}"
