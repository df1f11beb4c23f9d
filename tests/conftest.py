"""Signals as at a terminal; for the browser tests a server and a browser, and visits."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser import SCREENS, Visit, chromium
from tests.web import Server, served

Visiting = Callable[..., Visit]

# Whoever runs the tests in the background ignores Ctrl-C, and so would all that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("site") / "games.db") as server:
        yield server


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    # Not for the whole session: Playwright's loop would be in the way of other tests' loops.
    with chromium() as running:
        yield running


@pytest.fixture
def visiting(site: Server, chrome: Browser) -> Iterator[Visiting]:
    """Make visits on a screen; motion is off unless a test is about it."""
    visits: list[Visit] = []

    def begin(screen: str = "desk", **options: Any) -> Visit:
        settings = {"base_url": site.url, "reduced_motion": "reduce"} | SCREENS[screen] | options
        visits.append(Visit(chrome.new_context(**settings)))
        return visits[-1]

    yield begin
    for visit in visits:
        visit.close()
