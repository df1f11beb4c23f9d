"""Our player under the course referee of Watch Your Back!: its budgets, its memory, its manners."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import plyground as ply
from plyground.adapters.watch_your_back_player import Player, read_seconds
from plyground.errors import PlygroundError
from tests.reference.watch_your_back import WatchYourBack
from tests.support.courses import random_player, wyb_referee
from tests.support.vectors import load

MODULE = "plyground.adapters.watch_your_back_player"
OTHER = "tests.support.courses.random_player"
REFEREE = Path(wyb_referee.__file__)
MOST_MB = 60.0
LONG = 200  # actions: of games that last until the board is smallest
# The course's own budget is 60; 200 such games take half a day.
SECONDS = float(os.environ.get("PLYGROUND_COURSE_SECONDS", "1"))
GAMES = int(os.environ.get("PLYGROUND_COURSE_GAMES", "200"))

# White can only pass: each of its two pieces is shut in at the edge.
SHUT_IN = "X------X/O@@--@@O/@------@/@------@/--------/--------/--------/X------X moving 0"


class Quick(Player):
    """Plays fast enough for many games."""

    spec = "pvs:nodes=200,table_mb=1"


def referee(
    white: str, black: str, *options: str, **environment: str
) -> tuple[dict[str, Any], str]:
    """Run the referee as students do; returns its report, and what the players printed."""
    ended = subprocess.run(
        [sys.executable, str(REFEREE), white, black, *options],
        capture_output=True, text=True, timeout=600, check=True, cwd="/",
        env={**os.environ, **environment},
    )  # fmt: skip
    *printed, report = ended.stdout.splitlines()
    return json.loads(report), "\n".join(printed) + ended.stderr


# Whole games.


def check_game(seed: int, kind: type[Player] = Quick) -> wyb_referee.Report:
    """Play a random opponent; both must have seen the same game, to its last action."""
    seen: list[Any] = []

    class Kept(kind):  # type: ignore[valid-type, misc]
        def __init__(self, colour: str) -> None:
            super().__init__(colour)
            seen.append(self)

    class Other(random_player.Player):
        def __init__(self, colour: str) -> None:
            random_player.Player.games = seed
            super().__init__(colour)
            seen.append(self)

    players = (Kept, Other) if seed % 2 else (Other, Kept)
    report = wyb_referee.play(*players)
    assert report.how in ("end", "endless"), report
    ours = next(one for one in seen if isinstance(one, Player))
    theirs = next(one for one in seen if not isinstance(one, Player))
    assert ours.position.text == theirs.position.text()
    if report.how == "end":
        winner = ours.position.winner
        assert report.winner == ("draw" if winner is None else ours.position.side_name(winner))
    return report


def board(player: Player) -> tuple[str, ...]:
    assert isinstance(player.position, ply.watch_your_back.Position)
    return player.position.board


def test_whole_games() -> None:
    reports = [check_game(seed) for seed in range(6)]
    assert sum(r.winner == ("black", "white")[n % 2] for n, r in enumerate(reports)) >= 5


@pytest.mark.slow
def test_a_thousand_games() -> None:
    reports = [check_game(seed) for seed in range(1000)]
    won = sum(r.winner == ("black", "white")[n % 2] for n, r in enumerate(reports))
    passes = sum("pass" in report.actions for report in reports)
    print(f"1000 games, {won} won, {passes} with passes")
    assert won > 900


def test_recorded_games_are_followed_to_their_end() -> None:
    """Every action of official games, passes and shrinks included, told one after the other."""
    passes = 0
    games = load("watch-your-back")
    with_passes = [game for game in games if None in game["actions"]]
    for game in [*games[:20], *with_passes[:20]]:
        one = Quick("white")
        for action, state in zip(game["actions"], game["states"], strict=True):
            one.update(action if action is None else as_tuples(action))
            assert "".join(board(one)) == state["board"]
            passes += action is None
    assert passes > 0


def as_tuples(action: Any) -> Any:
    return tuple(as_tuples(part) for part in action) if isinstance(action, list) else action


def test_passes() -> None:
    white, black = Quick("white"), Quick("black")
    white.position = black.position = ply.position("watch-your-back", SHUT_IN)
    assert white.action(0) is None
    black.update(None)
    assert black.position == white.position
    assert black.action(1) is not None


def test_coordinates_are_plain_integers() -> None:
    one = Quick("white")
    for turns in range(3):
        action: Any = one.action(2 * turns)
        assert type(action) is tuple
        assert [type(number) for number in action] == [int, int]
        reply = next(move for move in one.position.legal_moves)
        one.update(ply.watch_your_back.action_from_move(reply))


@pytest.mark.parametrize("action", [[3, 3], (True, 3), (3, 3)], ids=["list", "bool", "tuple"])
def test_what_the_referee_lets_others_do_is_understood(action: Any) -> None:
    one = Quick("black")
    one.update(action)
    assert one.position.turn_name == "black"


@pytest.mark.parametrize(
    "action", [None, (8, 1), (3.0, 3), "d4", ((3, 3), (4, 3)), (0, 7), (0, 0), 5, ()], ids=repr
)
def test_an_impossible_action_is_refused(action: Any) -> None:
    one = Quick("black")
    with pytest.raises(PlygroundError):
        one.update(action)
    one.update((3, 3))


def test_two_in_one_process_do_not_disturb_each_other() -> None:
    games = [(Quick("white"), Quick("black")) for _ in range(2)]
    rules = [WatchYourBack.start() for _ in games]
    for turn in range(24):
        for number, players in enumerate(games):
            mover, other = players if turn % 2 == 0 else players[::-1]
            action = mover.action(turn)
            other.update(action)
            rules[number] = rules[number].play(wyb_referee.move_text(rules[number], action))
            assert mover.position.text == other.position.text == rules[number].text()
    assert rules[0] == rules[1], "the same players play the same game, whoever else does"


def test_a_colour_is_needed() -> None:
    with pytest.raises(PlygroundError, match="green is not a colour"):
        Quick("green")


# Budgets.


def test_it_is_quiet_small_and_in_time_where_students_play() -> None:
    """A process of its own, loaded by name, with all limits of the course, and both sides ours."""
    settings = {"PLYGROUND_SECONDS": "1"}
    for white, black in ((MODULE, OTHER), (MODULE, MODULE)):
        report, printed = referee(white, black, "-t", "1", "-s", "60", **settings)
        print(f"peak virtual growth: {report['peak_mb']:.1f} MB, with {white} and {black}")
        assert printed == ""
        assert report["how"] == "end" or report["how"] == "endless", report
        assert report["peak_mb"] < MOST_MB
        assert report["seconds"]["white"] < 1


def test_it_starts_no_thread_and_loads_nothing_heavy() -> None:
    code = (
        f"import sys, os\nfrom {MODULE} import Player\n"
        "one = Player('white')\none.action(0)\n"
        "print(len(os.listdir('/proc/self/task')))\n"
        "print([m for m in ('numpy', 'typer', 'rich', 'sqlalchemy', 'asyncio', 'subprocess',\n"
        "       'multiprocessing', 'prompt_toolkit', 'plyground.arena') if m in sys.modules])"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd="/",
        env={**os.environ, "PLYGROUND_SECONDS": "1"},
    )  # fmt: skip
    assert ended.stdout == "1\n[]\n"


def play_for(seconds: float, games: int, least: float, enough: int | None = None) -> None:
    """Play ourselves: nobody may exceed the budget, and long games use that share at least.

    Stop before all games are played if `enough` of them were long.
    """
    long = 0
    gc.freeze()  # what pytest has is none of the players', whose process is otherwise empty
    for number in range(games):

        class White(Player):
            pass

        White.seconds = seconds
        White.spec = f"pvs:table_mb=16,book=default,seed={number}"
        Black = type("Black", (White,), {"spec": "pvs:table_mb=16"})  # noqa: N806
        white, black = (White, Black) if number % 2 else (Black, White)
        report = wyb_referee.play(white, black, seconds)
        assert report.how in ("end", "endless"), report
        for used in report.seconds.values():
            assert used <= seconds
            if len(report.actions) >= LONG:
                assert used >= least * seconds, report
        long += len(report.actions) >= LONG
        shares = ", ".join(f"{used / seconds:.1%}" for used in report.seconds.values())
        print(f"{number}: {len(report.actions)} actions, {shares}, {report.winner}", flush=True)
        if long == enough:
            break
    gc.unfreeze()
    print(f"{number + 1} games at {seconds:g} s, {long} of {LONG} actions or more")
    assert long > 0


def test_budgets_are_kept_and_used() -> None:
    # Of so small a budget, a good part is the reserve.
    play_for(0.5, 10, least=0.7, enough=2)


@pytest.mark.slow
def test_budgets_are_kept_and_used_in_many_games() -> None:
    play_for(SECONDS, GAMES, least=0.8)


def test_a_budget_that_is_spent_is_not_exceeded_by_much() -> None:
    """With no time left, every action costs next to nothing: the game can still be finished."""

    class Spent(Player):
        spec = "pvs:table_mb=1"

    one = Spent("white")
    one.used = one.budget
    one.action(0)
    assert one.used - one.budget < 0.02


@pytest.mark.parametrize("text", ["", "x", "0", "-5", "nan", "inf"])
def test_an_impossible_budget(text: str) -> None:
    with pytest.raises(PlygroundError, match=r"PLYGROUND_SECONDS=.* is not valid"):
        read_seconds(text)
