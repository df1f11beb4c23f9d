"""Opening books: files, symmetry, drop-out expansion, checks, and the command."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import plyground as ply
from plyground.books import Book, BookMove, Opening, Plan, build, check, folded, mend
from plyground.books.tree import Leaf, Tree, best_of
from plyground.cli.learn import book as command
from plyground.errors import PlygroundError
from plyground.games.native import NativePosition, is_native
from plyground.players.judge import EngineJudge

GAMES = ("kalah(4,3)", "kalah-manchester", "squatter(5)", "watch-your-back")


def judge(nodes: int = 400) -> EngineJudge:
    return EngineJudge(ply.Limit(nodes=nodes), table_mb=1)


def small_book(game: str, positions: int = 12, **plan: int) -> Book:
    return build(game, judge().moves, Plan(positions=positions, **plan))


def walk(book: Book) -> Iterator[NativePosition]:
    """Visit every position of a book, as the book holds it."""
    for text in book.positions:
        position = ply.position(book.game, text)
        assert is_native(position)
        yield position


# Files.


@pytest.mark.parametrize("game", GAMES)
def test_books_come_back_from_files(game: str, tmp_path: Path) -> None:
    book = small_book(game)
    book.origin = "a test, with “quotes”"
    first = next(iter(book.positions))
    book.positions[first] = tuple(m._replace(avoid=True) for m in book.positions[first])
    book.save(tmp_path / "a.book")
    loaded = Book.load(tmp_path / "a.book")
    assert loaded == book
    assert loaded.to_bytes() == book.to_bytes()
    assert [file.name for file in tmp_path.iterdir()] == ["a.book"]


def packed(content: object) -> bytes:
    return gzip.compress(json.dumps(content).encode())


def first_words(value: object) -> str:
    """Name a case by its message: packed bytes hold the time, and workers must agree on names."""
    return value[:40] if isinstance(value, str) else "file"


def with_positions(positions: object) -> bytes:
    return packed({"plyground-book": 1, "game": "kalah(4,3)", "positions": positions})


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "not an opening book|truncated"),
        (b"PK\x03\x04 something else", "not an opening book"),
        (small_book("kalah(4,3)").to_bytes()[:-20], "truncated"),
        (gzip.compress(b"no json"), "not an opening book: the content is not JSON"),
        (gzip.compress(b"\xff\xfe"), "not an opening book: the content is not JSON"),
        (gzip.compress(b"[" * 200_000), "not an opening book: the content is not JSON"),
        (packed([1, 2]), "not an opening book; create one with plyground book build"),
        (
            packed({"game": "kalah(4,3)"}),
            "not an opening book; create one with plyground book build",
        ),
        (packed({"plyground-book": 2}), "version 2 is unknown; this is 1"),
        (packed({"plyground-book": 1, "game": "chess", "positions": {}}), "no game 'chess'"),
        (packed({"plyground-book": 1, "positions": {}}), "None"),
        (packed({"plyground-book": 1, "game": "kalah(4,3)"}), "positions are missing"),
        (with_positions([]), "positions are missing"),
        (with_positions({"x": 5}), "must be lists of a move, its score and its depth"),
        (with_positions({"x": [["1", 5]]}), "must be lists of a move"),
        (with_positions({"x": [["1", "5", 1]]}), "must be lists of a move"),
        (with_positions({"x": [["1", 5, 1, 2]]}), "must be lists of a move"),
        (with_positions({"x": ["123"]}), "must be lists of a move"),
    ],
    ids=first_words,
)
def test_broken_files_are_named_in_one_line(content: bytes, message: str, tmp_path: Path) -> None:
    file = tmp_path / "broken.book"
    file.write_bytes(content)
    with pytest.raises(PlygroundError, match=message) as refused:
        Book.load(file)
    assert str(refused.value).startswith(f"{file}: ")
    assert "\n" not in str(refused.value)


def test_missing_files_and_foreign_games_are_named(tmp_path: Path) -> None:
    with pytest.raises(PlygroundError, match=r"none\.book: cannot read: No such file"):
        Book.load(tmp_path / "none.book")
    with pytest.raises(PlygroundError, match=r"a book of kalah\(4,3\), not of squatter\(5\)"):
        small_book("kalah(4,3)").probe(ply.position("squatter(5)"))


def test_every_cut_of_a_file_is_refused() -> None:
    content = small_book("kalah(4,3)", 3).to_bytes()
    for end in range(len(content)):
        with pytest.raises(PlygroundError):
            Book.from_bytes(content[:end], "cut")


def test_positions_that_no_book_writes_are_refused_before_building() -> None:
    start = ply.position("squatter(5)")
    images = {start.play(move).text for move in ("a1", "e1", "a5", "e5")}
    texts = images - {folded(start.play("a1")).text}
    for text in texts:
        with pytest.raises(PlygroundError, match="is not the canonical text of"):
            Tree(Book("squatter(5)", {text: (BookMove("c3", 0, 1),)}))
    with pytest.raises(PlygroundError):
        Tree(Book("squatter(5)", {"nonsense": ()}))


def test_moves_that_are_not_legal_are_never_given() -> None:
    start = ply.position("kalah(4,3)")
    moves = (BookMove("9", 50, 1), BookMove("2", 10, 1), BookMove("swap", 5, 1))
    book = Book("kalah(4,3)", {start.text: moves})
    assert [move.move for move in book.probe(start)] == ["2"]


# Symmetry.


@pytest.mark.parametrize("game", ["squatter(5)", "squatter(6)", "watch-your-back"])
def test_mirrored_ways_lead_to_the_same_entry(game: str) -> None:
    book = small_book(game, 25, width=4)
    chance = random.Random(5)
    for position in walk(book):
        image = position.transformed(chance.randrange(position.num_symmetries_within(1)))
        here, there = book.probe(position), book.probe(image)
        assert [m[1:] for m in here] == [m[1:] for m in there]
        assert {m.move for m in there} <= set(image.legal_moves)
        for a, b in zip(here, there, strict=True):
            assert folded(position.play(a.move)) == folded(image.play(b.move))


@pytest.mark.parametrize("game", ["squatter(5)", "watch-your-back"])
def test_mirror_images_are_kept_once(game: str) -> None:
    book = small_book(game, 30)
    for position in walk(book):
        assert folded(position) == position
        after = [folded(position.play(move.move)).text for move in book.probe(position)]
        assert len(after) == len(set(after))
    start = ply.position(game)
    firsts = {folded(start.play(move)).text for move in start.legal_moves}
    assert len(book.probe(start)) == len(firsts) < len(start.legal_moves)


def test_transposed_ways_lead_to_the_same_entry() -> None:
    start = ply.position("squatter(5)")
    one = start.play("b2").play("d4").play("c2")
    other = start.play("c2").play("d4").play("b2")
    book = Book("squatter(5)", {folded(one).text: (BookMove("c3", 7, 1),)})
    mirrored = start.play("b4").play("d2").play("c4")
    assert book.probe(one) == book.probe(other)
    assert book.probe(mirrored)[0].score == 7
    assert mirrored in book
    assert start not in book


# Building.


@pytest.mark.parametrize("game", GAMES)
def test_scores_are_backed_up_by_the_sides_that_move(game: str) -> None:
    book = small_book(game, 30)
    linked = 0
    for position in walk(book):
        for move in book.known(position):
            after = position.play(move.move)
            if entry := book.positions.get(folded(after).text):
                reply = best_of(entry)
                sign = 1 if after.turn == position.turn else -1
                assert (move.score, move.depth) == (sign * reply.score, reply.depth + 1)
                linked += 1
        scores = [move.score for move in book.known(position)]
        assert scores == sorted(scores, reverse=True)
    assert linked >= len(book) - 1


@pytest.mark.parametrize("game", GAMES)
def test_the_same_limits_make_the_same_book(game: str) -> None:
    assert small_book(game).to_bytes() == small_book(game).to_bytes()


@pytest.mark.parametrize("game", GAMES)
def test_a_resumed_book_equals_one_made_at_a_stretch(game: str) -> None:
    part = Book.from_bytes(small_book(game, 5).to_bytes(), "part")
    resumed = build(game, judge().moves, Plan(positions=14), book=part)
    assert resumed.to_bytes() == small_book(game, 14).to_bytes()


def test_a_broken_off_book_is_whole(tmp_path: Path) -> None:
    book = Book("squatter(5)")

    def stop(book: Book, _: Leaf) -> None:
        if len(book) == 6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build("squatter(5)", judge().moves, Plan(positions=50), book=book, on_step=stop)
    book.save(tmp_path / "b.book")
    again = build("squatter(5)", judge().moves, Plan(positions=9),
                  book=Book.load(tmp_path / "b.book"))  # fmt: skip
    assert again.to_bytes() == small_book("squatter(5)", 9).to_bytes()


def test_the_leaf_that_costs_least_comes_next() -> None:
    scores = {"1": 0, "2": -150, "3": -350}

    def fixed(position: ply.Position, lines: int) -> tuple[int, list[tuple[str, int]]]:
        moves = [(move, scores[move]) for move in position.legal_moves]
        return 1, sorted(moves, key=lambda move: -move[1])[:lines]

    reached: list[tuple[int, str]] = []
    build("kalah(3,3)", fixed, Plan(positions=40, loss_plies=1.0),
          on_step=lambda _, leaf: reached.append((leaf.plies, leaf.position.text)))  # fmt: skip
    plies = [ply for ply, _ in reached]
    assert plies[:4] == [0, 1, 1, 1]  # every first move is answered before anything else
    assert plies[4] == 2
    assert len({text for _, text in reached}) == len(reached) == 40


def test_a_book_ends_where_the_plan_or_the_game_ends() -> None:
    book = small_book("squatter(3)", 10_000, plies=2)
    assert set(Tree(book).depths().values()) == {0, 1}
    small = ply.position("kalah(2,2)")
    whole = small_book(small.game, 10_000)
    assert len(whole) == len(Tree(whole).depths()) < 100
    margin = ply.solve(small).margin
    assert margin == -2
    assert whole.probe(small)[0].score == margin - 20_000


def test_width_limits_all_positions_but_the_start() -> None:
    book = small_book("squatter(5)", 15, width=3)
    start = folded(ply.position("squatter(5)")).text
    assert len(book.positions[start]) == 6
    assert {len(moves) for text, moves in book.positions.items() if text != start} == {3}


# Playing.


def test_variety_draws_among_near_moves_by_the_seed() -> None:
    start = ply.position("kalah(6,4)")
    moves = (BookMove("3", 40, 9), BookMove("2", 35, 9), BookMove("6", 34, 9, True),
             BookMove("1", 12, 9))  # fmt: skip
    book = Book("kalah(6,4)", {start.text: moves})

    def drawn(variety: float, seed: int = 1) -> list[str | None]:
        opening = Opening(book, variety, seed)
        return [opening.choose(start) for _ in range(60)]

    assert set(drawn(0.0)) == {"3"}
    assert set(drawn(0.1)) == {"3", "2"}
    assert set(drawn(0.3)) == {"3", "2", "1"}
    assert drawn(0.3) == drawn(0.3)
    assert drawn(0.3) != drawn(0.3, seed=2)


def test_openings_take_names_files_and_books(tmp_path: Path) -> None:
    start = ply.position("squatter(5)")
    book = small_book("squatter(5)")
    book.save(tmp_path / "a.book")
    assert Opening("none").choose(start) is None
    assert Opening("default").choose(start) is None
    chosen = Opening(book, seed=1).choose(start)
    assert chosen in {move.move for move in book.near_best(start)}
    assert Opening(tmp_path / "a.book", seed=1).choose(start) == chosen
    with pytest.raises(PlygroundError, match="cannot read"):
        Opening(tmp_path / "none.book").choose(start)


# Checking.


def test_a_losing_move_is_found_and_mended() -> None:
    start = ply.position("kalah(4,3)")
    examiner = EngineJudge(ply.Limit(depth=8), table_mb=1)
    _, judged = examiner.moves(start, 4)
    best, worst = judged[0], judged[-1]
    book = Book("kalah(4,3)", {start.text: (BookMove(worst[0], 900, 1), BookMove(best[0], 5, 1))})
    [losing] = check(book, examiner)
    assert (losing.position, losing.move, losing.best) == (start.text, worst[0], best[0])
    assert losing.score < 0
    assert losing.best_score - losing.score > 100
    assert [bad.move for bad in mend(book, examiner)] == [worst[0]]
    assert [move.move for move in book.probe(start)] == [best[0]]
    assert [move.move for move in book.known(start)] == [worst[0], best[0]]
    assert check(book, examiner) == []


@pytest.mark.parametrize("game", ["kalah(4,3)", "squatter(5)"])
def test_a_move_scores_as_in_a_search_of_the_whole(game: str) -> None:
    position = ply.position(game)
    examiner = EngineJudge(ply.Limit(depth=5), table_mb=16)
    move, score, depth = examiner.best(position)
    assert abs(examiner.score_after(position, move, depth) - score) <= 100


# The command.


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command.app, arguments, env={"COLUMNS": "80"})


def test_the_command_builds_resumes_and_shows(tmp_path: Path) -> None:
    file = str(tmp_path / "a.book")
    options = ("--nodes", "400", "--memory", "1", "--save", file)
    done = run("build", "squatter(5)", "--positions", "5", *options)
    assert done.exit_code == 0
    assert done.stdout.startswith(f"{file}: 5 positions, ")
    done = run("build", "squatter(5)", "--positions", "14", "--resume", *options)
    assert f"{file}: 14 positions" in done.stdout
    assert Book.load(file).positions == small_book("squatter(5)", 14).positions
    done = run("show", file, "--depth", "2")
    assert done.exit_code == 0
    assert "14 positions, the deepest after" in done.stdout
    assert "white to move" in done.stdout
    plain = json.loads(run("show", file, "--json", "--moves", "c3", "--width", "2").stdout)
    assert plain["game"] == "squatter(5)"
    assert len(plain["moves"]) == 2
    assert {"move", "score", "depth", "avoid", "replies"} == set(plain["moves"][0])


def test_the_command_checks_and_mends(tmp_path: Path) -> None:
    start = ply.position("kalah(4,3)")
    _, judged = EngineJudge(ply.Limit(depth=8), table_mb=1).moves(start, 4)
    moves = (BookMove(judged[-1][0], 900, 1), BookMove(judged[0][0], 5, 1))
    file = tmp_path / "a.book"
    Book("kalah(4,3)", {start.text: moves}).save(file)
    options = (str(file), "--time", "0.05", "--memory", "1")
    failed = run("check", *options)
    assert failed.exit_code == 1
    assert f"{moves[0].move} (" in failed.stdout
    assert "1 positions, 1 losing moves" in failed.stdout
    assert "1 moves marked" in run("check", "--mend", *options).stdout
    assert run("check", *options).exit_code == 0
    assert "avoid" in run("show", str(file)).stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("show", "kalah(2,2)"), r"no shipped book of kalah\(2,2\)"),
        (("show", "none.book"), "none.book: cannot read"),
        (("check", "kalah-manchester", "--mend"), "only a book file can be repaired"),
        (("build", "squatter(5)", "--save", "{there}"), "already exists; add --resume"),
        (("build", "squatter(6)", "--resume", "--save", "{there}"), "is a book of squatter"),
    ],
)
def test_mistakes_are_told_in_one_line(
    arguments: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    there = tmp_path / "there.book"
    small_book("squatter(5)", 2).save(there)
    done = run(*(str(there) if word == "{there}" else word for word in arguments))
    assert isinstance(done.exception, PlygroundError)
    with pytest.raises(PlygroundError, match=message):
        raise done.exception


# Players.


def test_players_ask_their_book_first(tmp_path: Path) -> None:
    start = ply.position("kalah(6,4)")
    searched = ply.player("pvs:depth=1").choose(start)
    other = next(move for move in start.legal_moves if move != searched)
    file = tmp_path / "a.book"
    Book(start.game, {start.text: (BookMove(other, 5, 1),)}).save(file)
    booked = ply.player(f"pvs:depth=1,book={file}")
    assert booked.choose(start) == other
    assert booked.choose(start.play(other)) in start.play(other).legal_moves
    with pytest.raises(PlygroundError, match="cannot read"):
        ply.player("pvs:book=missing.book").choose(start)
    with pytest.raises(PlygroundError, match=r"a book of kalah\(6,4\), not of kalah\(4,3\)"):
        booked.choose(ply.position("kalah(4,3)"))
    with pytest.raises(PlygroundError, match=r"book_variety=0\.6 is not valid"):
        ply.player("pvs:book=default,book_variety=0.6")
