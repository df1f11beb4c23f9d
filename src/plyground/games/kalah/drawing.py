"""Kalah boards. North's row is on top and runs right to left, as on a table between two people.

         6   5   4   3   2   1      north's houses
north's                              south's
store    1   2   3   4   5   6       store
                                    south's houses
"""

import math
from collections.abc import Sequence
from functools import cache

from plyground.games.drawing import svg

Houses = Sequence[Sequence[int]]  # (south, north), each from its owner's left
Stores = Sequence[int]  # (south, north)

_SEATS = ("south", "north")


def text_board(houses: Houses, stores: Stores, turn_name: str, status: str) -> str:
    """Draw the board as text; ``status`` begins its last line.

    An arrow marks the seat ``turn_name``; pass ``""`` once the game is over.
    """
    south, north = houses
    pits = len(south)
    store_width, pit_width = 6, 4
    indent = " " * (store_width + 3)

    def row(counts: Sequence[int]) -> str:
        return "│".join(f"{count:>{pit_width - 1}} " for count in counts)

    def numbers(indices: Sequence[int]) -> str:
        return indent + " ".join(f"{index:>{pit_width - 1}} " for index in indices)

    def border(left: str, cross: str, right: str) -> str:
        pieces = ["─" * store_width] + ["─" * pit_width] * pits + ["─" * store_width]
        return f" {left}{cross.join(pieces)}{right}"

    arrows = {seat: "▸" if seat == turn_name else " " for seat in _SEATS}
    blank = " " * store_width
    middle = "┼".join(["─" * pit_width] * pits)
    top = numbers(range(pits, 0, -1))
    lines = [
        f" {arrows['north']} north" + top[8:],
        border("╭", "┬", "╮"),
        f" │{blank}│{row(list(reversed(north)))}│{blank}│",
        f" │{stores[1]:^{store_width}}├{middle}┤{stores[0]:^{store_width}}│",
        f" │{blank}│{row(south)}│{blank}│",
        border("╰", "┴", "╯"),
        numbers(range(1, pits + 1)) + f" {arrows['south']} south",
        f" {status} · south {stores[0]}, north {stores[1]}",
    ]
    return "\n".join(line.rstrip() for line in lines)


# Lengths in the picture, in its own units.
_PITCH = 78.0  # from pit to pit along a row
_ROW_GAP = 86.0  # from row to row
_PIT_RADIUS = 34.0
_STORE_WIDTH = 66.0
_STORE_PITCH = 88.0  # room for a store
_STRIP = 28.0  # of bare wood outside the pits, where the counts stand
_EDGE = 12.0  # of paper around the wood
_LABELS = 32.0  # paper above and below the wood, for names and numbers
_SEED_RADIUS = 6.2
_MAX_SEEDS = {"pit": 37, "store": 91}  # more are not drawn: the number beside them tells

_WOOD, _GRAIN, _RIM, _HOLLOW = "#d8a566", "#a8713a", "#8a5a2b", "#6b4423"
_SHADE, _COUNT_INK = "#573519", "#3d2410"
_SEEDS = ("#f7efdc", "#ecd9b4", "#e2c08d")


class _Layout:
    """Where things lie on a board with ``pits`` houses a side."""

    def __init__(self, pits: int, *, caption: bool) -> None:
        self.pits = pits
        self.width = 2 * (_EDGE + _STORE_PITCH) + pits * _PITCH
        self.wood_height = 2 * (_STRIP + _PIT_RADIUS) + _ROW_GAP
        self.height = self.wood_height + 2 * _LABELS + (22 if caption else 0)
        top = _LABELS + _STRIP + _PIT_RADIUS
        self.rows = {"north": top, "south": top + _ROW_GAP}
        self.count_rows = {
            "north": _LABELS + _STRIP / 2,
            "south": _LABELS + self.wood_height - _STRIP / 2,
        }
        self.number_rows = {
            "north": _LABELS / 2,
            "south": _LABELS * 1.5 + self.wood_height,
        }
        self.stores = {
            "north": _EDGE + _STORE_PITCH / 2,
            "south": self.width - _EDGE - _STORE_PITCH / 2,
        }

    def pit_x(self, seat: str, house: int) -> float:
        """Middle of a seat's house, counted from 0 at its owner's left."""
        place = house if seat == "south" else self.pits - 1 - house
        return _EDGE + _STORE_PITCH + (place + 0.5) * _PITCH


