"""Players made of others: by phase, by move number, and with a book in front."""

from __future__ import annotations

import random

import pytest

import plyground as ply
from plyground.arena.agents.agents import check_player, cores_of
from plyground.arena.referee.clock import Control
from plyground.arena.referee.referee import play_game
from plyground.arena.sandbox.limits import Limits
from plyground.errors import PlygroundError
from plyground.evaluation.phase import phase_of
from plyground.players.move_number import MoveNumbers
from plyground.players.phases import PhasePlayer
from plyground.players.simple import Greedy, Random
from plyground.players.specs import EnginePlayer
from tests.adapters.test_ugi import Talk
from tests.support.python_games import TicTacToe

STARTS = {
    "connect-four": ply.position("connect-four"),
    "kalah(6,4)": ply.position("kalah(6,4)"),
    "kalah-manchester": ply.position("kalah-manchester"),
    "squatter(6)": ply.position("squatter(6)"),
    "watch-your-back": ply.position("watch-your-back"),
    "tic-tac-toe": TicTacToe(),
}


def made(spec: str) -> PhasePlayer:
    player = ply.player(spec, 1)
    assert isinstance(player, PhasePlayer)
    return player


def random_game(start: ply.Position, seed: int) -> list[ply.Position]:
    """The positions of a game, the last one excepted: somebody is asked in each of them."""
    chance, positions = random.Random(seed), [start]
    while not positions[-1].is_over and len(positions) < 300:
        positions.append(positions[-1].play(chance.choice(list(positions[-1].legal_moves))))
    return [position for position in positions if not position.is_over]


def test_each_phase_has_its_player() -> None:
    player = made("phases:placing=random;moving=greedy;last=pvs:depth=1")
    seen = set()
    games = [random_game(ply.position("watch-your-back"), seed) for seed in (1, 49, 213)]
    for position in (position for game in games for position in game[::3]):
        part = player.at(position)
        assert player.choose(position) in position.legal_moves
        removed = position.board[1].count(" "), position.board[0].count(" ")  # type: ignore[attr-defined]
        phase = position.phase if not any(removed) else "last" if removed[0] == 8 else "shrunk"  # type: ignore[attr-defined]
        kind = {"placing": Random, "moving": Greedy, "shrunk": Greedy, "last": EnginePlayer}[phase]
        assert isinstance(part, kind), position
        assert phase_of(position) == phase
        seen.add(phase)
    assert seen == {"placing", "moving", "shrunk", "last"}


@pytest.mark.parametrize("game", ["kalah(6,4)", "squatter(6)"])
def test_the_opening_ends_half_way(game: str) -> None:
    player = made("phases:late=greedy;opening=random")
    kinds = [type(player.at(position)) for position in random_game(STARTS[game], 1)]
    change = kinds.index(Greedy)
    assert 3 < change < len(kinds)
    assert set(kinds[:change]) == {Random}
    assert set(kinds[change:]) == {Greedy}


@pytest.mark.parametrize("name", STARTS)
def test_moves_are_numbered_for_players_that_see_only_their_own_turns(name: str) -> None:
    numbers = MoveNumbers(), MoveNumbers()
    for seed in range(8):  # game after game: the same players begin anew by themselves
        for made, position in enumerate(random_game(STARTS[name], seed)):
            side = position.turn
            assert numbers[side].of(position) == made
            assert numbers[side].of(position) == made  # asking again changes nothing


def test_numbers_survive_a_move_taken_back() -> None:
    numbers, game = MoveNumbers(), ply.game("kalah(6,4)")
    for move in ("3", "1", "2", "4"):
        numbers.of(game.position)
        game.push(move)
    game.pop()
    game.pop()
    assert numbers.of(game.position) == 2
    game.push("1" if "1" in game.position.legal_moves else "2")
    assert numbers.of(game.position) == 3


def test_a_game_met_in_its_middle_counts_from_there() -> None:
    numbers, middle = MoveNumbers(), ply.position("kalah(6,4)", "4,4,4,4,4,4/0 4,4,4,4,4,4/0 south")
    positions = random_game(STARTS["kalah(6,4)"], 5)
    assert numbers.of(middle) == 0
    assert numbers.of(positions[9]) == 0
    assert numbers.of(positions[10]) == 1


def test_move_numbers_choose_the_player() -> None:
    player = made("phases:7-=greedy;0-6=random")
    for number, position in enumerate(random_game(STARTS["squatter(6)"], 1)):
        assert isinstance(player.at(position), Random if number <= 6 else Greedy)
    single = made("phases:0=greedy;1-=random")
    assert isinstance(single.at(TicTacToe()), Greedy)
    assert isinstance(single.at(TicTacToe().play(4).play(0)), Random)


def test_a_book_leaves_what_it_does_not_know_to_the_next() -> None:
    player = made("phases:0-6=book:variety=0;7-=random")
    start = ply.position("squatter(7)")
    assert player.choose(start) == ply.books.opening.required("squatter(7)").probe(start)[0].move
    strange = start.play("a1").play("a2").play("g7").play("g6")
    assert isinstance(player.at(strange), Random)
    alone = ply.player("book", 1)
    assert alone.choose(strange) == ply.player("greedy", 1).choose(strange)
    assert alone.choose(start) in {
        move.move for move in ply.books.opening.required("squatter(7)").probe(start)
    }


