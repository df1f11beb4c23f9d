"""Moves in sentences: what announcements, hints and the terminal say a move does."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from plyground.games import effects as does
from plyground.games.effects import Effect
from plyground.games.position import Position


def sentences(
    position: Position, move: Any, effects: tuple[Effect, ...] | None = None
) -> list[str]:
    """Say what a move does: first the move itself, then what comes of it.

    Whoever has asked for the effects already passes them, so that the move is not played again.

    >>> import plyground as ply
    >>> sentences(ply.position("kalah(6,4)"), "3")
    ['South sows house 3.', 'The last seed falls into the store: South moves again.']
    >>> rows = "X------X/--O-----/--@-----/--------/--O-----/--------/-@-----@/X------X"
    >>> sentences(ply.position("watch-your-back", f"{rows} moving 10"), "c5c4")
    ['White moves c5 to c4.', 'Black loses c3.']
    """
    mover = position.turn_name.capitalize()
    if effects is None:
        effects = position.effects(move)
    shrink = next((i for i, effect in enumerate(effects) if effect.type == "shrink"), len(effects))
    found = []
    for kind, group in groupby(effects[:shrink], type):
        if kind is does.Elimination:
            found.append(_eliminated(group))
        else:
            found += [text for effect in group if (text := _sentence(mover, effect, move))]
    return [*found, _shrunk(effects[shrink:])] if shrink < len(effects) else found


def consequences(position: Position, move: Any) -> list[str]:
    """Say what comes of a move, for somebody who knows the move itself.

    >>> import plyground as ply
    >>> consequences(ply.position("squatter(3)", "+W+/W+W/+++ - white"), "b3")
    ['White captures 1 cell.']
    """
    effects = position.effects(move)
    said = sentences(position, move, effects)
    return (
        said[1:] if effects and effects[0].type in ("lift", "placement", "step", "change") else said
    )


def _sentence(mover: str, effect: Effect, move: Any) -> str | None:
    """Return what one effect is in words; None for what another one says."""
    match effect:
        case does.Lift(at):
            return f"{mover} sows house {at[1:]}."
        case does.Capture(seeds=seeds):
            return f"{mover} captures {_counted(seeds, 'seed')}."
        case does.Sweep(store=store, seeds=seeds):
            return f"{store.capitalize()} gets the {_counted(seeds, 'seed')} left."
        case does.ExtraTurn():
            return f"The last seed falls into the store: {mover} moves again."
        case does.Swap():
            return "The players swap sides."
        case does.Placement(at):
            return f"{mover} places on {at}." if move == at else f"{mover} plays {move}."
        case does.Step(start, to):
            return f"{mover} moves {start} to {to}."
        case does.Enclosure(cells=cells, recaptured=recaptured):
            back = f", {len(recaptured)} of them from the opponent" if recaptured else ""
            return f"{mover} captures {_counted(len(cells), 'cell')}{back}."
        case does.Phase(phase):
            return f"The {phase} phase begins."
        case does.Pass():
            return f"{mover} cannot move and passes."
        case does.Line():
            return f"{mover} completes a line."
        case does.Change(again=again):
            return f"{mover} plays {move}{' and moves again' * again}."
    return None


def _eliminated(group: Iterable[Effect]) -> str:
    """Say which squares each side loses; the mover's own piece comes last."""
    lost: dict[str, list[str]] = {}
    for effect in group:
        assert isinstance(effect, does.Elimination)
        lost.setdefault(effect.side, []).append(effect.at)
    return " ".join(f"{side.capitalize()} loses {_listed(at)}." for side, at in lost.items())


def _shrunk(effects: Iterable[Effect]) -> str:
    """Say in one sentence what a shrink costs, its new corners included."""
    lost = 0
    for effect in effects:
        match effect:
            case does.Shrink(pieces=pieces):
                lost += len(pieces)
            case does.Elimination() | does.Corner(lost=str()):
                lost += 1
    return f"The board shrinks: {_counted(lost, 'piece') if lost else 'no piece'} lost."


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' * (count != 1)}"


def _listed(words: list[str]) -> str:
    return " and ".join(words) if len(words) < 3 else f"{', '.join(words[:-1])} and {words[-1]}"
