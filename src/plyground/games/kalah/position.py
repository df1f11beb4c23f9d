"""Kalah: sow seeds around the board, and gather more than half of them in your store."""

from __future__ import annotations

import re

from plyground import _core
from plyground.errors import PositionTextError, shown
from plyground.games import record
from plyground.games.family import YES_NO, Names, Parameter, Values
from plyground.games.kalah import drawing
from plyground.games.names import with_values
from plyground.games.status import status

SEATS = ("south", "north")
_CAPTURES = ("opposite", "always", "never")
_SWEEPS = ("owner", "none", "last_mover", "empty_side")
_ENDS = ("either_empty", "mover_empty")
_STAGES = ("opening", "reply", "later")

PARAMETERS = (
    Parameter("houses", "6", numbers=range(1, 13), positional=True, meaning="houses on each side"),
    Parameter("seeds", "4", numbers=range(1, 13), positional=True, meaning="seeds in each house"),
    Parameter(
        "capture", "opposite", _CAPTURES, meaning="what landing in your own empty house captures"
    ),
    Parameter(
        "swap", "no", YES_NO, meaning="the second player may swap sides after the first move"
    ),
    Parameter(
        "first_extra_turn",
        "yes",
        YES_NO,
        meaning="the first move of the game can earn an extra turn",
    ),
    Parameter("sweep", "owner", _SWEEPS, meaning="who gets the seeds left at the end"),
    Parameter("end", "either_empty", _ENDS, meaning="whose houses must be empty to end the game"),
    Parameter(
        "majority_ends",
        "no",
        YES_NO,
        meaning="the game ends once a player has more than half",
    ),
    Parameter(
        "skip_origin",
        "no",
        YES_NO,
        meaning="sowing all the way round skips the house it started from",
    ),
)
MANCHESTER = {"houses": "7", "seeds": "7", "swap": "yes", "first_extra_turn": "no"}
NAMES = Names("kalah", PARAMETERS, {"kalah-manchester": MANCHESTER})

# One byte a house up to seven houses, nine bits beyond.
_MOST_SEEDS = {True: 255, False: 511}


class Position(_core.KalahPosition):
    """A Kalah position.

    >>> import plyground as ply
    >>> position = ply.position("kalah(6,4)")
    >>> position.play("3").houses
    ((4, 4, 0, 5, 5, 5), (4, 4, 4, 4, 4, 4))
    """

    @property
    def game(self) -> str:
        """The name of the game, with its parameters."""
        return NAMES.canonical(values_of(self.rules))

    def side_name(self, side: _core.Side) -> str:
        """Return the seat of a player: ``south`` or ``north``; a swap exchanges them."""
        return SEATS[side ^ self.swapped]

    @property
    def turn_name(self) -> str:
        """The seat to move: ``south`` or ``north``."""
        return self.side_name(self.turn)

    @property
    def board(self) -> tuple[str, ...]:
        """Two rows as they lie on the table: north's store and houses, south's houses and store."""
        (south, north), (south_store, north_store) = self.houses, self.stores
        return (
            " ".join(map(str, (north_store, *reversed(north)))),
            " ".join(map(str, (*south, south_store))),
        )

    @property
    def text(self) -> str:
        """The position in one line: south, north, the seat to move, and what is still allowed."""
        sides = [
            f"{','.join(map(str, houses))}/{store}"
            for houses, store in zip(self.houses, self.stores, strict=True)
        ]
        words = [*sides, self.turn_name]
        if _STAGES[self.stage] != "later":
            words.append(_STAGES[self.stage])
        if self.swapped:
            words.append("swapped")
        return " ".join(words)

    @property
    def _status(self) -> str:
        return status(self, None if self.winner is None else self.side_name(self.winner))

    @property
    def _arrow(self) -> str:
        """The seat that the board points at: nobody's when the game is over."""
        return "" if self.is_over else self.turn_name

    def __str__(self) -> str:
        return drawing.text_board(self.houses, self.stores, self._arrow, self._status)

    def svg(self, last_move: str | None = None) -> str:
        """Draw the board as an SVG picture, with the last move (best as ``south 3``) marked."""
        return drawing.svg_board(self.houses, self.stores, self._arrow, last_move, self._status)

    def _why_illegal(self, move: object) -> str:
        houses = self.rules.houses
        numbers = f"1 to {houses}" if houses > 1 else "1"
        if self.is_over:
            return f"{shown(move)} is illegal: the game is over"
        if move == "swap":
            when = "only the second action of the game may be a swap"
            return f"swap is illegal: {when if self.rules.swap else 'this game has no swap'}"
        if isinstance(move, str) and move in {str(house) for house in range(1, houses + 1)}:
            return f"{move} is illegal: {self.turn_name}'s house {move} is empty"
        return f"{shown(move)} is not a house of this board; expected {numbers}"


