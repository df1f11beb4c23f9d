"""The Kalah Game Protocol: what is said when, while it thinks about several boards."""

from __future__ import annotations

import asyncio
import random
import time

import pytest

import plyground as ply
from plyground.adapters.kgp.boards import after_move
from plyground.adapters.kgp.client import Identity
from plyground.adapters.kgp.thinking import ServerClock, Thinking
from plyground.adapters.kgp.wire import Board
from tests.adapters.kgp.meeting import ENDLESS, START, TRANSPORTS, converse, thinking_threads
from tests.adapters.kgp.server import Peer, board_text
from tests.reference.kalah import Kalah, Rules
from tests.support.random_play import kalah_text


def test_it_introduces_itself() -> None:
    async def handler(peer: Peer) -> None:
        assert await peer.greet() == {
            "auth:token": "s3cret", "info:name": r'Ada \"the\" first \\', "mode": "freeplay",
        }  # fmt: skip
        await peer.say('4 set info:name "Some Server"')
        await peer.say("goodbye")

    identity = Identity('Ada "the" first \\', "s3cret")
    totals, _ = converse(handler, identity=identity)
    assert (totals.server, totals.version) == ("Some Server", "1.0.1")


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_better_moves_are_sent_while_it_thinks_and_a_ping_is_answered(transport: str) -> None:
    async def handler(peer: Peer) -> None:
        await peer.greet()
        # The first guess is not the best one here, and it takes some depth to see that.
        await peer.say(f"4 state {START}")
        await peer.until("@4 move [1-6]")
        await peer.until("@4 move [1-6]")
        late = []
        for number in range(100, 120):
            began = time.perf_counter()
            await peer.say(f"{number} ping")
            await peer.until(f"@{number} pong")
            late.append(time.perf_counter() - began)
            await asyncio.sleep(0.01)
        assert sorted(late)[len(late) // 2] < 0.1, late
        await peer.say("6@4 stop")
        await asyncio.sleep(0.1)
        await peer.say("8 ping")
        await peer.until("@8 pong")
        assert not any(line == "@4 yield" for line in peer.heard), "it was stopped"
        await peer.say("goodbye")

    _, [answer] = converse(handler, transport, f"{ENDLESS},evaluator=features")
    assert answer.was_stopped
    assert answer.found is not None
    assert answer.found.depth >= 3


def test_nothing_is_sent_after_a_stop() -> None:
    async def handler(peer: Peer) -> None:
        await peer.greet()
        for number in range(4, 204, 4):
            await peer.say(f"{number} state {START}")
            await peer.say(f"{number + 2}@{number} stop")
        await peer.say("1000 ping")
        await peer.until("@1000 pong")
        heard = len(peer.heard)
        await asyncio.sleep(0.2)
        assert peer.heard[heard:] == []
        assert not any("yield" in line for line in peer.heard)
        await peer.say("goodbye")

    _, answers = converse(handler, spec=ENDLESS)
    assert len(answers) == 50


def test_several_states_are_open_at_once() -> None:
    async def handler(peer: Peer) -> None:
        await peer.greet()
        for number in range(4, 16, 2):
            await peer.say(f"{number} state {START}")
        moved = set[str]()
        while len(moved) < 6:  # two more than there are players: each gets a first move
            moved.add((await peer.until("@[0-9]+ move [1-6]")).split()[0])
        assert thinking_threads() == 4
        for number in range(4, 16, 2):
            await peer.say(f"{number + 100}@{number} stop")
        await peer.say("goodbye")

    _, answers = converse(handler, spec=ENDLESS, states=4)
    assert len(answers) == 6
    assert thinking_threads() == 0


def test_far_too_many_states_are_answered_without_thinking() -> None:
    async def handler(peer: Peer) -> None:
        await peer.greet()
        for number in range(4, 1004, 2):
            await peer.say(f"{number} state {START}")
        moved = set[str]()
        while len(moved) < 500:
            moved.add((await peer.until("@[0-9]+ move [1-6]")).split()[0])
        assert sum("yield" in line for line in peer.heard) >= 200
        await peer.say("goodbye")

    converse(handler, spec=ENDLESS, states=2)


def test_a_state_without_a_number() -> None:
    async def handler(peer: Peer) -> None:
        await peer.greet()
        await peer.say(f"state {START}")
        await peer.until("move [1-6]")
        await peer.until("yield")
        await peer.say("stop")
        await peer.say("ping")
        await peer.until("pong")
        await peer.say("goodbye")

    _, answers = converse(handler)
    assert len(answers) == 1


def test_it_gives_a_state_back_when_there_is_nothing_more_to_find() -> None:
    async def handler(peer: Peer) -> None:
        await peer.greet()
        await peer.say("4 state <3,5,5,0,0,1,2,0,3>")  # one legal move
        assert await peer.hear() == "@4 move 3"
        assert await peer.hear() == "@4 yield"
        await peer.say("6 state <3,5,5,1,0,1,2,0,3>")  # solved in no time
        await peer.until("@6 yield")
        await peer.say("goodbye")

    converse(handler, spec=ENDLESS)


@pytest.mark.parametrize(
    "spec", ["random", "greedy", "mcts:sims=50", "pvs:level=1", "minimax:depth=2"]
)
def test_any_player_plays(spec: str) -> None:
    async def handler(peer: Peer) -> None:
        await peer.greet()
        await peer.say(f"4 state {START}")
        await peer.until("@4 yield")
        await peer.say("goodbye")

    _, [answer] = converse(handler, spec=spec)
    assert answer.problem == ""


def test_a_player_that_fails_keeps_nobody_waiting() -> None:
    async def handler(peer: Peer) -> None:
        await peer.greet()
        for number in (4, 6, 8):
            await peer.say(f"{number} state {START}")
        for _ in range(3):
            await peer.until("@[468] yield")
        await peer.say("goodbye")

    def spoil(thinking: Thinking) -> None:
        thinking._idle.clear()
        thinking._spec = "pvs:weights=/no/such/file.toml"

    _, answers = converse(handler, spoil=spoil)
    assert all("/no/such/file.toml" in answer.problem for answer in answers)
    assert all(answer.move in "123456" for answer in answers), "the first guess stands"


@pytest.mark.parametrize(
    ("mode", "seconds", "limit"),
    [
        ("", None, ply.Limit(time=60.0)),
        ("none", 3, None),
        ("relative", 3, ply.Limit(time=3)),
        ("absolute", 30, ply.Limit(clock=30)),
        ("absolute", -5, ply.Limit(clock=0.01)),
        ("relative", None, ply.Limit(time=60.0)),
        ("whatever", 5, ply.Limit(time=60.0)),
    ],
)
def test_what_the_server_says_about_time(
    mode: str, seconds: float | None, limit: ply.Limit | None
) -> None:
    assert ServerClock(mode, seconds).limit == limit


def test_the_server_s_clock_is_kept() -> None:
    async def handler(peer: Peer) -> None:
        await peer.greet()
        for line in ("set time:mode relative", "set time:clock 0.05", f"4 state {START}"):
            await peer.say(line)
        await peer.until("@4 yield")
        await peer.say("goodbye")

    _, [answer] = converse(handler, spec=ENDLESS)
    assert not answer.was_stopped


# Verification.


def reference_solution(rules: Rules, text: str, move: str) -> tuple[str, int]:
    """Sow by the plain rules; at the end, also by a majority, the rest goes to its owner."""
    position = Kalah.from_text(rules, text)
    after = position.play(move)
    south, north = after.houses
    stores = after.stores
    if 2 * max(stores) > sum(stores) + sum(south) + sum(north):
        stores = stores[0] + sum(south), stores[1] + sum(north)
        south = north = (0,) * rules.houses
    counts = (rules.houses, *stores, *south, *north)
    return f"<{','.join(map(str, counts))}>", int(after.seat == position.seat)


def test_verification() -> None:
    chance = random.Random(5)

    async def handler(peer: Peer) -> None:
        assert (await peer.greet())["mode"] == "verify"
        number = solved = 0
        while solved < 300:
            rules = Rules(chance.randint(1, 12), chance.randint(1, 12))
            text = kalah_text(chance, rules.houses, rules.seeds)
            position = Kalah.from_text(rules, text.rpartition(" ")[0] + " south")
            if position.is_over():
                continue
            move = chance.choice(position.legal_moves())
            number += 2
            await peer.say(f"{number} problem {board_text(position)} {move}")
            board, again = reference_solution(rules, position.text(), move)
            answer = await peer.hear()
            head, _, rest = answer.partition(" ")
            assert rest == f"solution {board} {again}", (position.text(), move)
            own, _, reference = head.partition("@")
            assert int(reference) == number
            assert int(own) % 2 == 1
            solved += 1
            await peer.say(f"@{own} ok")
        await peer.say('@1 error "Expected state <1,2,3,4,5>"')
        await peer.say("goodbye")

    totals, _ = converse(handler, mode="verify")
    assert totals.problems == 300
    assert totals.rejected == 1


def test_sowing_on_boards_at_their_limits() -> None:
    assert after_move(Board((0, 0), ((1,), (1,))), 1) == (Board((1, 1), ((0,), (0,))), True)
    won, again = after_move(Board((6, 0), ((1, 2), (1, 1))), 1)
    assert (won, again) == (Board((9, 2), ((0, 0), (0, 0))), False), "a majority ends the game"
