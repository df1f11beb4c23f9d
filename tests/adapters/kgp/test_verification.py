"""Verification with servers that read the protocol differently, above all the public one in Go."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Callable
from contextlib import suppress

import pytest

from plyground.adapters.kgp import client as kgp_client
from plyground.adapters.kgp.boards import after_move
from plyground.adapters.kgp.verification import Rejection, Verification
from plyground.adapters.kgp.wire import Board
from tests.adapters.kgp.meeting import converse, failure
from tests.adapters.kgp.server import Handler, Peer
from tests.adapters.kgp.test_command import run_command
from tests.adapters.kgp.test_conversation import reference_solution
from tests.reference.kalah import Kalah, Rules

TRUE = ("true", "t", "yes")


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a busy machine answer late."""
    monkeypatch.setattr(kgp_client, "_LAST_SECONDS", 30.0)


def random_board(chance: random.Random) -> list[int]:
    """Make a board as the Go server does: any seeds anywhere, which no game need lead to."""
    size = chance.randint(6, 11)
    stores = [chance.randrange(4 * size) for _ in range(2)]
    while True:
        houses = [chance.randrange(2 * size) for _ in range(2 * size)]
        if any(houses[:size]) and any(houses[size:]):
            return [size, *stores, *houses]


def position_text(size: int, counts: list[int]) -> str:
    """Write stores and houses as the reference reads a position."""
    sides = counts[2 : 2 + size], counts[2 + size :]
    south, north = (
        f"{','.join(map(str, side))}/{store}" for side, store in zip(sides, counts[:2], strict=True)
    )
    return f"{south} {north} south"


class GoServer:
    """The public server in Go, in verification mode, written from how it behaves.

    It counts moves from 0, reads only words as truth values, sends the next problem after each
    solution, and never has enough. What a client says that is no solution is ignored.
    """

    def __init__(self, seed: int, spoil: Callable[[str], str] = lambda text: text) -> None:
        self.chance = random.Random(seed)
        self.accepted = 0
        self.rejected: list[str] = []
        self._spoil = spoil
        self._id = 0

    async def __call__(self, peer: Peer) -> None:
        with suppress(EOFError, ConnectionError):  # the client leaves when it has enough
            await self._verify(peer)

    async def _verify(self, peer: Peer) -> None:
        await self._say(peer, "kgp 1 0 1")
        await peer.until("mode verify")
        while True:
            size, *counts = random_board(self.chance)
            south = counts[2 : 2 + size]
            pit = self.chance.choice([i for i, seeds in enumerate(south) if seeds])
            board = f"<{','.join(map(str, (size, *counts)))}>"
            number = await self._say(peer, f"problem {board} {pit}")
            while not (line := await peer.hear()).startswith("goodbye"):
                found = re.fullmatch(rf"([0-9]+)@{number} solution (<[0-9,]+>) (\S+)", line)
                if found:
                    await self._judge(peer, (size, counts, pit), found)
                    break
            else:
                await peer.say("goodbye")
                return

    async def _judge(
        self, peer: Peer, problem: tuple[int, list[int], int], found: re.Match[str]
    ) -> None:
        size, counts, pit = problem
        text = position_text(size, counts)
        expected, again = reference_solution(Rules(size, 4), text, str(pit + 1))
        expected = self._spoil(expected)
        own, board, flag = found.groups()
        said_again = flag in TRUE  # anything else is read as false
        if board != expected:
            verdict = f'error "Expected state {expected}"'
        elif said_again != bool(again):
            verdict = f'error "Was {"" if again else "not "}a repeat move"'
        else:
            verdict = "ok"
        if verdict == "ok":
            self.accepted += 1
        else:
            self.rejected.append(verdict)
        await self._say(peer, verdict, own)

    async def _say(self, peer: Peer, text: str, reference: str = "") -> int:
        self._id += 2
        await peer.say(f"{self._id}{f'@{reference}' if reference else ''} {text}")
        return self._id


@pytest.mark.parametrize("seed", range(6))
def test_the_public_go_server(seed: int) -> None:
    server = GoServer(seed)
    rejections: list[Rejection] = []
    wanted = Verification(60, rejections.append)
    totals, _ = converse(server, mode="verify", verification=wanted)
    assert (totals.problems, totals.rejected, totals.base) == (60, 0, 0)
    assert totals.base_found_by
    assert all(rejection.misread for rejection in rejections)
    assert len(rejections) == len(server.rejected) <= 2, "it learns from the first one of each kind"
    assert server.accepted == 60 - len(server.rejected)


def test_the_command_says_what_was_found() -> None:
    code, out, err = asyncio.run(run_command(GoServer(3), "tcp", "--verify", "--problems", "40"))
    assert code == 0, out + err
    assert "problems solved: 40, wrong: 0" in out
    assert re.search(r"^moves of problems count from 0, found by .+$", out, re.MULTILINE)
    for line in re.findall("^rejected: .*", out, re.MULTILINE):
        assert "(no mistake: " in line


def test_rejected_solutions_are_printed() -> None:
    def wrong(expected: str) -> str:
        return expected.replace("<", "<9")

    code, out, _ = asyncio.run(
        run_command(GoServer(1, wrong), "tcp", "--verify", "--problems", "3")
    )
    assert code == 1
    lines = re.findall(
        r"^rejected: problem <[0-9,]+> \d+, read as house \d+: <[0-9,]+>(?:, south moves again)?; "
        r"the server says: Expected state <9[0-9,]+>$", out, re.MULTILINE,
    )  # fmt: skip
    assert len(lines) == 3
    assert "problems solved: 3, wrong: 3" in out


def test_rejected_solutions_as_json() -> None:
    words = ("--verify", "--problems", "2", "--json")
    code, out, _ = asyncio.run(run_command(GoServer(1, lambda text: text[1:]), "tcp", *words))
    *rejected, end = map(json.loads, out.splitlines())
    assert code == 1
    assert [event["event"] for event in rejected] == ["rejected"] * 2
    assert all(event["said"].startswith("Expected state ") for event in rejected)
    assert (end["event"], end["problems"], end["rejected"]) == ("end", 2, 2)


def one_by_one(problems: list[tuple[str, str]], replies: list[str]) -> Handler:
    """Return a server that sends problems and expects these solutions; then it says goodbye."""

    async def handler(peer: Peer) -> None:
        await peer.greet()
        for number, ((problem, solution), reply) in enumerate(zip(problems, replies, strict=True)):
            await peer.say(f"{2 * number + 4} problem {problem}")
            assert await peer.hear() == f"{2 * number + 1}@{2 * number + 4} solution {solution}"
            await peer.say(f"@{2 * number + 1} {reply}")
        await peer.say("goodbye")

    return handler


BOTH = "<3,0,0,3,3,3,3,3,3> 1"  # house 1 if moves count from 1, house 2 if from 0
LAST = "<3,1,0,3,3,0,4,4,3> 0"
FROM_1, FROM_0 = "<3,1,0,0,4,4,3,3,3> 1", "<3,1,0,3,0,4,4,3,3> 0"


@pytest.mark.parametrize(
    ("problems", "replies", "base", "found_by"),
    [
        ([("<3,0,0,3,3,3,3,3,3> 0", FROM_1), (BOTH, FROM_0)], ["ok", "ok"], 0, "legal"),
        ([("<3,0,0,3,3,0,3,3,3> 2", "<3,1,0,3,0,1,4,3,3> 0")], ["ok"], 1, "legal"),
        ([("<3,0,0,3,3,3,3,3,3> 3", LAST), (BOTH, FROM_1)], ["ok", "ok"], 1, "legal"),
        ([(BOTH, FROM_1), (BOTH, FROM_1)], ["ok", "ok"], 1, "said"),
        (
            [(BOTH, FROM_1), (BOTH, FROM_0)],
            ['error "Expected state <3,1,0,3,0,4,4,3,3>"', "ok"], 0, "said",
        ),
    ],
    ids=["zero", "empty house", "last", "accepted", "corrected"],
)  # fmt: skip
def test_how_the_base_is_found(
    problems: list[tuple[str, str]], replies: list[str], base: int, found_by: str
) -> None:
    totals, _ = converse(one_by_one(problems, replies), mode="verify")
    assert (totals.base, totals.rejected) == (base, 0)
    assert found_by in totals.base_found_by


def test_both_readings_with_the_same_end_tell_nothing() -> None:
    """A majority ends the game, whichever house is sown."""
    board = Board((90, 0), ((1, 1, 1), (1, 1, 1)))
    assert after_move(board, 1)[0] == after_move(board, 2)[0]
    verification = Verification()
    number, _ = verification.solve(board, 1)
    verification.hear_ok(number)
    assert verification.base is None


# It never waits for ever.


def test_a_problem_that_nobody_can_solve_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kgp_client, "_PROBLEM_SECONDS", 1.5)

    async def handler(peer: Peer) -> None:
        await peer.greet()
        await peer.say("4 problem <3,0,0,3,0,0,3,3,3> 7")
        await peer.until('@4 error "problem: 7 is not a legal move, counted from 1 or from 0"')
        await peer.until("goodbye")  # the server waits for a solution

    assert "sent no problem for 1.5 seconds; problems solved: 0" in failure(handler, mode="verify")


def test_pings_are_no_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kgp_client, "_PROBLEM_SECONDS", 1.5)

    async def handler(peer: Peer) -> None:
        await peer.greet()
        await peer.say("4 ping")
        while await peer.hear() != "goodbye":
            await asyncio.sleep(0.02)
            await peer.say("4 ping")

    assert "sent no problem" in failure(handler, mode="verify")


def test_a_server_without_verification_is_left_at_once() -> None:
    async def handler(peer: Peer) -> None:
        await peer.greet()
        await peer.say('4 error "Unsupported mode %q" "verify"')
        await peer.until("goodbye")

    assert failure(handler, mode="verify") == "the server refused: Unsupported mode %q verify"


def test_all_problems_at_once_are_judged_before_we_leave() -> None:
    async def handler(peer: Peer) -> None:
        await peer.greet()
        for number in range(4, 24, 2):
            await peer.say(f"{number} problem {BOTH}")
        own = [(await peer.hear()).partition("@")[0] for _ in range(3)]
        for reference in own:
            await peer.say(f'@{reference} error "no"')
        await peer.until("goodbye")

    totals, _ = converse(handler, mode="verify", verification=Verification(3))
    assert (totals.problems, totals.rejected) == (3, 3)


def test_the_rules_on_boards_of_the_go_server() -> None:
    chance = random.Random(7)
    for _ in range(2000):
        size, *counts = random_board(chance)
        sides = counts[2 : 2 + size], counts[2 + size :]
        board = Board((counts[0], counts[1]), (tuple(sides[0]), tuple(sides[1])))
        text = position_text(size, counts)
        position = Kalah.from_text(Rules(size, 4), text)
        for move in position.legal_moves():
            after, again = after_move(board, int(move))
            assert (after.text, again) == reference_solution(Rules(size, 4), text, move)
