"""What the pages of a static site know of the games: names, weights, ladders, tables, nets."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from plyground.evaluation import value_net
from plyground.evaluation.calibration import Calibration, from_toml
from plyground.evaluation.terms import ACTIONS, terms
from plyground.evaluation.weights import Weights, shipped
from plyground.games.family import Family
from plyground.games.names import families, file_stem
from plyground.players import levels
from plyground.solving.tutorial import tutorial
from plyground.web.games.catalogue import catalogue
from plyground.web.learning import api as learning
from plyground.web.shared.messages import Answer

Json = dict[str, Any]


def site_families() -> list[Family]:
    """List the games whose views say which module of the site draws them."""
    return [family for family in families() if hasattr(family.view, "SITE")]


def files() -> dict[str, bytes]:
    """Return the files of the folder ``data`` by name, without the engine."""
    found: dict[str, bytes] = {"games.json": _packed(_games())}
    for family in site_families():
        for stem, table in _tables(family).items():
            found[f"{stem}.json"] = _packed(_table(table))
        for name, net in _nets(family).items():
            found[f"{file_stem(name)}.net"] = net.numbers
        if tutorial(family.name):
            steps = asyncio.run(learning.steps(family.name))
            found[f"{family.name}.tutorial.json"] = _packed(_plain(steps))
    sets = asyncio.run(learning.puzzle_sets())
    found["puzzles.json"] = _packed(_plain(sets))
    for one in sets.games:
        found[f"{one.name}.puzzles"] = _packed(_plain(asyncio.run(learning.puzzles(one.name))))
    return found


def _plain(answer: Answer) -> Json:
    return answer.model_dump(mode="json", by_alias=True)


def _games() -> Json:
    known = _plain(asyncio.run(catalogue()))
    names = {family.name for family in site_families()}
    listed = [one for one in known["families"] if one["name"] in names]
    for one in listed:
        one["setup"] = None
    players = [one for one in known["players"] if one["name"] == "pvs"]
    shown = known | {"families": listed, "players": players, "hosted": []}
    return {"catalogue": shown, "families": [_family(family) for family in site_families()]}


def _family(family: Family) -> Json:
    face, names, expected = family.face, family.names, terms(family.name)
    engine, view = family.view.SITE  # type: ignore[attr-defined]
    ladders = levels.read_file(family.folder / "levels.toml")
    plain = {name: _ladder(ladder) for name, ladder in ladders.items()}
    tables = {table.game: stem for stem, table in _tables(family).items()}
    return {
        "name": family.name, "title": face.title, "size": face.size, "engine": engine,
        "view": view, "competition": family.competition, "unit": face.unit,
        "aliases": {name: dict(values) for name, values in names.aliases.items()},
        "parameters": [
            {"name": p.name, "default": p.default, "words": list(p.words),
             "least": p.numbers[0] if p.numbers else None,
             "most": p.numbers[-1] if p.numbers else None, "positional": p.positional}
            for p in names.parameters
        ],
        "ignored": sorted(family.learning.ignored), "move_name": face.move_name,
        "counts_margin": face.counts_margin, "won": face.won, "lost": face.lost,
        "reductions": family.play.reductions, "pruning": family.play.pruning,
        "features": [{"name": n, "meaning": m} for n, m in expected.features.items()],
        "phases": list(expected.phases), "weights": _weights(shipped(family.name)),
        "ladders": plain, "usual_ladder": next(iter(plain.values())), "tables": tables,
        "usual_table": next(iter(tables.values())),
        "nets": {
            name: {"name": f"{file_stem(name)}.net", "weights": _weights(net.weights)}
            for name, net in _nets(family).items()
        },
    }  # fmt: skip


def _weights(weights: Weights) -> list[float]:
    """Return all weights in a row: a phase after the other, then the actions."""
    phases = [value for phase in weights.terms.phases for value in weights[phase].values()]
    return [*phases, *weights[ACTIONS].values()]


def _ladder(ladder: levels.Ladder) -> Json:
    rungs = ladder.rungs
    return {"elo": [rung.elo for rung in rungs]} | {
        name: [getattr(rung.strength, name) for rung in rungs]
        for name in ("nodes", "blur", "overlook")
    }


def _tables(family: Family) -> dict[str, Calibration]:
    return {
        file.name.removesuffix(".toml"): from_toml(file.read_text(encoding="utf-8"), file.name)
        for file in sorted(family.folder.glob("*.scores.toml"))
    }


def _table(table: Calibration) -> Json:
    """Return a table with the rows of a curve in the order of nodes, then shares left.

    Rounded to what pages show: a margin has one place there, a chance is a whole percent.
    """
    corners = [(nodes, left) for nodes in table.nodes for left in table.left]
    curves = {
        name: [[round(value, 2 if name == "margin" else 3) for value in rows[c]] for c in corners]
        for name, rows in table.curves.items()
    }
    return {"scores": table.scores, "left": table.left, "nodes": table.nodes, "curves": curves}


def _nets(family: Family) -> dict[str, value_net.ValueNet]:
    games = {value_net.board_name(game) for game in family.face.presets}
    found = {game: value_net.shipped(game) for game in sorted(games)}
    return {game: net for game, net in found.items() if net is not None}


def _packed(content: Json) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
