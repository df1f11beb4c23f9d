"""A static site, written once for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.web.site import export
from plyground.web.site.engine import compiled


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    engines = compiled()
    folder = tmp_path_factory.mktemp("site")
    export.write(folder, engines)
    # Node takes the pages' modules for what they are.
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    return folder
