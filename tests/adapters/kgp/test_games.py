"""The Kalah Game Protocol: whole games on both transports, with the same results as ours."""

from __future__ import annotations

import pytest

import plyground as ply
from plyground.adapters.kgp.client import Answer
from tests.adapters.kgp.meeting import FAST, TRANSPORTS, converse
from tests.adapters.kgp.server import FreePlay, Peer, PlayedGame


def play_games(
    transport: str, games: int, at_once: int, sizes: list[tuple[int, int]], spec: str = FAST
) -> tuple[FreePlay, list[PlayedGame], list[Answer]]:
    played: list[PlayedGame] = []
    hosts: list[FreePlay] = []

    async def handler(peer: Peer) -> None:
        assert await peer.greet() == {"mode": "freeplay"}
        await peer.say("ok")
        host = FreePlay(peer, seed=len(sizes), patience=2.0)
        hosts.append(host)
        played.extend(await host.play_all(games, at_once, sizes))

    _, answers = converse(handler, transport, spec, at_once)
    return hosts[0], played, answers


def check_games(played: list[PlayedGame]) -> None:
    """Our rules must give every game the same end."""
    for game in played:
        position = ply.position(f"kalah({game.rules.houses},{game.rules.seeds},majority_ends=yes)")
        for move in game.moves:
            position = position.play(move)
        assert game.end is not None
        assert position.is_over
        assert position.text == game.end.text()
        assert position.margin == game.end.margin()


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_whole_games(transport: str) -> None:
    sizes = [(3, 3), (6, 4), (8, 2), (12, 1)]
    host, played, answers = play_games(transport, 8, 4, sizes)
    check_games(played)
    assert len(played) == 8
    assert sum(game.by_client for game in played) == len(answers)
    assert host.pings > 0
    assert host.improved > 0, "no better move was ever sent"


@pytest.mark.slow
@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_thousand_whole_games(transport: str) -> None:
    sizes = [(houses, seeds) for houses in range(3, 13) for seeds in range(1, 7)]
    host, played, answers = play_games(transport, 500, 8, sizes)
    check_games(played)
    assert len(played) == 500
    assert host.stopped > 0
    print(f"{transport}: {len(answers)} states, {host.improved} improved, {host.stopped} stopped")
