"""Players of the Watch Your Back! course in our arena, and the referee that takes its options."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import plyground as ply
from plyground.adapters import course_players
from plyground.arena.agents.agents import agent
from plyground.arena.agents.check_agent import check_agent
from plyground.arena.agents.external import External, python_player
from plyground.arena.referee.clock import Control
from plyground.arena.referee.referee import play_game
from plyground.arena.running.result import GameResult, Reason
from plyground.arena.running.spec import arena_start
from plyground.arena.sandbox import tree
from plyground.arena.sandbox.limits import Limits
from plyground.cli.courses.referee import with_values
from plyground.cli.main import app
from plyground.errors import PlygroundError
from tests.reference import position as reference_position
from tests.reference import watch_your_back as reference
from tests.support.courses import random_player

START = arena_start("watch-your-back")
IMPORT = "tests.reference.watch_your_back"

# A player that has its own way with one action, and none with the others.
STRANGE = """
class Player:
    def __init__(self, colour):
        self.colour, self.squares = colour, [(x, 2) for x in range(8)]
    def action(self, turns):
        print("turn", turns)
        {body}
    def update(self, action):
        pass
"""


@pytest.fixture(autouse=True)
def _nothing_survives() -> Iterator[None]:
    yield
    mark = f"PLYGROUND_AGENT={os.getpid()}-"
    assert [pid for pid in tree.marked(mark) if not tree.is_dead(pid)] == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a student's folder: a module, a package, and the rules that they share."""
    rules = Path(reference.__file__).read_text()
    text = Path(random_player.__file__).read_text()
    assert IMPORT in text
    (tmp_path / "rules.py").write_text(rules)
    (tmp_path / "student.py").write_text(text.replace(IMPORT, "rules"))
    (tmp_path / "team").mkdir()
    (tmp_path / "team" / "board.py").write_text(rules)
    (tmp_path / "team" / "player.py").write_text(text.replace(IMPORT, "team.board"))
    (tmp_path / "my-player.py").write_text(text.replace(IMPORT, "rules"))
    (tmp_path / "my-team").mkdir()
    (tmp_path / "my-team" / "player.py").write_text(text.replace(IMPORT, "rules"))
    (tmp_path / "group").mkdir()
    (tmp_path / "group" / "board.py").write_text(rules)
    (tmp_path / "group" / "__init__.py").write_text(text.replace(IMPORT, "group.board"))
    return tmp_path


def strange(folder: Path, body: str) -> str:
    """Write a player whose action is this; returns its spec."""
    (folder / "strange.py").write_text(STRANGE.format(body=body))
    return f"file:{folder}/strange.py"


def check_result(result: GameResult) -> None:
    """See whether the reference comes to the same end."""
    assert result.reason == Reason.END, result
    position = reference_position(result.game)
    for move in result.moves:
        position = position.play(move)
    assert position.is_over()
    margin = position.margin() if position.turn == 0 else -position.margin()
    assert margin == result.margin


# Players with the course's class in the arena.


def play_many(folder: Path, games: int) -> list[GameResult]:
    one, results = agent(f"file:{folder}/student.py"), []
    try:
        for seed in range(games):
            other = "greedy" if seed % 4 < 2 else "random"
            players = (one, other) if seed % 2 else (other, one)
            results.append(play_game(START, players, Control(game_time=60), seed=seed))
            check_result(results[-1])
    finally:
        one.close()
    return results


def test_their_players_play_in_our_arena(folder: Path) -> None:
    games = play_many(folder, 8)
    assert len({result.moves for result in games}) == 8, "every game has a new player"


