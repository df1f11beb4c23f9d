"""Puzzles and tutorials for the pages."""

from __future__ import annotations

from fastapi import APIRouter

from plyground.games.names import known_names, parse_entry, title
from plyground.solving.puzzles import shipped, shipped_games
from plyground.solving.tutorial import tutorial
from plyground.web.learning import models
from plyground.web.shared.messages import MISSING
from plyground.web.shared.mistakes import Missing

router = APIRouter(tags=["learning"])


@router.get("/api/puzzles")
async def puzzle_sets() -> models.PuzzleSets:
    """List the games that have puzzles."""
    return models.PuzzleSets(
        games=[_set(name, game) for name, game in shipped_games().items()],
    )


def _set(name: str, game: str) -> models.PuzzleSet:
    found, family = shipped(game), parse_entry(game)[0]
    return models.PuzzleSet(
        name=name, game=game, family=family.name, title=title(game),
        count=len(found.puzzles) if found else 0,
    )  # fmt: skip


@router.get("/api/puzzles/{name}", responses=MISSING)
async def puzzles(name: str) -> models.Puzzles:
    """Return all puzzles of a game."""
    game = shipped_games().get(name)
    found = None if game is None else shipped(game)
    if found is None:
        raise Missing("Puzzles not found. /api/puzzles lists them.")
    return models.Puzzles(
        game=found.game,
        puzzles=[models.Puzzle.model_validate(each._asdict()) for each in found.puzzles],
    )


@router.get("/api/tutorial/{family}", responses=MISSING)
async def steps(family: str) -> models.Tutorial:
    """Return the steps of a game's tutorial."""
    found = tutorial(family) if family in known_names() else ()
    if not found:
        raise Missing("This game has no tutorial.")
    entry = parse_entry(family)[0]
    return models.Tutorial(
        family=entry.name,
        title=entry.face.title,
        steps=[models.TutorialStep.model_validate(vars(step)) for step in found],
    )
