"""What people wish besides moves: to take back, to resign, to play again.

Whoever plays alone gets it at once. Of two people on two devices one offers it to the other: a
draw, a move taken back, a rematch. An offer ends with the answer, or with the next move.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plyground._core import Side
from plyground.web.games import models, view
from plyground.web.games.store import StoredGame
from plyground.web.shared.mistakes import Refused
from plyground.web.shared.models import Result
from plyground.web.shared.views import SIDES

if TYPE_CHECKING:
    from plyground.web.games.session import GameSession


@dataclass(frozen=True)
class Offer:
    """What one person offers the other."""

    what: models.Offered
    by: Side


async def fulfil(game: GameSession, visitor: str, message: models.ActMessage) -> None:
    """Do what a message asks for, or offer it to the other person."""
    async with game.changing(message.version):
        sides, wish = game.seating.sides_of(visitor), message.type
        if wish == "resign":
            loser = sides[0] if len(sides) == 1 else game.position.turn
            await game.stop_engine()
            await game.finish(view.forfeit(game, loser, "resignation"))
        elif wish in ("accept", "decline"):
            await _answer(game, sides[0], is_yes=wish == "accept")
        elif game.seating.people is not None:
            await _offer(game, Offer(_OFFERED[wish], sides[0]))
        else:
            await _AGREED[_OFFERED[wish]](game, sides)


async def _offer(game: GameSession, offer: Offer) -> None:
    """Ask the other person; two who ask for the same agree."""
    other = game.offer
    if other is not None and (other.what, other.by) == (offer.what, offer.by.other):
        await _answer(game, offer.by, is_yes=True)
    elif game.rematch is None:
        game.offer = offer
        game.tell()


async def _answer(game: GameSession, side: Side, *, is_yes: bool) -> None:
    """Accept or decline an offer; whoever made it can withdraw it."""
    offer = game.offer
    if offer is None or (is_yes and offer.by == side):
        raise Refused("not_allowed", "There is no offer any longer.")
    game.offer = None
    if is_yes:
        await _AGREED[offer.what](game, (offer.by,))
    else:
        game.tell()


async def _take_back(game: GameSession, sides: tuple[Side, ...]) -> None:
    """Go back to before the last move that one of these sides chose."""
    plies = game.last_ply_of(sides)
    if plies is None:
        raise Refused("not_allowed", "There is no move to take back.")
    await game.stop_engine()
    await game.cut(plies)


async def _draw(game: GameSession, _: tuple[Side, ...]) -> None:
    """End the game without a winner."""
    text = "Draw by agreement."
    await game.finish(Result(winner=None, reason="agreement", margin=None, text=text))


async def _begin_rematch(game: GameSession, _: tuple[Side, ...]) -> None:
    """Begin another game with the sides changed; of many wishes the first one counts."""
    if game.rematch is None:
        people = game.seating.people
        new = StoredGame(
            "", game.visitor, game.record.start.game, game.start,
            (game.seats[1].spec, game.seats[0].spec), game.clocks.control,
            people=None if people is None else people.swapped(),
        )  # fmt: skip
        name, store = await game.desk.begin(new), game.desk.store
        await store.write(store.link, game.id, name)
        game.rematch = name
    game.tell()


_OFFERED: dict[str, models.Offered] = {
    "take_back": "take_back", "draw": "draw", "rematch": "rematch",
}  # fmt: skip
_AGREED: dict[str, Callable[[GameSession, tuple[Side, ...]], Awaitable[None]]] = {
    "take_back": _take_back, "draw": _draw, "rematch": _begin_rematch,
}  # fmt: skip


def shown(offer: Offer | None) -> models.Offer | None:
    """Return an offer as both people see it."""
    return None if offer is None else models.Offer(what=offer.what, by=SIDES[offer.by])
