"""The tables of a class: teams, their versions, rounds, announcements. Games are in the arena's."""

from __future__ import annotations

import sqlalchemy as sql

from plyground.arena.running.database import Schema

metadata = sql.MetaData()

_time = sql.DateTime(timezone=True)

teams = sql.Table(
    "class_teams", metadata,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("name", sql.String(60), nullable=False),
    sql.Column("folded", sql.String(60), nullable=False, unique=True),  # the name, in small letters
    sql.Column("members", sql.Text, nullable=False),
    sql.Column("key", sql.String(64), nullable=False, unique=True),  # its hash
    sql.Column("banned", sql.Boolean, nullable=False),
    sql.Column("plays", sql.Integer),  # the version that plays
)  # fmt: skip
versions = sql.Table(
    "class_versions", metadata,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("team", sql.ForeignKey("class_teams.id"), nullable=False),
    sql.Column("number", sql.Integer, nullable=False),
    sql.Column("file", sql.Text, nullable=False),  # its name
    sql.Column("content", sql.LargeBinary, nullable=False),  # as it was uploaded
    sql.Column("run", sql.Text, nullable=False),  # what the team said about how to run it
    sql.Column("spec", sql.Text, nullable=False),  # of the player, in the folder of its files
    sql.Column("from_start", sql.Boolean, nullable=False),  # it cannot begin anywhere else
    sql.Column("status", sql.String(20), nullable=False),
    sql.Column("report", sql.JSON, nullable=False),
    sql.Column("time", _time, nullable=False),
    sql.UniqueConstraint("team", "number"),
)  # fmt: skip
rounds = sql.Table(
    "class_rounds", metadata,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("name", sql.Text, nullable=False),
    sql.Column("due", sql.String(40), nullable=False),  # when it was due; else when it was clicked
    sql.Column("run", sql.Integer, nullable=False),  # of the arena's store; 0 where nobody plays
    sql.UniqueConstraint("name", "due"),
)  # fmt: skip
notices = sql.Table(
    "class_notices", metadata,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("text", sql.Text, nullable=False),
    sql.Column("time", _time, nullable=False),
)  # fmt: skip
values = sql.Table(
    "class_values", metadata,
    sql.Column("name", sql.String(80), primary_key=True),
    sql.Column("value", sql.Text, nullable=False),
)  # fmt: skip

SCHEMA = Schema("class", metadata)
