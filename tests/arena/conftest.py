"""Fixtures of the tests about limits."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from plyground.arena.sandbox import cgroup, tree
from tests.support.limited import OPENED, groups_of, has_groups


@pytest.fixture(params=["group", "looking"])
def counted(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Play with a control group, and without one."""
    if request.param == "looking":
        monkeypatch.setattr(cgroup, "create", lambda _: None)
    elif not has_groups():
        pytest.skip("no control group can be made here")
    return str(request.param)


@pytest.fixture
def nothing_survives() -> Iterator[None]:
    """Check that neither processes nor control groups are left."""
    yield
    while OPENED:
        OPENED.pop().close()
    mark = f"PLYGROUND_AGENT={os.getpid()}-"
    assert not [pid for pid in tree.marked(mark) if not tree.is_dead(pid)]
    assert not groups_of(os.getpid())
