"""The tables of games, of the people who sit at them, and of what they were invited by."""

from __future__ import annotations

import sqlalchemy as sql

from plyground.arena.running.database import Schema

_tables = sql.MetaData()
secrets = sql.Table(
    "web_secrets",
    _tables,
    sql.Column("name", sql.String(20), primary_key=True),
    sql.Column("value", sql.LargeBinary, nullable=False),
)
games = sql.Table(
    "web_games",
    _tables,
    sql.Column("id", sql.String(20), primary_key=True),
    sql.Column("visitor", sql.String(64), nullable=False, index=True),
    sql.Column("game", sql.Text, nullable=False),
    sql.Column("start", sql.Text),
    sql.Column("first", sql.Text, nullable=False),
    sql.Column("second", sql.Text, nullable=False),
    sql.Column("clock", sql.JSON(none_as_null=True)),
    sql.Column("version", sql.Integer, nullable=False),
    sql.Column("result", sql.JSON(none_as_null=True)),
    sql.Column("rematch", sql.String(20)),
    sql.Column("updated", sql.DateTime(timezone=True), nullable=False),
)


def _game() -> sql.Column[str]:
    return sql.Column("game", sql.ForeignKey("web_games.id", ondelete="CASCADE"), primary_key=True)


moves = sql.Table(
    "web_moves",
    _tables,
    _game(),
    sql.Column("ply", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("move", sql.Text, nullable=False),
    sql.Column("seconds", sql.Float),
    sql.Column("left_first", sql.Float),
    sql.Column("left_second", sql.Float),
)
# The seats of a game that two people play on two devices.
seats = sql.Table(
    "web_seats",
    _tables,
    _game(),
    sql.Column("side", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("name", sql.String(24), nullable=False),
    sql.Column("key", sql.String(64), nullable=False),
)
# Whose browsers sit there: one person may have several.
sitters = sql.Table(
    "web_sitters",
    _tables,
    _game(),
    sql.Column("visitor", sql.String(64), primary_key=True, index=True),
    sql.Column("side", sql.Integer, nullable=False),
)
invitations = sql.Table(
    "web_invitations",
    _tables,
    _game(),
    sql.Column("secret", sql.String(64), nullable=False, unique=True),
    sql.Column("code", sql.String(16), nullable=False, unique=True),
    sql.Column("side", sql.Integer, nullable=False),
    sql.Column("open", sql.Boolean, nullable=False),
)


def _people(_: sql.Connection) -> None:
    """Version 2 knows people: their tables are new, and were made with all others."""


SCHEMA = Schema("web", _tables, (_people,))
