"""Check what is said about a mistake, without the code that says it: read the sentence, replay.

Rules are replayed move by move, and a plain search of its own looks through all lines. Counts on
the board come from the slow reference positions.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module

import plyground as ply
from plyground.games.names import entry_of
from tests import reference

_NUMBERS = r"(?:house |column )?(\S+?)"
_AMOUNT = r"(wins nothing|(?:wins|loses) \d+ \w+)"
_FORMS = {
    "at once": rf"{_NUMBERS} wins at once\.",
    "answer": rf"After {_NUMBERS} (\w+) wins at once with {_NUMBERS}; {_NUMBERS} prevents that\.",
    "gains": rf"(At best|After the best reply|After \d turns of best play) {_NUMBERS} {_AMOUNT}; "
    rf"{_NUMBERS} {_AMOUNT}\.",
    "loses": rf"After {_NUMBERS} (\w+) wins by force; {_NUMBERS} (wins|saves at least a draw)\.",
    "lost": rf"After {_NUMBERS} (\w+) wins by force\.",
    "misses": rf"{_NUMBERS} wins by force; after {_NUMBERS} (\w+) has no forced win\.",
    "gives": rf"{_NUMBERS} gives (\w+) (\d+) (\D+), {_NUMBERS} (only \d+|none)\.",
    "leaves": rf"{_NUMBERS} leaves (\w+) (\d+) (\D+), {_NUMBERS} (only \d+|none)\.",
}
_NODES = 40_000  # of the search here, before an engine is asked instead
_ENGINE_NODES = 3_000_000


class Unclear(Exception):  # noqa: N818 - nothing is wrong
    """A claim is too deep to be checked here."""


def is_true(position: ply.Position, move: str, best: str, sentence: str) -> bool:
    """Whether a sentence on a move is true; raises Unclear where that is too much work."""
    text = re.sub(r"^(House|Column)", lambda word: word[0].lower(), sentence)
    for kind, form in _FORMS.items():
        found = re.fullmatch(form, text)
        if found:
            return _CHECKS[kind](position, (move, best), *found.groups())
    raise AssertionError(f"not a sentence that can be read: {sentence}")


def _name(position: ply.Position, side: ply.Side) -> str:
    return position.side_name(side).capitalize()


def _won(position: ply.Position, side: ply.Side) -> bool:
    return position.is_over and position.winner == side


def _at_once(here: ply.Position, pair: tuple[str, str], best: str) -> bool:
    return best == pair[1] and _won(here.play(best), here.turn)


def _answer(
    here: ply.Position, pair: tuple[str, str], move: str, side: str, answer: str, best: str
) -> bool:
    after, other = here.play(move), here.play(best)
    saved = other.turn == here.turn or not any(
        _won(other.play(one), here.turn.other) for one in other.legal_moves
    )
    return (
        pair == (move, best)
        and side == _name(here, here.turn.other)
        and after.turn != here.turn
        and _won(after.play(answer), here.turn.other)
        and saved
    )


def _gains(here: ply.Position, pair: tuple[str, str], when: str, *said: str) -> bool:
    move, loss, best, gain = said
    number = re.search(r"\d", when)
    turns = int(number[0]) if number else int("reply" in when)
    found = tuple(_gain(here, one, turns) for one in (move, best))
    return pair == (move, best) and found == (_amount(loss), _amount(gain)) and found[0] < found[1]


def _amount(text: str) -> int:
    verb, count = text.split()[:2]
    return 0 if count == "nothing" else int(count) * (1 if verb == "wins" else -1)


def _lead(here: ply.Position, side: ply.Side) -> int:
    entry = entry_of(here)
    assert entry is not None
    counts = entry.view.counts(here)
    if not counts:
        return 0
    return counts[here.side_name(side)] - counts[here.side_name(side.other)]


def _gain(here: ply.Position, move: str, turns: int) -> int:
    """Play a move and everything after it, until the turn has changed hands so often."""
    side = here.turn

    def best(now: ply.Position, mover: ply.Side, left: int, alpha: int, beta: int) -> int:
        if now.turn != mover:
            mover, left = now.turn, left - 1
        if left < 0 or now.is_over:
            return _lead(now, side)
        for then in sorted(map(now.play, now.legal_moves), key=lambda each: -_lead(each, now.turn)):
            value = best(then, mover, left, alpha, beta)
            if mover == side:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        return alpha if mover == side else beta

    return best(here.play(move), side, turns, -1000, 1000) - _lead(here, side)


def _loses(
    here: ply.Position, pair: tuple[str, str], move: str, side: str, best: str, saved: str
) -> bool:
    least = 1 if saved == "wins" else 0
    return (
        pair == (move, best)
        and side == _name(here, here.turn.other)
        and not _reaches(here.play(move), here.turn, 0)
        and _reaches(here.play(best), here.turn, least)
    )


def _lost(here: ply.Position, pair: tuple[str, str], move: str, side: str) -> bool:
    return (
        pair[0] == move
        and side == _name(here, here.turn.other)
        and not _reaches(here.play(move), here.turn, 0)
    )


def _misses(here: ply.Position, pair: tuple[str, str], best: str, move: str, side: str) -> bool:
    return (
        pair == (move, best)
        and side == _name(here, here.turn)
        and not _reaches(here.play(move), here.turn, 1)
        and _reaches(here.play(best), here.turn, 1)
    )


def _reaches(here: ply.Position, side: ply.Side, least: int) -> bool:
    """Whether a side reaches 1 (a win) or 0 (at least a draw): search to the end, or ask MTD(f)."""
    known: dict[str, bool] = {}
    left = _NODES

    def search(now: ply.Position) -> bool:
        nonlocal left
        if now.is_over:
            return now.margin_for(side) >= least
        if now.text not in known:
            left -= 1
            if left < 0:
                raise Unclear
            after = sorted(map(now.play, now.legal_moves), key=lambda each: -_lead(each, now.turn))
            each = map(search, after)
            known[now.text] = any(each) if now.turn == side else all(each)
        return known[now.text]

    try:
        return search(here)
    except (Unclear, RecursionError):
        return _asked(here, side, least)


def _asked(here: ply.Position, side: ply.Side, least: int) -> bool:
    found = ply.MTDf(table_mb=64).search(here, ply.Limit(nodes=_ENGINE_NODES))
    line = found.lines[0]
    if not found.is_proven or line.bound != "exact":
        raise Unclear
    value = line.score if here.turn == side else -line.score
    return (value > 0) - (value < 0) >= least


def _gives(here: ply.Position, pair: tuple[str, str], best: str, *said: str) -> bool:
    side, many, noun, move, few = said
    seen = (_counted(here, best, side, noun), _counted(here, move, side, noun))
    return (
        pair == (move, best)
        and side == _name(here, here.turn)
        and seen == (int(many), int(few.replace("none", "0").removeprefix("only ")))
        and seen[0] > seen[1]
    )


def _leaves(here: ply.Position, pair: tuple[str, str], move: str, *said: str) -> bool:
    side, many, noun, best, few = said
    seen = (_counted(here, move, side, noun), _counted(here, best, side, noun))
    return (
        pair == (move, best)
        and side == _name(here, here.turn.other)
        and seen == (int(many), int(few.replace("none", "0").removeprefix("only ")))
        and seen[0] > seen[1]
    )


def _counted(here: ply.Position, move: str, side: str, noun: str) -> int:
    """Count things on the board after a move, for a side, in the slow reference position."""
    after = here.play(move)
    slow = reference.position(after.game, after.text)
    module = import_module(f"{type(slow).__module__}_features")
    own, opponent = module.features(slow)
    mine = _name(after, after.turn) == side
    name = _COUNTED[noun][0 if mine else 1]
    return int((own if mine else opponent)[name])


# The feature for the side to move, and the one for the side that waits.
_COUNTED = {
    noun: names
    for nouns, names in (
        (("cell that completes four", "cells that complete four"), ("threats", "threats")),
        (("open line with three stones", "open lines with three stones"), ("threes", "threes")),
        (("open line with two stones", "open lines with two stones"), ("twos", "twos")),
        (("open line with one stone", "open lines with one stone"), ("ones", "ones")),
        (("cell that closes a small loop", "cells that close a small loop"),
         ("captures_now", "threats")),
        (("small loop that needs two more pieces", "small loops that need two more pieces"),
         ("two_moves", "two_moves")),
        (("house that moves again", "houses that move again"), ("again_now", "again_waiting")),
        (("piece to capture", "pieces to capture"), ("captures_now", "threats")),
        (("safe step or jump", "safe steps and jumps"), ("mobility", "mobility")),
        (("diamond that needs three more pieces", "diamonds that need three more pieces"),
         ("three_moves", "three_moves")),
    )
    for noun in nouns
}  # fmt: skip

_CHECKS: dict[str, Callable[..., bool]] = {
    "at once": _at_once, "answer": _answer, "gains": _gains, "loses": _loses, "lost": _lost,
    "misses": _misses, "gives": _gives, "leaves": _leaves,
}  # fmt: skip
