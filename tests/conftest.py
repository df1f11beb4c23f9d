"""Signals as at a terminal; a server with its visitors, and a browser with visits."""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from plyground.games.own.slow import rest
from tests.support.browser import SCREENS, Visit, chromium
from tests.support.server import Server, Visitor, served

Visiting = Callable[..., Visit]

# Whoever runs the tests in the background ignores Ctrl-C, and so would all that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Tables that the user has built would change what searches find. Nothing is ever put there.
os.environ["PLYGROUND_CACHE"] = f"{tempfile.gettempdir()}/plyground-has-no-tables"


@pytest.fixture(autouse=True)
def _nothing_watched() -> Iterator[None]:
    """Commands that ran in this process watch over their games until the process ends."""
    yield
    rest()


@pytest.fixture(scope="module")
def serving() -> tuple[str, ...]:
    """Options of a module's server; modules with special wishes have their own."""
    return ()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, serving: tuple[str, ...]) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("web") / "games.db", *serving) as running:
        yield running


@pytest.fixture
def visitor(server: Server) -> Iterator[Visitor]:
    someone = Visitor(server)
    yield someone
    someone.close()


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    # Not for the whole session: Playwright's loop would be in the way of other tests' loops.
    with chromium() as running:
        yield running


@pytest.fixture
def visiting(server: Server, chrome: Browser) -> Iterator[Visiting]:
    """Make visits on a screen; motion is off unless a test is about it."""
    visits: list[Visit] = []

    def begin(screen: str = "desk", **options: Any) -> Visit:
        settings = {"base_url": server.url, "reduced_motion": "reduce"} | SCREENS[screen] | options
        visits.append(Visit(chrome.new_context(**settings)))
        return visits[-1]

    yield begin
    for visit in visits:
        visit.close()
