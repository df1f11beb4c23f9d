"""Both ends of the course's network protocol, as the rules describe it, with the reference's rules.

Lines are written and read here as plainly as can be; nothing of the package is used.
"""

from __future__ import annotations

import random
import socket
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.reference.watch_your_back import WatchYourBack, square_from_text, square_text
from tests.support.vectors import load

PATIENCE = 60.0  # seconds; nobody is measured by it, but nothing hangs
ENDLESS = 320  # turns of the moving phase, after which this server calls it a draw


class Lines:
    """A socket that talks in lines."""

    def __init__(self, connection: socket.socket) -> None:
        connection.settimeout(PATIENCE)
        self.connection = connection
        self.file = connection.makefile("rb")

    def send(self, line: str) -> None:
        self.connection.sendall(f"{line}\n".encode())

    def receive(self) -> str:
        """Return the next line; an empty text when the other has hung up."""
        return self.file.readline().decode().removesuffix("\n")

    def expect(self, wanted: str) -> None:
        line = self.receive()
        assert line == wanted, f"{line!r} instead of {wanted!r}"

    def close(self) -> None:
        self.file.close()
        self.connection.close()


def words_of(move: str) -> str:
    """Write a move as the protocol has it."""
    if move == "pass":
        return "pass"
    squares = [square_from_text(move[i : i + 2]) for i in range(0, len(move), 2)]
    kind = "place" if len(squares) == 1 else "move"
    return " ".join([kind, *(f"{x} {y}" for x, y in squares)])


def move_of(words: Sequence[str]) -> str:
    """Read a move."""
    numbers = [int(word) for word in words[1:]]
    assert len(numbers) == {"pass": 0, "place": 2, "move": 4}[words[0]]
    squares = [(numbers[i], numbers[i + 1]) for i in range(0, len(numbers), 2)]
    return "".join(square_text(square) for square in squares) or "pass"


def next_move(position: WatchYourBack, chance: random.Random, script: Sequence[str]) -> str:
    """Follow a script, or draw."""
    made = position.turns if position.placing else 24 + position.turns
    return script[made] if script else chance.choice(position.legal_moves())


def result_of(position: WatchYourBack) -> str:
    if not position.is_over() or position.margin() == 0:
        return "draw"
    return "WB"[position.turn if position.margin() > 0 else 1 - position.turn]


def games_with_passes() -> list[list[str]]:
    """Return official games in which somebody had to pass, which is rare."""
    games = [game["actions"] for game in load("watch-your-back") if None in game["actions"]]
    return [[_move(action) for action in game] for game in games]


def _move(action: Any) -> str:
    if action is None:
        return "pass"
    squares = action if isinstance(action[0], list) else [action]
    return "".join(square_text((x, y)) for x, y in squares)


@dataclass
class Server:
    """Plays one game after the other at random against whoever connects."""

    games: int = 1
    script: Sequence[str] = ()
    results: list[tuple[str, list[str]]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.listening.settimeout(PATIENCE)
        self.port = self.listening.getsockname()[1]
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self) -> None:
        try:
            for number in range(self.games):
                lines = Lines(self.listening.accept()[0])
                self.results.append(self.play(lines, number))
                lines.close()
        except Exception as error:  # told to the test, which looks at it
            self.problems.append(repr(error))
        finally:
            self.listening.close()

    def play(self, lines: Lines, number: int) -> tuple[str, list[str]]:
        """Play a game; odd ones let the client be White."""
        chance, theirs = random.Random(number), 1 - number % 2
        lines.expect("PLAY ann secret" if number % 3 else "PLAY ann")
        lines.send("OKAY")
        lines.send("GAME rob ann" if theirs else "GAME ann rob")
        lines.expect("OKAY")
        lines.send(f"INIT {('white', 'black')[theirs]}")
        lines.expect("OKAY")
        position, moves = WatchYourBack.start(), list[str]()
        while not position.is_over() and (position.placing or position.turns < ENDLESS):
            if position.turn == theirs:
                lines.send(f"TURN {position.turns}")
                head, *words = lines.receive().split(" ")
                assert head == "ACTN"
                move = move_of(words)
            else:
                move = next_move(position, chance, self.script)
                lines.send(f"UPD8 {words_of(move)}")
                lines.expect("OKAY")
            position = position.play(move)  # which refuses what is illegal
            moves.append(move)
        lines.send(f"OVER {result_of(position)}")
        return result_of(position), moves

    def wait(self) -> None:
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()
        assert self.problems == []


@dataclass
class Client:
    """Plays one game at random; ``say`` replaces what it would say at a certain moment."""

    port: int
    name: str
    key: str = ""
    seed: int = 0
    script: Sequence[str] = ()
    say: dict[str, str | None] = field(default_factory=dict)  # head of a line → what to answer
    moves: list[str] = field(default_factory=list)
    heard: list[str] = field(default_factory=list)

    def run(self) -> str:
        """Play; returns the server's last line."""
        lines = Lines(socket.create_connection(("127.0.0.1", self.port), PATIENCE))
        try:
            return self.play(lines)
        finally:
            lines.close()

    def play(self, lines: Lines) -> str:
        chance, position = random.Random(self.seed), WatchYourBack.start()
        colour = 0
        lines.send(self.say.get("PLAY") or f"PLAY {self.name} {self.key}".rstrip())
        while True:
            line = lines.receive()
            self.heard.append(line)
            head, *words = line.split(" ")
            if head in ("OVER", "ERRO", ""):
                return line
            if head in self.say:
                strange = self.say[head]
                if strange is None:
                    return "hung up"
                lines.connection.sendall(strange.encode())
                continue
            if head == "INIT":
                colour = ("white", "black").index(words[0])
            if head == "TURN":
                assert position.turn == colour
                assert int(words[0]) == position.turns
                move = next_move(position, chance, self.script)
                lines.send(f"ACTN {words_of(move)}")
            elif head == "UPD8":
                assert position.turn != colour
                move = move_of(words)
                lines.send("OKAY")
            else:
                assert head in ("OKAY", "GAME", "INIT"), line
                if head != "OKAY":
                    lines.send("OKAY")
                continue
            position = position.play(move)
            self.moves.append(move)
