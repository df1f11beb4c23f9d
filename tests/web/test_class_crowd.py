"""Two hundred students look at once, and twenty uploads come in a minute."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.class_crowd import ClassCrowd
from tests.support.classroom import left_to_nobody, set_up
from tests.support.server import Server

pytestmark = pytest.mark.slow


def test_two_hundred_students_and_twenty_uploads_a_minute(tmp_path: Path) -> None:
    made = set_up(tmp_path / "class", *(f"Team {n}" for n in range(20)))
    with left_to_nobody() as servers:
        servers.append(server := Server(made.folder, "--workers", "2"))
        crowd = ClassCrowd(server, made)
        crowd.look()
        print(f"{len(crowd.took)} requests: p95 {1000 * crowd.p95:.0f} ms")
        assert server.stop() == 0, server.output
        assert "Traceback" not in server.output, server.output
