"""Games as the referee plays them: clocks, sides, starts, seeds, and early ends."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

import plyground as ply
from plyground.arena.agents.external import command_program
from plyground.arena.referee.adjudication import ByLength, ByScore, BySolver
from plyground.arena.referee.clock import Control, GameClock
from plyground.arena.referee.referee import play_game
from plyground.arena.running.result import Reason
from plyground.arena.sandbox.limits import Limits
from plyground.errors import PlygroundError
from tests.support.python_games import Nim
from tests.support.zoo import START, spec

# Time.


def test_processor_time_is_what_counts_if_one_says_so(tmp_path: Path) -> None:
    (tmp_path / "sleepy.py").write_text(
        "import time\n"
        "def choose(position, clock):\n"
        "    time.sleep(0.15)\n"
        "    return position.legal_moves[0]\n"
    )
    control = Control(move_time=0.1, cpu=True)
    slept = play_game(START, (f"file:{tmp_path}/sleepy.py", "random"), control)
    assert slept.reason == Reason.END, slept
    assert slept.seconds[0] < 0.1 * len(slept.moves)
    spun = play_game(START, (spec("spins"), "random"), control)
    assert (spun.reason, spun.loser) == (Reason.TIME, ply.Side.FIRST)
    assert "processor time" in spun.note


def test_processor_time_of_a_game_is_limited_on_any_clock() -> None:
    limits = Limits(cpu_seconds=0.3)
    result = play_game(START, (spec("spins"), "random"), Control(move_time=20.0), limits=limits)
    assert result.reason == Reason.TIME
    assert "processor time" in result.note


def test_a_clock_runs_down_and_gets_its_increment() -> None:
    clock = GameClock(Control(game_time=1.0, increment=0.5, grace=0.1))
    assert clock.charge(ply.Side.FIRST, 0.8)
    assert clock.limit(ply.Side.FIRST).clock == pytest.approx(0.7)
    assert clock.limit(ply.Side.SECOND).clock == 1.0
    assert clock.charge(ply.Side.FIRST, 0.75), "within the grace"
    assert clock.limit(ply.Side.FIRST).clock == pytest.approx(0.5)
    assert not clock.charge(ply.Side.FIRST, 0.7)
    assert clock.used == pytest.approx([2.25, 0.0])
    assert clock.go().text == "go p1time 500 p2time 1000 p1inc 500 p2inc 500"


@pytest.mark.parametrize("text", ["", "x", "60+", "+1", "1:00", "-5", "0"])
def test_a_time_control_that_cannot_be_read(text: str) -> None:
    with pytest.raises(PlygroundError):
        Control.parse(text)


def test_a_built_in_player_can_lose_on_time() -> None:
    class Slow:
        def choose(self, position: ply.Position, _: ply.Limit | None = None) -> str:
            time.sleep(0.15)
            return str(position.legal_moves[0])

    result = play_game(START, ("random", Slow()), Control(game_time=0.1, grace=0.0))
    assert (result.reason, result.loser) == (Reason.TIME, ply.Side.SECOND)
    assert result.players == ("random", "slow")


def test_engines_keep_their_own_limits_on_a_clock() -> None:
    result = play_game(START, ("pvs:depth=2", "mcts:sims=20"), Control(game_time=60.0))
    assert result.reason == Reason.END
    assert sum(result.seconds) < 10


# Games.


def test_sides_need_not_alternate() -> None:
    """In Kalah a side moves again: whoever is to move is asked, and nobody else."""
    start, asked = ply.position("kalah(6,4)"), []

    class First:
        def __init__(self, side: ply.Side) -> None:
            self.side = side

        def choose(self, position: ply.Position, limit: ply.Limit | None = None) -> str:
            assert limit is None
            assert position.turn == self.side
            asked.append(self.side)
            return "3" if "3" in position.legal_moves else str(position.legal_moves[-1])

    seen: list[ply.Position] = []
    players = First(ply.Side.FIRST), First(ply.Side.SECOND)
    result = play_game(start, players, on_move=lambda position, _: seen.append(position))
    assert asked[:3] == [ply.Side.FIRST, ply.Side.FIRST, ply.Side.SECOND]
    assert len(seen) == len(result.moves) == len(asked)
    record = ply.game("kalah(6,4)")
    for move in result.moves:
        record.push(move)
    assert record.position == seen[-1]
    assert record.position.margin_for(ply.Side.FIRST) == result.margin


def test_a_start_that_is_not_the_usual_one_is_kept() -> None:
    start = ply.position("kalah(6,4)").play("1")
    result = play_game(start, ("random", spec("good")), seed=5)
    assert result.start == start.text
    assert play_game(ply.position("squatter(4)"), ("random", "greedy"), seed=1).start is None


def test_the_same_seed_plays_the_same_game() -> None:
    games = [play_game(START, ("random", "random"), seed=s).moves for s in (1, 1, 2, 3)]
    assert games[0] == games[1]
    assert len(set(games)) > 1


def test_a_player_that_raises_has_crashed() -> None:
    class Broken:
        def choose(self, position: ply.Position, _: ply.Limit | None = None) -> str:
            raise KeyError(position.game)

    result = play_game(START, (Broken(), "random"))
    assert (result.reason, result.loser) == (Reason.CRASH, ply.Side.FIRST)
    assert "KeyError" in result.note


def test_a_game_in_python_stays_in_this_process() -> None:
    result = play_game(Nim(7), ("pvs:depth=9", "random"), seed=1)
    assert (result.reason, result.score) == (Reason.END, 1.0)
    assert result.start is not None
    with pytest.raises(PlygroundError, match="written in Python"):
        play_game(Nim(7), ("random", spec("good")))


@pytest.mark.parametrize("wrong", ["file:nowhere.py", "ugi:", "ugi:no-such-program", "ugi:'", "x"])
def test_a_spec_that_means_nothing_is_a_mistake_and_no_verdict(wrong: str) -> None:
    with pytest.raises(PlygroundError):
        play_game(START, (wrong, "random"))


def test_files_of_a_command_are_found_and_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "engine.py").touch()
    monkeypatch.chdir(tmp_path)
    program = command_program("ugi", f"{sys.executable} engine.py --depth 3")
    assert program.command == (sys.executable, f"{tmp_path}/engine.py", "--depth", "3")
    assert program.paths[0] == program.folder == tmp_path


# Adjudication.


def test_games_are_not_ended_early_unless_asked() -> None:
    start = ply.position("kalah(4,3)")
    assert play_game(start, ("random", "random"), seed=1).reason == Reason.END
    short = play_game(start, ("random", "random"), seed=1, adjudicators=[ByLength(5)])
    assert (short.reason, short.score, len(short.moves)) == (Reason.ADJUDICATED, 0.5, 5)
    assert short.note == "not over after 5 moves"
    solved = play_game(start, ("random", "random"), seed=1, adjudicators=[BySolver(every=2)])
    assert solved.reason == Reason.ADJUDICATED
    reached = start
    for move in solved.moves:
        reached = reached.play(move)
    margin = ply.solve(reached).margin * (1 if reached.turn == ply.Side.FIRST else -1)
    assert solved.score == (0.5 if margin == 0 else margin > 0)


def test_a_game_that_is_decided_can_be_ended_by_score() -> None:
    ended = play_game(
        ply.position("kalah(6,4)"),
        ("pvs:depth=6", "random"),
        seed=1,
        adjudicators=[ByScore(moves=4)],
    )
    assert (ended.reason, ended.score) == (Reason.ADJUDICATED, 1.0)
    assert "ahead by 10" in ended.note
