"""The catalogue of games and players."""

from __future__ import annotations

from pydantic import BaseModel


class Preset(BaseModel):
    """A game that is often chosen."""

    game: str
    title: str


class Parameter(BaseModel):
    """A parameter of a game: one of some words, or a number in a range."""

    name: str
    default: str
    words: list[str]
    least: int | None
    most: int | None
    meaning: str


class Family(BaseModel):
    """A game with all its parameters."""

    name: str
    title: str
    meaning: str
    presets: list[Preset]
    names: list[str]
    parameters: list[Parameter]


class Level(BaseModel):
    """An opponent by its strength."""

    level: int
    spec: str
    title: str
    meaning: str


class Option(BaseModel):
    """An option of a player's spec."""

    name: str
    default: bool | int | float | str | None
    meaning: str
    expected: str


class Kind(BaseModel):
    """A kind of player."""

    name: str
    meaning: str
    options: list[Option]


class Limits(BaseModel):
    """What one visitor may use."""

    open_games: int
    seconds: float
    table_mb: int
    lines: int


class Catalogue(BaseModel):
    """What there is to choose from."""

    families: list[Family]
    levels: list[Level]
    players: list[Kind]
    hosted: list[str]
    limits: Limits
