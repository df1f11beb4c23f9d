"""MENACE: the boxes are Michie's, it learns what he reported, and a run repeats exactly."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import plyground as ply
from plyground.errors import PlygroundError
from plyground.games.python_file import start_in_file
from plyground.games.symmetry import folded, symmetries, transformed, transformed_move, unlike_moves
from plyground.learn import menace, training
from plyground.learn.menace import Menace
from plyground.learn.method import Task
from plyground.learn.perfect import Perfect
from plyground.players.menace import Matchboxes, MenacePlayer, label
from plyground.players.options import complete
from tests.cli.test_search_commands import Run, output, run  # noqa: F401 - a fixture
from tests.support.paths import EXAMPLES

EXAMPLE = EXAMPLES / "tic_tac_toe.py"
TIC_TAC_TOE = start_in_file(str(EXAMPLE))
SMALL = {"kalah(2,2)": ply.position("kalah(2,2)"), "squatter(3)": ply.position("squatter(3)")}


def made(start: ply.Position, seed: int = 0, **options: Any) -> Menace:
    return Menace(Task(start, complete(Menace.options, options, "menace"), seed))


def trained(start: ply.Position, seed: int = 0, **options: Any) -> tuple[Menace, dict[str, Any]]:
    method, row = made(start, seed, **options), {}
    for number in range(method.steps):
        row = method.step(number)
    return method, row


def boxes_of(method: Menace) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = json.loads(method.state())["boxes"]
    return found


# The boxes.


def test_there_are_as_many_boxes_as_michie_built() -> None:
    labels: list[set[str]] = [set() for _ in range(9)]
    seen, rank = {TIC_TAC_TOE}, [TIC_TAC_TOE]
    for ply_number in range(9):
        labels[ply_number] = {label(position).text for position in rank if not position.is_over}
        after = {one.play(move) for one in rank for move in one.legal_moves}
        seen, rank = seen | after, list(after)
    assert len(seen) == 5478
    assert [len(labels[number]) for number in (0, 2, 4, 6)] == [1, 12, 108, 183]  # 304 in all


def test_mirror_images_share_a_box_and_its_beads_mean_their_moves() -> None:
    chance = random.Random(1)
    for start in (TIC_TAC_TOE, ply.position("squatter(4)")):
        position = start
        while not position.is_over:
            box = label(position)
            images = [transformed(position, s) for s in range(symmetries(position))]
            for s, image in enumerate(images):
                assert label(image).text == box.text
                assert folded(image) == folded(position)
                for colour, move in label(image).moves.items():
                    here = transformed_move(position, box.moves[colour], s)
                    assert folded(image.play(move)) == folded(image.play(here))
            assert {unlike_moves(position)[move] for move in position.legal_moves} <= set(
                position.legal_moves
            )
            assert len(box.moves) == len(
                {folded(position.play(move)).text for move in position.legal_moves}
            )
            position = position.play(chance.choice(list(position.legal_moves)))


def test_a_game_without_symmetries_has_a_box_for_each_position() -> None:
    start = SMALL["kalah(2,2)"]
    assert label(start) == (start.text, {"1": "1", "2": "2"})


# Learning.


def test_boxes_begin_and_change_as_michie_s_did() -> None:
    method = made(TIC_TAC_TOE, side="first", games=1, opponent="random")
    method.step(0)
    result = json.loads(method.state())["results"][0]
    change = {"won": 3, "drawn": 1, "lost": -1}[result]
    opened = sorted(boxes_of(method).items(), key=lambda box: -box[0].count("."))
    assert len(opened) >= 3
    for beads, each in zip((beads for _, beads in opened), (4, 3, 2, 1), strict=False):
        assert sorted(beads.values()) == sorted([*[each] * (len(beads) - 1), max(each + change, 0)])


def test_an_empty_box_gives_the_game_up_but_never_the_first() -> None:
    _, row = trained(TIC_TAC_TOE, side="second", games=300, loss=-4)
    assert row["games"] == 300
    method, row = trained(SMALL["kalah(2,2)"], side="first", games=50, loss=-1)  # it cannot win
    first = boxes_of(method)[SMALL["kalah(2,2)"].text]
    assert row["not_lost"] == 0
    assert sum(first.values()) > 0


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_it_learns_not_to_lose_against_perfect_play(seed: int) -> None:
    _, row = trained(TIC_TAC_TOE, seed, side="first")
    assert row["games"] == 1000
    assert row["not_lost"] >= 0.9


def test_it_learns_both_sides() -> None:
    _, row = trained(TIC_TAC_TOE, 1)
    assert row["not_lost"] > 0.5
    _, row = trained(SMALL["squatter(3)"])
    assert row["not_lost"] > 0.9
    _, row = trained(SMALL["kalah(2,2)"], side="second")
    assert row["not_lost"] > 0.9


def test_it_learns_from_itself_and_from_other_players() -> None:
    _, row = trained(SMALL["squatter(3)"], opponent="self", games=200)
    assert row["boxes"] > 100
    _, row = trained(TIC_TAC_TOE, opponent="phases:0-3=random;4-=greedy", games=50)
    assert row["games"] == 50


def test_a_seed_repeats_it() -> None:
    states = [trained(TIC_TAC_TOE, seed, games=100)[0].state() for seed in (1, 1, 2)]
    assert states[0] == states[1] != states[2]


def test_perfect_play_gives_nothing_away() -> None:
    perfect = Perfect(random.Random(1))
    for first, second in (("perfect", "random"), ("random", "perfect"), ("perfect", "perfect")):
        for seed in range(10):
            players = [
                perfect if kind == "perfect" else ply.player("random", seed)
                for kind in (first, second)
            ]
            position = TIC_TAC_TOE
            while not position.is_over:
                position = position.play(players[position.turn].choose(position))
            margin = position.margin_for(ply.Side.FIRST)
            assert margin >= 0 or first == "random"
            assert margin <= 0 or second == "random"
    with pytest.raises(PlygroundError, match="too large to be played perfectly"):
        Perfect(random.Random(1)).choose(ply.position("kalah-manchester"))


def test_a_game_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(menace, "_MOST_BOXES", 500)
    with pytest.raises(PlygroundError, match=r"kalah\(6,4\) is too large for matchboxes: 500"):
        trained(ply.position("kalah(6,4)"), opponent="random")


# Files and players.


def test_files_read_back(tmp_path: Path) -> None:
    method, _ = trained(TIC_TAC_TOE, games=50)
    method.save(tmp_path / "menace.toml")
    boxes = Matchboxes.load(tmp_path / "menace.toml")
    assert boxes.boxes == boxes_of(method)
    assert (boxes.game, boxes.origin) == (
        "tictactoe", "MENACE, 50 games against perfect, side both, seed 0"
    )  # fmt: skip
    assert Matchboxes.from_toml(boxes.to_toml(), "again") == boxes
    odd = Matchboxes("g", {'"\\\n\x7f=é': {"a b": 3}}, "o")
    assert Matchboxes.from_toml(odd.to_toml(), "odd") == odd


def test_it_plays_by_its_beads(tmp_path: Path) -> None:
    file = tmp_path / "own(2,2).toml"  # a comma in brackets is part of the name
    Matchboxes("tictactoe", {label(TIC_TAC_TOE).text: {"0": 1, "1": 0, "4": 9}}).save(file)
    drawn = [ply.player(f"menace:{file}", seed).choose(TIC_TAC_TOE) for seed in range(60)]
    assert set(drawn) == {0, 4}
    assert drawn.count(4) > 40
    best = ply.player(f"menace:file={file},best=yes,seed=1")
    assert isinstance(best, MenacePlayer)
    assert {best.choose(TIC_TAC_TOE) for _ in range(20)} == {4}
    unknown = TIC_TAC_TOE.play(4)
    assert {ply.player(f"menace:{file}", seed).choose(unknown) for seed in range(60)} == {0, 1}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("game = ", "not TOML: "),
        ("a = 1", "no matchboxes; expected a file that plyground train menace has made"),
        ("game = 'g'\nversion = 2\n[boxes]", "version 2 is unknown; this is 1"),
        ("game = 'g'\nversion = 1\n[boxes]\na = { b = -1 }", "a box must hold a whole number of"),
        ("game = 'g'\nversion = 1\n[boxes]\na = 3", "a box must hold a whole number of beads"),
    ],
)
def test_broken_files_are_refused(text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "m.toml"
    file.write_text(text)
    with pytest.raises(PlygroundError) as refused:
        ply.player(f"menace:{file}")
    assert str(refused.value).startswith(f"{file}: {message}")
    assert "\n" not in str(refused.value)


def test_a_file_of_another_game_is_refused(tmp_path: Path) -> None:
    Matchboxes("tictactoe").save(tmp_path / "m.toml")
    with pytest.raises(PlygroundError, match="has matchboxes of tictactoe, not of kalah"):
        ply.player(f"menace:{tmp_path / 'm.toml'}").choose(SMALL["kalah(2,2)"])
    with pytest.raises(PlygroundError, match="menace needs a file of matchboxes: menace:FILE"):
        ply.player("menace")
    with pytest.raises(PlygroundError, match="no player 'rndom'"):
        made(TIC_TAC_TOE, opponent="rndom")


# At the command line.


def test_train_and_show(run: Run, tmp_path: Path) -> None:  # noqa: F811
    folder = tmp_path / "run"
    shared = ("--save", str(folder), "--games", "60", "--checks", "1", "--check-pairs", "2",
              "--final-pairs", "3", "--workers", "0")  # fmt: skip
    text = output(run("train", "menace", str(EXAMPLE), *shared, "--quiet"))
    assert f"play with it: menace:{folder}/menace.toml" in text
    file = str(folder / "menace.toml")
    text = output(run("menace", "show", file, "--game", str(EXAMPLE), "--moves", "4 0"))
    assert "×" in text
    assert "●" in text
    assert max(map(len, text.splitlines())) <= 100
    shown = json.loads(output(run("menace", "show", file, "--game", str(EXAMPLE), "--json")))
    assert set(shown["beads"]) == {"0", "1", "4"}
    assert shown["opened"]
    text = output(run("match", f"menace:{file}", "random", "--game", str(EXAMPLE), "--pairs", "2",
                      "--workers", "2", "--quiet"))  # fmt: skip
    assert "4 games" in text


def test_mistakes_at_the_command_line(run: Run, tmp_path: Path) -> None:  # noqa: F811
    file = tmp_path / "m.toml"
    Matchboxes("tictactoe").save(file)
    wrong = {
        ("menace", "show", str(file)): "give its Python file with --game",
        ("menace", "show", str(file), "--game", "kalah(2,2)"): "not of kalah(2,2)",
        ("menace", "show", str(file), "--game", str(EXAMPLE), "--moves", "9"): "'9' is not a legal",
        ("menace", "show", str(tmp_path / "none")): "cannot read: No such file",
        ("train", "menace", str(tmp_path / "none.py")): "there is no file",
        ("train", "menace", "kalah(2,2)", "--opponent", "x"): "no player 'x'",
        ("train", "menace", "kalah(2,2)", "--side", "third"): "side=third is not valid",
        ("solve", f"{EXAMPLE}:Chess"): "choose tic_tac_toe.py:TicTacToe",
        ("solve", str(EXAMPLE), "--position", "x"): "expected nine cells",
    }
    for arguments, message in wrong.items():
        done = run(*arguments)
        assert done.code == 2, arguments
        assert message in done.stderr
        assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("1 +", "cannot be run: SyntaxError"),
        ("raise OSError('x')", "cannot be run: OSError: x"),
        ("a = 1", "has no game: no class is a ply.Position"),
        ("import plyground as ply\nclass A(ply.Position):\n  def __init__(self, n): pass\n",
         "A() is not a start position: TypeError"),
        ("import plyground as ply\nclass A(ply.Position): pass\nclass B(ply.Position): pass\n",
         "choose broken_game.py:A, broken_game.py:B"),
    ],
)  # fmt: skip
def test_a_broken_file_of_a_game_is_explained(source: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "broken_game.py"
    file.write_text(source)
    try:
        with pytest.raises(PlygroundError) as refused:
            start_in_file(str(file))
    finally:
        sys.modules.pop("broken_game", None)
        sys.path[:] = [folder for folder in sys.path if folder != str(tmp_path)]
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_killed_run_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    options = ("--games", "600", "--checks", "2", "--check-pairs", "1", "--final-pairs", "1",
               "--workers", "0", "--quiet")  # fmt: skip
    program = "from plyground.cli.main import main; main()"
    command = [sys.executable, "-c", program, "train", "menace", "squatter(3)", *options,
               "--save", str(tmp_path / "killed")]  # fmt: skip
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    checkpoint = tmp_path / "killed" / "checkpoint"
    while (
        not checkpoint.exists() or json.loads(checkpoint.read_bytes().split(b"\n")[0])["step"] < 9
    ):
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    log = (tmp_path / "killed" / "log.jsonl").read_bytes().count(b"\n")
    assert log < 90
    with training.resume(tmp_path / "killed", workers=0) as resumed:
        assert 9 <= resumed.run.step < 100
        resumed.finish()
    with training.begin(
        "menace", "squatter(3)", tmp_path / "whole", workers=0,
        options={"games": 600, "checks": 2, "check_pairs": 1, "final_pairs": 1},
    ) as unbroken:  # fmt: skip
        unbroken.finish()
    for name in ("menace.toml", "config.json"):
        assert (tmp_path / "killed" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
