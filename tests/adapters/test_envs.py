"""PettingZoo and Gymnasium: their own test suites, and whole games compared with our rules."""

from __future__ import annotations

import random
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.utils.env import AECEnv

import plyground as ply
from plyground.adapters import gymnasium as ours
from plyground.adapters import pettingzoo
from plyground.adapters.encoding import encoding
from tests import reference
from tests.support.python_games import Nim, TicTacToe

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # the suite itself uses what PettingZoo is leaving behind
    from pettingzoo.test import api_test, render_test, seed_test

GAMES = ("kalah(6,4)", "kalah(3,2)", "kalah-manchester", "squatter(5)", "watch-your-back")
# PettingZoo says that of every environment with a mask in its observations whose name is not on its
# own list; all of its own board games are.
THEIRS = ("Observation is not a NumPy array", "Observation space for each agent probably should")


def see_nim(position: Nim, side: ply.Side) -> list[float]:
    return [position.heap, position.turn == side]


def see_tic_tac_toe(position: TicTacToe, side: ply.Side) -> list[float]:
    own = "XO"[side]
    return [1.0 if cell == own else 0.0 if cell == "." else -1.0 for cell in position.cells] + [1.0]


EXAMPLES = Path(__file__).parents[2] / "examples"
PYTHON_GAMES: dict[str, dict[str, Any]] = {
    "class": {"game": TicTacToe},
    "file": {"game": str(EXAMPLES / "nim.py")},
    "nim": {"game": Nim(), "moves": (1, 2, 3), "observe": see_nim},
    "tic-tac-toe": {"game": TicTacToe(), "moves": range(9), "observe": see_tic_tac_toe},
}


def options(game: str) -> dict[str, Any]:
    return PYTHON_GAMES.get(game, {"game": game})


@contextmanager
def no_warning_of_ours() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in THEIRS:
            warnings.filterwarnings("ignore", message)
        yield


# PettingZoo.


@pytest.mark.parametrize("game", [*GAMES, *PYTHON_GAMES])
def test_the_suite_of_pettingzoo(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    def make(**more: Any) -> Any:
        return pettingzoo.env(**options(game), **more)

    with no_warning_of_ours():
        api_test(make(), num_cycles=200)
        seed_test(make, num_cycles=50)
        render_test(make)
    assert capsys.readouterr().out.count("\n") >= 5, "human means the terminal"


@pytest.mark.parametrize("game", [*GAMES, *PYTHON_GAMES])
def test_games_are_played_by_the_rules(game: str) -> None:
    chance = random.Random(game)
    env = pettingzoo.env(**options(game))
    code = env.unwrapped.encoding
    repeated = 0
    for _ in range(5):
        env.reset()
        position = code.start
        before = None
        for agent in env.agent_iter():
            seen, reward, is_over, is_cut_off, _ = env.last()
            assert (is_over, is_cut_off) == (position.is_over, False)
            if is_over:
                side = ply.Side(pettingzoo.AGENTS.index(agent))
                assert reward == np.sign(position.margin_for(side))
                env.step(None)
                continue
            assert pettingzoo.AGENTS[position.turn] == agent
            repeated += agent == before
            before = agent
            legal = {code.index(move): move for move in position.legal_moves}
            assert set(np.flatnonzero(seen["action_mask"])) == set(legal)
            other = pettingzoo.AGENTS[1 - position.turn]
            assert not env.observe(other)["action_mask"].any()
            action = chance.choice(sorted(legal))
            env.step(action)
            position = position.play(legal[action])
            assert env.unwrapped.position == position
        assert env.agents == []
    assert (repeated > 0) == game.startswith("kalah"), "in Kalah a side may move again"
    env.close()


def test_an_illegal_move_loses(capsys: pytest.CaptureFixture[str]) -> None:
    env = pettingzoo.env("kalah(6,4)")
    env.reset()
    env.step(2)
    env.step(2)  # it is empty now
    assert env.rewards == {"player_0": -1.0, "player_1": 0}
    assert all(env.terminations.values())
    capsys.readouterr()


def test_what_is_seen() -> None:
    env: AECEnv[str, Any, Any] = pettingzoo.env("kalah(3,2)")
    env.reset()
    env.step(1)
    start = ply.position("kalah(3,2)").play("2")
    assert start.turn_name == "south"
    assert env.observe("player_0")["observation"].tolist() == [2, 0, 3, 1, 2, 2, 2, 0, 1]
    assert env.observe("player_1")["observation"].tolist() == [2, 2, 2, 0, 2, 0, 3, 1, 0]


def test_seats_change_with_a_swap() -> None:
    code = encoding("kalah-manchester")
    position = code.start.play("5").play("swap")
    south, north = (row for row in (position.houses))  # type: ignore[attr-defined]
    first = code.observation(position, ply.Side.FIRST)
    assert tuple(first[:7]) == north, "the first player sits north now"
    assert tuple(first[8:15]) == south
    assert first[-1] == 1


def test_squatter_and_watch_your_back_are_seen_as_planes() -> None:
    code = encoding("squatter(5)")
    position = code.start
    for move in ("c2", "a1", "b3", "a2", "d3", "a3", "c4"):
        position = position.play(move)
    white, black = (code.observation(position, side) for side in ply.Side)
    assert white.shape == (5, 5, 5)
    assert white[..., 0].sum() == 4
    assert white[2, 2].tolist() == [0, 0, 1, 0, 0], "captured, and Black is to move"
    assert black[2, 2].tolist() == [0, 0, 0, 1, 1]
    code = encoding("watch-your-back")
    assert code.start.game == "watch-your-back(max_turns=320,double_pass_draws=yes)"
    seen = code.observation(code.start.play("d4"), ply.Side.SECOND)
    assert seen.shape == (8, 8, 7)
    assert seen[3, 3].tolist() == [0, 1, 0, 0, 0, 1, 1]
    assert seen[..., 2].sum() == 4


def test_a_game_in_python_shows_who_sees_and_who_moves() -> None:
    code = encoding(TicTacToe)
    seen = [code.observation(code.start, side) for side in ply.Side]
    assert [one[-2:].tolist() for one in seen] == [[0, 1], [1, 0]]
    assert (seen[0][:-2] == seen[1][:-2]).all()
    after = code.observation(code.start.play(4), ply.Side.FIRST)
    assert (after != seen[0]).sum() >= 3, "the cell, the side to move, and whose move it is"


@pytest.mark.parametrize("side", list(ply.Side))
@pytest.mark.parametrize("game", GAMES)
def test_what_is_seen_stays_in_its_bounds(game: str, side: ply.Side) -> None:
    code = encoding(game)
    space = pettingzoo.raw_env(game).observation_spaces["player_0"]["observation"]
    chance = random.Random(3)
    for _ in range(3):
        position = code.start
        while not position.is_over:
            assert space.contains(code.observation(position, side))
            position = position.play(chance.choice(position.legal_moves))
        assert space.contains(code.observation(position, side))


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"game": "nowhere.py"}, "there is no file"),
        ({"game": "kalah(6,4)", "moves": (1, 2)}, "leave moves out"),
    ],
    ids=["name", "file", "native"],
)
def test_mistakes(arguments: dict[str, Any], problem: str) -> None:
    with pytest.raises(ply.PlygroundError, match=problem):
        pettingzoo.env(**arguments)
    with pytest.raises(ply.PlygroundError, match=problem):
        ours.env(**arguments)


