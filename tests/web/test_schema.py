"""Whatever fits the OpenAPI description, and whatever does not, is answered as described.

Schemathesis makes the requests: valid and broken ones for every path, in bounded number.
"""

from __future__ import annotations

import contextlib
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import schemathesis
import uvicorn
from schemathesis.specs.openapi.checks import positive_data_acceptance

from plyground.cli.play.serve import listen
from plyground.web.app import Settings
from plyground.web.server import configured
from plyground.web.shared.security import Rates
from tests.support.paths import ROOT
from tests.support.server import PATIENCE, TOKEN

PHASES = (hypothesis.Phase.explicit, hypothesis.Phase.generate)  # an answer is clear as it is
RATES = Rates(requests=(10**9, 1e9), newcomers=(10**9, 1e9), addresses=(10**9, 1e9))
# Let nobody think for long: it is about the answers.
SHORT = {"seconds": 0.02, "nodes": 500, "depth": 2}
SENSIBLE = {
    "game": ("kalah(6,4)", "squatter(5)", "watch-your-back", "kalah-manchester"),
    "first": ("human", "random", "pvs:level=2"),
    "second": ("human", "greedy", "mcts:sims=10"),
    "engine": ("pvs", "mtdf", "mcts:rollout=greedy"),
    "players": (["random", "greedy"], ["pvs:level=1", "random", "random"]),
    "pairs": (1, 1),
    "moves": ([], []),
    "start": (None, None),
    "position": (None, None),
}


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The description, from a server in a thread of this process, which takes any number."""
    data: Path = tmp_path_factory.mktemp("web") / "games.db"
    listener = listen("127.0.0.1", 0)
    server = uvicorn.Server(configured(Settings(data, TOKEN, rates=RATES)))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    deadline = time.monotonic() + PATIENCE
    while not server.started:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    address = f"http://127.0.0.1:{listener.getsockname()[1]}/api/openapi.json"
    yield schemathesis.openapi.from_url(address, timeout=PATIENCE)
    server.should_exit = True
    thread.join(PATIENCE)
    listener.close()


PATHS = [
    "GET /api/catalogue",
    "POST /api/games",
    "GET /api/games",
    "GET /api/games/{game}",
    "DELETE /api/games/{game}",
    "GET /api/games/{game}/record",
    "GET /api/puzzles",
    "GET /api/puzzles/{name}",
    "GET /api/tutorial/{family}",
    "POST /api/games/{game}/invitation",
    "DELETE /api/games/{game}/invitation",
    "POST /api/games/{game}/seat",
    "POST /api/invitations",
    "POST /api/invitations/join",
    "POST /api/positions",
    "POST /api/setup",
    "POST /api/records",
    "GET /api/record",
    "GET /api/picture.svg",
    "GET /api/replay.svg",
    "POST /api/analyse",
    "POST /api/grade",
    "GET /api/tournaments",
    "POST /api/tournaments",
    "GET /api/tournaments/{name}",
    "DELETE /api/tournaments/{name}",
    "GET /api/tournaments/{name}/games/{number}",
]


def sensible(body: dict[str, Any]) -> dict[str, Any]:
    """Return a wish that means something, most of the time: noise alone is refused too early."""
    chance = random.Random(repr(body))
    likely = {key: chance.choice(values) for key, values in SENSIBLE.items()}
    chosen = {key: value for key, value in likely.items() if chance.random() < 0.8}
    return {
        key: SHORT.get(key, chosen.get(key, value)) if value is not None else None
        for key, value in body.items()
    }


def operations(described: Any) -> dict[str, Any]:
    return {result.ok().label: result.ok() for result in described.get_all_operations()}


def check(operation: Any, examples: int, mode: schemathesis.GenerationMode) -> None:
    """Send requests, and look at every answer: status, headers and body as described."""

    @hypothesis.given(case=operation.as_strategy(generation_mode=mode))
    @hypothesis.settings(
        max_examples=examples, deadline=None, derandomize=True, database=None, phases=PHASES,
        suppress_health_check=list(hypothesis.HealthCheck),
    )  # fmt: skip
    def send(case: schemathesis.Case[Any]) -> None:
        if mode == schemathesis.GenerationMode.POSITIVE and isinstance(case.body, dict):
            case.body = sensible(case.body)
        answer = case.call(timeout=PATIENCE)
        if answer.status_code == 413:  # nobody has looked whether it fits otherwise
            assert answer.json()["error"]["code"] == "too_large"
            return
        # What fits the description may still be no move, no position or no player.
        case.validate_response(answer, excluded_checks=[positive_data_acceptance])

    # Where nothing is given, nothing can be given wrongly.
    with contextlib.suppress(hypothesis.errors.Unsatisfiable):
        send()


def test_every_path_is_listed_here(described: Any) -> None:
    assert sorted(operations(described)) == sorted(PATHS)


@pytest.mark.parametrize("mode", list(schemathesis.GenerationMode), ids=lambda mode: mode.name)
@pytest.mark.parametrize("path", PATHS)
def test_every_path_answers_as_described(
    described: Any, path: str, mode: schemathesis.GenerationMode
) -> None:
    check(operations(described)[path], 10, mode)


@pytest.mark.slow
@pytest.mark.parametrize("mode", list(schemathesis.GenerationMode), ids=lambda mode: mode.name)
@pytest.mark.parametrize("path", PATHS)
def test_every_path_answers_as_described_at_length(
    described: Any, path: str, mode: schemathesis.GenerationMode
) -> None:
    check(operations(described)[path], 300, mode)


def test_the_interface_is_written_up() -> None:
    """Each path is in the document that people read, WebSockets included."""
    text = (ROOT / "docs" / "web-api.md").read_text(encoding="utf-8")
    names = {"{game}": "ID", "{name}": "ID", "{number}": "GAME", "{family}": "FAMILY"}
    paths = [path.split()[1] for path in PATHS]
    for path in [*paths, "/ws/games/{game}", "/ws/analysis", "/ws/tournaments/{name}"]:
        written = path
        for parameter, word in names.items():
            written = written.replace(parameter, word)
        assert f"`{written}" in text or f" {written}`" in text, path
