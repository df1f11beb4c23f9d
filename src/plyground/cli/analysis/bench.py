"""``plyground bench``: how fast the rules are, here and now."""

from __future__ import annotations

import csv
import random
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

import plyground as ply
from plyground.cli.shared import options
from plyground.cli.shared.options import Json, Save
from plyground.cli.shared.output import console, say_either, say_json
from plyground.errors import PlygroundError
from plyground.games.names import families
from plyground.games.native import NativePosition, is_native
from plyground.players.signature import signature

_GAMES = {game: depth for family in families() for game, depth in family.benchmark.perft.items()}
_COLUMNS = ("date", "version", "game", "measure", "value", "unit")


@dataclass(frozen=True)
class Measurement:
    """One number: what was measured, on which game."""

    game: str
    measure: str
    value: float
    unit: str


def bench(
    game: Annotated[list[str] | None, options.shown(options.GAME, "all")] = None,
    seconds: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.01, help="Seconds per measurement")
    ] = 1.0,
    compare: Annotated[
        bool, typer.Option("--compare", help="Also measure OpenSpiel's version of a game")
    ] = False,
    only_signature: Annotated[
        bool, typer.Option("--signature", help="Only count the nodes of fixed searches")
    ] = False,
    save: Save = None,
    as_json: Json = False,
) -> None:
    """Measure the speed of rules and search.

    It measures perft, random games, hashing, steps from Python, and search.
    The last line is the signature: the nodes that fixed searches visit.
    The signature changes when search changes.
    With --save, the numbers are appended to a CSV file.

    Example: plyground bench --game 'squatter(7)' --seconds 2
    """
    if only_signature:
        counted = signature()
        say_either({"signature": counted} if as_json else _signature_line(counted))
        return
    starts = [_native(name) for name in game or _GAMES]
    rivals = _rivals() if compare else []  # an error now, not after minutes
    found: list[Measurement] = []
    screen = console()
    with screen.status("measuring …") if screen.is_terminal else nullcontext():
        for start in starts:
            found += _measure(start, seconds)
        for rival in rivals:
            found += _compare(rival, seconds)
    if save is not None:
        _append(Path(save), found)
    if as_json:
        for measurement in found:
            say_json(asdict(measurement))
    else:
        screen.print(_table(found))
        screen.print(_signature_line(signature()))


def _native(name: str) -> NativePosition:
    start = ply.position(name)
    if not is_native(start):
        raise PlygroundError(f"{name} is not a game of the native core; only those are measured")
    return start


def _signature_line(counted: Mapping[str, int]) -> str:
    return "Bench: " + " ".join(f"{family} {nodes}" for family, nodes in counted.items())


def _measure(start: NativePosition, seconds: float) -> Iterator[Measurement]:
    depth = _GAMES.get(start.game, 3)
    yield _rate(start, "perft", "nodes/s", seconds, lambda _: ply.perft(start, depth))
    games = 0
    moves = 0

    def play_out(seed: int) -> int:
        nonlocal games, moves
        counts = start._playouts(4096, seed)
        games, moves = games + 4096, moves + counts.moves
        return 4096

    playouts = _rate(start, "random games", "games/s", seconds, play_out)
    yield playouts
    yield Measurement(start.game, "random moves", playouts.value * moves / games, "moves/s")
    yield _rate(start, "steps from Python", "moves/s", seconds, lambda _: _step(start))
    engine = ply.PVS(table_mb=16)
    yield _rate(start, "search (pvs)", "nodes/s", seconds, lambda _: _search(engine, start))
    hashes = _rate(start, "hash", "hashes/s", seconds, lambda _: _hash(start))
    yield Measurement(start.game, "hash", 1e9 / hashes.value, "ns")


def _rate(
    start: ply.Position, measure: str, unit: str, seconds: float, work: Callable[[int], int]
) -> Measurement:
    """Repeat ``work(round)``, which returns how much it did, and divide by the time taken."""
    work(0)
    done = rounds = 0
    began = time.perf_counter()
    while (passed := time.perf_counter() - began) < seconds:
        rounds += 1
        done += work(rounds)
    return Measurement(start.game, measure, done / passed, unit)


def _step(start: ply.Position) -> int:
    """Play one random game from Python; returns its length."""
    position, moves = start, 0
    while not position.is_over:
        position = position.play(random.choice(position.legal_moves))
        moves += 1
    return moves


def _search(engine: ply.Engine, start: ply.Position) -> int:
    engine.clear()
    return engine.search(start, ply.Limit(nodes=200_000)).nodes


def _hash(position: NativePosition) -> int:
    position._hash_chain(100_000)
    return 100_000


@dataclass(frozen=True)
class Rival:
    """The same game in OpenSpiel."""

    start: NativePosition
    name: str
    step: Callable[[int], int]


def _rivals() -> list[Rival]:
    """List the games that OpenSpiel has too."""
    return [
        Rival(_native(ours), theirs, _open_spiel_stepper(theirs))
        for family in families()
        for ours, theirs in family.benchmark.openspiel.items()
    ]


def _open_spiel_stepper(name: str) -> Callable[[int], int]:
    try:
        import pyspiel
    except ImportError:
        raise PlygroundError(
            "OpenSpiel is not installed; run pip install 'plyground[openspiel]'"
        ) from None
    game = pyspiel.load_game(name)

    def step(_: int) -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            moves += 1
        return moves

    return step


def _compare(rival: Rival, seconds: float) -> Iterator[Measurement]:
    """Measure ours and theirs alternately, so that a busy machine slows both alike."""
    start = rival.start
    totals = {"theirs": 0.0, "steps": 0.0, "core": 0.0}
    rounds = 5
    for _ in range(rounds):
        totals["theirs"] += _rate(start, "", "", seconds / rounds, rival.step).value
        totals["steps"] += _rate(start, "", "", seconds / rounds, lambda _: _step(start)).value
        totals["core"] += _rate(start, "", "", seconds / rounds, _core_moves(start)).value
    yield Measurement(
        rival.name, "OpenSpiel steps from Python", totals["theirs"] / rounds, "moves/s"
    )
    yield Measurement(start.game, "steps / OpenSpiel's", totals["steps"] / totals["theirs"], "×")
    yield Measurement(
        start.game, "random moves / OpenSpiel's", totals["core"] / totals["theirs"], "×"
    )


def _core_moves(start: NativePosition) -> Callable[[int], int]:
    return lambda seed: start._playouts(16_384, seed).moves


def _append(path: Path, found: list[Measurement]) -> None:
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = not path.exists()
        with path.open("a", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            if new:
                writer.writerow(_COLUMNS)
            for one in found:
                value = f"{one.value:.4g}"
                writer.writerow((now, ply.__version__, one.game, one.measure, value, one.unit))
    except OSError as error:
        raise PlygroundError(f"{path}: cannot write: {error.strerror}") from None


def _table(found: list[Measurement]) -> Table:
    table = Table(box=None, header_style="bold")
    table.add_column("game")
    table.add_column("measure")
    table.add_column("value", justify="right")
    table.add_column("")
    for one in found:
        value = f"{one.value:,.0f}" if one.value >= 1000 else f"{one.value:.2f}"
        table.add_row(one.game, one.measure, value, one.unit)
    return table
