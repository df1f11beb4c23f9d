"""Players by name: specs, their options, and the mistakes that are refused with a hint."""

from __future__ import annotations

import random
from typing import Any

import pytest

import plyground as ply
from plyground.errors import PlygroundError
from plyground.players.engines import BY_ALGORITHM, Engine
from plyground.players.human import Human
from plyground.players.options import ENGINES
from plyground.players.result import Line, SearchResult
from plyground.players.score import score_text
from plyground.players.specs import KINDS, EnginePlayer
from tests.support import searching

KIND_NAMES = {
    "human", "random", "greedy", "book", "menace", "net", "phases",
    "minimax", "alphabeta", "negamax", "pvs", "mtdf", "mcts",
}  # fmt: skip
ALONE = sorted({kind.name for kind in KINDS.values() if not kind.needs_more} - {"human", "book"})
FAST = {"minimax": "depth=1", "mcts": "sims=20"}


def fast_spec(kind: str) -> str:
    return f"{kind}:{FAST.get(kind, 'depth=2')}" if kind in ENGINES else kind


def engine_of(spec: str) -> Engine:
    player = ply.player(spec)
    assert isinstance(player, EnginePlayer)
    return player.engine


def test_all_kinds_are_there() -> None:
    assert set(KINDS) == KIND_NAMES
    assert all(kind.meaning.endswith(".") for kind in KINDS.values())


@pytest.mark.parametrize(
    "game", ["connect-four", "kalah(6,4)", "squatter(5)", "watch-your-back", "nim"]
)
@pytest.mark.parametrize("kind", ALONE)
def test_players_make_legal_moves(kind: str, game: str) -> None:
    player = ply.player(fast_spec(kind), seed=1)
    position = searching.example_start("nim") if game == "nim" else ply.position(game)
    chance = random.Random(1)
    for _ in range(12):
        if position.is_over:
            break
        assert player.choose(position) in position.legal_moves
        position = position.play(chance.choice(list(position.legal_moves)))


@pytest.mark.parametrize("kind", ["random", "greedy", "mcts:sims=50"])
def test_a_seed_repeats_a_player(kind: str) -> None:
    def moves(seed: int) -> list[str]:
        player, position, chosen = ply.player(kind, seed), ply.position("squatter(6)"), list[str]()
        while not position.is_over:
            chosen.append(player.choose(position))
            position = position.play(chosen[-1])
        return chosen

    assert moves(1) == moves(1)
    assert moves(1) != moves(2)


def test_a_seed_in_the_spec_goes_first() -> None:
    assert ply.player("mcts:seed=7", seed=3).engine.options["seed"] == 7  # type: ignore[attr-defined]
    assert ply.player("mcts", seed=3).engine.options["seed"] == 3  # type: ignore[attr-defined]


def test_greedy_takes_what_it_can() -> None:
    nim = searching.example("nim").Nim
    assert ply.player("greedy").choose(nim((0, 0, 3))) == (2, 3)
    position = ply.position("kalah(6,4)")
    assert ply.player("greedy").choose(position) == "3"  # the only move that ends in the store


def test_a_single_move_needs_no_search() -> None:
    nim = searching.example("nim").Nim
    player = ply.player("pvs:time=30")
    assert player.choose(nim((0, 1, 0))) == (1, 1)


def test_a_human_is_asked() -> None:
    player = ply.player("human")
    assert isinstance(player, Human)
    player.ask = lambda position: f" {position.turn_name} "
    assert player.choose(ply.position("squatter(5)")) == "white"


def test_options_are_read() -> None:
    options = engine_of(
        " pvs: time=0.5 , depth=7,nodes=1_000,cpu=yes,table_mb=2,order_moves=no "
    ).options
    assert options["time"] == 0.5
    assert (options["depth"], options["nodes"]) == (7, 1000)
    assert (options["cpu"], options["order_moves"], options["quiescence"]) == (True, False, True)
    assert engine_of("mcts:rollout=greedy,exploration=2").options["exploration"] == 2.0


