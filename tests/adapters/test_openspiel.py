"""OpenSpiel: its own test of games, playthroughs, its own Kalah beside ours, and its bots."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import generate_playthrough

import plyground as ply
from plyground.adapters import openspiel
from plyground.adapters.encoding import encoding
from plyground.adapters.openspiel_host import bot
from plyground.arena.agents.agents import agent
from plyground.arena.agents.external import External
from plyground.arena.referee.clock import Clock
from plyground.arena.referee.referee import play_game
from plyground.arena.running.result import Reason
from plyground.arena.sandbox.limits import Limits
from plyground.games.names import play_of
from plyground.games.position import move_text

GAMES = (
    "kalah(6,4)", "kalah(3,2)", "kalah-manchester", "kalah(4,3,capture=always,sweep=last_mover)",
    "squatter(4)", "squatter(5,first=black)", "watch-your-back",
)  # fmt: skip
EXAMPLES = Path(__file__).parents[2] / "examples"
openspiel.register()
flags.FLAGS.mark_as_parsed()  # playthroughs are otherwise made by a program of its own


@pytest.mark.parametrize("game", GAMES)
def test_their_test_of_games(game: str) -> None:
    sims = 1 if game == "watch-your-back" else 3
    pyspiel.random_sim_test(openspiel.load(game), num_sims=sims, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_their_test_of_games_at_length(game: str) -> None:
    pyspiel.random_sim_test(openspiel.load(game), num_sims=30, serialize=True, verbose=False)


@pytest.mark.parametrize("game", GAMES)
def test_playthroughs_replay(game: str, tmp_path: Path) -> None:
    text = generate_playthrough.playthrough(openspiel.game_string(game), None, seed=7)
    file = tmp_path / "playthrough.txt"
    file.write_text(text, encoding="utf-8")
    original, again = generate_playthrough.replay(str(file))
    assert original == again
    assert "IsTerminal() = True" in text


@pytest.mark.parametrize("game", GAMES)
def test_states_are_our_positions(game: str) -> None:
    chance = random.Random(game)
    loaded = openspiel.load(game)
    longest = 0
    for _ in range(10):
        state = loaded.new_initial_state()
        code = encoding(game)
        position = code.start
        while not position.is_over:
            assert state.current_player() == position.turn
            assert not state.is_terminal()
            assert state.legal_actions() == code.legal(position)
            assert state.returns() == [0.0, 0.0]
            assert str(state) == position.text
            tensor = np.array(state.observation_tensor(1)).reshape(code.shape)
            assert (tensor == code.observation(position, ply.Side.SECOND)).all()
            move = chance.choice(position.legal_moves)
            assert state.action_to_string(code.index(move)) == str(move)
            state.apply_action(code.index(move))
            position = position.play(move)
        assert state.is_terminal()
        assert state.current_player() == pyspiel.PlayerId.TERMINAL
        assert state.returns() == [np.sign(position.margin_for(side)) for side in ply.Side]
        longest = max(longest, len(state.history()))
    assert longest <= loaded.max_game_length()


def test_no_kalah_is_longer_than_we_say() -> None:
    chance = random.Random(2)
    for houses in range(1, 13):
        for seeds in (1, 2, 6, 12):
            start = ply.position(f"kalah({houses},{seeds})")
            most = play_of(start).most_moves(start)
            for _ in range(5):
                position, moves = start, 0
                while not position.is_over:
                    position = position.play(chance.choice(position.legal_moves))
                    moves += 1
                assert moves <= most


def play_beside_theirs(chance: random.Random) -> float:
    """Play one game in OpenSpiel's own Kalah and in ours; returns the first player's result."""
    theirs = pyspiel.load_game("mancala").new_initial_state()
    ours = openspiel.load("kalah(6,4)").new_initial_state()
    while not ours.is_terminal():
        assert not theirs.is_terminal()
        player = ours.current_player()
        assert player == theirs.current_player()
        numbers = {house: house + 1 + 7 * player for house in ours.legal_actions()}
        assert sorted(numbers.values()) == theirs.legal_actions()
        house = chance.choice(sorted(numbers))
        ours.apply_action(house)
        theirs.apply_action(numbers[house])
    assert theirs.is_terminal()
    assert ours.returns() == theirs.returns()
    return float(ours.returns()[0])


def test_their_kalah_and_ours_agree() -> None:
    chance = random.Random(6)
    assert len({play_beside_theirs(chance) for _ in range(40)}) == 3


@pytest.mark.slow
def test_a_thousand_games_beside_theirs() -> None:
    chance = random.Random(7)
    results = [play_beside_theirs(chance) for _ in range(1000)]
    print({result: results.count(result) for result in set(results)})


def test_a_state_is_copied_and_written_down() -> None:
    state = openspiel.load("kalah(6,4)").new_initial_state()
    state.apply_action(2)
    copied = state.clone()
    copied.apply_action(0)
    assert str(state) != str(copied)
    game, again = pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(state.get_game(), state)
    )
    assert str(again) == str(state)
    assert game.get_parameters()["houses"] == 6


@pytest.mark.parametrize(
    ("name", "theirs"),
    [
        ("kalah(6,4)", "plyground_kalah(houses=6,seeds=4)"),
        ("squatter(7,first=black)", "plyground_squatter(size=7,first=black)"),
        ("watch-your-back", "plyground_watch_your_back"),
        ("watch-your-back(max_turns=128)", "plyground_watch_your_back(max_turns=128,"),
    ],
)
def test_names(name: str, theirs: str) -> None:
    assert openspiel.game_string(name).startswith(theirs)
    start = openspiel.load(name).new_initial_state().position
    assert start == encoding(name).start


@pytest.mark.parametrize("name", ["nim.py", "dots_and_boxes.py"])
def test_a_game_in_python_by_its_file(name: str) -> None:
    game = openspiel.load(str(EXAMPLES / name))
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    state = game.new_initial_state()
    start = state.position
    assert [state.action_to_string(action) for action in state.legal_actions()] == sorted(
        map(move_text, start.legal_moves), key=game.encoding.index
    )
    same = [openspiel.load(type(start)), openspiel.load(start), pyspiel.load_game(str(game))]
    assert {str(one) for one in same} == {str(game)}
    first = start.legal_moves[0]
    later = openspiel.load(start.play(first))
    assert str(later) != str(game), "another start is another game"
    assert later.new_initial_state().position == start.play(first)


def test_a_game_without_an_end_if_asked_for() -> None:
    game = pyspiel.load_game("plyground_watch_your_back(max_turns=0,double_pass_draws=no)")
    assert game.new_initial_state().position.game == "watch-your-back"


@pytest.mark.parametrize("game", GAMES)
def test_games_begin_with_any_position(game: str) -> None:
    position = encoding(game).start
    chance = random.Random(game)
    for _ in range(6):
        position = position.play(chance.choice(position.legal_moves))
    state = openspiel.load(position.game, position.text).new_initial_state()
    assert state.position == position
    again = pyspiel.load_game(str(state.get_game())).new_initial_state()
    assert again.position == position


def test_mistakes() -> None:
    with pytest.raises(ply.PlygroundError, match="there is no game 'chess'"):
        openspiel.load("chess")
    with pytest.raises(ply.PlygroundError, match="houses takes a whole number 1 to 12"):
        pyspiel.load_game("plyground_kalah(houses=13)")


# Bots.


@pytest.mark.parametrize(
    "text", ["mcts,sims=30", "mcts,sims=5,rollouts=3,solve=no,uct=1", "random"]
)
@pytest.mark.parametrize("game", GAMES)
def test_bots_choose_legal_moves(text: str, game: str) -> None:
    choose = bot(text)
    position = encoding(game).start
    clock = Clock(ply.Limit())
    for _ in range(6):
        move = choose(position, clock)
        assert move in position.legal_moves
        position = position.play(move)


def test_the_bot_thinks() -> None:
    """Where some moves win and some lose, it finds one that wins."""
    chance = random.Random(4)
    choose = bot("mcts,sims=400")
    found = 0
    while found < 5:
        position = encoding("kalah(3,3)").start
        while not position.is_over and found < 5:
            solved = ply.solve_moves(position, table_mb=1)
            margins = {move: margin for move, margin in solved.items() if margin is not None}
            if min(margins.values()) < 0 < max(margins.values()):
                assert margins[choose(position, Clock(ply.Limit()))] > 0, position
                found += 1
            position = position.play(chance.choice(position.legal_moves))


def test_bots_play_in_the_arena() -> None:
    one = agent("openspiel:mcts,sims=20", Limits(startup_seconds=60))
    assert isinstance(one, External)
    for game in ("kalah(3,2)", "squatter(4)"):
        result = play_game(ply.position(game), (one, "random"), seed=1)
        assert result.reason == Reason.END, f"{result} {one.last_errors}"
    one.close()


@pytest.mark.parametrize(
    ("spec", "problem"),
    [
        ("openspiel:", "there is no bot"),
        ("openspiel:mtcs", "expected one of mcts, random"),
        ("openspiel:mcts,sim=3", "did you mean sims"),
        ("openspiel:mcts,sims=none", "sims=none is not valid"),
        ("openspiel:mcts,sims=0", "sims=0 is not valid"),
    ],
)
def test_bots_that_are_none(spec: str, problem: str) -> None:
    with pytest.raises(ply.PlygroundError, match=problem):
        agent(spec)
