"""Agents for the class of ``benchmarks.classroom``: honest ones of all strengths, and hostile ones.

Some of the hostile ones are of the tests' zoo. The new ones know how a class is run: they behave
while they are checked, and wait for a rated game.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tests.support.zoo import BEASTS, move_in

WEAKEST, STRONGEST = 440, 1460  # Elo of the honest agents: what kalah(6,4) offers
SECRET = "the cake is a lie"  # lies beside the class; nobody may read it

_HONEST = """\
from plyground.players.specs import player
one = player("{spec}")
def choose(position, clock):
    return one.choose(position, None)
"""
_HOSTILE = """\
import itertools, os, socket, sys, time
import plyground as ply
calls, rated = 0, False
def choose(position, clock):
    global calls, rated
    calls += 1
    if calls == 1:  # a check begins at the start of the game
        start = ply.position("{game}")
        rated = position not in [start, *(start.play(move) for move in start.legal_moves)]
    {act}
    return position.legal_moves[0]
"""

# What the new ones do, and how a class should see it.
_NEW = {
    "sleeps_within_limits": ("time.sleep(1.5)", "end"),
    "hangs_when_rated": ("time.sleep(10**6 if rated and calls > 2 else 0)", "rated time"),
    "computes_when_rated": ("while rated: pass", "rated time"),
    "eats_when_rated": ("hoard = bytearray(rated << 40)", "rated memory"),
    "leaves_when_rated": ("rated and os._exit(3)", "rated crash"),
    "cheats_when_rated": ("if rated: return '9'", "rated illegal"),
    "chatters": ("sys.stderr.write('x' * 900_000)", "end"),
    "spies": ("calls == 1 and spy()", "end"),
}
_SPY = """
def spy():
    for place in ("../..", "..", "/", "/root", "/home", "/tmp", "/proc/1/root"):
        for folder, _, files in itertools.islice(os.walk(place), 20):
            for name in files:
                if name.startswith("class.") or name == "secret.txt":
                    sys.stderr.write("STOLEN " + open(os.path.join(folder, name)).read())
    try:
        socket.create_connection(("127.0.0.1", 8765), 0.1)
        sys.stderr.write("STOLEN connection")
    except OSError:
        pass
"""
_FROM_ZOO = (
    "sleeps", "answers_late", "ugi_never_ready", "spins", "burns_out_of_turn", "fork_bomb",
    "kills_everything", "allocates_at_once", "prints", "plays_illegally", "hops", "leaves_files",
)  # fmt: skip


@dataclass(frozen=True)
class Upload:
    """An agent, and what should become of it.

    ``expected`` is ``end`` for one that plays on, the reason for which the check refuses it, or
    ``rated`` and the reason for which it loses its games.
    """

    content: bytes
    expected: str
    spec: str = ""  #: of an honest one
    run: str = ""


def honest(count: int) -> dict[str, Upload]:
    """Return honest agents, the weakest first."""
    found = {}
    for number in range(count):
        elo = WEAKEST + (STRONGEST - WEAKEST) * number // max(count - 1, 1)
        spec = f"pvs:elo={elo},table_mb=1"
        found[f"Honest {elo}"] = Upload(_HONEST.format(spec=spec).encode(), "end", spec)
    return found


def hostile(count: int, game: str, home: Path) -> dict[str, Upload]:
    """Return hostile agents by their names; ``home`` is where those of the zoo are made."""
    move_in(_FROM_ZOO, home)
    zoo = {name: _of_zoo(name, home) for name in _FROM_ZOO}
    found = {**{name: _new(name, game) for name in _NEW}, **zoo}
    return dict(list(found.items())[:count])


def _of_zoo(name: str, home: Path) -> Upload:
    content = (home / name / f"{name}.py").read_bytes()
    run = "ugi:python -u agent.py" if name.startswith("ugi_") else ""
    # It sleeps for half a second, which costs no processor time.
    expected = "end" if name == "answers_late" else BEASTS[name].reason
    return Upload(content, expected, run=run)


def _new(name: str, game: str) -> Upload:
    act, expected = _NEW[name]
    return Upload((_HOSTILE.format(game=game, act=act) + _SPY).encode(), expected)