def test_options_limit_the_search() -> None:
    assert engine_of("pvs:depth=3").limit == ply.Limit(depth=3)
    assert engine_of("mcts:sims=70,cpu=yes").limit == ply.Limit(nodes=70, cpu=True)
    assert engine_of("pvs").limit == ply.Limit(time=1.0)
    assert engine_of("pvs:cpu=yes").limit == ply.Limit(time=1.0, cpu=True)
    position = ply.position("kalah(6,4)")
    assert engine_of("pvs:depth=3").search(position).depth == 3
    assert engine_of("pvs:depth=3").search(position, ply.Limit(depth=5)).depth == 5


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("pvz", "no player 'pvz'; did you mean pvs?"),
        ("", "no player ''; there are human, random, greedy"),
        ("pvs:tabel_mb=4", "pvs has no option 'tabel_mb'; did you mean table_mb?"),
        ("pvs:sims=4", "pvs has no option 'sims'; "),
        ("mcts:roll=greedy", "mcts has no option 'roll'; did you mean rollout?"),
        ("mcts:depth=3", "mcts has no option 'depth'; "),
        ("random:sed=1", "random has no option 'sed'; did you mean seed?"),
        ("human:seed=1", "human has no option 'seed'; it has no options"),
        ("alphabeta:ponder=yes", "alphabeta has no option 'ponder'; "),
        ("pvs:depth=0", "depth=0 is not valid; expected a whole number 1 to 100"),
        ("pvs:depth=2.5", "depth=2.5 is not valid; expected a whole number 1 to 100"),
        ("pvs:time=-1", "time=-1 is not valid; expected a number, 0.001 or more"),
        ("pvs:time=nan", "time=nan is not valid; expected a number, 0.001 or more"),
        ("pvs:time=soon", "time=soon is not valid; expected a number, 0.001 or more"),
        ("pvs:cpu=true", "cpu=true is not valid; expected yes or no"),
        ("pvs:table_mb=0", "table_mb=0 is not valid; expected a whole number 1 to 1000000"),
        ("mcts:rollout=clever", "rollout=clever is not valid; expected one of random, greedy"),
        ("pvs:depth", "pvs: depth needs a value, depth=…; a whole number 1 to 100"),
        ("pvs:depth=2,depth=3", "pvs: depth is given twice; give it once"),
    ],
)
def test_wrong_specs_are_refused_with_a_hint(spec: str, message: str) -> None:
    with pytest.raises(PlygroundError) as refused:
        ply.player(spec)
    assert str(refused.value).startswith(message)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tabel_mb": 4}, "pvs has no option 'tabel_mb'; did you mean table_mb?"),
        ({"table_mb": 0}, "table_mb=0 is not valid; expected a whole number 1 to 1000000"),
        ({"table_mb": 1.5}, "table_mb=1.5 is not valid; expected a whole number"),
        ({"table_mb": True}, "table_mb=True is not valid; expected a whole number"),
        ({"depth": "4"}, "depth='4' is not valid; expected a whole number 1 to 100"),
        ({"ponder": 1}, "ponder=1 is not valid; expected yes or no"),
        ({"evaluator": 5}, "evaluator=5 is not valid; expected one of auto, features, net, hashed"),
        ({"evaluator": "clever"}, "evaluator='clever' is not valid; expected one of auto"),
        ({"time": float("nan")}, "time=nan is not valid; expected a number"),
        ({"lines": 0}, "lines=0 is not valid; expected a whole number 1 to"),
    ],
)
def test_wrong_options_are_refused_with_a_hint(options: dict[str, Any], message: str) -> None:
    with pytest.raises(PlygroundError) as refused:
        ply.PVS(**options)
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize("algorithm", BY_ALGORITHM)
def test_every_option_can_be_given_by_its_default(algorithm: str) -> None:
    given: dict[str, Any] = {option.name: option.default for option in ENGINES[algorithm]}
    assert BY_ALGORITHM[algorithm](**given).options == BY_ALGORITHM[algorithm]().options


def test_engines_print_as_they_are_made() -> None:
    made = ply.PVS(depth=3, table_mb=2)
    assert repr(made) == "ply.PVS(depth=3, table_mb=2)"
    assert repr(ply.MCTS()) == "ply.MCTS()"
    assert eval(repr(made)).options == made.options


def test_scores_are_written_for_people() -> None:
    assert score_text(0) == "+0.00"
    assert score_text(-140) == "-1.40"
    assert score_text(20_008) == "win by 8"
    assert score_text(-20_001) == "loss by 1"
    assert score_text(31_997) == "win in 3"
    assert score_text(-32_000) == "loss in 0"
    assert Line(("a",), 40, "lower").text == "≥ +0.40"
    assert Line(("a",), 40, "upper").text == "≤ +0.40"


def test_what_was_found_turns_into_plain_values() -> None:
    found = SearchResult((Line(("3", "6"), 125, "exact", 7),), 4, 6, 1000, 0.5, 0.25)
    assert found.move == "3"
    assert found.nodes_per_second == 2000
    assert found.to_dict() == {
        "depth": 4,
        "selective_depth": 6,
        "nodes": 1000,
        "seconds": 0.5,
        "nodes_per_second": 2000,
        "table_fill": 0.25,
        "calibration": None,
        "lines": [
            {
                "moves": ["3", "6"],
                "score": 125,
                "bound": "exact",
                "expected_margin": 1.25,
                "chances": {"win": 0.7773, "draw": 0.0, "loss": 0.2227},
                "text": "+1.2 · 78 % / 0 % / 22 %",
                "visits": 7,
            }
        ],
    }
