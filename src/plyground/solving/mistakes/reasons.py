"""Why a move was bad, in one sentence.

The best reason comes first: what ends the game at once, what is won and lost within two turns, what
is proven to the end, what is won and lost later, and last what can be counted on the board. A claim
that cannot be proven is not made.
"""

from __future__ import annotations

from plyground._core import Side
from plyground.evaluation.explain import explain
from plyground.games.family import Family
from plyground.games.names import entry_of
from plyground.games.native import is_native
from plyground.games.position import Position, move_text
from plyground.solving.mistakes.gains import Gains, gains
from plyground.solving.puzzles.proof import reaches_margin

_COUNT_NODES = 20_000  # positions to look at for what is won and lost
_SOLVER_NODES = 50_000  # for one question
_SOON = 2  # turns
_SLOWER = 20  # times: a game in Python


def reason(position: Position, move: str, best: str) -> str | None:
    """Say why a move is worse than another one, which a search prefers; None if nothing is proven.

    >>> import plyground as ply
    >>> reason(ply.position("kalah(6,4)", "0,1,0,4,0,0/10 2,0,5,3,1,0/12 south"), "4", "2")
    'At best house 4 wins 1 seed; house 2 wins 4 seeds.'
    """
    teller = _Teller(position, move, best)
    counted = gains(position, move, best, _budget(position, _COUNT_NODES))
    return (
        teller.at_once()
        or teller.soon(counted)
        or teller.forced()
        or teller.later(counted)
        or teller.on_the_board()
    )  # fmt: skip


class _Teller:
    """Makes sentences about a move and a better one."""

    def __init__(self, position: Position, move: str, best: str) -> None:
        self._position, self._move, self._best = position, move, best
        self._side = position.turn
        self._names = [position.side_name(s).capitalize() for s in (self._side, self._side.other)]
        entry = entry_of(position)
        self._move_name = "{}" if entry is None else entry.face.move_name
        self._reasons = entry.reasons if isinstance(entry, Family) else {}
        self._unit = "" if entry is None else entry.face.unit.split()[0]

    def _named(self, move: str) -> str:
        return self._move_name.format(move) if move[0].isdigit() else move

    def _begun(self, move: str) -> str:
        """Return a name that begins a sentence; cells keep their small letters."""
        named = self._named(move)
        return named if named == move else named[0].upper() + named[1:]

    def at_once(self) -> str | None:
        """Tell of a win that was there, or is given away, with a single move."""
        here, other = self._position, self._names[1]
        if _wins(here, self._best):
            if not _wins(here, self._move):
                return f"{self._begun(self._best)} wins at once."
            return None
        answer = _winning_answer(here, self._move)
        if answer is None or _winning_answer(here, self._best) is not None:
            return None
        return (
            f"After {self._named(self._move)} {other} wins at once with {self._named(answer)}; "
            f"{self._named(self._best)} prevents that."
        )

    def soon(self, counted: Gains | None) -> str | None:
        """Tell what is won and lost within few turns."""
        turns = None if counted is None else counted.telling
        return self._gained(counted, turns) if turns is not None and turns <= _SOON else None

    def later(self, counted: Gains | None) -> str | None:
        """Tell what is won and lost at all, as far as it was counted."""
        return self._gained(counted, None if counted is None else counted.telling)

    def _gained(self, counted: Gains | None, turns: int | None) -> str | None:
        if counted is None or turns is None:
            return None
        move, best = counted.move[turns], counted.best[turns]
        if turns == 0:
            when = "At best"
        else:
            when = "After the best reply" if turns == 1 else f"After {turns} turns of best play"
        return (
            f"{when} {self._named(self._move)} {self._amount(move)}; "
            f"{self._named(self._best)} {self._amount(best)}."
        )

    def _amount(self, gain: int) -> str:
        if gain == 0:
            return "wins nothing"
        unit = self._unit[:-1] if abs(gain) == 1 else self._unit
        return f"{'wins' if gain > 0 else 'loses'} {abs(gain)} {unit}"

    def forced(self) -> str | None:
        """Tell of results that are proven to the end of the game."""
        own, other = self._names
        move, best = self._named(self._move), self._named(self._best)
        holds = self._reaches(self._move, 0)
        if holds is False:
            saves = self._reaches(self._best, 0)
            if saves is False:
                return None
            saved = "wins" if self._reaches(self._best, 1) else "saves at least a draw"
            return f"After {move} {other} wins by force{f'; {best} {saved}' if saves else ''}."
        if self._reaches(self._move, 1) is False and self._reaches(self._best, 1):
            return f"{self._begun(self._best)} wins by force; after {move} {own} has no forced win."
        return None

    def on_the_board(self) -> str | None:
        """Tell of what the better move makes more of, or leaves less of, on the board itself."""
        own, other = self._names
        if self._turn_after(self._move) != self._turn_after(self._best):
            return None  # what the side to move has says another thing than what the other one has
        after_move, after_best = self._counts(self._move), self._counts(self._best)
        for name, noun in self._reasons.items():
            if name not in after_move or name not in after_best:
                continue  # over
            (mine, theirs), (mine_best, theirs_best) = after_move[name], after_best[name]
            if mine_best - theirs_best <= mine - theirs:
                continue
            move, best = self._move, self._best
            if mine_best > mine:
                return _compared(
                    f"{self._begun(best)} gives {own}", mine_best, self._named(move), mine, noun
                )
            return _compared(
                f"{self._begun(move)} leaves {other}", theirs, self._named(best), theirs_best, noun
            )
        return None

    def _turn_after(self, move: str) -> Side:
        return self._position.play(self._position.parse_move(move)).turn

    def _counts(self, move: str) -> dict[str, tuple[int, int]]:
        """Return what can be counted after a move, for its mover and for the opponent."""
        after = self._position.play(self._position.parse_move(move))
        if after.is_over or not self._reasons:
            return {}
        swapped = after.turn != self._side
        found = {row.name: (round(row.own), round(row.opponent)) for row in explain(after).rows}
        return {name: pair[::-1] if swapped else pair for name, pair in found.items()}

    def _reaches(self, move: str, least: int) -> bool | None:
        return reaches_margin(self._position, move, least, _budget(self._position, _SOLVER_NODES))


def _budget(position: Position, nodes: int) -> int:
    return nodes if is_native(position) else nodes // _SLOWER


def _compared(begin: str, many: int, other: str, few: int, noun: str) -> str:
    one, more = noun.split("|")
    return (
        f"{begin} {many} {one if many == 1 else more}, {other} {f'only {few}' if few else 'none'}."
    )


def _wins(position: Position, move: str) -> bool:
    after = position.play(position.parse_move(move))
    return after.is_over and after.winner == position.turn


def _winning_answer(position: Position, move: str) -> str | None:
    """Return a move that wins at once for the opponent, if it is to move then."""
    after = position.play(position.parse_move(move))
    if after.is_over or after.turn == position.turn:
        return None
    return next((text for text in map(move_text, after.legal_moves) if _wins(after, text)), None)
