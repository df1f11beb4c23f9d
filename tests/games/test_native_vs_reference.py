"""Over 100,000 random positions of each family: the package and the references never differ."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, cast

import pytest

import plyground as ply
from tests import reference
from tests.reference import ReferencePosition
from tests.support import random_play

CONNECT_FOUR_QUOTA = 2_900  # positions of each of 42 sizes
KALAH_SHARES, KALAH_QUOTA = 24, 280  # positions of each of the 384 variants
SQUATTER_QUOTA = 6_600  # positions of each of 9 sizes × 2 first sides
WATCH_YOUR_BACK_SHARES, WATCH_YOUR_BACK_QUOTA = 20, 5_100  # positions of each share

# Most positions are checked along one random move; every so-many-th one in all its moves.
THOROUGH_EVERY = 40

Chooser = Callable[[random.Random, list[str], int], str]


class NativePosition(ply.Position, Protocol):
    """What every position of the package's own games has."""

    @property
    def hash(self) -> int:
        """64 bits that tell positions of one game apart."""


@dataclass
class Comparison:
    """Walks random games in step through both implementations of one game."""

    game: str
    rng: random.Random
    count: int = 0
    hash_of: dict[str, int] = field(default_factory=dict)
    text_of: dict[int, str] = field(default_factory=dict)

    def native(self, text: str | None) -> NativePosition:
        """Return the package's start position, or the position that a text describes."""
        return cast(NativePosition, ply.position(self.game, text))

    def walk(self, text: str | None, choose: Chooser, max_moves: int = 400) -> None:
        """Play one random game to its end, or for so many moves."""
        native, slow = self.native(text), reference.position(self.game, text)
        assert native.game == self.game
        for _ in range(max_moves):
            legal = self.compare(native, slow)
            if not legal:
                return
            if self.count % THOROUGH_EVERY == 0:
                self.compare_thoroughly(native, slow, legal)
            move = choose(self.rng, legal, slow.turn)
            native, slow = native.play(move), slow.play(move)

    def compare(self, native: NativePosition, slow: ReferencePosition) -> list[str]:
        """Compare all that both know of one position; return the legal moves."""
        self.count += 1
        text, legal = slow.text(), slow.legal_moves()
        where = f"{self.game}: {text}"
        assert native.text == text, where
        assert native.turn == slow.turn, where
        assert native.is_over == slow.is_over() == (not legal), where
        assert sorted(native.legal_moves) == sorted(legal), where
        if not legal:
            assert native.margin == slow.margin(), where
        # Equal texts, equal hashes; and no two texts of a game share one.
        assert self.hash_of.setdefault(text, native.hash) == native.hash, where
        assert self.text_of.setdefault(native.hash, text) == text, where
        return legal

    def compare_thoroughly(
        self, native: NativePosition, slow: ReferencePosition, legal: list[str]
    ) -> None:
        """Compare the positions after all legal moves, and the round trip through text."""
        again = self.native(native.text)
        assert again == native, native.text
        assert again.hash == native.hash, native.text
        for move in legal:
            after = native.play(move)
            self.compare(after, slow.play(move))
            read = self.native(after.text)
            assert (read.text, read.hash) == (after.text, after.hash)
            assert (read.is_over, read.legal_moves) == (after.is_over, after.legal_moves)


def any_move(rng: random.Random, legal_moves: list[str], _player: int) -> str:
    """Choose uniformly."""
    return rng.choice(legal_moves)


@pytest.mark.parametrize("game", random_play.connect_four_games())
def test_connect_four(game: str) -> None:
    """Every size of the board: uniform games, and games that last because wins are avoided."""
    comparison = Comparison(game, random.Random(game))
    while comparison.count < CONNECT_FOUR_QUOTA:
        comparison.walk(None, any_move)
        comparison.walk(None, random_play.connect_four_move)


@pytest.mark.parametrize("share", range(KALAH_SHARES))
def test_kalah(share: int) -> None:
    """All 384 combinations of parameters, each on many sizes from 1 to 12."""
    for variant in random_play.kalah_variants()[share::KALAH_SHARES]:
        rng = random.Random(f"kalah{variant}")
        count = 0
        while count < KALAH_QUOTA:
            houses, seeds = rng.randint(1, 12), rng.randint(1, 12)
            game = f"kalah({houses},{seeds}{variant})"
            if game == "kalah(7,7,swap=yes,first_extra_turn=no)":
                game = "kalah-manchester"
            comparison = Comparison(game, rng)
            comparison.walk(None, any_move)
            text = random_play.kalah_text(rng, houses, seeds)
            if not reference.position(game, text).is_over():
                comparison.walk(text, any_move, max_moves=20)
            count += comparison.count


@pytest.mark.parametrize("first", ["white", "black"])
@pytest.mark.parametrize("size", range(3, 12))
def test_squatter(size: int, first: str) -> None:
    """Every size, either side first, uniform games and games full of captures."""
    game = f"squatter({size})" if first == "white" else f"squatter({size},first=black)"
    comparison = Comparison(game, random.Random(game))
    while comparison.count < SQUATTER_QUOTA:
        comparison.walk(None, any_move)
        comparison.walk(None, random_play.squatter_move)
        comparison.walk(None, random_play.squatter_move)


@pytest.mark.parametrize("share", range(WATCH_YOUR_BACK_SHARES))
def test_watch_your_back(share: int) -> None:
    """Pure and arena rules: whole games, and set-up boards around the shrinks and blockades."""
    game = random_play.ARENAS[share % len(random_play.ARENAS)]
    comparison = Comparison(game, random.Random(f"{game} {share}"))
    while comparison.count < WATCH_YOUR_BACK_QUOTA:
        comparison.walk(None, any_move)
        for _ in range(6):
            comparison.walk(random_play.watch_your_back_text(comparison.rng), any_move, 30)
