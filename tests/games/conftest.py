"""Machine code of compiled games, kept apart from that of whoever runs the tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PLYGROUND_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield
