"""The engine's side of the ManKalah protocol, as the rules describe it, with the reference's Kalah.

An agent is anything with ``hear(line)`` and ``speak()``: a process, or a few lines of Python.
"""

from __future__ import annotations

import random
import re
import select
import subprocess
from dataclasses import dataclass, field
from typing import Protocol

from tests.reference import position as reference_position
from tests.reference.kalah import NORTH, SOUTH, Kalah

PATIENCE = 60.0  # seconds; nobody is measured by it, but nothing hangs


class Agent(Protocol):
    """One of the two that play."""

    def hear(self, line: str) -> None:
        """Take a line, without its end."""

    def speak(self) -> bytes:
        """Answer with a line, its end included; nothing if there is no agent any more."""


class Process:
    """An agent in a process of its own; what it prints on standard error is kept."""

    def __init__(self, command: list[str]) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0)

    def hear(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())

    def speak(self) -> bytes:
        assert self.process.stdout is not None
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        assert ready, "the agent does not answer"
        return self.process.stdout.readline()

    def end(self) -> tuple[int, bytes, bytes]:
        """Wait for its end; returns the exit code and what is left on its outputs."""
        out, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, errors


class Random:
    """An agent that draws its moves; it believes what boards it is told."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.seat = self.changes = 0
        self.houses: list[int] = []
        self.heard: list[str] = []

    def hear(self, line: str) -> None:
        self.heard.append(line)
        head, *rest = line.split(";")
        if head == "START":
            self.seat, self.houses = (SOUTH, NORTH)[rest[0] == "North"], [7] * 7
        elif head == "CHANGE":
            self.changes += 1
            if rest[0] == "SWAP":
                self.seat = 1 - self.seat
            board = [int(seeds) for seeds in rest[1].split(",")]
            self.houses = board[8:15] if self.seat == SOUTH else board[:7]

    def speak(self) -> bytes:
        if self.changes == 1 and self.seat == NORTH and self.chance.random() < 0.4:
            self.seat = SOUTH
            return b"SWAP\n"
        houses = [house for house, seeds in enumerate(self.houses, 1) if seeds]
        return f"MOVE;{self.chance.choice(houses)}\n".encode()


@dataclass
class Report:
    """How a game ended: the first player's margin, or who was at fault with what."""

    margin: int | None = None
    moves: list[str] = field(default_factory=list)
    at_fault: int | None = None
    line: bytes = b""


def board_text(position: Kalah) -> str:
    """Write a board as the protocol has it."""
    (south, north), (south_store, north_store) = position.houses, position.stores
    return ",".join(map(str, (*north, north_store, *south, south_store)))


def play(first: Agent, second: Agent) -> Report:
    """Play a game; a fault ends it at once."""
    agents, report = (first, second), Report()
    position = reference_position("kalah-manchester")
    assert isinstance(position, Kalah)
    first.hear("START;South")
    second.hear("START;North")
    while not position.is_over():
        mover = position.turn
        line = agents[mover].speak()
        found = re.fullmatch(rb"MOVE;([1-7])\n|SWAP\n", line)
        move = "" if found is None else found[1].decode() if found[1] else "swap"
        if move not in position.legal_moves():
            report.at_fault, report.line = mover, line
            break
        position = position.play(move)
        assert isinstance(position, Kalah)
        report.moves.append(move)
        for player, agent in enumerate(agents):
            if move == "swap" and player == mover:
                continue
            turn = "END" if position.is_over() else "YOU" if position.turn == player else "OPP"
            agent.hear(f"CHANGE;{move.upper()};{board_text(position)};{turn}")
    else:
        report.margin = position.margin() if position.turn == 0 else -position.margin()
    for agent in agents:
        agent.hear("END")
    return report
