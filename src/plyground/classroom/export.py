"""What goes to the grade book: standings, games and reports as CSV or JSON, and autograder results.

``results`` is what autograders read: for each team its score, its tests and its place on a
leaderboard, in the form that Gradescope and others know as ``results.json``.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

from plyground.arena.running.store import Filter, Store
from plyground.classroom import table
from plyground.classroom.league import LADDER
from plyground.classroom.register import Register, Version
from plyground.classroom.reports import report_text, verdict
from plyground.classroom.rounds import ROUND, result_of
from plyground.classroom.settings import Settings

KINDS = ("standings", "rounds", "games", "reports", "results")
FORMATS = ("csv", "json")

_RISKY = ("=", "+", "-", "@", "\t", "\r")  # a cell that begins so is a formula to a spreadsheet

Rows = Sequence[Mapping[str, Any]]


def exported(register: Register, store: Store, settings: Settings, kind: str, ending: str) -> str:
    """Return an export as a text."""
    make = {
        "standings": _standings, "rounds": _rounds, "games": _games, "reports": _reports,
        "results": _results,
    }  # fmt: skip
    rows = make[kind](register, store, settings)
    if ending == "json":
        return json.dumps(rows, indent=1, ensure_ascii=False) + "\n"
    return _csv(rows)


def results_of(register: Register, store: Store, settings: Settings) -> dict[str, dict[str, Any]]:
    """Return the ``results.json`` of every team, by its name."""
    return {
        str(row.pop("team")): dict(row) for row in map(dict, _results(register, store, settings))
    }


def _csv(rows: Rows) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    heads = list(rows[0]) if rows else ["nothing"]
    writer.writerow(heads)
    for row in rows:
        writer.writerow([_cell(row[head]) for head in heads])
    return text.getvalue()


def _cell(value: Any) -> Any:
    if isinstance(value, str):
        return f"'{value}" if value.startswith(_RISKY) else value
    return json.dumps(value) if isinstance(value, list | dict) else value


def _ladder(register: Register, store: Store, settings: Settings) -> table.Ladder:
    runs = store.runs(LADDER)
    return table.ladder(register, settings, store.points(runs[0].id) if runs else {})


def _standings(register: Register, store: Store, settings: Settings) -> Rows:
    ladder = _ladder(register, store, settings)
    ranked = {one.team: (place, one) for place, one in enumerate(ladder.versions, 1)}
    found = []
    for team in register.teams():
        place, version = ranked.get(team.id, (None, None))
        row: dict[str, Any] = {
            "rank": place, "team": team.name, "members": team.members,
            "version": version.number if version else None,
            "elo": None, "low": None, "high": None, "games": 0, "points": 0.0,
        }  # fmt: skip
        if version and ladder.ratings and version.label in ladder.ratings.players:
            rating = ladder.ratings.of(version.label)
            row |= {"elo": round(rating.elo.value, 1), "low": round(rating.elo.low, 1),
                    "high": round(rating.elo.high, 1), "games": rating.games,
                    "points": rating.points}  # fmt: skip
        found.append(row)
    return sorted(found, key=lambda row: row["rank"] or 10**6)


def _rounds(register: Register, store: Store, settings: Settings) -> Rows:  # noqa: ARG001
    runs = {run.id: run for run in store.runs()}
    labels = {one.label: one for one in register.versions()}
    found = []
    for held in reversed(register.rounds()):
        if (run := runs.get(held.run)) is None:
            continue
        for place in result_of(run, store.points(run.id)):
            version = labels.get(place.player)
            found.append(
                {"round": held.name, "begun": held.due, "kind": run.kind, "status": run.status,
                 "rank": place.rank, "team": version.name if version else place.player,
                 "version": version.number if version else None, "points": place.points,
                 "games": place.score.games}
            )  # fmt: skip
    return found


def _games(register: Register, store: Store, settings: Settings) -> Rows:  # noqa: ARG001
    runs = {run.id: run.settings.get(ROUND, LADDER) for run in store.runs()}
    held = {run for run, name in runs.items() if name}
    return [
        {"id": game.id, "round": runs[game.run], "time": game.time.isoformat(),
         "first": game.result.players[0], "second": game.result.players[1],
         "score": game.result.score, "reason": str(game.result.reason),
         "note": game.result.note, "start": game.result.start or "",
         "moves": " ".join(game.result.moves)}
        for game in store.games(Filter()) if game.run in held
    ]  # fmt: skip


def _reports(register: Register, store: Store, settings: Settings) -> Rows:  # noqa: ARG001
    return [
        {"team": one.name, "version": one.number, "file": one.file, "time": one.time.isoformat(),
         "status": one.status, "report": report_text(one)}
        for one in register.versions()
    ]  # fmt: skip


def _results(register: Register, store: Store, settings: Settings) -> Rows:
    """Score each team by its place on the ladder: 100 for the first, 0 without a valid upload."""
    standings = _standings(register, store, settings)
    placed = sum(row["rank"] is not None for row in standings)
    latest = {one.team: one for one in register.versions()}
    plays = {one.team: one for one in register.playing()}
    teams = {team.name: team for team in register.teams()}
    found = []
    for row in standings:
        team = teams[row["team"]]
        version = plays.get(team.id) or latest.get(team.id)
        score = 0.0
        if row["rank"] is not None:
            score = round(100.0 * (placed - row["rank"] + 1) / placed, 1)
        found.append(
            {"team": team.name, "score": score, "output": verdict(version) if version else
             "Nothing was uploaded.", "visibility": "visible",
             "tests": [] if version is None else _tests(version),
             "leaderboard": [
                 {"name": "Elo", "value": row["elo"], "order": "desc"},
                 {"name": "Games", "value": row["games"]},
                 {"name": "Team", "value": team.name}]}
        )  # fmt: skip
    return found


def _tests(version: Version) -> list[dict[str, Any]]:
    return [
        {"name": case["case"], "score": float(case["problem"] is None), "max_score": 1.0,
         "output": case["problem"] or "fine"}
        for case in version.report
    ]  # fmt: skip
