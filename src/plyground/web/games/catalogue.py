"""What there is to choose from: games with their parameters, players, limits."""

from __future__ import annotations

from fastapi import APIRouter, Response

from plyground._core import Side
from plyground.arena.agents.external import KINDS as EXTERNAL_KINDS
from plyground.games import kalah, squatter, watch_your_back
from plyground.games.names import Family, Parameter
from plyground.players.levels import FULL
from plyground.players.options import Option
from plyground.players.specs import KINDS, Kind
from plyground.web.shared import models
from plyground.web.shared.players import HUMAN, MOST_MB, MOST_SECONDS
from plyground.web.shared.replies import JsonReply
from plyground.web.shared.views import Json

router = APIRouter(tags=["games"])

MOST_OPEN = 50  # games of one visitor that are not over
MOST_LINES = 10

_MEANINGS = {
    "houses": "houses on each side",
    "seeds": "seeds in each house",
    "capture": "what a last seed in an own empty house captures",
    "swap": "the second player may change seats after the first move",
    "first_extra_turn": "the very first move may earn another one",
    "sweep": "who gets the seeds that are left at the end",
    "end": "whose houses must be empty to end the game",
    "majority_ends": "the game ends when somebody has more than half",
    "skip_origin": "a long way around leaves out the house it began in",
    "size": "rows and columns",
    "first": "who moves first",
    "max_turns": "the game is a draw after so many turns of moving",
    "double_pass_draws": "two passes in a row are a draw",
}
_FAMILIES: tuple[tuple[Family, str, str, dict[str, str]], ...] = (
    (
        kalah.FAMILY, "Kalah", "Sow seeds around the board, and gather more than half of them.",
        {
            "kalah(6,4)": "6 houses, 4 seeds",
            "kalah(6,6)": "6 houses, 6 seeds",
            "kalah(4,3)": "Small: 4 houses, 3 seeds",
            "kalah-manchester": "Manchester: 7 houses, 7 seeds, with the swap",
        },
    ),
    (
        squatter.FAMILY, "Squatter", "Place pieces in turn, and close loops to capture cells.",
        {"squatter(7)": "7 × 7", "squatter(6)": "6 × 6", "squatter(5)": "Small: 5 × 5"},
    ),
    (
        watch_your_back.FAMILY, "Watch Your Back!",
        "Place twelve pieces, sandwich enemies, and mind the shrinking board.",
        {
            "watch-your-back(max_turns=320,double_pass_draws=yes)": "With an end: draw at turn 320",
            "watch-your-back": "By the book: may go on for ever",
        },
    ),
)  # fmt: skip
_LEVELS = (
    "beginner", "learning", "casual", "attentive", "steady", "skilled", "strong", "very strong",
    "expert", "full strength",
)  # fmt: skip


@router.get("/api/catalogue", response_model=models.Catalogue)
async def catalogue() -> Response:
    """List the games, the players and the limits: what a form for a new game needs."""
    return JsonReply(
        {
            "families": [_family(*one) for one in _FAMILIES],
            "levels": [_level(number) for number in range(1, FULL + 1)],
            "players": [_kind(kind) for kind in KINDS.values() if kind.name != HUMAN],
            "hosted": list(EXTERNAL_KINDS),
            "limits": {
                "open_games": MOST_OPEN,
                "seconds": MOST_SECONDS,
                "table_mb": MOST_MB,
                "lines": MOST_LINES,
            },
        }
    )


def _family(family: Family, title: str, meaning: str, presets: dict[str, str]) -> Json:
    start = family.start(family.complete({}))
    return {
        "name": family.name,
        "title": title,
        "meaning": meaning,
        "presets": [{"game": game, "title": name} for game, name in presets.items()],
        "names": [start.side_name(side) for side in (Side.FIRST, Side.SECOND)],
        "parameters": [_parameter(parameter) for parameter in family.parameters],
    }


def _parameter(parameter: Parameter) -> Json:
    numbers = parameter.numbers
    return {
        "name": parameter.name,
        "default": parameter.default,
        "words": list(parameter.words),
        "least": numbers[0] if numbers else None,
        "most": numbers[-1] if numbers else None,
        "meaning": _MEANINGS[parameter.name],
    }


def _level(number: int) -> Json:
    return {
        "level": number,
        "spec": f"pvs:level={number}",
        "title": f"Level {number}",
        "meaning": _LEVELS[number - 1],
    }


def _kind(kind: Kind) -> Json:
    options = [_option(option) for option in kind.options]
    return {"name": kind.name, "meaning": kind.meaning, "options": options}


def _option(option: Option) -> Json:
    return {
        "name": option.name,
        "default": option.default,
        "meaning": option.meaning,
        "expected": option.expected,
    }
