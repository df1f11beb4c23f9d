"""Targets that read whole files: nets, books, weights, matchboxes, runs, openings, stores."""

from __future__ import annotations

import gzip
import random
import struct
import tempfile
from functools import cache
from pathlib import Path

import plyground as ply
from plyground.arena.running.openings import openings
from plyground.arena.running.result import Pairing
from plyground.arena.running.store import Store
from plyground.books.book import Book, BookMove
from plyground.evaluation import calibration, weights, xml
from plyground.evaluation.encoding import encoding_of
from plyground.evaluation.net import Net
from plyground.games.native import is_native
from plyground.learn.run import Config
from plyground.players.menace import Matchboxes, MenacePlayer
from plyground.toml import read_toml
from tests.fuzz.mutation import mutated, mutated_bytes
from tests.fuzz.target import target
from tests.fuzz.texts import GAMES, walks


@cache
def folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="plyground-fuzz-"))


def written(content: bytes, name: str) -> Path:
    path = folder() / name
    path.write_bytes(content)
    return path


@cache
def nets() -> tuple[bytes, ...]:
    made = []
    for name in ("kalah(4,3)", "connect-four", "squatter(5)"):
        start = ply.position(name)
        encoding = encoding_of(start)
        layers = ((encoding.size, 3), (3, encoding.num_actions), (3, 1))
        count = sum((inputs + 1) * outputs for inputs, outputs in layers)
        numbers = struct.pack(f"<{count}f", *(0.01 * (i % 7 - 3) for i in range(count)))
        made.append(Net(name, encoding, layers, numbers, "fuzz").to_bytes())
    return tuple(made)


def _net_case(chance: random.Random) -> bytes:
    header, _, numbers = chance.choice(nets()).partition(b"\n")
    match chance.randrange(4):
        case 0:
            return mutated_bytes(chance, nets())
        case 1:
            return header + b"\n" + mutated_bytes(chance, [numbers])
        case 2:
            broken = list(struct.unpack(f"<{len(numbers) // 4}f", numbers))
            broken[chance.randrange(len(broken))] = chance.choice(
                (3e38, -3e38, float("nan"), 1e-44)
            )
            return header + b"\n" + struct.pack(f"<{len(broken)}f", *broken)
        case _:
            text = mutated(chance, [header.decode()])
            return text.encode("utf-8", "replace") + b"\n" + numbers


@target("net-file", _net_case)
def net_file(content: bytes) -> None:
    net = Net.from_bytes(content, "x.net")
    start = ply.position(net.game)
    net.check(start)
    assert is_native(start)
    _, value = start._judged(net.native)
    assert -1 <= value <= 1
    engine = ply.MCTS(net=str(written(content, "x.net")), memory_mb=1)
    assert engine.search(start, ply.Limit(nodes=40)).move in start.legal_moves


@cache
def books() -> tuple[bytes, ...]:
    made = []
    for name in ("kalah(6,4)", "connect-four"):
        entries = {
            position.text: tuple(BookMove(str(move), 5, 8) for move in position.legal_moves)
            for position in walks(name)[:4]
        }  # fmt: skip
        made.append(gzip.decompress(Book(name, entries, "fuzz").to_bytes()))
    return tuple(made)


def _book_case(chance: random.Random) -> bytes:
    plain = chance.choice(books())
    if chance.randrange(4) == 0:
        return mutated_bytes(chance, [gzip.compress(plain, 1)])
    return gzip.compress(mutated(chance, [plain.decode()]).encode("utf-8", "replace"), 1)


@target("book-file", _book_case)
def book_file(content: bytes) -> None:
    book = Book.from_bytes(content, "x.book")
    start = ply.position(book.game)
    book.line(start)
    player = ply.player(f"book:file={written(content, 'x.book')}")
    for position in (start, *walks("kalah(6,4)")[:3]):
        if not position.is_over and position.game == book.game:
            assert player.choose(position) in position.legal_moves


