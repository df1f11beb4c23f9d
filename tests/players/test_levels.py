"""Weaker play: ratings between rungs, what it sees, and files that say how strong it is."""

from __future__ import annotations

import random
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

import plyground as ply
from plyground.arena.running.levels import Fit, evenly, ladders_text
from plyground.errors import PlygroundError
from plyground.games.family import Family
from plyground.games.names import families
from plyground.players.levels import FULL, Ladder, Rung, Strength, file_of, ladder, read_file
from plyground.players.specs import EnginePlayer
from tests.support import searching

FAMILIES = pytest.mark.parametrize("family", families(), ids=lambda family: family.name)


@FAMILIES
def test_every_game_has_ratings(family: Family) -> None:
    found = ladder(family.start(family.names.complete({})))
    assert found.is_rated
    assert found.lowest <= 600
    assert found.highest >= 1400
    assert found.references["random"] == 400
    shallow, deep = found.parts
    assert deep[0].elo - 50 < shallow[-1].elo < deep[-1].elo  # nothing in between is far from both
    for below, above in (*pairwise(shallow), *pairwise(deep)):
        assert below.elo < above.elo
        assert (below.strength.nodes or 1) <= (above.strength.nodes or 1)
        assert below.strength.blur >= above.strength.blur
        assert below.strength.overlook >= above.strength.overlook


@FAMILIES
def test_levels_rise_evenly_up_to_the_highest_rating(family: Family) -> None:
    found = ladder(family.start(family.names.complete({})))
    ratings = [found.of_level(level) for level in range(1, FULL + 1)]
    steps = [above - below for below, above in pairwise(ratings)]
    assert ratings[0] == found.rungs[0].elo
    assert ratings[-1] == pytest.approx(found.rungs[-1].elo)
    assert min(steps) == pytest.approx(max(steps))


def test_strength_lies_between_the_rungs() -> None:
    shallow = (Rung(600, Strength(1, 800, 90)), Rung(950, Strength(1, 100, 20)))
    deep = (Rung(900, Strength(100, 200)), Rung(1300, Strength(10_000, 0)))
    found = Ladder(shallow + deep)
    assert (found.lowest, found.highest) == (600, 1300)
    assert found.at(600) == Strength(1, 800, 90)
    assert found.at(775) == Strength(1, 450, 55)
    assert found.at(950) == Strength(1, 100, 20)
    assert found.at(1100) == Strength(1000, 100)
    assert found.at(1300) == Strength(10_000, 0)


def test_the_final_rungs_of_a_fit_lie_evenly() -> None:
    shallow = (Rung(600, Strength(1, 800, 90)), Rung(950, Strength(1, 100, 20)))
    deep = (
        Rung(700, Strength(50, 500)),
        Rung(900, Strength(100, 200)),
        Rung(1300, Strength(10_000, 0)),
    )
    steps = evenly(Ladder(shallow + deep))
    whole = Ladder(shallow + deep[1:])
    one_ply = [whole.at(elo) for elo in (600, 700, 800, 900, 950)]
    assert steps == one_ply + [Ladder(deep).at(elo) for elo in (900, 1000, 1100, 1200, 1300)]


@pytest.mark.parametrize("elo", [0, 300, 9999])
def test_an_impossible_rating_is_refused_with_the_range(elo: int) -> None:
    position = ply.position("squatter(7)")
    found = ladder(position)
    message = f"elo={elo} is not valid in .*{found.lowest} to {found.highest}"
    with pytest.raises(PlygroundError, match=message):
        ply.player(f"pvs:elo={elo}").choose(position)


def test_a_game_without_ratings_says_how_to_get_them() -> None:
    position = searching.example_start("tic_tac_toe")
    with pytest.raises(PlygroundError, match=r"no ratings yet.*plyground levels fit"):
        ply.player("pvs:elo=1000").choose(position)
    assert ply.player("pvs:level=3").choose(position) in position.legal_moves


def test_weaker_play_sees_less_and_repeats() -> None:
    """The same seed plays the same game, another one errs elsewhere."""

    def game(seed: int) -> list[str]:
        player, position = ply.player("pvs:elo=700", seed=seed), ply.position("kalah(6,4)")
        moves = []
        while not position.is_over:
            moves.append(player.choose(position))
            position = position.play(moves[-1])
        return moves

    assert game(1) == game(1)
    assert len({tuple(game(seed)) for seed in range(5)}) > 1


