"""``plyground analyse``: the best lines of a position, live while they are found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

import plyground as ply
from plyground.cli.analysis import explanation
from plyground.cli.shared.own_game import begin
from plyground.errors import PlygroundError
from plyground.evaluation.explain import explain
from plyground.evaluation.heat import heat_map
from plyground.games.native import is_native
from plyground.players.specs import EnginePlayer
from plyground.storage import write_whole


def analyse(
    game: Annotated[str, typer.Argument(help="The game, e.g. 'squatter(7)', or a Python file.")],
    position: Annotated[
        str | None, typer.Argument(help="The text of a position; the start if left out.")
    ] = None,
    moves: Annotated[str, typer.Option(help="Moves to play first, e.g. '3 6 2'.")] = "",
    time: Annotated[float | None, typer.Option(min=0.001, help="Seconds to think.")] = None,
    depth: Annotated[int | None, typer.Option(min=1, max=100, help="Plies to search.")] = None,
    nodes: Annotated[int | None, typer.Option(min=1, help="Positions to visit.")] = None,
    lines: Annotated[int, typer.Option(min=1, max=64, help="How many moves to show.")] = 3,
    engine: Annotated[str, typer.Option(help="Which engine, as a player's spec.")] = "pvs",
    explained: Annotated[
        bool, typer.Option("--explain", help="Take the evaluation apart instead of searching.")
    ] = False,
    heat: Annotated[
        Path | None, typer.Option(help="With --explain: draw the moves' scores into this .svg.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Stream one object a line.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only the end.")] = False,
) -> None:
    """Search a position and show its best moves with scores; Ctrl-C ends it with what it has.

    Scores are in seeds, cells or pieces, from the view of the side to move.

    With --explain nothing is searched: each feature's value and weight are shown instead.

    Example: plyground analyse 'kalah(6,4)' --moves '3 6' --time 5 --lines 3
    """
    record = begin(game, position)
    for move in moves.split():
        record.push(move)
    root = record.position
    chosen = ply.player(engine)
    if not isinstance(chosen, EnginePlayer):
        raise PlygroundError(f"{engine} does not search; expected pvs, mtdf, mcts or the like")
    if explained:
        _explain(root, chosen.engine.options["weights"], heat, as_json=as_json)
        return
    chosen.engine.lines = lines
    limit = _limit(chosen.engine, time, depth, nodes)
    if as_json:
        found = chosen.engine.search(root, limit, lambda found: _print_json(found, final=False))
        _print_json(found, final=True)
        return
    console = Console()
    console.print(Text(str(root)))
    if quiet or not console.is_terminal:
        console.print(_view(chosen.engine.search(root, limit)))
        return
    with Live(console=console, refresh_per_second=8) as live:
        live.update(
            _view(chosen.engine.search(root, limit, lambda found: live.update(_view(found))))
        )


def _explain(root: ply.Position, weights: str, heat: Path | None, *, as_json: bool) -> None:
    found = explain(root, weights)
    if heat is not None:
        assert is_native(root)  # only those can be explained
        write_whole(heat, heat_map(root, found).encode())
    if as_json:
        print(json.dumps(found.to_dict()))
        return
    console = Console()
    console.print(Text(str(root)))
    console.print(explanation.view(found))


def _limit(
    engine: ply.Engine, time: float | None, depth: int | None, nodes: int | None
) -> ply.Limit:
    own = engine.limit
    if time is None and depth is None and nodes is None:
        time = (
            own.time
            if any(engine.options.get(o) for o in ("time", "depth", "nodes", "sims"))
            else 5.0
        )
        return ply.Limit(depth=own.depth, nodes=own.nodes, time=time, cpu=own.cpu)
    return ply.Limit(depth=depth, nodes=nodes, time=time, cpu=own.cpu)


def _print_json(found: ply.Found, *, final: bool) -> None:
    print(json.dumps(found.to_dict() | {"final": final}), flush=True)


def _view(found: ply.Found) -> RenderableType:
    table = Table(box=None, header_style="bold")
    table.add_column("score", justify="right", no_wrap=True)
    tree = any(line.visits for line in found.lines)
    if tree:
        table.add_column("visits", justify="right")
    table.add_column("line")
    for line in found.lines:
        cells = [line.text, *([f"{line.visits:,}"] if tree else [])]
        table.add_row(*cells, " ".join(map(str, line.moves)))
    status = (
        f"depth {found.depth}/{found.selective_depth}   {found.nodes:,} nodes   "
        f"{found.nodes_per_second / 1e6:.2f} M/s   {found.seconds:.1f} s   "
        f"table {found.table_fill:.0%}{'   stopped' if found.interrupted else ''}"
    )
    return Group(table, Text(status, style="dim"))
