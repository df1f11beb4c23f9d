"""Native positions: what the core's games have beyond the interface of any game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, Self, TypeGuard

from plyground import _core
from plyground.games.position import Position


class NativePosition(Position, Protocol):
    """A position of a game of the core: the same members for every family."""

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """Every legal move."""
        ...

    @property
    def hash(self) -> int:
        """The 64 bits by which tables know the position."""
        ...

    @property
    def num_actions(self) -> int:
        """How many numbers of moves there are."""
        ...

    @property
    def num_symmetries(self) -> int:
        """How many symmetries hold to the end of the game."""
        ...

    def svg(self, last_move: str | None = None) -> str:
        """Draw the board as an SVG picture."""
        ...

    def num_symmetries_within(self, plies: int) -> int:
        """Count the symmetries that hold for so many moves."""
        ...

    def transformed(self, symmetry: int) -> Self:
        """Return the position seen through a symmetry."""
        ...

    def transformed_move(self, move: str, symmetry: int) -> str:
        """Return the move seen through a symmetry."""
        ...

    def move_index(self, move: str) -> int:
        """Return the number of a move."""
        ...

    def move_at(self, index: int) -> str:
        """Return the move with a number."""
        ...

    @staticmethod
    def _terms() -> tuple[list[tuple[str, str]], list[str], list[tuple[str, str]]]: ...

    def _perft(self, depth: int) -> int: ...

    def _playouts(self, games: int, seed: int) -> _core.PlayoutCounts: ...

    def _hash_chain(self, times: int) -> int: ...

    def _features(self) -> tuple[list[int], list[int], tuple[int, int, float]]: ...

    def _action_values(self) -> list[list[int]]: ...

    def _evaluate(self, weights: _core.Weights) -> int: ...

    def _action_scores(self, weights: _core.Weights) -> list[int]: ...

    def _numbers(self) -> bytes: ...

    def _actions(self) -> list[int]: ...

    def _judged(self, net: _core.Net) -> tuple[list[float], float]: ...

    def _num_value_inputs(self) -> int: ...

    def _value_inputs(self) -> list[int]: ...

    def _corrected(self, weights: _core.Weights, net: _core.ValueNet) -> int: ...

    def _contributions(self, net: _core.ValueNet) -> tuple[int, list[tuple[int, int]]]: ...

    def _training_rows(
        self, games: bytes, weights: _core.Weights, seed: int
    ) -> tuple[bytes, bytes, bytes]: ...

    def _search(self, config: _core.SearchConfig) -> _core.Search: ...

    def _minimax(self, depth: int, seed: int) -> int: ...

    def _solve(
        self,
        limits: _core.Limits,
        table_mb: int,
        on_progress: Callable[[dict[str, Any]], None] | None,
        stop: _core.StopToken,
        settings: _core.SolveSettings,
        on_checkpoint: Callable[[bytes], None] | None,
        restored: bytes | None,
    ) -> dict[str, Any]: ...

    def _solve_moves(
        self, limits: _core.Limits, table_mb: int, stop: _core.StopToken
    ) -> list[tuple[str, int, int]]: ...

    def _solve_each(
        self,
        inquiries: list[tuple[Self, list[int]]],
        limits: _core.Limits,
        table_mb: int,
        on_answer: Callable[[int, int, int], None],
        stop: _core.StopToken,
    ) -> bool: ...


def is_native(position: Position) -> TypeGuard[NativePosition]:
    """Whether a position belongs to a game of the core, and not to one written in Python."""
    return isinstance(position, _core.PositionBase)
