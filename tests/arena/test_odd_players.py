"""Players with odd habits that break no rule: none of them loses by its habit."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import plyground as ply
from plyground.arena.agents.agents import agent
from plyground.arena.agents.external import External
from plyground.arena.referee.clock import Control
from plyground.arena.referee.referee import play_game
from plyground.arena.running.result import Reason
from plyground.games.own.honest import BrokenGame
from tests.support.courses import mankalah_agent

START = ply.position("kalah(1,3)")  # every move is forced: the programs need no rules
LONG = Control(game_time=60.0)  # time is not what is tested here

# A program that speaks UGI in its own way: what it does at each step is filled in.
UGI = """
import os, sys, time

def say(text, end="\\n"):
    data = (text + end).encode()
    while data:
        data = data[os.write(1, data):]

{start}
for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi":
        {ugi}
    elif word == "isready":
        {isready}
    elif word == "go":
        {go}
    elif word == "quit":
        sys.exit(3)
sys.exit(4)
"""
PLAIN = {"start": "", "ugi": "say('ugiok')", "isready": "say('readyok')", "go": "say('bestmove 1')"}
HABITS = {
    "crlf": {name: f"{PLAIN[name][:-1]}, '\\r\\n')" for name in ("ugi", "isready", "go")},
    "blanks": {"ugi": "say('  ugiok ')", "go": "say('\\t bestmove  1 ')"},
    "tabs": {"go": "say('bestmove\\t1\\tponder\\t1')"},
    "ponder": {"go": "say('bestmove 1 ponder 1')"},
    "empty lines": {"ugi": "say('\\n\\nugiok\\n')", "go": "say('\\nbestmove 1\\n\\n')"},
    "slow to begin": {"start": "time.sleep(1.5)"},
    "partial writes": {
        "go": "[(say(part, ''), time.sleep(0.02)) for part in ('best', 'move', ' ', '1', '\\n')]"
    },
    "much on stderr": {"go": "sys.stderr.write('debug ' * 50_000 + '\\n'); say('bestmove 1')"},
    "talks while thinking": {"go": "say('thinking\\n' * 5000 + 'bestmove 1')"},
    "talks after moving": {"go": "say('bestmove 1'); [say('debug ' * 20) for _ in range(3000)]"},
    "many infos": {"go": "say('info depth 1 score cp 1\\n' * 5000 + 'bestmove 1')"},
    "no text": {"go": "os.write(1, b'info string \\x00\\xff\\x0b\\n'); say('bestmove 1')"},
    "a mark before": {"ugi": "say('\\ufeffid name odd'); say('ugiok')"},
    "words about faults": {"go": "say('OutOfMemory: illegal crash'); say('bestmove 1')"},
}  # fmt: skip


def plays_on(one: External, start: ply.Position = START) -> None:
    """Play both sides in turn, with the same process; nothing is ever its fault."""
    try:
        for seed in range(3):
            players = (one, "random") if seed % 2 else ("random", one)
            result = play_game(start, players, LONG, seed=seed)
            assert (result.reason, result.note) == (Reason.END, ""), one.last_errors
    finally:
        one.close()


def made(spec: str) -> External:
    one = agent(spec)
    assert isinstance(one, External)
    return one


@pytest.mark.parametrize("habit", HABITS)
def test_programs_that_speak_ugi(habit: str, tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(UGI.format(**(PLAIN | HABITS[habit])), encoding="utf-8")
    plays_on(made(f"ugi:{sys.executable} -u {path}"))


FILES = {
    "an int": "return int(position.legal_moves[0])",
    "blanks": "return f'  {position.legal_moves[0]}\\r\\n'",
    "prints": "print('readyok\\nbestmove 9\\n' * 1000); return position.legal_moves[0]",
    "closes stdout": "sys.stdout.close(); return position.legal_moves[0]",
    "reads": "assert sys.stdin.read() == ''; return position.legal_moves[0]",
    "replaces stdout": "import io; sys.stdout = io.StringIO(); return position.legal_moves[0]",
    "a thread stays": (
        "import threading, time; threading.Thread(target=time.sleep, args=(600,)).start(); "
        "return position.legal_moves[0]"
    ),
    "changes folder": "os.chdir('/'); return position.legal_moves[0]",
    "leaves a message": (
        "import atexit; atexit.register(lambda: os._exit(5)); return position.legal_moves[0]"
    ),
}


@pytest.mark.parametrize("habit", FILES)
def test_python_files(habit: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.py"
    path.write_text(f"import os, sys\ndef choose(position, clock):\n    {FILES[habit]}\n")
    plays_on(made(f"file:{path}"), ply.position("kalah(3,2)"))


# What a ManKalah agent does before it writes a move, after it, and when the game is over.
MANKALAH = {
    "talks to stderr": ("sys.stdout.write(", "sys.stderr.write('x' * 300_000), sys.stdout.write("),
    "writes in parts": (
        'sys.stdout.write(f"MOVE;{chance.choice(full)}\\n")',
        'for part in f"MOVE;{chance.choice(full)}\\n": sys.stdout.write(part), sys.stdout.flush()',
    ),
    "slow to begin": ("def main() -> None:\n", "def main() -> None:\n    time.sleep(1.5)\n"),
    "ends by itself": (
        '        board = [7] * 7 + [0] + [7] * 7 + [0]\n',
        '        if rest[-1:] == ["END"]:\n            sys.exit(3)\n'
        '        board = [7] * 7 + [0] + [7] * 7 + [0]\n',
    ),
    "exit code": ('        if head == "END":\n            break\n',
                  '        if head == "END":\n            sys.exit(7)\n'),
}  # fmt: skip


@pytest.mark.parametrize("habit", MANKALAH)
def test_mankalah_agents(habit: str, tmp_path: Path) -> None:
    path = tmp_path / "agent.py"
    shutil.copy(mankalah_agent.__file__, path)
    text, (before, after) = path.read_text(), MANKALAH[habit]
    assert before in text
    path.write_text(text.replace(before, after))
    plays_on(made(f"mankalah:{sys.executable} {path}"), ply.position("kalah-manchester"))


@dataclass(frozen=True)
class Flipping(ply.Position):
    """Over or not, by how often it was asked."""

    asked: list[int] = field(default_factory=lambda: [0], compare=False)
    turn: ply.Side = ply.Side.FIRST
    legal_moves = ("go", "stay")
    margin = 0

    @property
    def is_over(self) -> bool:
        self.asked[0] += 1
        return self.asked[0] > 1

    def play(self, move: str) -> Flipping:
        assert move in self.legal_moves
        return Flipping([0], self.turn.other)


def test_no_player_is_blamed_for_a_game_that_contradicts_itself() -> None:
    with pytest.raises(BrokenGame, match=r"Flipping\.is_over"):
        play_game(Flipping(), ("pvs:depth=2", "random"))
