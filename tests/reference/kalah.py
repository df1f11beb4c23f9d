"""Kalah, slow and plain: the rules as one would explain them with a board on the table.

A side's houses are listed from its own left; the last one is next to its store:

    north   6  5  4  3  2  1          houses[NORTH][0] is house 1, on the right of the picture
    store                    store    stores[NORTH] on the left, stores[SOUTH] on the right
    south   1  2  3  4  5  6          houses[SOUTH][0] is house 1
"""

from __future__ import annotations

from dataclasses import dataclass, replace

SOUTH, NORTH = 0, 1
SEAT_NAMES = ("south", "north")


@dataclass(frozen=True)
class Rules:
    """The parameters of a general Kalah; the defaults are the standard game."""

    houses: int = 6
    seeds: int = 4
    capture: str = "opposite"
    swap: bool = False
    first_extra_turn: bool = True
    sweep: str = "owner"
    end: str = "either_empty"
    majority_ends: bool = False
    skip_origin: bool = False


@dataclass(frozen=True)
class Kalah:
    """A position; `seat` is the side of the board that moves next, `turn` the player sitting there.

    `stage` is "opening" before the first move, "reply" where the next action may be a swap, and ""
    otherwise. It is kept only where swap=yes or first_extra_turn=no; elsewhere it means nothing.
    """

    rules: Rules
    houses: tuple[tuple[int, ...], tuple[int, ...]]
    stores: tuple[int, int] = (0, 0)
    seat: int = SOUTH
    stage: str = ""
    swapped: bool = False

    @staticmethod
    def start(rules: Rules) -> Kalah:
        """Return the first position: the same number of seeds in every house."""
        side = (rules.seeds,) * rules.houses
        opening_matters = rules.swap or not rules.first_extra_turn
        return Kalah(rules, (side, side), stage="opening" if opening_matters else "")

    @staticmethod
    def from_text(rules: Rules, text: str) -> Kalah:
        """Read a one-line position text."""
        south, north, seat, *flags = text.split(" ")
        sides = [side.split("/") for side in (south, north)]
        houses = [tuple(map(int, side[0].split(","))) for side in sides]
        return Kalah(
            rules,
            (houses[SOUTH], houses[NORTH]),
            (int(sides[SOUTH][1]), int(sides[NORTH][1])),
            SEAT_NAMES.index(seat),
            next((flag for flag in flags if flag in ("opening", "reply")), ""),
            "swapped" in flags,
        )

    @property
    def turn(self) -> int:
        """The player to move: 0 is the one who moved first, wherever that player sits now."""
        return 1 - self.seat if self.swapped else self.seat

    def legal_moves(self) -> list[str]:
        """List the houses that can be sown, by number, and the swap where it is allowed."""
        if self.is_over():
            return []
        moves = [str(i + 1) for i, seeds in enumerate(self.houses[self.seat]) if seeds > 0]
        if self.stage == "reply":
            moves.append("swap")
        return moves

    def play(self, move: str) -> Kalah:
        """Return the position after a legal move."""
        if move not in self.legal_moves():
            raise ValueError(f"illegal move {move}")
        if move == "swap":
            # The players change seats, the board stays: still North, now the former South player.
            return replace(self, stage="", swapped=True)
        return self._sow(int(move) - 1)

    def _sow(self, origin: int) -> Kalah:
        m = self.rules.houses
        mine, theirs = list(self.houses[self.seat]), list(self.houses[1 - self.seat])
        store = self.stores[self.seat]

        # A lap visits these places in order: my houses 0..m-1, my store m, their houses m+1..2m.
        in_hand, mine[origin] = mine[origin], 0
        place = origin
        while in_hand > 0:
            place = (place + 1) % (2 * m + 1)
            if place == origin and self.rules.skip_origin:
                continue
            if place < m:
                mine[place] += 1
            elif place == m:
                store += 1
            else:
                theirs[place - m - 1] += 1
            in_hand -= 1

        ended_in_own_empty_house = place < m and mine[place] == 1
        if ended_in_own_empty_house and self.rules.capture != "never":
            opposite = m - 1 - place
            if theirs[opposite] > 0 or self.rules.capture == "always":
                store += mine[place] + theirs[opposite]
                mine[place] = theirs[opposite] = 0

        extra_turn = place == m
        if self.stage == "opening" and not self.rules.first_extra_turn:
            extra_turn = False
        return self._after_move(mine, theirs, store, extra_turn)

    def _after_move(
        self, mine: list[int], theirs: list[int], store: int, extra_turn: bool
    ) -> Kalah:
        mover = self.seat
        next_seat = mover if extra_turn else 1 - mover
        # Swapping is North's answer to the first move; a first move that earns an extra turn
        # leaves the second action to South, and then nobody swaps.
        reply = self.stage == "opening" and self.rules.swap and next_seat == NORTH
        other_store = self.stores[1 - mover]
        moved = Kalah(
            self.rules,
            (tuple(mine), tuple(theirs)) if mover == SOUTH else (tuple(theirs), tuple(mine)),
            (store, other_store) if mover == SOUTH else (other_store, store),
            next_seat,
            "reply" if reply else "",
            self.swapped,
        )
        # A majority ends the game at once: then nothing is swept, even if a side is empty too.
        if moved._houses_end_the_game() and not moved._majority_ends_the_game():
            return moved._swept(mover)
        return moved

    def _houses_end_the_game(self) -> bool:
        if self.rules.end == "mover_empty":
            return sum(self.houses[self.seat]) == 0
        return sum(self.houses[SOUTH]) == 0 or sum(self.houses[NORTH]) == 0

    def _majority_ends_the_game(self) -> bool:
        total = sum(self.stores) + sum(self.houses[SOUTH]) + sum(self.houses[NORTH])
        return self.rules.majority_ends and 2 * max(self.stores) > total

    def _swept(self, last_mover: int) -> Kalah:
        """Give away what is left in the houses of a finished game."""
        left = (sum(self.houses[SOUTH]), sum(self.houses[NORTH]))
        south, north = self.stores
        if self.rules.sweep == "none" or sum(left) == 0:
            return self
        if self.rules.sweep == "owner":
            south, north = south + left[SOUTH], north + left[NORTH]
        else:
            empty_side = SOUTH if left[SOUTH] == 0 else NORTH
            winner = last_mover if self.rules.sweep == "last_mover" else empty_side
            if winner == SOUTH:
                south += sum(left)
            else:
                north += sum(left)
        empty = (0,) * self.rules.houses
        return replace(self, houses=(empty, empty), stores=(south, north))

    def is_over(self) -> bool:
        """Tell whether the houses, or a majority in one store, have ended the game."""
        return self._houses_end_the_game() or self._majority_ends_the_game()

    def margin(self) -> int:
        """Return the final store difference as the player to move sees it."""
        if not self.is_over():
            raise ValueError("the game is not over")
        return self.stores[self.seat] - self.stores[1 - self.seat]

    def text(self) -> str:
        """Return the one-line position text."""
        sides = [
            ",".join(map(str, self.houses[seat])) + f"/{self.stores[seat]}"
            for seat in (SOUTH, NORTH)
        ]
        words = [*sides, SEAT_NAMES[self.seat]]
        if self.stage:
            words.append(self.stage)
        if self.swapped:
            words.append("swapped")
        return " ".join(words)