class Game(record.Game):
    """A game of Kalah from its start.

    >>> game = Game(houses=6, seeds=4)
    >>> game.push("c")
    >>> game.position.turn_name  # it ended in the store: still south
    'south'
    """

    def __init__(self, houses: int = 6, seeds: int = 4, **parameters: str) -> None:
        super().__init__(with_values(NAMES, houses=houses, seeds=seeds, **parameters))


def values_of(rules: _core.KalahRules) -> Values:
    """Return the parameters of a game as its name has them."""
    return {
        "houses": str(rules.houses),
        "seeds": str(rules.seeds),
        "capture": _CAPTURES[rules.capture],
        "swap": YES_NO[rules.swap],
        "first_extra_turn": YES_NO[rules.first_extra_turn],
        "sweep": _SWEEPS[rules.sweep],
        "end": _ENDS[rules.ends_at_mover_empty],
        "majority_ends": YES_NO[rules.majority_ends],
        "skip_origin": YES_NO[rules.skip_origin],
    }


def _rules(values: Values) -> _core.KalahRules:
    return _core.KalahRules(
        houses=int(values["houses"]),
        seeds=int(values["seeds"]),
        capture=_CAPTURES.index(values["capture"]),
        sweep=_SWEEPS.index(values["sweep"]),
        swap=values["swap"] == "yes",
        first_extra_turn=values["first_extra_turn"] == "yes",
        ends_at_mover_empty=values["end"] == "mover_empty",
        majority_ends=values["majority_ends"] == "yes",
        skip_origin=values["skip_origin"] == "yes",
    )


def start(values: Values) -> Position:
    """Return the start position for these parameters."""
    side = [int(values["seeds"])] * int(values["houses"]) + [0]
    return Position(_rules(values), side, side, north_to_move=False, swapped=False, stage=0)


def from_text(values: Values, text: str) -> Position:
    """Read the one-line text of a position; raises PositionTextError."""
    rules = _rules(values)
    words = text.split()
    example = f"expected e.g. '{start(values).text}'"
    if len(words) < 3:
        raise PositionTextError(f"a Kalah position has at least three words; {example}")
    south, north = (_read_side(word, rules.houses, example) for word in words[:2])
    most = _MOST_SEEDS[rules.houses <= 7]
    if sum(south) + sum(north) > most:
        raise PositionTextError(f"{sum(south) + sum(north)} seeds are too many; at most {most} fit")
    if words[2] not in SEATS:
        raise PositionTextError(f"{words[2]!r} is not a side; expected south or north")
    stage, swapped = _read_rights(words[3:], values, words[2])
    north_to_move = words[2] == "north"
    return Position(rules, south, north, north_to_move, swapped, _STAGES.index(stage))


def _read_side(word: str, houses: int, example: str) -> list[int]:
    if not re.fullmatch(r"[0-9]{1,3}(,[0-9]{1,3})*/[0-9]{1,3}", word):
        raise PositionTextError(f"{word!r} is not houses/store; {example}")
    counts = [int(count) for count in re.split("[,/]", word)]
    if len(counts) != houses + 1:
        raise PositionTextError(f"{word!r} has {len(counts) - 1} houses; expected {houses}")
    return counts


def _read_rights(words: list[str], values: Values, seat: str) -> tuple[str, bool]:
    """Read the words after the mover: what is still allowed, and whether the seats were swapped."""
    swap = values["swap"] == "yes"
    allowed = {
        "opening": seat == "south" and (swap or values["first_extra_turn"] == "no"),
        "reply": seat == "north" and swap,
        "swapped": swap and not {"opening", "reply"} & set(words),
    }
    for word in words:
        if not allowed.get(word) or words.count(word) > 1:
            possible = [known for known, possible in allowed.items() if possible]
            expected = " or ".join(possible) if possible else "nothing more"
            raise PositionTextError(f"{word!r} is not allowed here; expected {expected}")
    stage = next((word for word in words if word in ("opening", "reply")), "later")
    return stage, "swapped" in words
