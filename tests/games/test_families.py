"""A game lives in one place: no module outside its folder names it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import plyground as ply
from plyground.games.family import Family
from plyground.games.names import families, family_of, play_of, position, title
from tests.support.python_games import TicTacToe

PACKAGE = Path(ply.__file__).parent

# What may name a game: the one place where games are registered, the package's front door, and
# what speaks to the courses that play one game only.
EXEMPT = (
    "__init__.py",
    "games/__init__.py",
    *(f"games/{family.folder.name}/" for family in families()),
    "extensions.py",
    "adapters/",
    "cli/courses/",
)
# Help and schemas show examples, as docstrings do: these keywords and names hold nothing else.
EXAMPLES = ("help", "example", "examples", "epilog")

# kalah, KalahPosition, watch-your-back, watch_your_back, Watch Your Back!; but not mankalah.
NAMED = re.compile(
    "|".join(f"(?<![a-z]){family.name.replace('-', '[ _-]?')}" for family in families()), re.I
)
# A string, which stays, or a comment, which goes.
SCRIPT = re.compile(
    r"""("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|/\*.*?\*/|//[^\n]*""", re.S
)


def naming(package: Path) -> list[str]:
    """List the places where a file that should not names a game."""
    found = []
    for path in sorted(package.rglob("*")):
        inside = path.relative_to(package).as_posix()
        if any(inside == each or inside.startswith(each) for each in EXEMPT):
            continue
        found += [f"{inside}: {text}" for text in words_of(path) if NAMED.search(text)]
    return found


def words_of(path: Path) -> Iterator[str]:
    """Give what a file says to a machine or a reader of a page: no comments, no docstrings."""
    if path.suffix == ".py":
        yield from python_words(ast.parse(path.read_text(encoding="utf-8")))
    elif path.suffix in (".js", ".css"):
        yield from SCRIPT.sub(lambda m: m[1] or "", path.read_text(encoding="utf-8")).splitlines()
    elif path.suffix in (".html", ".svg"):
        text = re.sub("<!--.*?-->", "", path.read_text(encoding="utf-8"), flags=re.S)
        yield from text.splitlines()


def python_words(node: ast.AST) -> Iterator[str]:
    """Give the names and strings of a syntax tree, but for docstrings and examples."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.keyword) and node.arg in EXAMPLES:
        return
    if isinstance(node, ast.Assign) and any(
        isinstance(target, ast.Name) and target.id in EXAMPLES for target in node.targets
    ):
        return
    for name in ("id", "attr", "name", "asname", "module", "arg"):
        if isinstance(value := getattr(node, name, None), str):
            yield value
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    for child in ast.iter_child_nodes(node):
        yield from python_words(child)


def test_no_module_names_a_game_of_another_folder() -> None:
    assert naming(PACKAGE) == []


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("web/a.py", "from plyground.games import kalah"),
        ("web/a.py", "from plyground.games.squatter.position import Position"),
        ("players/a.py", "import plyground.games.watch_your_back as w"),
        ("players/a.py", "LEVELS = {'kalah': 1}"),
        ("players/a.py", "def kalah_only(): ..."),
        ("players/a.py", "def f(kalah): ..."),
        ("players/a.py", "x = position._core.KalahPosition"),
        ("players/a.py", "f(squatter=1)"),
        ("players/a.py", "x = f'{y} plays watch-your-back'"),
        ("games/a.py", "if name == 'kalah(6,4)': ..."),
        ("web/static/a.js", 'const game = "kalah(6,4)";'),
        ("web/static/a.js", "const title = `Watch Your Back!`; // a comment"),
        ("web/static/a.css", ".squatter .cell { fill: red }"),
        ("web/pages/a.html", '<a href="/rules/kalah">Rules</a>'),
    ],
)
def test_a_planted_name_is_found(path: str, source: str, tmp_path: Path) -> None:
    file = tmp_path / path
    file.parent.mkdir(parents=True)
    file.write_text(source + "\n", encoding="utf-8")
    assert naming(tmp_path)


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("players/a.py", '"""Plays kalah(6,4)."""\n# Squatter too\nx = 1'),
        ("players/a.py", 'class A:\n    """Kalah."""\n    b: int\n    """Kalah."""'),
        ("cli/a.py", "option(help=\"The game, e.g. 'kalah(6,4)'.\")"),
        ("cli/a.py", 'example = "kalah(6,4) --games 1"'),
        ("cli/a.py", "from plyground.cli.courses.mankalah import mankalah"),
        ("adapters/a.py", "from plyground.games import kalah"),
        ("cli/courses/a.py", "from plyground.games import kalah"),
        ("games/kalah/a.py", "from plyground.games.kalah import position"),
        ("web/static/a.js", '/** as in Kalah */\nconst a = "b"; // kalah'),
        ("web/pages/a.html", "<!-- as in Kalah -->"),
    ],
)
def test_examples_and_comments_are_left_alone(path: str, source: str, tmp_path: Path) -> None:
    file = tmp_path / path
    file.parent.mkdir(parents=True)
    file.write_text(source + "\n", encoding="utf-8")
    assert naming(tmp_path) == []


# The records themselves.

FAMILIES = pytest.mark.parametrize("family", families(), ids=lambda family: family.name)


@FAMILIES
def test_a_family_finds_its_own_positions(family: Family) -> None:
    start = position(family.name)
    assert family_of(start) is family
    assert family_of(start.play(start.legal_moves[0])) is family
    assert type(start) is family.position
    assert play_of(start) is family.play


def test_a_game_in_python_has_no_family_but_can_be_played() -> None:
    assert family_of(TicTacToe()) is None
    assert play_of(TicTacToe()).moves_left(TicTacToe()) > 0


@FAMILIES
def test_every_name_in_a_record_is_a_variant_of_the_game(
    family: Family,
) -> None:
    face, bench = family.face, family.benchmark
    named = [
        *face.presets,
        *bench.perft,
        *bench.openspiel,
        bench.signature[0],
        family.competition or family.name,
    ]
    for name in named:
        assert family_of(position(name)) is family
        assert title(name).startswith(face.title.rstrip("!"))
    if face.sample is not None:
        game, start, moves = face.sample
        shown = position(game, start)
        for move in moves:
            shown = shown.play(shown.parse_move(move))
        assert family_of(shown) is family


@FAMILIES
def test_what_is_drawn_of_a_game_fits_together(family: Family) -> None:
    start = position(family.name)
    cells = {cell["id"] for cell in family.view.board(start)["cells"]}
    for move in start.legal_moves:
        assert family.view.legal(start, move)["to"] in cells
        assert family.mark(start, move) is not None
    sides = {start.side_name(side) for side in ply.Side}
    assert set(family.view.counts(start)) in (sides, set())
    if family.play.only_pass is not None:
        assert position(family.name, family.play.only_pass).legal_moves == ("pass",)
    if family.play.moves_made is not None:
        assert family.play.moves_made(start) == 0
        assert family.play.moves_made(start.play(start.legal_moves[0])) == 1


def test_the_observation_shows_what_the_shrinking_board_has_lost() -> None:
    board = "......../.X----X./.--O@--./.------./.--O-@-./.------./.X----X./........"
    start = position("watch-your-back", f"{board} moving 191")
    family = family_of(start)
    assert family is not None
    seen = family.observation.see(start, ply.Side.FIRST)
    gone = [[bool(square[3]) for square in row] for row in seen]
    assert sum(map(sum, gone)) == 64 - 36
    assert gone[0] == [True] * 8
    assert gone[3] == [True, *[False] * 6, True]