def test_own_limits_hold_on_a_clock() -> None:
    specs = ("phases:0-5=pvs:nodes=50,table_mb=1;6-=mcts:sims=30", "random")
    start = STARTS["kalah(6,4)"]
    on_a_clock = play_game(start, specs, Control(game_time=600.0), seed=1)
    assert on_a_clock.moves == play_game(start, specs, seed=1).moves
    assert on_a_clock.seconds[0] < 60  # without them it would have taken its share of the clock


def test_matches_are_repeatable_and_played_to_their_end() -> None:
    specs = ("phases:0-5=random;6-=mcts:sims=20", "phases:opening=greedy;late=pvs:depth=2")
    games = [play_game(STARTS["kalah(6,4)"], specs, seed=4) for _ in range(2)]
    assert games[0].moves == games[1].moves
    assert games[0].reason == "end"
    python = play_game(TicTacToe(), ("phases:0-2=random;3-=pvs:depth=9", "random"), seed=1)
    assert python.reason == "end"


def test_it_speaks_ugi() -> None:
    talk = Talk(game="watch-your-back", player="phases:placing=random;moving=pvs:depth=2")
    assert talk.ask("go", "bestmove")
    assert not [line for line in talk.said if line.startswith("info depth")]
    moving = next(p for p in random_game(STARTS["watch-your-back"], 1) if p.phase == "moving")  # type: ignore[attr-defined]
    talk.send(f"position fen {moving.text}")
    assert talk.ask("go infinite", "info depth")
    talk.send("stop")
    assert talk.ask("go", "bestmove").split()[1] in moving.legal_moves
    assert "phases:placing=random;moving=pvs:depth=2" in talk.ask("ugi", "id name")
    talk.send("uginewgame")
    talk.send("setoption name player value phases:0-=greedy")
    talk.send("position startpos")
    assert talk.ask("go", "bestmove")


def test_cores_are_the_most_of_any_part() -> None:
    assert cores_of("phases:opening=pvs:threads=2;late=random") == (2, False)
    assert cores_of("phases:0-=random") == (1, False)


def test_a_later_part_that_cannot_play_is_found_before_a_match() -> None:
    with pytest.raises(PlygroundError, match="no-such"):
        check_player(
            "p", "phases:opening=random;late=greedy:weights=no-such", STARTS["kalah(6,4)"], Limits()
        )


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("phases", "phases needs at least one part; expected e.g. phases:opening=mcts"),
        ("phases:placng=pvs", "phases: no phase placng; did you mean placing?"),
        ("phases:xyz=pvs", "phases: no phase xyz; there are opening, late, placing, moving"),
        ("phases:late=pvs", "phases: no player for opening; begin with opening=…"),
        ("phases:placing=pvs;late=pvs", "phases: no game has placing and late; kalah: opening"),
        ("phases:placing=pvs;placing=pvs", "phases: placing is given twice; give it once"),
        ("phases:opening=pvs;0-=pvs", "phases: give phases or move numbers, not both"),
        ("phases:0-6=book", "phases: no player from move 7 on; add 7-=…"),
        ("phases:0-6=book;8-=pvs", "phases: no player for move 7; begin with 7-…"),
        ("phases:0-6=book;6-=pvs", "phases: move 6 is given twice"),
        ("phases:3-=pvs", "phases: no player for move 0; begin with 0-…"),
        ("phases:5-2=pvs;6-=pvs", "phases: 5-2 ends before it begins"),
        ("phases:0-x=pvs", "phases: 0-x is not a range of moves; expected e.g."),
        ("phases:opening", "phases: opening needs a value, opening=…; a player, e.g. pvs:time=1"),
        ("phases:opening=", "phases: opening needs a value, opening=…; a player, e.g. pvs:time=1"),
        ("phases:opening=pvz", "no player 'pvz'; did you mean pvs?"),
        (
            "phases:0-=human",
            "phases: 0-=human is not valid; expected a player other than human",
        ),
        ("phases:0-=phases", "phases needs at least one part"),
        ("phases:0-=pvs:ponder=yes", "phases: 0-=pvs:ponder=yes cannot think on the opponent's"),
        ("book:variety=2", "variety=2 is not valid; expected a number 0 to 0.5"),
        ("book:a.book,b.book", "book has no option 'b.book'; it has file, variety, seed"),
    ],
)
def test_wrong_specs_are_refused_with_a_hint(spec: str, message: str) -> None:
    with pytest.raises(PlygroundError) as refused:
        ply.player(spec)
    assert str(refused.value).startswith(message)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("spec", "game", "message"),
    [
        ("phases:placing=pvs", "kalah(6,4)", "phases: kalah(6,4) has no phase placing; it has op"),
        ("phases:opening=pvs", "tic-tac-toe", "phases: tictactoe has no phases; give move numb"),
        ("book", "kalah(6,4)", "there is no shipped book of kalah(6,4); build one"),
        ("book", "tic-tac-toe", "there is no book of tictactoe; build one with"),
        ("book:no-such.book", "kalah(6,4)", "no-such.book: cannot read: "),
    ],
)
def test_wrong_games_are_refused_with_a_hint(spec: str, game: str, message: str) -> None:
    with pytest.raises(PlygroundError) as refused:
        ply.player(spec).choose(STARTS[game])
    assert str(refused.value).startswith(message)