@pytest.mark.slow
def test_their_players_play_a_thousand_games(folder: Path) -> None:
    games = play_many(folder, 1000)
    print(f"1000 games, {sum('pass' in game.moves for game in games)} with passes")


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return (9, 9)", "played (9,9)"),
        ("return (3.0, 3)", "played (3.0,3)"),
        ("return 'd4'", "played 'd4'"),
        ("return None", "pass is illegal"),
        ("return ((3, 3), (4, 3))", "d4e4 is a move"),
        ("return (0, 0)", "a1 is occupied or a corner"),
        ("return (1, 7)", "outside white's zone"),
    ],
)
def test_illegal_actions_lose(body: str, words: str, folder: Path) -> None:
    result = play_game(START, (strange(folder, body), "random"))
    assert (result.reason, result.loser) == (Reason.ILLEGAL, ply.Side.FIRST)
    assert words in result.note
    assert result.stderr[0] == "turn 0"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("raise ValueError('no idea')", Reason.CRASH),
        ("import sys; sys.exit(0)", Reason.CRASH),
        ("while True: pass", Reason.TIME),
        ("self.much = b'x' * 200_000_000; return (3, 3)", Reason.MEMORY),
    ],
    ids=["raises", "exits", "spins", "eats"],
)
def test_other_faults_lose(body: str, reason: Reason, folder: Path) -> None:
    limits, control = Limits(memory_mb=140), Control(game_time=0.5, cpu=True)
    result = play_game(START, (strange(folder, body), "random"), control, limits=limits)
    assert (result.reason, result.loser) == (reason, ply.Side.FIRST), result
    if reason == Reason.CRASH and "raise" in body:
        assert result.stderr[0].endswith("ValueError: no idea")
        assert "host.py" not in result.stderr[0]


def test_a_list_is_as_good_as_a_tuple(folder: Path) -> None:
    spec = strange(folder, "return list(self.squares.pop()) if turns == 0 else (9, 9)")
    result = play_game(START, (spec, "random"))
    assert result.moves[0] == "h3"


def test_only_their_game_from_its_start(folder: Path) -> None:
    spec = f"file:{folder}/student.py"
    with pytest.raises(PlygroundError, match=r"it plays watch-your-back, not kalah\(6,4\)"):
        play_game(ply.position("kalah(6,4)"), (spec, "random"))
    with pytest.raises(PlygroundError, match="--openings start"):
        play_game(START.play("d4"), ("random", spec))
    with pytest.raises(PlygroundError, match="--openings start"):
        ply.match(spec, "random", "watch-your-back", pairs=1, workers=0)
    played = ply.match(spec, "random", "watch-your-back", pairs=1, openings="start", workers=0)
    assert played.score.games == 2


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("class Player: pass", True),
        ("from team.player import Player", True),
        ("import team\nPlayer = team.Other", True),
        ("class Player: pass\nclass Agent: pass", False),
        ("class Player: pass\ndef choose(position, clock): pass", False),
        ("def choose(position, clock): pass", False),
        ("class Player(:", False),
        ("", False),
    ],
)
def test_a_course_player_is_known_by_its_text(text: str, is_one: bool, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(text)
    _, only = python_player(tmp_path / "a.py")
    assert only == ("watch-your-back" if is_one else None)


def test_what_is_wrong_with_one_is_found(folder: Path) -> None:
    fine = list(check_agent(f"file:{folder}/student.py", "watch-your-back"))
    assert [f.problem for f in fine] == [None] * len(fine)
    bad = list(check_agent(strange(folder, "return (9, 9)"), "watch-your-back"))
    assert any(f.problem and "played (9,9)" in f.problem for f in bad)


def test_a_player_that_hides_is_told_off(folder: Path) -> None:
    """Where the text does not give it away, the host says what is wrong, and the player loses."""
    text = "import student\nglobals()['Player'] = student.Player\n"
    (folder / "hidden.py").write_text(text)
    result = play_game(START.play("d4"), ("random", f"file:{folder}/hidden.py"))
    assert (result.reason, result.loser) == (Reason.CRASH, ply.Side.SECOND)
    assert "can only begin at the start" in result.stderr[1]
    result = play_game(ply.position("kalah(6,4)"), (f"file:{folder}/hidden.py", "random"))
    assert "plays watch-your-back, not kalah(6,4)" in result.stderr[0]


# The referee's command.


@pytest.fixture
def in_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(folder)
    return folder


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["referee", "watch-your-back", *words])


