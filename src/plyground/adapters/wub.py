"""The lines of the Watch Your Back! course's network protocol, for both ends of it.

Each line is a head of four letters and words behind it:

| from | line | answer |
|---|---|---|
| client | ``PLAY name [key]`` | ``OKAY`` |
| server | ``GAME white black`` | ``OKAY`` |
| server | ``INIT white`` or ``INIT black`` | ``OKAY`` |
| server | ``TURN turns`` | ``ACTN place x y``, ``ACTN move x y x y`` or ``ACTN pass`` |
| server | ``UPD8`` and the opponent's action, as above | ``OKAY`` |
| server | ``OVER winner`` or ``ERRO loser reason`` | none: the game has ended |

The winner is ``W``, ``B`` or ``draw``, the loser ``W`` or ``B``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from plyground.errors import PlygroundError, shown
from plyground.games.watch_your_back import action_from_move, move_from_action

PORT = 7979
LONGEST_LINE = 1000
LONGEST_NAME = 40
COLOURS = ("white", "black")
LETTERS = ("W", "B")

_FORMS = {
    "PLAY": r"\S+( \S+)?",
    "OKAY": "",
    "GAME": r"\S+ \S+",
    "INIT": "white|black",
    "TURN": "[0-9]{1,6}",
    "ACTN": "place( [0-9]){2}|move( [0-9]){4}|pass",
    "UPD8": "place( [0-9]){2}|move( [0-9]){4}|pass",
    "OVER": r"\S+",
    "ERRO": r"\S+( .*)?",
}


class WubError(PlygroundError):
    """A line that is not of the protocol, or that is not allowed here."""


@dataclass(frozen=True)
class Message:
    r"""A line that was read.

    >>> Message.read(b"UPD8 move 3 3 4 3\n").move
    'd4e4'
    """

    head: str
    words: tuple[str, ...] = ()

    @classmethod
    def read(cls, line: bytes, *expected: str) -> Message:
        """Read a line; raises WubError if it is none, or none of those that were expected."""
        text = " ".join(line.decode("utf-8", "replace").split())
        head, _, rest = text.partition(" ")
        is_known = head in _FORMS and re.fullmatch(_FORMS[head], rest) is not None
        if not is_known or (expected and head not in expected):
            wanted = " or ".join(expected) or "a message"
            raise WubError(f"{shown(text)} is not allowed here; expected {wanted}")
        return cls(head, tuple(rest.split()))

    @property
    def move(self) -> str:
        """The move of an ``ACTN`` or ``UPD8``; raises IllegalMove for squares off the board."""
        numbers = [int(word) for word in self.words[1:]]
        pairs = [(numbers[i], numbers[i + 1]) for i in range(0, len(numbers), 2)]
        return move_from_action(pairs if len(pairs) == 2 else pairs[0] if pairs else None)


def line(head: str, *words: object) -> bytes:
    r"""Return a line to send.

    >>> line("GAME", "ann", "bob")
    b'GAME ann bob\n'
    """
    return f"{' '.join(map(str, (head, *words)))}\n".encode()


def action_line(head: str, move: str) -> bytes:
    r"""Return the line that tells an action: ``ACTN`` or ``UPD8``.

    >>> action_line("ACTN", "d4e4")
    b'ACTN move 3 3 4 3\n'
    """
    match action_from_move(move):
        case None:
            return line(head, "pass")
        case (int(x), int(y)):
            return line(head, "place", x, y)
        case (one, other):
            return line(head, "move", *one, *other)


def plain_name(name: str, what: str = "name") -> str:
    """Check a name or key: one word that every other client can print.

    >>> plain_name("ann")
    'ann'
    """
    if not name or len(name) > LONGEST_NAME or not name.isprintable() or " " in name:
        raise WubError(
            f"{what} {shown(name)} is not valid; expected one word of at most "
            f"{LONGEST_NAME} characters"
        )
    return name
