"""What hypothesis draws from: names of all games with all parameters, and positions in them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hypothesis import strategies as st

import plyground as ply
from plyground.games.native import NativePosition, is_native
from tests.support import random_play

SEEDS = st.integers(0, 2**32 - 1)


@st.composite
def kalah_names(draw: st.DrawFn, most: int = 12) -> str:
    """Any size up to so many houses and seeds, any variant; the named parameters in any order."""
    sizes = [str(draw(st.integers(1, most))) for _ in range(2)]
    drawn = draw(
        st.fixed_dictionaries(
            {}, optional={k: st.sampled_from(v) for k, v in random_play.KALAH_PARAMETERS.items()}
        )
    )
    named = draw(st.permutations([f"{name}={value}" for name, value in drawn.items()]))
    return f"kalah({','.join([*sizes, *named])})"


def squatter_names(largest: int = 11) -> st.SearchStrategy[str]:
    """Any size up to a largest, either side first."""
    return st.builds(
        "squatter({},first={})".format,
        st.integers(3, largest),
        st.sampled_from(("white", "black")),
    )


def watch_your_back_names() -> st.SearchStrategy[str]:
    """The pure game and the arena's."""
    arena = st.builds(
        "watch-your-back(max_turns={},double_pass_draws={})".format,
        st.integers(1, 320),
        st.sampled_from(("no", "yes")),
    )
    return st.sampled_from(random_play.ARENAS) | arena


def connect_four_names() -> st.SearchStrategy[str]:
    """Any size of the board."""
    return st.sampled_from(random_play.connect_four_games())


def game_names() -> st.SearchStrategy[str]:
    """Any game with any parameters."""
    return st.one_of(
        connect_four_names(),
        kalah_names(),
        st.just("kalah-manchester"),
        squatter_names(),
        watch_your_back_names(),
    )


def start(name: str, text: str | None = None) -> NativePosition:
    """Return a position of a game of the core."""
    position = ply.position(name, text)
    assert is_native(position)
    return position


def random_walk(
    position: NativePosition, chance: random.Random, most: int
) -> tuple[list[NativePosition], list[str]]:
    """Play up to so many random moves; return the positions passed, and the moves."""
    positions, moves = [position], list[str]()
    while len(moves) < most and not position.is_over:
        moves.append(random_move(position, chance))
        position = position.play(moves[-1])
        positions.append(position)
    return positions, moves


def random_move(position: NativePosition, chance: random.Random) -> str:
    """Choose a move; in Squatter mostly such that captures happen."""
    legal = list(position.legal_moves)
    if isinstance(position, ply.squatter.Position):
        return random_play.squatter_move(chance, legal, position.turn)
    return chance.choice(legal)


def set_up(name: str, chance: random.Random) -> NativePosition:
    """Return a start that the usual one hardly leads to; in Squatter the usual one."""
    position = start(name)
    if isinstance(position, ply.kalah.Position):
        rules = position.rules
        return start(name, random_play.kalah_text(chance, rules.houses, rules.seeds))
    if isinstance(position, ply.watch_your_back.Position):
        return start(name, random_play.watch_your_back_text(chance))
    return position


@st.composite
def walks(
    draw: st.DrawFn, names: st.SearchStrategy[str] | None = None, most: int = 250
) -> tuple[list[NativePosition], list[str]]:
    """Random games, finished or not, from the start or from a set-up position."""
    name = draw(game_names() if names is None else names)
    chance = random.Random(draw(SEEDS))
    begin = set_up(name, chance) if draw(st.booleans()) else start(name)
    return random_walk(begin, chance, draw(st.integers(0, most)))


def positions(names: st.SearchStrategy[str] | None = None) -> st.SearchStrategy[NativePosition]:
    """Positions of any game, of any stage of it."""
    return walks(names).map(_last)


def _last(walk: tuple[Sequence[NativePosition], list[str]]) -> NativePosition:
    return walk[0][-1]