def svg_board(
    houses: Houses, stores: Stores, turn_name: str, last_move: str | None = None, status: str = ""
) -> str:
    """Draw the board as an SVG picture; ``status``, if any, is written under it.

    An arrow marks the seat ``turn_name``; pass ``""`` once the game is over.
    ``last_move`` rings the house that was sown from. It is a house's number, better with the seat
    before it (``"south 3"``): a number alone is taken for the seat that is not to move, unless that
    house cannot be the one because it holds seeds while the mover's house of that number is empty.
    """
    layout = _Layout(len(houses[0]), caption=bool(status))
    score = f"south {stores[0]}, north {stores[1]}"
    picture = svg.picture(
        layout.width, layout.height, f"Kalah: {score}" + (f"; {status}" if status else "")
    )
    _add_wood(picture, layout)
    for seat, row, store in zip(_SEATS, houses, stores, strict=True):
        _add_store(picture, layout, seat, store)
        for house, count in enumerate(row):
            _add_house(picture, layout, (seat, house), count)
        _add_seat(picture, layout, seat, to_move=seat == turn_name)
    if last_move is not None:
        _add_last_move(picture, layout, _origin(houses, turn_name, last_move))
    if status:
        svg.label(picture, status, layout.width / 2, layout.height - 14, font_size=14)
    return str(picture)


def house_place(houses: Houses, seat: str, house: int) -> tuple[float, float, float]:
    """Where a seat's house lies, counted from 0 at its owner's left, with the radius of a mark."""
    layout = _Layout(len(houses[0]), caption=True)
    return layout.pit_x(seat, house), layout.number_rows[seat], 14.0


def _add_wood(picture: svg.Element, layout: _Layout) -> None:
    width = layout.width - 2 * _EDGE
    plank: svg.Style = {"x": _EDGE, "width": width, "height": layout.wood_height, "rx": 40}
    picture.add("rect", y=_LABELS + 3, fill=_SHADE, fill_opacity=0.35, **plank)
    picture.add("rect", y=_LABELS, fill=_WOOD, stroke=_RIM, stroke_width=2, **plank)
    grain = picture.add("g", fill="none", stroke=_GRAIN, stroke_opacity=0.28, stroke_width=1.4)
    for line in range(1, 12):
        # A line near the edge is cut shorter, to stay inside the rounded corners.
        y = _LABELS + line * layout.wood_height / 12
        inset = _EDGE + 6 + 0.9 * max(0.0, abs(line - 6) - 2) ** 2
        wave = 5 * math.sin(line * 2.4)
        middle = layout.width / 2
        grain.add(
            "path",
            d=f"M{inset:.1f} {y:.1f} Q{middle * 0.6:.1f} {y + wave:.1f} {middle:.1f} {y:.1f}"
            f" T{layout.width - inset:.1f} {y:.1f}",
        )


def _add_house(picture: svg.Element, layout: _Layout, house: tuple[str, int], count: int) -> None:
    seat, index = house
    x, y = layout.pit_x(seat, index), layout.rows[seat]
    pit = picture.add("g", class_=f"house {seat}")
    pit.add("circle", cx=x, cy=y, r=_PIT_RADIUS, fill=_HOLLOW, stroke=_RIM, stroke_width=2.5)
    # The light falls from above: a dark crescent under the upper rim makes the pit deep.
    pit.add("circle", cx=x, cy=y + 4, r=_PIT_RADIUS - 5, fill="#7d5230")
    turned = 2.4 * index + (0.9 if seat == "north" else 0.0)
    _add_seeds(pit, (x, y), min(count, _MAX_SEEDS["pit"]), stretch=1.0, turned=turned)
    _add_count(pit, count, (x, layout.count_rows[seat]), font_size=16)
    svg.label(pit, str(index + 1), x, layout.number_rows[seat], fill=svg.FAINT)


