"""What there is to choose from: games with their parameters, players, limits."""

from __future__ import annotations

from fastapi import APIRouter

from plyground._core import Side
from plyground.arena.agents.external import KINDS as EXTERNAL_KINDS
from plyground.games.family import Entry, Face, Parameter
from plyground.games.names import entries, parse_entry
from plyground.games.position import Position
from plyground.players.levels import FULL, ladder
from plyground.players.options import Option
from plyground.players.specs import KINDS, Kind
from plyground.web.games import models
from plyground.web.shared.players import HUMAN, MOST_MB, MOST_SECONDS

router = APIRouter(tags=["games"])

MOST_OPEN = 50  # games of one visitor that are not over
MOST_LINES = 10


@router.get("/api/catalogue")
async def catalogue() -> models.Catalogue:
    """List the games, the players and the limits: what a form for a new game needs."""
    return models.Catalogue(
        families=[_family(entry) for entry in entries()],
        levels=[_level(number) for number in range(1, FULL + 1)],
        players=[_kind(kind) for kind in KINDS.values() if kind.name != HUMAN],
        hosted=list(EXTERNAL_KINDS),
        limits=models.Limits(
            open_games=MOST_OPEN, seconds=MOST_SECONDS, table_mb=MOST_MB, lines=MOST_LINES
        ),
    )


def _family(family: Entry) -> models.Family:
    start, face = family.start(family.names.complete({})), family.face
    return models.Family(
        name=family.name,
        title=face.title,
        meaning=face.meaning,
        presets=[_preset(game, name) for game, name in face.presets.items()],
        names=[start.side_name(side) for side in (Side.FIRST, Side.SECOND)],
        parameters=[_parameter(parameter) for parameter in family.names.parameters],
        sample=_sample(face),
        setup=face.setup,
        ratings=_ratings(start),
    )


def _preset(game: str, title: str) -> models.Preset:
    return models.Preset(game=game, title=title, values=parse_entry(game)[1])


def _ratings(start: Position) -> list[int]:
    found = ladder(start)
    return [round(found.of_level(n)) for n in range(1, FULL)] if found.is_rated else []


def _sample(face: Face) -> models.Sample | None:
    if face.sample is None:
        return None
    game, start, moves = face.sample
    return models.Sample(game=game, start=start, moves=list(moves))


def _parameter(parameter: Parameter) -> models.Parameter:
    numbers = parameter.numbers
    return models.Parameter(
        name=parameter.name,
        default=parameter.default,
        words=list(parameter.words),
        least=numbers[0] if numbers else None,
        most=numbers[-1] if numbers else None,
        meaning=parameter.meaning,
    )


def _level(number: int) -> models.Level:
    # How strong a level is depends on the game: its rating says that, and no word could.
    extremes = {1: "weakest", FULL: "full strength"}
    return models.Level(
        level=number,
        spec=f"pvs:level={number}",
        title=f"Level {number}",
        meaning=extremes.get(number, f"stronger than level {number - 1}"),
    )


def _kind(kind: Kind) -> models.PlayerKind:
    options = [_option(option) for option in kind.options]
    return models.PlayerKind(name=kind.name, meaning=kind.meaning, options=options)


def _option(option: Option) -> models.Option:
    return models.Option(
        name=option.name,
        default=option.default,
        meaning=option.meaning,
        expected=option.expected,
    )
