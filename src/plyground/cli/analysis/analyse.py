"""``plyground analyse``: the best lines of a position, live while they are found."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

import plyground as ply
from plyground.cli.analysis.explain import explain
from plyground.cli.shared import options
from plyground.cli.shared.command import LIMITS
from plyground.cli.shared.options import (
    Json,
    Moves,
    Nodes,
    OwnGame,
    Player,
    Position,
    Quiet,
    Source,
)
from plyground.cli.shared.output import console, say, say_json
from plyground.cli.shared.renamed import tell_renamed
from plyground.cli.shared.start import start
from plyground.errors import PlygroundError
from plyground.players.expectation import margin_text, source_note
from plyground.players.score import is_proven
from plyground.players.specs import EnginePlayer
from plyground.solving.solved import Known, known, result_text

_SECONDS = 5.0  # without any limit
_OWN_LIMITS = ("time", "depth", "nodes", "sims")


def analyse(
    source: Source,
    text: Annotated[str | None, typer.Argument(hidden=True)] = None,
    position: Position = None,
    moves: Moves = "",
    game: OwnGame = None,
    lines: Annotated[int, typer.Option(metavar="N", min=1, max=64, help="Moves to show")] = 3,
    player: Player = "pvs",
    time: Annotated[float | None, options.shown(options.TIME, f"{_SECONDS:g}")] = None,
    depth: Annotated[
        int | None,
        typer.Option(metavar="PLIES", min=1, max=100, rich_help_panel=LIMITS, help="Search depth"),
    ] = None,
    nodes: Nodes = None,
    explained: Annotated[bool, typer.Option("--explain", hidden=True)] = False,
    heat: Annotated[str | None, typer.Option(hidden=True)] = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show the best moves of a position.

    Each has the margin and the chances to expect, for the side to move.
    The start of a solved game is answered at once, unless you give a limit.
    Ctrl-C stops the search and shows what it has found.

    Example: plyground analyse 'kalah(6,4)' --moves '3 6' --time 5 --lines 3
    """
    if text is not None:
        tell_renamed("a position as an argument", "--position")
        position = text
    chosen = _engine_player(player)
    if explained:
        tell_renamed("analyse --explain", "plyground explain")
        weights = str(chosen.engine.options["weights"])
        explain(source, position, moves, weights=weights, heat=heat, as_json=as_json)
        return
    root = start(source, position, moves, game).position
    chosen.engine.lines = lines
    limit = _limit(chosen.engine, ply.Limit(depth=depth, nodes=nodes, time=time))
    stored = known(root) if time is depth is nodes is None and player == "pvs" else None
    if stored is not None and stored.moves:
        _show_stored(root, stored, lines, as_json=as_json)
    elif as_json:
        found = chosen.engine.search(root, limit, lambda found: _print_json(found, final=False))
        _print_json(found, final=True)
    else:
        _show(chosen.engine, root, limit, quiet=quiet)


def _engine_player(spec: str) -> EnginePlayer:
    chosen = ply.player(spec)
    if not isinstance(chosen, EnginePlayer):
        raise PlygroundError(
            f"{spec} does not search; choose a player that does, e.g. pvs, mtdf or mcts"
        )
    return chosen


def _limit(engine: ply.Engine, given: ply.Limit) -> ply.Limit:
    """Return what was given, or else the player's own limits, or else a few seconds."""
    own = engine.limit
    if (given.time, given.depth, given.nodes) != (None, None, None):
        return ply.Limit(depth=given.depth, nodes=given.nodes, time=given.time, cpu=own.cpu)
    time = own.time if any(engine.options.get(name) for name in _OWN_LIMITS) else _SECONDS
    return ply.Limit(depth=own.depth, nodes=own.nodes, time=time, cpu=own.cpu)


def _show(engine: ply.Engine, root: ply.Position, limit: ply.Limit, *, quiet: bool) -> None:
    screen = console()
    screen.print(Text(str(root)))
    if quiet or not screen.is_terminal:
        screen.print(_view(engine.search(root, limit)))
        return
    with Live(console=screen, refresh_per_second=8) as live:
        found = engine.search(root, limit, lambda found: live.update(_view(found)))
        live.update(_view(found))


def _show_stored(root: ply.Position, stored: Known, lines: int, *, as_json: bool) -> None:
    """Show the stored results of all moves, best first, instead of searching."""
    best = sorted(stored.moves.items(), key=lambda item: -item[1])[:lines]
    if as_json:
        say_json({"solved": True, "margin": stored.margin, "moves": dict(best), "final": True})
        return
    say(root)
    say(f"{result_text(root, stored.margin)} (solved: plyground solved '{root.game}')")
    for move, margin in best:
        say(f"{move:>6}  {result_text(root, margin)}")


def _print_json(found: ply.SearchResult, *, final: bool) -> None:
    say_json(found.to_dict() | {"final": final})


def _view(found: ply.SearchResult) -> RenderableType:
    table = Table(box=None, header_style="bold")
    margins = [_margin(found, line) for line in found.lines]
    tree = any(line.visits for line in found.lines)
    if any(margins):
        table.add_column("margin", justify="right", no_wrap=True)
    table.add_column("win / draw / loss", justify="right", no_wrap=True)
    if tree:
        table.add_column("visits", justify="right")
    table.add_column("line")
    for line, margin in zip(found.lines, margins, strict=True):
        cells = [margin] if any(margins) else []
        cells += [str(found.expected(line).chances), *([f"{line.visits:,}"] if tree else [])]
        table.add_row(*cells, " ".join(map(str, line.moves)))
    status = (
        f"depth {found.depth}/{found.selective_depth}   {found.nodes:,} nodes   "
        f"{found.nodes_per_second:,.0f} nodes/s   {found.seconds:.1f} s   "
        f"table {found.table_fill:.0%}{'   stopped' if found.interrupted else ''}"
    )
    notes = [Text(text, style="dim") for text in (status, source_note(found.position)) if text]
    return Group(table, *notes)


def _margin(found: ply.SearchResult, line: ply.Line) -> str:
    """Return the margin to expect, or the result that is certain; nothing where none counts."""
    margin = found.expected(line).margin
    if is_proven(line.score) or margin is None:
        return line.text if is_proven(line.score) else ""
    return line.sign + margin_text(found.position, margin)
