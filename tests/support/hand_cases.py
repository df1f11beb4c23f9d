"""Single moves worked out by hand, for rules that no official program's games show."""

from __future__ import annotations

from typing import NamedTuple


class HandCase(NamedTuple):
    """A move and its outcome; `margin` as the next player sees it, None while play goes on."""

    name: str
    game: str
    before: str
    move: str
    after: str
    margin: int | None = None


CONNECT_FOUR_CASES = [
    HandCase(
        "four-in-a-row",
        "connect-four(5,4)",
        "...../...../YY.../RRR.Y red",
        "4",
        "...../...../YY.../RRRRY yellow",
        -1,
    ),
    HandCase(
        "three-are-not-enough",
        "connect-four(5,4)",
        "...../...../YY.../RRR.Y red",
        "3",
        "...../...../YYR../RRR.Y yellow",
    ),
    HandCase(
        "four-in-a-column",
        "connect-four(4,5)",
        "..../..../R.../R.Y./R.YY red",
        "1",
        "..../R.../R.../R.Y./R.YY yellow",
        -1,
    ),
    HandCase(
        "four-up-to-the-right",
        "connect-four(4,4)",
        "..../..RR/.RYY/RYRY yellow",
        "2",
        "..../.YRR/.RYY/RYRY red",
    ),
    HandCase(
        "the-diagonal-ends-it",
        "connect-four(4,4)",
        "..../..RY/RRYR/RYYY red",
        "4",
        "...R/..RY/RRYR/RYYY yellow",
        -1,
    ),
    # The bits of neighbouring columns touch: the top of one must not join the bottom of the next.
    HandCase(
        "no-line-around-the-edge",
        "connect-four(4,4)",
        "R.../R.../YY../YRYR red",
        "2",
        "R.../RR../YY../YRYR yellow",
    ),
    HandCase(
        "full-board",
        "connect-four(4,4)",
        "RYR./RYRR/YRYY/YRYR yellow",
        "4",
        "RYRY/RYRR/YRYY/YRYR red",
        0,
    ),
]