@pytest.mark.usefixtures("in_folder")
@pytest.mark.parametrize(
    "name",
    [
        "student",
        "team.player",
        "group",
        "student.py",
        "file:student.py",
        "my-player",
        "my-team.player",
    ],
)
def test_modules_and_files_are_found_here(name: str) -> None:
    played = run(name, "greedy", "--json", "-t", "60")
    result = GameResult.from_json(played.output)
    check_result(result)
    assert played.exit_code == 0
    assert result.players[0].endswith(name)
    assert 0 < result.seconds[0] < 60


@pytest.mark.usefixtures("in_folder")
def test_the_last_line_is_that_of_the_course() -> None:
    played = run("greedy", "student", "-t")
    lines = played.output.splitlines()
    assert played.exit_code == 0
    assert lines[-1] in ("winner: W!", "winner: B!", "winner: draw!")
    assert sum("┌" in line for line in lines) > 20
    assert max(map(len, lines)) <= 80
    quiet = run("greedy", "student", "--quiet").output
    assert quiet in ("winner: W!\n", "winner: B!\n", "winner: draw!\n")


def test_faults_are_told(in_folder: Path) -> None:
    strange(in_folder, "return (9, 9)")
    played = run("strange", "student", "-q")
    assert played.exit_code == 1
    assert played.output.splitlines() == [
        "white loses (illegal): played (9,9): (9,9) is not an action; expected a square, e.g. d4",
        "it printed:",
        "turn 0",
        "winner: B!",
    ]
    strange(in_folder, "while True: pass")
    assert "black loses (time)" in run("greedy", "strange", "-t", "0.3", "-q").output
    # Memory is looked at every 20 ms: it is held a little longer than that.
    hoard = "import time; self.much = b'x' * 100_000_000; time.sleep(0.3); return (3, 3)"
    strange(in_folder, hoard)
    assert "black loses (memory)" in run("greedy", "strange", "-s", "50", "-q").output
    (in_folder / "broken.py").write_text("class Player(:\n")
    assert "white loses (startup)" in run("broken", "greedy", "-q").output


@pytest.mark.usefixtures("in_folder")
@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["nobody", "greedy"], "there is no module nobody here"),
        (["no/body", "greedy"], "there is no module no/body here"),
        (["greedy", "nobody.py"], "there is no file"),
        (["pvs:dept=3", "greedy"], "did you mean depth"),
    ],
)
def test_players_that_are_not_there(words: list[str], problem: str) -> None:
    played = run(*words)
    assert isinstance(played.exception, PlygroundError)
    assert problem in str(played.exception)


@pytest.mark.usefixtures("in_folder")
def test_our_player_keeps_to_any_budget() -> None:
    """It is told the budget; the course's referee could not do that."""
    played = run("plyground.adapters.watch_your_back_player", "student", "-t", "0.6", "--json")
    result = GameResult.from_json(played.output)
    assert result.reason == Reason.END, result
    assert 0.1 < result.seconds[0] < 0.6


def test_modules_of_ours_are_found_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    name = "plyground.adapters.watch_your_back_player"
    one = course_players.watch_your_back_agent(name, Limits())
    assert isinstance(one, External)
    assert one.only == "watch-your-back"
    one.begin(START)
    one.close()
    with pytest.raises(PlygroundError, match="no module json here"):
        course_players.watch_your_back_agent("json", Limits())


def test_bare_options_have_the_course_s_values() -> None:
    assert with_values(["a", "b", "-t"]) == ["a", "b", "-t", "120"]
    assert with_values(["-d", "a", "-s", "b"]) == ["-d", "1", "a", "-s", "100", "b"]
    assert with_values(["--time_limit", ".5", "-s"]) == ["--time_limit", ".5", "-s", "100"]
    assert with_values(["a", "--space_limit=7"]) == ["a", "--space_limit=7"]
