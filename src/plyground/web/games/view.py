"""A game as a visitor sees it."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from plyground._core import Side
from plyground.games.record import Game, Step
from plyground.web.games import may, models, wishes
from plyground.web.games.people import shown_code
from plyground.web.games.store import StoredGame
from plyground.web.shared.mistakes import without_paths
from plyground.web.shared.models import PlayedMove, Position, Result
from plyground.web.shared.players import Seat
from plyground.web.shared.views import (
    SIDES,
    end_result,
    end_text,
    move_view,
    position_view,
    title_of,
)

if TYPE_CHECKING:
    from plyground.web.games.session import GameSession


def state(game: GameSession, visitor: str, since: int = 0) -> models.StateMessage:
    """Return a game as a visitor sees it, with the moves from ``since`` on."""
    sides = game.seating.sides_of(visitor)
    return models.StateMessage(
        id=game.id,
        version=game.version,
        game=game.record.start.game,
        start=game.start,
        players={word: _player(game, side, visitor) for side, word in SIDES.items()},
        you=[SIDES[side] for side in sides],
        from_=since,
        moves=game.moves[since:],
        position=game.shown,
        clock=game.clocks.view(),
        status="over" if game.is_over else "running",
        result=_result(game, visitor),
        thinking=None if game.thinking is None else SIDES[game.thinking],
        watch=models.Watch(paused=game.paused, pause=game.pause) if game.is_show else None,
        can=may.acts(game, visitor),
        rematch=game.rematch,
        offer=wishes.shown(game.offer),
        seat=_seat(game, sides),
        problem=game.problem,
    )


def played(record: Game, move: str, seconds: float | None) -> tuple[Step, PlayedMove]:
    """Return what a move leads to, and the move as it is shown."""
    step, ply = record.look(move), len(record.moves) + 1
    return step, move_view(record.position, step.move, step.position, ply, seconds)


def looked(
    record: Game, move: str, seconds: float
) -> tuple[Step, PlayedMove, Position, Result | None]:
    """Return the same, with the position after the move as it is shown, and the game's result."""
    step, shown = played(record, move, seconds)
    return step, shown, position_view(step.position), end_result(step.position)


def _result(game: GameSession, visitor: str) -> Result | None:
    """Return the result in words for a visitor who has played one of the sides."""
    result, own = game.result, game.seating.sides_of(visitor)
    if result is None or len(own) != 1:
        return result
    has_won = result.winner == SIDES[own[0]]
    other = game.seating.name(own[0].other)
    # The winner is a person, and the other side has failed: an engine, or somebody gave up.
    failed = f"You won: {result.text.partition(': ')[2]}" if has_won else result.text
    texts = {
        "end": end_text(game.position, own[0]),
        "resignation": f"You won: {other} resigned." if has_won else "You resigned.",
        "time": f"You {'won' if has_won else 'lost'} on time.",
        "agreement": result.text,
    }
    return result.model_copy(update={"text": texts.get(result.reason, failed)})


def _player(game: GameSession, side: Side, visitor: str) -> models.Player:
    seat, own = game.seats[side], game.seating.sides_of(visitor)
    title = seat.title
    if side in own:
        title = "You" if len(own) == 1 else game.position.side_name(side).capitalize()
    elif game.seating.people is not None:
        title = game.seating.name(side) or "Friend"
    return models.Player(
        spec=seat.spec if visitor == game.visitor else seat.title,
        title=title,
        human=seat.is_human,
        present=game.seating.present(game.present, side),
    )


def _seat(game: GameSession, sides: tuple[Side, ...]) -> models.OwnSeat | None:
    """Return what only whoever sits there may know."""
    people = game.seating.people
    if people is None or not sides:
        return None
    invitation = people.invitation if people.is_waiting else None
    return models.OwnSeat(
        key=people.seats[sides[0]].key,
        secret=None if invitation is None else invitation.secret,
        code=None if invitation is None else shown_code(invitation.code),
    )


def forfeit(game: GameSession, loser: Side, reason: str, note: str = "") -> Result:
    """Return a result that the board does not show: a resignation, a fallen flag, a fault."""
    winner, names = loser.other, game.position.side_name
    how = {"resignation": "resigned", "time": "ran out of time"}.get(reason)
    how = how or f"failed: {without_paths(note)}"
    won, lost = game.seating.name(winner), game.seating.name(loser)
    text = f"{won or names(winner).capitalize()} won: {lost or names(loser)} {how}."
    return Result(winner=SIDES[winner], reason=reason, margin=None, text=text)


def own_summary(game: GameSession, visitor: str, updated: datetime) -> models.Summary:
    """Return a game between two people for the list of one of them."""
    now = state(game, visitor)
    return models.Summary(
        id=game.id,
        game=now.game,
        title=title_of(now.game),
        players={side: player.title for side, player in now.players.items()},
        moves=len(now.moves),
        status=now.status,
        your_turn="move" in now.can,
        result=now.result,
        updated=_iso(updated),
    )


def _iso(time: datetime) -> str:
    return time.isoformat().replace("+00:00", "Z")


def summary(game: StoredGame, moves: int) -> models.Summary:
    """Return a stored game for a list."""
    seats = [Seat(spec) for spec in game.players]
    titles = ["You" if seat.is_human else seat.title for seat in seats]
    return models.Summary(
        id=game.id,
        game=game.game,
        title=title_of(game.game),
        players={"first": titles[0], "second": titles[1]},
        moves=moves,
        status="running" if game.result is None else "over",
        # An engine answers at once, so that a running game with a person in it waits for that one.
        your_turn=game.result is None and any(seat.is_human for seat in seats),
        result=game.result,
        updated=_iso(game.updated),
    )