@cache
def weight_files() -> tuple[str, ...]:
    return tuple(weights.load("default", name).to_toml() for name in ("kalah", "connect-four"))


@target("weights-toml", lambda chance: mutated(chance, weight_files()))
def weights_toml(text: str) -> None:
    read = weights.from_toml(text, "x.toml")
    for name in GAMES:
        start = ply.position(name)
        if is_native(start) and read.game == name.partition("(")[0]:
            start._evaluate(read.native)
            start._action_scores(read.native)
    assert weights.from_toml(read.to_toml(), "x.toml").sections.keys() == read.sections.keys()


@cache
def _xml_files() -> tuple[str, ...]:
    return tuple(xml.to_xml(weights.load("default", name)) for name in ("kalah", "squatter"))


@target("weights-xml", lambda chance: mutated(chance, _xml_files()))
def weights_xml(text: str) -> None:
    xml.from_xml(text, "x.xml", "kalah")


@cache
def tables() -> tuple[str, ...]:
    found = [calibration.calibration_of(game) for game in ("connect-four", "kalah(6,4)")]
    return tuple(table.to_toml() for table in found if table is not None)


@target("scores-toml", lambda chance: mutated(chance, tables()))
def scores_toml(text: str) -> None:
    read = calibration.from_toml(text, "x.toml")
    for score in (-500, 0, 10**5):
        assert abs(sum(read.expectation(score, 0.5, 1000).chances) - 1) < 1e-6
    assert calibration.from_toml(read.to_toml(), "x.toml").game == read.game


TOML = ('a = 1\nb = [1, 2, {c = "x"}]\n[d.e]\nf = 1979-05-27T07:32:00Z\n', '[[x]]\ny = """\nz"""\n')


@target("toml", lambda chance: mutated(chance, TOML))
def toml(text: str) -> None:
    read_toml(text, "x.toml")


MENACE = (
    'version = 1\ngame = "kalah(2,2)"\norigin = "x"\n\n[boxes]\n'
    '"2,2/0 2,2/0 south" = {"1" = 4, "2" = 5}\n',
)


@target("menace-file", lambda chance: mutated(chance, MENACE))
def menace_file(text: str) -> None:
    boxes = Matchboxes.from_toml(text, "x.toml")
    path = written(text.encode("utf-8", "replace"), "boxes.toml")
    start = ply.position(boxes.game)
    assert MenacePlayer(str(path)).choose(start) in start.legal_moves


CONFIGS = ('{"version": 1, "method": "menace", "game": "nim", "seed": 1, "options": {"games": 5}}',)


@target("run-config", lambda chance: mutated(chance, CONFIGS))
def run_config(text: str) -> None:
    written(text.encode("utf-8", "replace"), "config.json")
    Config.load(folder())


def _openings() -> list[str]:
    plain = [position.text for position in walks("kalah(6,4)")]
    return ["\n".join(plain[:-1]), "\n".join(reversed(plain))]


@target("openings-file", lambda chance: mutated(chance, _openings()))
def openings_file(text: str) -> None:
    path = written(text.encode("utf-8", "replace"), "openings.txt")
    found = openings(f"file:{path}", ply.position("kalah(6,4)"))
    for number in (0, 1, 10**6):
        assert found[number].game == "kalah(6,4)"


@cache
def stores() -> tuple[bytes, ...]:
    path = folder() / "good.db"
    with Store(path) as store:
        run = store.start("match", {"players": ["a", "b"], "game": "kalah(6,4)"}, 3)
        store.show(run, Pairing("a", "b", 1), ply.position("kalah(6,4)"))
    return (path.read_bytes(),)


@target("store-file", lambda chance: mutated_bytes(chance, stores()))
def store_file(content: bytes) -> None:
    path = written(content, f"store-{len(content) % 7}.db")
    for leftover in (path.with_suffix(".db-journal"), path.with_suffix(".db-wal")):
        leftover.unlink(missing_ok=True)
    with Store(path) as store:
        for run in store.runs():
            list(store.games())
            store.boards(run.id)
            store.points(run.id)
