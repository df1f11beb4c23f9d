"""Kalah's features, slow and plain: counted house by house."""

from __future__ import annotations

from tests.reference.kalah import Kalah

NAMES_NOW = ("captures_now", "again_now")
NAMES_WAITING = ("captures_waiting", "again_waiting")


def total(position: Kalah) -> int:
    return sum(map(sum, position.houses)) + sum(position.stores)


def stage(position: Kalah) -> int:
    return 16 * sum(map(sum, position.houses)) // max(total(position), 1)


def captures(position: Kalah, seat: int) -> dict[int, int]:
    """The houses opposite that a seat could capture now, with their seeds."""
    if position.rules.capture == "never":
        return {}
    own, other = position.houses[seat], position.houses[1 - seat]
    count = len(own)
    lap = 2 * count + 1
    prey: dict[int, int] = {}
    for target, seeds in enumerate(own):
        facing = count - 1 - target
        reached = any(
            own[house] == (target - house) % lap for house in range(count) if house != target
        )
        if seeds == 0 and other[facing] > 0 and reached:
            prey[facing] = other[facing]
    return prey


def of_seat(position: Kalah, seat: int) -> dict[str, int]:
    houses = position.houses[seat]
    count = len(houses)
    to_store = [count - house for house in range(count)]
    largest = max((seeds + 1 for seeds in captures(position, seat).values()), default=0)
    again = sum(s == d for s, d in zip(houses, to_store, strict=True))
    return {
        "stores": position.stores[seat],
        "captures_now": largest,
        "captures_waiting": largest,
        "again_now": again,
        "again_waiting": again,
        "hoard": sum(houses[-2:]),
        "seeds": sum(houses),
        "empty": houses.count(0),
        "beyond": sum(s > d for s, d in zip(houses, to_store, strict=True)),
        "majority": int(2 * position.stores[seat] > total(position)),
    }


def features(position: Kalah) -> tuple[dict[str, int], dict[str, int]]:
    """Count every feature for the mover and for the opponent."""
    own, opponent = of_seat(position, position.seat), of_seat(position, 1 - position.seat)
    own |= dict.fromkeys(NAMES_WAITING, 0)
    opponent |= dict.fromkeys(NAMES_NOW, 0)
    return own, opponent


def actions(position: Kalah, move: str) -> dict[str, int]:
    """Count every action feature of a legal move."""
    if move == "swap":
        return {"again": 0, "captures": 0, "rescue": 0, "nearness": 0}
    house, seat = int(move) - 1, position.seat
    threatened = captures(position, 1 - seat).get(house, 0)
    own, other = list(position.houses[seat]), list(position.houses[1 - seat])
    again, captured = sow(position, own, other, house)
    return {"again": again, "captures": captured, "rescue": threatened, "nearness": house + 1}


def sow(position: Kalah, own: list[int], other: list[int], origin: int) -> tuple[int, int]:
    """Sow a house; says whether the last seed fell into the store, and what it captured."""
    count = len(own)
    seeds, own[origin] = own[origin], 0
    place = origin
    while seeds:
        place = (place + 1) % (2 * count + 1)
        if position.rules.skip_origin and place == origin:
            continue
        if place < count:
            own[place] += 1
        elif place > count:
            other[place - count - 1] += 1
        seeds -= 1
    if place >= count:
        return int(place == count), 0
    prey = other[count - 1 - place]
    rule = position.rules.capture
    takes = own[place] == 1 and (rule == "always" or (rule == "opposite" and prey > 0))
    return 0, prey + 1 if takes else 0