def test_a_move_that_was_forgotten() -> None:
    env = pettingzoo.env(Nim(), moves=(1, 2), observe=see_nim)
    env.reset()
    with pytest.raises(ply.PlygroundError, match="3 is a legal move of nim, but not among"):
        env.last()


def test_a_mode_that_shows_nothing() -> None:
    env = pettingzoo.raw_env("kalah(6,4)", render_mode="hologram")
    env.reset()
    with pytest.raises(ply.PlygroundError, match="expected one of human, ansi, rgb_array"):
        env.render()


# Gymnasium.


@pytest.mark.parametrize("side", ours.SIDES)
@pytest.mark.parametrize("game", [*GAMES, *PYTHON_GAMES])
def test_the_suite_of_gymnasium(game: str, side: str, capsys: pytest.CaptureFixture[str]) -> None:
    with no_warning_of_ours():
        check_env(ours.env(**options(game), side=side).unwrapped)
    capsys.readouterr()


@pytest.mark.parametrize("opponent", ["random", "greedy", "pvs:depth=2,table_mb=1", "mcts:sims=20"])
@pytest.mark.parametrize("side", ours.SIDES)
def test_whole_games_against_any_player(opponent: str, side: str) -> None:
    env = ours.env("kalah(4,3)", opponent, side=side)
    plain = env.unwrapped
    assert isinstance(plain, ours.SinglePlayerEnv)
    sides = set()
    for seed in range(6):
        seen, _ = env.reset(seed=seed)
        sides.add(plain.side)
        is_over = False
        while not is_over:
            assert plain.position.turn == plain.side
            action = env.action_space.sample(seen["action_mask"])
            seen, reward, is_over, is_cut_off, info = env.step(action)
            assert (is_cut_off, info) == (False, {})
        assert reward == np.sign(plain.position.margin_for(plain.side))
        assert not seen["action_mask"].any()
    env.close()
    assert len(sides) == (2 if side == "any" else 1)


