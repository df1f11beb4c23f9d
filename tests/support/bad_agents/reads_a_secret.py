"""Looks for a file outside its folder, and tries to change files in and outside of it."""

import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent


def choose(position: Any, _clock: Any) -> Any:
    for action in (
        lambda: (HERE.parent / "secret.txt").read_text(),
        lambda: Path("/etc/shadow").read_text(),
        lambda: (HERE.parent / "secret.txt").write_text("changed"),
        lambda: (HERE / "reads_a_secret.py").write_text("changed"),
        lambda: (HERE / "new.txt").write_text("new"),
        lambda: Path("/usr/new.txt").write_text("new"),
    ):
        try:
            print("got", action(), file=sys.stderr)
        except OSError as error:
            print(type(error).__name__, file=sys.stderr)
    return position.legal_moves[0]
