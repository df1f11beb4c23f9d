"""Taking an upload: what is refused at once, and what is kept to be checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from operator import itemgetter
from pathlib import PurePosixPath

from plyground.classroom.moments import Moment
from plyground.classroom.parcels import BadUpload, Parcel
from plyground.classroom.register import Register, Team, Version
from plyground.classroom.settings import Settings
from plyground.errors import shown

_LONGEST_RUN = 300  # characters that say how to run an agent


def parcel_of(settings: Settings, file: str, content: bytes) -> Parcel:
    """Return an upload with the limits of the class."""
    most_bytes = int(settings.uploads.megabytes * (1 << 20))
    return Parcel(file, content, most_bytes, settings.uploads.files)


def in_turn(waiting: Sequence[Version]) -> list[Version]:
    """Return uploads in the order of their checks: teams take turns, whoever uploads how much."""
    before: Counter[int] = Counter()
    places = []
    for version in waiting:
        places.append((before[version.team], version.id))
        before[version.team] += 1
    return [version for _, version in sorted(zip(places, waiting, strict=True), key=itemgetter(0))]


def take(
    register: Register, settings: Settings, team: Team, parcel: Parcel, run: str = ""
) -> Version:
    """Keep an upload of a team; raises BadUpload for what is not taken, which costs no quota."""
    if team.banned:
        raise BadUpload("your team is stopped; ask staff")
    deadline = settings.uploads.deadline
    if deadline is not None and Moment.parse(deadline).last(datetime.now()) is not None:
        raise BadUpload(f"the deadline was {deadline}")
    if len(run) > _LONGEST_RUN or not run.isprintable():
        raise BadUpload(f"{shown(run[:60])}… is too long, or contains invisible characters")
    parcel.files()
    if register.uploads_since(team.id) >= settings.uploads.per_day:
        raise BadUpload(
            f"your team has uploaded {settings.uploads.per_day} times within 24 hours, which is "
            "the limit; try again later"
        )
    return register.add_version(team.id, PurePosixPath(parcel.file).name, parcel.content, run)