def test_a_seed_repeats_a_game() -> None:
    env = ours.env("squatter(5)", "random", side="any")

    def play(seed: int) -> list[Any]:
        seen, _ = env.reset(seed=seed)
        env.action_space.seed(seed)
        boards = [seen["observation"].tolist()]
        is_over = False
        while not is_over:
            seen, _, is_over, _, _ = env.step(env.action_space.sample(seen["action_mask"]))
            boards.append(seen["observation"].tolist())
        return boards

    assert play(7) == play(7) != play(8)


def test_illegal_moves_and_moves_after_the_end() -> None:
    env = ours.env("kalah(6,4)")
    env.reset(seed=1)
    env.step(2)
    seen, reward, is_over, _, info = env.step(2)  # it ended in the store, and left this house empty
    assert (reward, is_over, info) == (-1.0, True, {"illegal": 2})
    assert not seen["action_mask"].any()
    with pytest.raises(ply.PlygroundError, match=r"call reset\(\)"):
        env.step(0)


def test_an_opponent_in_a_process_of_its_own(tmp_path: Path) -> None:
    good = tmp_path / "good.py"
    good.write_text("def choose(position, clock): return position.legal_moves[-1]\n")
    env = ours.env("kalah(3,2)", f"file:{good}", side="second")
    for _ in range(2):
        seen, _ = env.reset(seed=1)
        is_over = False
        while not is_over:
            action = env.action_space.sample(seen["action_mask"])
            seen, _, is_over, _, info = env.step(action)
        assert info == {}
    env.close()


@pytest.mark.parametrize("answer", ["'9'", "1 / 0"])
def test_an_opponent_that_breaks_the_rules_loses(answer: str, tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text(f"def choose(position, clock): return {answer}\n")
    env = ours.env("kalah(3,2)", f"file:{bad}")
    env.reset(seed=1)
    _, reward, is_over, _, info = env.step(0)
    assert (reward, is_over) == (1.0, True)
    assert info["fault"]
    env.close()


def test_it_is_registered() -> None:
    env = gymnasium.make(ours.ID, game="squatter(5)", opponent="greedy", render_mode="ansi")
    env.reset(seed=1)
    assert "white to move" in str(env.render())


def test_mistakes_of_gymnasium_s_kind() -> None:
    with pytest.raises(ply.PlygroundError, match="expected one of first, second, any"):
        ours.env("kalah(6,4)", side="south")
    with pytest.raises(ply.PlygroundError, match="no player 'nobody'"):
        ours.env("kalah(6,4)", "nobody")


@pytest.mark.parametrize(
    ("module", "missing", "extra"),
    [
        ("pettingzoo", "pettingzoo", "envs"),
        ("gymnasium", "gymnasium", "envs"),
        ("openspiel", "pyspiel", "openspiel"),
    ],
)
def test_what_is_missing_is_named(module: str, missing: str, extra: str) -> None:
    code = (
        f"import sys; sys.modules['{missing}'] = None\n"
        "from plyground.errors import PlygroundError\n"
        f"try: import plyground.adapters.{module}\n"
        "except PlygroundError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert f"pip install 'plyground[{extra}]'" in done.stdout


def play_beside_the_reference(env: Any, game: str, seed: int) -> float:
    """Play one game in step with the plain rules; returns the first player's result."""
    env.reset(seed=seed)
    slow = reference.position(encoding(game).start.game, None)
    rewards = {}
    for agent in env.agent_iter():
        seen, reward, is_over, _, _ = env.last()
        assert is_over == slow.is_over()
        if is_over:
            rewards[agent] = reward
            env.step(None)
            continue
        assert agent == pettingzoo.AGENTS[slow.turn]
        code = env.unwrapped.encoding
        legal = [code.move(action) for action in np.flatnonzero(seen["action_mask"])]
        assert sorted(legal) == sorted(slow.legal_moves())
        action = env.action_space(agent).sample(seen["action_mask"])
        slow = slow.play(code.move(action))
        env.step(action)
    result = np.sign(slow.margin()) * (1 if slow.turn == 0 else -1)
    assert rewards == {"player_0": result, "player_1": -result}
    return float(result)


@pytest.mark.parametrize("game", GAMES)
def test_games_beside_the_reference(game: str) -> None:
    env = pettingzoo.env(game)
    for seed in range(2):
        play_beside_the_reference(env, game, seed)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_thousand_games_beside_the_reference(game: str) -> None:
    env = pettingzoo.env(game)
    env.action_space("player_0").seed(1)
    env.action_space("player_1").seed(2)
    results = [play_beside_the_reference(env, game, seed) for seed in range(200)]
    print(game, {result: results.count(result) for result in sorted(set(results))})
