"""What a move did, in words: made from the effects that the core tells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from plyground.games import effects as fx


def announced(effects: Iterable[fx.Effect]) -> Iterator[str]:
    """Yield a line for every effect that a player should not miss.

    >>> import plyground as ply
    >>> list(announced(ply.position("kalah(6,4)").effects("3")))
    ['south moves again']
    """
    for effect in effects:
        match effect:
            case fx.Capture():
                yield f"{effect.store} captures {_count(effect.seeds, 'seed')}"
            case fx.Sweep():
                yield f"{effect.store} gets the last {_count(effect.seeds, 'seed')}"
            case fx.ExtraTurn():
                yield f"{effect.side} moves again"
            case fx.Swap():
                yield "the players swap sides"
            case fx.Elimination():
                yield f"{effect.side} loses the piece on {effect.at}"
            case fx.Enclosure():
                yield f"{effect.side} captures {_count(len(effect.cells), 'cell')}"
            case fx.Shrink():
                lost = f"; pieces lost on {', '.join(effect.pieces)}" if effect.pieces else ""
                yield f"the board shrinks{lost}"
            case fx.Corner(lost=str()):
                yield f"{effect.lost} loses the piece on {effect.at}, now a corner"
            case fx.Pass():
                yield f"{effect.side} cannot move and passes"
            case fx.Line():
                yield f"{effect.side} has a row: {' '.join(effect.cells)}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"
