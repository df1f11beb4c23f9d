"""The books that come with the package: legal, small, and without losing moves."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import plyground as ply
import plyground.books
from plyground.books import Book, check, shipped
from plyground.books.opening import file_name
from plyground.books.tree import Tree
from plyground.players.judge import EngineJudge

SHIPPED = ("connect-four", "kalah-manchester", "squatter(6)", "squatter(7)", "watch-your-back")


@pytest.mark.parametrize("game", SHIPPED)
def test_shipped_books_are_legal_everywhere(game: str) -> None:
    book = shipped(game)
    assert book is not None
    assert book.game == game
    assert len(book) >= 100
    for text in book.positions:
        position = ply.position(game, text)
        moves = book.known(position)
        assert len(moves) == len(book.positions[text]) > 0
        for move in moves:
            position.play(move.move)
    assert len(Tree(book).depths()) == len(book)  # all can be reached from the start


@pytest.mark.parametrize("game", SHIPPED)
def test_shipped_books_answer_every_first_move(game: str) -> None:
    book = shipped(game)
    assert book is not None
    start = ply.position(game)
    assert book.probe(start)
    for move in start.legal_moves:
        after = start.play(move)
        replies = book.probe(after)
        assert replies, move
        assert {reply.move for reply in replies} <= set(after.legal_moves)
        if game == "kalah-manchester":
            assert "swap" in {reply.move for reply in book.known(after)}


@pytest.mark.parametrize("game", SHIPPED)
def test_shipped_books_are_small_and_load_fast(game: str) -> None:
    folder = Path(plyground.books.__file__).parent / "shipped"
    file = folder / file_name(game)
    assert file.stat().st_size < 100_000
    times = []
    for _ in range(5):
        began = time.process_time()
        Book.load(file)
        times.append(time.process_time() - began)
    assert min(times) < 0.010


@pytest.mark.slow
@pytest.mark.parametrize("game", SHIPPED)
def test_shipped_books_play_no_losing_move(game: str) -> None:
    book = shipped(game)
    assert book is not None
    # About a second a move; by nodes, so that the verdict is the same every time.
    assert check(book, EngineJudge(ply.Limit(nodes=3_000_000))) == []
