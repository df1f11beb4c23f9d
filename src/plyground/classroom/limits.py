"""The limits of a class for home: a small file, and the command that plays the same match."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

from plyground.classroom.settings import Play, Settings, read_part
from plyground.errors import PlygroundError, shown
from plyground.storage import read_text
from plyground.toml import read_toml, table, toml

FILE = "class-limits.toml"


@dataclass(frozen=True)
class HomeLimits:
    """What a match at home needs to be one of the class."""

    game: str
    openings: str
    play: Play


def limits_text(settings: Settings) -> str:
    """Return the file that teams download."""
    heading = [
        f"The limits of {settings.name}. Play a match with them:",
        f"    {home_command(settings)}",
    ]
    values = {"game": settings.start.game, "openings": settings.ladder.openings}
    given = {name: value for name, value in asdict(settings.play).items() if value is not None}
    if "move_time" not in given and "game_time" not in given:
        given["move_time"] = settings.play.control.move_time
    plain = {name: str(value).lower() if value is True or value is False else value
             for name, value in given.items()}  # fmt: skip
    text = toml(heading, values, table("play", plain))
    for word in ("true", "false"):
        text = text.replace(f'= "{word}"', f"= {word}")
    return text


def home_command(settings: Settings) -> str:
    """Return the command that plays a match of the class at home."""
    opponent = settings.staff[len(settings.staff) // 2].player if settings.staff else "greedy"
    return f"plyground match file:agent.py {opponent} --limits {FILE} --pairs 5"


def read_limits(path: Path) -> HomeLimits:
    """Read the limits that teams download, or those of a class.toml."""
    plain = read_toml(read_text(path), shown(path))
    game, ladder = plain.get("game"), plain.get("ladder", {})
    openings = plain.get("openings", ladder.get("openings") if isinstance(ladder, dict) else None)
    if not isinstance(game, str) or not isinstance(plain.get("play"), dict):
        raise PlygroundError(
            f'{shown(path)} holds no limits; expected game = "…" and a table [play]'
        )
    play = read_part(Play, plain["play"], "[play]")
    return HomeLimits(game, openings if isinstance(openings, str) else "random", play)