def test_a_new_seed_reaches_the_evaluation() -> None:
    """Matches keep their players from game to game, and give them a new seed each time."""
    kept, position = ply.player("pvs:nodes=300,blur=2000,table_mb=1", seed=1), ply.position("kalah")
    assert isinstance(kept, EnginePlayer)
    moves = []
    for seed in (1, 2, 3, 4, 5, 1):
        kept.begin_anew(seed)
        moves.append(kept.choose(position))
    assert len(set(moves)) > 1
    assert moves[0] == moves[-1]


def test_blur_hides_no_win() -> None:
    """Errors are those of judgement: a game that is over is seen as it is."""
    position = ply.position("connect-four")
    for move in "121212":
        position = position.play(move)
    for seed in range(20):
        assert ply.player("pvs:depth=1,blur=15000", seed=seed).choose(position) == "1"


def test_blur_leaves_full_strength_as_it_is() -> None:
    position = ply.position("kalah-manchester")
    plain = ply.PVS(table_mb=1).search(position, ply.Limit(nodes=3000))
    same = ply.PVS(table_mb=1, blur=0, seed=7).search(position, ply.Limit(nodes=3000))
    other = ply.PVS(table_mb=1, blur=300, seed=7).search(position, ply.Limit(nodes=3000))
    assert (plain.nodes, plain.lines) == (same.nodes, same.lines)
    assert other.lines != plain.lines


class StoppedError(Exception):
    pass


def test_a_fit_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    played: list[str] = []

    def stop_after_four(*match: object) -> None:
        played.append(str(match))
        if len(played) == 4:
            raise StoppedError

    fit = partial(Fit, pairs=5, most_nodes=40, workers=0)
    whole = fit("connect-four(4,4)").run()
    file = tmp_path / "four.matches"
    with pytest.raises(StoppedError):
        fit("connect-four(4,4)", file=file, on_match=stop_after_four).run()
    resumed = fit("connect-four(4,4)", file=file, on_match=stop_after_four).run()
    assert resumed == whole
    assert len(played) > 4
    assert len(set(played)) == len(played), "nothing is played twice"
    with pytest.raises(PlygroundError, match="another fit"):
        fit("connect-four(5,4)", file=file).run()
    path = tmp_path / "levels.toml"
    path.write_text(ladders_text({"connect-four(4,4)": whole, "kalah(6,4)": whole}))
    rounded = read_file(path)["kalah(6,4)"]
    assert [rung.strength for rung in rounded.rungs] == [rung.strength for rung in whole.rungs]
    assert all(abs(a.elo - b.elo) <= 0.5 for a, b in zip(rounded.rungs, whole.rungs, strict=True))


@pytest.mark.parametrize(
    "text",
    [
        "[a]\nelo = [1, 2]\nnodes = [1]\nblur = [1]\noverlook = [1]",
        "[a]\nelo = [2, 1]\nnodes = [1, 1]\nblur = [1, 1]\noverlook = [1, 1]",
        "[a]\nelo = [1, 2]\nnodes = [0, 1]\nblur = [1, 1]\noverlook = [1, 1]",
        "[a]\nelo = [1, 2]\nnodes = [1, 1]\nblur = [1, -1]\noverlook = [1, 1]",
        "[a]\nelo = 1\nnodes = 2\nblur = 3\noverlook = 4",
        "a = 1",
    ],
)
def test_a_bad_file_of_ratings_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "levels.toml"
    path.write_text(text)
    with pytest.raises(PlygroundError, match="not a ladder of levels"):
        read_file(path)


def test_ratings_of_an_own_game_lie_beside_it(tmp_path: Path) -> None:
    source = Path(str(searching.__file__)).parent.parent.parent / "examples" / "nim.py"
    module = f"nim_{random.Random().randrange(10**9)}"
    copy = tmp_path / f"{module}.py"
    copy.write_text(source.read_text())
    from plyground.games.python_file import start_in_file

    start = start_in_file(f"{copy}:Nim")
    path = file_of(start)
    assert path == tmp_path / f"{module}.levels.toml"
    path.write_text(
        ladders_text({start.game: Ladder((Rung(500, Strength(1, 100)), Rung(900, Strength(9, 0))))})
    )
    assert (ladder(start).lowest, ladder(start).highest) == (500, 900)
    assert ply.player("pvs:elo=700").choose(start) in start.legal_moves