KALAH_CASES = [
    HandCase("capture", "kalah(3,3)", "1,0,2/5 4,1,2/3 south", "1", "0,0,2/7 4,0,2/3 north"),
    HandCase(
        "no-empty-capture", "kalah(3,3)", "1,0,2/5 4,0,3/3 south", "1", "0,1,2/5 4,0,3/3 north"
    ),
    HandCase(
        "empty-capture",
        "kalah(3,3,capture=always)",
        "1,0,2/5 4,0,3/3 south",
        "1",
        "0,0,2/6 4,0,3/3 north",
    ),
    HandCase(
        "capture-never",
        "kalah(3,3,capture=never)",
        "1,0,2/5 4,1,2/3 south",
        "1",
        "0,1,2/5 4,1,2/3 north",
    ),
    HandCase("lap-ends-in-origin", "kalah(2,5)", "5,1/2 3,3/6 south", "1", "0,2/8 4,0/6 north"),
    HandCase(
        "skip-origin",
        "kalah(2,5,skip_origin=yes)",
        "5,1/2 3,3/6 south",
        "1",
        "0,3/3 4,4/6 north",
    ),
    HandCase("extra-turn", "kalah(3,1)", "1,1,1/0 1,1,1/0 south", "3", "1,1,0/1 1,1,1/0 south"),
    HandCase(
        "first-extra-turn-no",
        "kalah(3,1,first_extra_turn=no)",
        "1,1,1/0 1,1,1/0 south opening",
        "3",
        "1,1,0/1 1,1,1/0 north",
    ),
    HandCase(
        "later-extra-turn",
        "kalah(3,1,first_extra_turn=no)",
        "1,1,0/1 1,1,1/0 north",
        "3",
        "1,1,0/1 1,1,0/1 north",
    ),
    HandCase(
        "reply",
        "kalah(3,1,swap=yes,first_extra_turn=no)",
        "1,1,1/0 1,1,1/0 south opening",
        "3",
        "1,1,0/1 1,1,1/0 north reply",
    ),
    HandCase(
        "swap",
        "kalah(3,1,swap=yes,first_extra_turn=no)",
        "1,1,0/1 1,1,1/0 north reply",
        "swap",
        "1,1,0/1 1,1,1/0 north swapped",
    ),
    # The swap is North's alone: when South moves twice, the second action is not North's.
    HandCase(
        "no-swap-by-south",
        "kalah(3,1,swap=yes)",
        "1,1,1/0 1,1,1/0 south opening",
        "3",
        "1,1,0/1 1,1,1/0 south",
    ),
    HandCase("sweep-owner", "kalah(2,3)", "0,1/4 2,1/4 south", "2", "0,0/5 0,0/7 south", -2),
    HandCase(
        "sweep-none", "kalah(2,3,sweep=none)", "0,1/4 2,1/4 south", "2", "0,0/5 2,1/4 south", 1
    ),
    HandCase(
        "sweep-last-mover",
        "kalah(3,2,sweep=last_mover)",
        "1,0,1/3 0,2,0/5 south",
        "1",
        "0,0,0/7 0,0,0/5 north",
        -2,
    ),
    HandCase(
        "sweep-last-mover-takes-the-other-side",
        "kalah(2,3,sweep=last_mover)",
        "0,1/4 2,1/4 south",
        "2",
        "0,0/8 0,0/4 south",
        4,
    ),
    HandCase(
        "sweep-empty-side",
        "kalah(3,2,sweep=empty_side)",
        "1,0,1/3 0,2,0/5 south",
        "1",
        "0,0,0/6 0,0,0/6 north",
        0,
    ),
    HandCase("either-empty", "kalah(2,3)", "0,2/3 2,1/4 south", "2", "0,0/4 0,0/8 north", 4),
    HandCase(
        "mover-not-empty",
        "kalah(2,3,end=mover_empty)",
        "0,2/3 2,1/4 south",
        "2",
        "0,0/4 3,1/4 north",
    ),
    HandCase(
        "mover-empty-after-extra-turn",
        "kalah(2,3,end=mover_empty)",
        "0,1/4 2,1/4 south",
        "2",
        "0,0/5 0,0/7 south",
        -2,
    ),
    HandCase(
        "majority",
        "kalah(2,3,majority_ends=yes)",
        "1,1/6 2,1/1 south",
        "2",
        "1,0/7 2,1/1 south",
        6,
    ),
    HandCase(
        "half-is-no-majority",
        "kalah(2,3,majority_ends=yes)",
        "1,1/5 2,2/1 south",
        "2",
        "1,0/6 2,2/1 south",
    ),
    HandCase(
        "majority-before-sweep",
        "kalah(2,3,majority_ends=yes)",
        "0,1/6 2,2/1 south",
        "2",
        "0,0/7 2,2/1 south",
        6,
    ),
]

FULL_BOARD = "......../......../..XO@X../..O@O@../..@O@O../..X@OX../......../........"
BEFORE_SHRINK = "X------X/--------/--------/---OO---/--------/---@@---/--------/X------X"
AFTER_SHRINK = "......../.X----X./.------./.--OO--./.------./.---@--./.X-@--X./........"

WATCH_YOUR_BACK_CASES = [
    HandCase(
        "pass", "watch-your-back", f"{FULL_BOARD} moving 200", "pass", f"{FULL_BOARD} moving 201"
    ),
    HandCase(
        "first-pass",
        "watch-your-back(double_pass_draws=yes)",
        f"{FULL_BOARD} moving 200",
        "pass",
        f"{FULL_BOARD} moving 201 pass",
    ),
    HandCase(
        "second-pass",
        "watch-your-back(double_pass_draws=yes)",
        f"{FULL_BOARD} moving 201 pass",
        "pass",
        f"{FULL_BOARD} moving 202 pass pass",
        0,
    ),
    HandCase(
        "max-turns",
        "watch-your-back(max_turns=320)",
        f"{FULL_BOARD} moving 319",
        "pass",
        f"{FULL_BOARD} moving 320",
        0,
    ),
    # The board's own rules come first: the limit ends only a game that would have gone on.
    HandCase(
        "shrink-before-max-turns",
        "watch-your-back(max_turns=128)",
        f"{BEFORE_SHRINK} moving 127",
        "d6d7",
        f"{AFTER_SHRINK} moving 128",
        0,
    ),
]

HAND_CASES = CONNECT_FOUR_CASES + KALAH_CASES + WATCH_YOUR_BACK_CASES
