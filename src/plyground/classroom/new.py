"""A new class: its folder and a ``class.toml`` with every choice that staff have."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from plyground.classroom.settings import FILE, Settings, read_settings
from plyground.errors import PlygroundError, shown
from plyground.games.names import title
from plyground.storage import write_whole
from plyground.toml import toml

_TEAMS = "team,members\n"

_TEXT = """\
# A class in plyground. docs/class-staff.md explains every line.
# After a change, start `plyground class serve` again; nothing that was played is lost.

{top}

[play]                      # the same in every game: in the check, the ladder and the rounds
{time}
cpu = true                  # processor time counts: a busy server is nobody's fault
overruns = {overruns}                # late moves of a game that are forgiven
memory_mb = 512
startup_seconds = 10

[uploads]
megabytes = 5               # of one upload
files = 200
per_day = 20                # for each team
{deadline}

[ladder]
openings = "{openings}"         # random, fair, book; start: always the start of the game
first = 2                   # game pairs with each staff agent right after an upload
pairs = 20                  # game pairs of any two versions, at most
games_per_hour = 120        # of each team, besides the first ones

[[staff]]                   # opponents that everybody meets; any player, see `plyground players`
name = "Staff easy"
player = "pvs:level=2"

[[staff]]
name = "Staff medium"
player = "pvs:level=4"

[[staff]]
name = "Staff strong"
player = "pvs:level=6"

# Rounds are official: a frozen set of versions, and a result that the ladder does not change.
# Kinds are swiss, round-robin and knockout. Leave out `when` to start one with a click.
[[rounds]]
name = "Nightly"
kind = "swiss"
when = "every night 02:00"

[[rounds]]
name = "Final"
kind = "knockout"
pairs = 2
"""


@dataclass(frozen=True)
class Choices:
    """What is asked about a new class."""

    game: str
    name: str | None = None
    move_time: float | None = None
    game_time: str | None = None
    overruns: int = 0
    deadline: str | None = None
    openings: str = "random"
    database: str = "class.db"


def write_class(folder: Path, choices: Choices) -> Settings:
    """Write the folder of a new class; nothing is overwritten."""
    if (folder / FILE).exists():
        raise PlygroundError(f"{shown(folder / FILE)} already exists; choose another folder")
    name = choices.name or f"{title(choices.game)} class"
    values = {"name": name, "game": choices.game, "database": choices.database}
    move_time = choices.move_time if choices.move_time or choices.game_time else 1.0
    time = toml([], {"game_time": choices.game_time} if choices.game_time
                else {"move_time": float(move_time or 1.0)}).strip()  # fmt: skip
    deadline = choices.deadline or ""
    lines = toml([], {"deadline": deadline}).strip()
    text = _TEXT.format(
        top=toml([], values).strip(), time=time, overruns=choices.overruns,
        deadline=lines if deadline else '# deadline = "2026-12-01 18:00"',
        openings=choices.openings,
    )  # fmt: skip
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise PlygroundError(f"cannot write to {shown(folder)}: {error.strerror}") from None
    write_whole(folder / FILE, text.encode())
    try:
        settings = read_settings(folder)
    except PlygroundError:
        (folder / FILE).unlink()
        raise
    if not (folder / settings.teams).exists():
        write_whole(folder / settings.teams, _TEAMS.encode())
    return settings
