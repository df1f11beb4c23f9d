"""Invitations over REST: invite somebody to the other seat, come by a link or a code, come back."""

from __future__ import annotations

import hmac

from fastapi import APIRouter, Request, Response

from plyground._core import Side
from plyground.web.games import models, view
from plyground.web.games.people import Invitation, People, Seat, read_key
from plyground.web.games.session import GameSession
from plyground.web.shared.messages import Error
from plyground.web.shared.mistakes import Busy, Missing, Refused
from plyground.web.shared.state import asker_of, state_of
from plyground.web.shared.views import SIDES

router = APIRouter(tags=["games"])

_MISSING: dict[int | str, dict[str, object]] = {404: {"model": Error}}
_UNKNOWN = "Invitation not found: it was withdrawn, or the link or code is misspelt."


@router.post("/api/games/{game}/invitation", status_code=201, responses=_MISSING)
async def invite(game: models.GameId, wish: models.Invite, request: Request) -> models.Game:
    """Invite somebody to the other seat of a game for two on one device."""
    desk, visitor = state_of(request).desk, request.state.visitor
    session = await desk.find(game)
    side = Side.FIRST if wish.side == "first" else Side.SECOND
    seat = Seat.of(wish.name)
    async with session.changing(session.version):
        if len(session.seating.sides_of(visitor)) != 2 or session.is_over:
            raise Refused("not_allowed", "Only a game of yours for two players can be shared.")
        people = People({side: seat}, {visitor: side}, Invitation.to(side.other))
        await desk.store.write(desk.store.seats.invite, game, people)
        session.seat(people)
    return view.state(session, visitor)


@router.delete("/api/games/{game}/invitation", status_code=204, responses=_MISSING)
async def withdraw(game: models.GameId, request: Request) -> Response:
    """Withdraw an invitation that nobody has followed; the game is one of a single device again."""
    desk = state_of(request).desk
    session = await desk.find(game)
    async with session.changing(session.version):
        is_own = session.seating.sides_of(request.state.visitor)
        if not (is_own and session.seating.is_waiting):
            raise Refused("not_allowed", "There is no open invitation of yours.")
        await desk.store.write(desk.store.seats.withdraw, game)
        session.seat(None)
    return Response(status_code=204)


@router.post("/api/invitations", responses=_MISSING)
async def shown(wish: models.InvitationKey, request: Request) -> models.Invited:
    """Show what a link or a code invites to; what was followed already leads to the game."""
    session, invitation = await _invited(wish.key, request)
    people = session.seating.people
    assert people is not None
    host = people.seats[invitation.side.other]
    return models.Invited(
        id=session.id,
        title=session.shown.title,
        host=host.name,
        side=SIDES[invitation.side],
        side_name=session.position.side_name(invitation.side),
        clock=session.clocks.control,
        open=invitation.is_open and not session.is_over,
        yours=bool(session.seating.sides_of(request.state.visitor)),
    )


@router.post("/api/invitations/join", responses=_MISSING)
async def join(wish: models.Join, request: Request) -> models.Game:
    """Take the free seat: it is given once."""
    session, invitation = await _invited(wish.key, request)
    visitor, seat, store = request.state.visitor, Seat.of(wish.name), state_of(request).desk.store
    async with session.changing(session.version):
        people = session.seating.people
        if people is None or session.is_over:
            raise Missing(_UNKNOWN)
        if session.seating.sides_of(visitor):
            raise Refused(
                "not_allowed", "You play in this game already. Send the link to a friend."
            )
        is_free = people.is_waiting and await store.write(
            store.seats.join, session.id, visitor, seat, invitation.side
        )
        if not is_free:
            raise Refused("taken", "Somebody else has taken this seat. You can watch the game.")
        session.seat(people.joined(visitor, seat))
    return view.state(session, visitor)


@router.post("/api/games/{game}/seat", responses=_MISSING)
async def come_back(
    game: models.GameId, wish: models.InvitationKey, request: Request
) -> models.Game:
    """Take one's own seat in another browser, by its private link."""
    _limit(request)
    desk, visitor = state_of(request).desk, request.state.visitor
    session = await desk.find(game)
    async with session.changing(session.version):
        people = session.seating.people
        for side, seat in ({} if people is None else people.seats).items():
            if hmac.compare_digest(seat.key.encode(), wish.key.encode()):
                await desk.store.write(desk.store.seats.sit, game, visitor, side)
                assert people is not None
                session.seat(
                    People(people.seats, {**people.sitters, visitor: side}, people.invitation)
                )
                return view.state(session, visitor)
    raise Missing("This private link is not valid any longer.")


async def _invited(key: str, request: Request) -> tuple[GameSession, Invitation]:
    """Return the game of a link or code; raises Missing if there is none."""
    _limit(request)
    desk = state_of(request).desk
    game = await desk.store.write(desk.store.seats.game_of, read_key(key))
    session = None if game is None else await desk.session(game)
    people = None if session is None else session.seating.people
    if session is None or people is None or people.invitation is None:
        raise Missing(_UNKNOWN)
    return session, people.invitation


def _limit(request: Request) -> None:
    """Let nobody try many codes."""
    if not state_of(request).keys.take(asker_of(request).address):
        raise Busy("Too many codes were tried. Wait a minute.")
