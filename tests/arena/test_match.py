"""Matches: openings, workers, determinism, statistics, sequential tests."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import plyground as ply
from plyground.arena.agents.agents import cores_per_game
from plyground.arena.rating.sprt import Decision, Sprt
from plyground.arena.rating.statistics import Score
from plyground.arena.referee.adjudication import ByLength
from plyground.arena.referee.clock import Control
from plyground.arena.running.ledger import Ledger
from plyground.arena.running.match import MatchResult, match, sprt
from plyground.arena.running.openings import Walks, openings
from plyground.arena.running.result import Pairing, Reason
from plyground.arena.running.run import Progress
from plyground.arena.running.spec import entries
from plyground.arena.running.store import Filter, Store
from plyground.books.book import Book, BookMove, folded
from plyground.books.opening import shipped
from tests.support.python_games import Nim

FAST = "pvs:depth=3,table_mb=1"
CRASHES = """
def choose(position, clock):
    raise RuntimeError("this agent is broken")
"""


def played(result: MatchResult) -> list[tuple[object, ...]]:
    return sorted((g.players, str(g.start), g.moves, g.score) for g in result.games)


# Openings.


@pytest.mark.parametrize("game", ["kalah(6,4)", "squatter(6)", "watch-your-back"])
def test_random_openings_differ_and_can_be_played(game: str) -> None:
    source = Walks(ply.position(game), seed=3)
    found = [source[n] for n in range(100)]
    keys = {folded(position).text for position in found}
    assert len(keys) == 100
    assert not any(position.is_over for position in found)
    assert min(len(position.legal_moves) for position in found) > 1


def test_an_opening_is_the_same_in_whatever_order_it_is_asked_for() -> None:
    start = ply.position("squatter(6)")
    one, other = Walks(start, seed=5), Walks(start, seed=5)
    late_first = one[70], one[3]
    assert (other[3], other[70]) == late_first[::-1]
    assert Walks(start, seed=6)[3] != other[3]


def test_all_games_can_begin_at_the_start() -> None:
    result = match("random", "greedy", "kalah(4,3)", 3, openings="start", workers=0)
    assert {game.start for game in result.games} == {None}
    assert len({game.moves for game in result.games}) > 1


def test_openings_of_a_tiny_game_come_again() -> None:
    source = Walks(ply.position("kalah(2,1)"), plies=1)
    many = [source[n] for n in range(200)]
    assert source.size is not None
    assert many[0] == many[source.size]


def test_openings_from_a_record_file(tmp_path: Path) -> None:
    games = [ply.game("kalah(6,4)") for _ in range(2)]
    for move in ("1", "2"):
        games[0].push(move)
    games[1].push("2")
    ply.save(tmp_path / "lines.txt", games)
    source = openings(f"file:{tmp_path / 'lines.txt'}", ply.position("kalah(6,4)"))
    assert source.size == 2
    assert (source[0], source[1]) == (games[0].position, games[1].position)


def test_openings_from_position_texts(tmp_path: Path) -> None:
    start = ply.position("kalah(6,4)")
    file = tmp_path / "positions.txt"
    file.write_text(f"# two\n{start.play('1').text}\n\n{start.play('2').text}\n")
    assert openings(str(file), start)[1] == start.play("2")
    file.write_text("nonsense\n")
    with pytest.raises(ply.PlygroundError, match=r"positions\.txt:1: "):
        openings(f"file:{file}", start)


def test_openings_of_another_game_are_refused(tmp_path: Path) -> None:
    ply.save(tmp_path / "lines.txt", [ply.game("kalah(6,3)")])
    with pytest.raises(ply.PlygroundError, match="not of squatter"):
        openings(f"file:{tmp_path / 'lines.txt'}", ply.position("squatter(6)"))


def test_openings_from_a_book(tmp_path: Path) -> None:
    start = ply.position("squatter(6)")
    entry = (BookMove("c3", 10, 4), BookMove("b2", 5, 4), BookMove("a1", -900, 4, avoid=True))
    Book("squatter(6)", {folded(start).text: entry}).save(tmp_path / "my.book")
    source = openings(f"book:{tmp_path / 'my.book'}", start, plies=2)
    assert {folded(source[n]).text for n in range(2)} == {
        folded(start.play(move)).text for move in ("c3", "b2")
    }
    assert source[2] == source[0]


def test_more_pairs_than_openings_are_refused(tmp_path: Path) -> None:
    ply.save(tmp_path / "one.txt", [ply.game("kalah(6,4)")])
    with pytest.raises(ply.PlygroundError, match="there are 1 openings, and 3 are needed"):
        match("random", "greedy", pairs=3, openings=f"file:{tmp_path / 'one.txt'}")


# Matches.


@pytest.mark.parametrize("workers", [1, 3])
def test_games_do_not_depend_on_the_number_of_workers(workers: int) -> None:
    players = ("mcts:sims=20", "pvs:depth=2,level=3,table_mb=1")
    here = match(*players, "kalah(4,3)", 8, seed=7, workers=0)
    there = match(*players, "kalah(4,3)", 8, seed=7, workers=workers)
    assert played(here) == played(there)
    assert played(here) != played(match(*players, "kalah(4,3)", 8, seed=8, workers=0))


def test_both_games_of_a_pair_share_the_opening() -> None:
    result = match(FAST, "greedy", "squatter(6)", 5, workers=0)
    starts = [game.start for game in result.games]
    assert sorted(starts[::2], key=str) == sorted(starts[1::2], key=str)
    assert len(set(starts)) == 5
    assert sum(game.players[0] == FAST for game in result.games) == 5


def test_the_numbers_of_a_match_agree() -> None:
    result = match(FAST, "greedy", "kalah(4,3)", 10, seed=1, workers=0)
    assert result.score == Score.of(FAST, dict(result.points))
    assert result.score.points == sum(game.view(FAST).score for game in result.games)
    assert result.pentanomial == result.score.pentanomial
    assert sum(result.pentanomial) == 10
    assert str(result.elo) in str(result)
    assert f"{FAST} against greedy, kalah(4,3)" in str(result)


def test_a_player_can_meet_itself() -> None:
    result = match("random", "random", "kalah(4,3)", 10, workers=0)
    assert (result.a, result.b) == ("random", "random (2)")
    assert result.score.games == 20


def test_players_can_have_names() -> None:
    result = match("new=greedy", "old=random", "kalah(4,3)", 2, workers=1)
    assert {name for game in result.games for name in game.players} == {"new", "old"}
    with pytest.raises(ply.PlygroundError, match="two players are called x"):
        entries(["x=greedy", "x=random"])


def test_a_game_in_python_and_a_player_in_python() -> None:
    result = match(ply.PVS(depth=6, table_mb=1), "random", Nim(), 4, plies=1, workers=4)
    assert result.score.games == 8
    assert result.a == "pvs"


def test_watch_your_back_ends_by_arena_rules_and_says_so() -> None:
    result = match("random", "random", "watch-your-back", 1, workers=0)
    assert result.game == "watch-your-back(max_turns=320,double_pass_draws=yes)"
    assert {game.game for game in result.games} == {result.game}
    other = match("random", "random", "watch-your-back(max_turns=100)", 1, workers=0)
    assert other.game == "watch-your-back(max_turns=100)"


def test_a_faulty_agent_costs_only_its_own_games(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text(CRASHES)
    result = match(f"broken=file:{file}", "greedy", "kalah(4,3)", 2, workers=2)
    assert result.score.losses == 4
    assert {game.reason for game in result.games} == {Reason.CRASH}
    assert {game.faulty for game in result.games} == {"broken"}
    assert str(result).endswith("broken lost 4 by crash, e.g. ended with exit code 1")
    assert all("this agent is broken" in game.view("broken").stderr for game in result.games)


def test_adjudication_is_stated_in_the_record() -> None:
    result = match("random", "greedy", "kalah(6,4)", 1, adjudicators=(ByLength(4),), workers=1)
    assert {game.reason for game in result.games} == {Reason.ADJUDICATED}
    assert result.games[0].note == "not over after 4 moves"


def test_time_control() -> None:
    control = Control(move_time=0.02, grace=5)
    result = match("pvs:table_mb=1", "random", "squatter(7)", 1, control=control, workers=1)
    assert all(0.05 < game.view("pvs:table_mb=1").seconds < 5 for game in result.games)


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ("nobody", "no player 'nobody'"),
        ("human", "human cannot play"),
        ("pvs:weights=/no/file.toml", r"^pvs:weights=/no/file\.toml: "),
        ("file:/no/agent.py", "there is no file"),
        ("ugi:/no/engine", "there is no program"),
    ],
)
def test_impossible_players_are_refused_before_the_first_game(given: str, problem: str) -> None:
    with pytest.raises(ply.PlygroundError, match=problem):
        match(given, "random", pairs=1)


def test_a_worker_that_is_killed_costs_no_game() -> None:
    killed: list[int] = []

    def kill_one(progress: Progress) -> None:
        if progress.played == 3 and not killed:
            children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
            killed.append(int(children[-1]))
            os.kill(killed[0], 9)

    result = match(FAST, "greedy", "kalah(4,3)", 6, seed=2, workers=2, on_progress=kill_one)
    assert killed
    assert played(result) == played(match(FAST, "greedy", "kalah(4,3)", 6, seed=2, workers=0))


def test_cores() -> None:
    assert cores_per_game(["random", "pvs:threads=4"]) == 4
    assert cores_per_game(["file:agent.py", "random"]) == 2


@pytest.mark.slow
def test_a_cluster_plays_the_same_games() -> None:
    pytest.importorskip("ray")
    there = match(FAST, "mcts:sims=20", "kalah(4,3)", 4, seed=3, workers="ray")
    assert played(there) == played(match(FAST, "mcts:sims=20", "kalah(4,3)", 4, seed=3, workers=0))


@pytest.mark.slow
def test_a_cluster_survives_the_loss_of_a_node() -> None:
    cluster_utils = pytest.importorskip("ray.cluster_utils")
    cluster = cluster_utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    lost = [cluster.add_node(num_cpus=1)]

    def lose_one(progress: Progress) -> None:
        if progress.played >= 3 and lost:
            cluster.remove_node(lost.pop(), allow_graceful=False)

    slower = "pvs:nodes=20000"
    try:
        there = match(slower, "greedy", "kalah(6,4)", 10, seed=3,
                      workers=f"ray:{cluster.address}", on_progress=lose_one)  # fmt: skip
    finally:
        cluster.shutdown()
    assert not lost
    assert played(there) == played(match(slower, "greedy", "kalah(6,4)", 10, seed=3, workers=0))


def test_without_ray_there_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ply.PlygroundError, match=r"pip install 'plyground\[ray\]'"):
        match("random", "greedy", pairs=1, workers="ray")


# The store.


def test_a_finished_match_is_stored_and_not_played_again(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    first = match(FAST, "random", "kalah(4,3)", 4, seed=4, workers=0, store=file)
    assert first.games == ()
    with Store(file) as store:
        (run,) = store.runs()
        assert (run.kind, run.status, run.games, run.seed) == ("match", "finished", 8, 4)
        assert run.settings["game"] == "kalah(4,3)"
        assert store.points(run.id) == dict(first.points)
        assert sum(1 for _ in store.games(Filter(player=FAST))) == 8


def test_a_match_resumes_after_an_error(tmp_path: Path) -> None:
    def stop_at_five(progress: Progress) -> None:
        if progress.played == 5:
            raise KeyboardInterrupt

    file = tmp_path / "games.db"
    with pytest.raises(KeyboardInterrupt):
        match(FAST, "random", "kalah(4,3)", 4, workers=1, store=file, on_progress=stop_at_five)
    counts: list[int] = []
    result = match(
        FAST, "random", "kalah(4,3)", 4, workers=1, store=file, resume=True,
        on_progress=lambda progress: counts.append(progress.played),
    )  # fmt: skip
    assert counts == [5, 6, 7, 8]
    assert dict(result.points) == dict(match(FAST, "random", "kalah(4,3)", 4, workers=0).points)


# Sequential tests.


@pytest.mark.parametrize("workers", [0, 2])
def test_a_sequential_test_stops_at_the_same_pair_with_any_workers(workers: int) -> None:
    result = sprt(FAST, "random", Sprt(0, 50), "kalah(4,3)", seed=1, workers=workers)
    assert result.decision is Decision.ACCEPT
    assert result.score == sprt(FAST, "random", Sprt(0, 50), "kalah(4,3)", seed=1, workers=0).score
    assert result.test is not None
    assert result.test.llr == Sprt(0, 50).llr(result.pentanomial)
    assert result.score.games == 2 * sum(result.pentanomial)


def test_a_sequential_test_can_say_no() -> None:
    result = sprt("random", FAST, Sprt(0, 50), "kalah(4,3)", workers=0)
    assert result.decision is Decision.REJECT


# The ledger.


def all_scores() -> Iterator[tuple[Pairing, float]]:
    for n in range(20):
        game = Pairing("a", "b", n)
        yield game, (n % 3) / 2
        if n % 4:
            yield game.partner, (n % 5 % 3) / 2


def test_the_ledger_counts_as_the_statistics_do() -> None:
    points = dict(all_scores())
    ledger = Ledger(points)
    assert dict(ledger) == points
    assert len(ledger) == len(points)
    assert ledger.score("a") == Score.of("a", points)
    assert ledger.score("b", "a") == Score.of("b", points)
    assert Pairing("a", "b", 99) not in ledger
    assert Pairing("b", "a", 0) not in ledger
    ledger.enter(Pairing("a", "b", 1), 0.0)
    assert dict(ledger) == points
    with pytest.raises(KeyError):
        ledger[Pairing("a", "b", 99)]


# Memory.


def megabytes(pid: int | str = "self") -> float:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def growth(games: int, folder: Path) -> float:
    """Play random games; returns by how many MB we and our worker grew after the first fifth."""
    sizes: list[float] = []

    def note(progress: Progress) -> None:
        if progress.played in (games // 5, games - 1):
            children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
            sizes.append(megabytes() + sum(map(megabytes, children)))

    match(
        "random", "other=random", "kalah(4,2)", games // 2, workers=1,
        store=folder / "games.db", on_progress=note,
    )  # fmt: skip
    return sizes[1] - sizes[0]


def test_many_games_take_constant_memory(tmp_path: Path) -> None:
    assert growth(2000, tmp_path) < 4


@pytest.mark.slow
def test_very_many_games_take_constant_memory(tmp_path: Path) -> None:
    assert growth(100_000, tmp_path) < 16


def test_players_keep_their_book_in_a_match() -> None:
    """The shipped book answers the first moves, whatever the search would play."""
    start = ply.position("kalah-manchester")
    book = shipped("kalah-manchester")
    assert book is not None
    spec = "pvs:depth=1,table_mb=1,book=default,book_variety=0"
    result = match(spec, "one=pvs:depth=1,table_mb=1", start.game, 2, openings="start", workers=0)
    for game in result.games:
        position = start
        for number, move in enumerate(game.moves[:2]):
            if game.players[number] == spec:
                assert move == book.probe(position)[0].move
            position = position.play(move)
