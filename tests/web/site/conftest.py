"""A static site, written once for all tests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    # In a process of its own: other tests register games in Python, which a site does not have.
    command = "from plyground.cli.main import main; main()"
    subprocess.run([sys.executable, "-c", command, "export", "site", str(folder)], check=True)
    # Node takes the pages' modules for what they are.
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    return folder