def _add_store(picture: svg.Element, layout: _Layout, seat: str, count: int) -> None:
    x, y = layout.stores[seat], sum(layout.rows.values()) / 2
    height = _ROW_GAP + 2 * _PIT_RADIUS
    store = picture.add("g", class_=f"store {seat}")
    for fill, inset, drop in ((_HOLLOW, 0.0, 0.0), ("#7d5230", 5.0, 4.0)):
        store.add(
            "rect",
            x=x - _STORE_WIDTH / 2 + inset,
            y=y - height / 2 + inset + drop,
            width=_STORE_WIDTH - 2 * inset,
            height=height - 2 * inset,
            rx=_STORE_WIDTH / 2 - inset,
            fill=fill,
            stroke=_RIM if not inset else "none",
            stroke_width=2.5,
        )
    _add_seeds(store, (x, y), min(count, _MAX_SEEDS["store"]), stretch=2.4, turned=0.0)
    _add_count(store, count, (x, layout.count_rows[seat]), font_size=19)


def _add_count(parent: svg.Element, count: int, place: tuple[float, float], font_size: int) -> None:
    # An empty house is best seen by its pit: its 0 stands back.
    opacity = 1.0 if count else 0.45
    style: svg.Style = {"font_size": font_size, "font_weight": 700, "fill_opacity": opacity}
    svg.label(parent, str(count), *place, fill=_COUNT_INK, **style)


def _add_seeds(
    parent: svg.Element, centre: tuple[float, float], count: int, *, stretch: float, turned: float
) -> None:
    """Add a heap of ``count`` seeds, ``stretch`` times as high as wide, turned by some radians."""
    heap = _heap(count, stretch)
    reach = max((math.hypot(x, y / stretch) for x, y in heap), default=0.0)
    room = (_PIT_RADIUS if stretch == 1.0 else _STORE_WIDTH / 2) - 5
    spacing = min(2.15 * _SEED_RADIUS, room / (reach + 0.5))
    radius = min(_SEED_RADIUS, spacing / 2.15 + 0.6)
    cosine, sine = math.cos(turned), math.sin(turned)
    seeds = parent.add("g", stroke="#4a2f17", stroke_width=0.9)
    for index, (x, y) in enumerate(heap):
        seeds.add(
            "circle",
            class_="seed",
            cx=centre[0] + spacing * (x * cosine - y * sine),
            cy=centre[1] + 1.5 + spacing * (x * sine + y * cosine),
            r=radius,
            fill=_SEEDS[index * 7 % 5 % len(_SEEDS)],
        )


@cache
def _heap(count: int, stretch: float) -> tuple[tuple[float, float], ...]:
    """Pick the ``count`` points of a hexagonal grid of spacing 1 that lie closest together."""
    span = range(-14, 15)
    points = [(column + row % 2 / 2, row * math.sqrt(0.75)) for row in span for column in span]
    # A centre a little off the grid's own symmetry points breaks ties always the same way.
    points.sort(key=lambda point: math.hypot(point[0] - 0.26, (point[1] - 0.21) / stretch))
    chosen = points[:count]
    if not chosen:
        return ()
    middle_x = sum(x for x, _ in chosen) / count
    middle_y = sum(y for _, y in chosen) / count
    return tuple((x - middle_x, y - middle_y) for x, y in chosen)


def _add_seat(picture: svg.Element, layout: _Layout, seat: str, *, to_move: bool) -> None:
    x, y = layout.stores[seat], layout.number_rows[seat]
    weight, colour = (700, svg.BLUE) if to_move else (400, svg.FAINT)
    svg.label(picture, seat, x, y, font_size=14, font_weight=weight, fill=colour)
    if to_move:
        tip = x - 26
        picture.add("path", d=f"M{tip - 8:.1f} {y - 5:.1f} v10 l8 -5 z", fill=svg.BLUE)


def _origin(houses: Houses, turn_name: str, last_move: str) -> tuple[str, int] | None:
    """Seat and house, counted from 0, that ``last_move`` was sown from; None if not known."""
    *seat, move = last_move.split()
    if not move.isdigit():
        return None
    house = int(move) - 1
    if seat:
        return seat[0], house
    if not turn_name:
        return None
    mine = _SEATS.index(turn_name)
    extra_turn = houses[mine][house] == 0 and houses[1 - mine][house] > 0
    return _SEATS[mine if extra_turn else 1 - mine], house


def _add_last_move(picture: svg.Element, layout: _Layout, origin: tuple[str, int] | None) -> None:
    if origin is None:
        return
    seat, house = origin
    picture.add(
        "circle",
        class_="last-move",
        cx=layout.pit_x(seat, house),
        cy=layout.rows[seat],
        r=_PIT_RADIUS,
        fill="none",
        stroke="#56b4e9",
        stroke_width=4,
    )
