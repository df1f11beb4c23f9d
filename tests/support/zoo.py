"""The zoo of bad agents: where it lives, and on what terms it plays."""

from __future__ import annotations

import sys
from pathlib import Path

import plyground as ply
from plyground.arena.referee.clock import Control
from plyground.arena.sandbox.limits import Limits

ZOO = Path(__file__).parent / "bad_agents"
LIMITS = Limits(startup_seconds=5.0, memory_mb=100, processes=20, output_kb=256)
CONTROL = Control(move_time=5.0)
SHORT = Control(move_time=0.2)  # for agents whose offence it is to take longer
START = ply.position("kalah(3,2)")


def spec(name: str, folder: Path = ZOO) -> str:
    path = folder / f"{name}.py"
    return f"ugi:{sys.executable} -u {path}" if name.startswith("ugi_") else f"file:{path}"
