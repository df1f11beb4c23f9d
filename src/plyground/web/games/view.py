"""A game as a visitor sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground._core import Side
from plyground.games.position import Position as AnyPosition
from plyground.games.record import Game, Step
from plyground.web.games import may, models
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
    is_owner = visitor == game.visitor
    return models.StateMessage(
        id=game.id,
        version=game.version,
        game=game.record.start.game,
        start=game.start,
        players={word: _player(game, side, is_owner=is_owner) for side, word in SIDES.items()},
        you=[SIDES[side] for side in SIDES if is_owner and game.seats[side].is_human],
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
    result = game.result
    own = [side for side in SIDES if game.seats[side].is_human]
    if result is None or visitor != game.visitor or len(own) != 1:
        return result
    has_won = result.winner == SIDES[own[0]]
    texts = {
        "end": end_text(game.position, own[0]),
        "resignation": "You resigned.",
        "time": f"You {'won' if has_won else 'lost'} on time.",
    }
    # An engine failed: the winner is a person.
    failed = f"You won: {result.text.partition(': ')[2]}" if has_won else result.text
    return result.model_copy(update={"text": texts.get(result.reason, failed)})


def _player(game: GameSession, side: Side, *, is_owner: bool) -> models.Player:
    seat = game.seats[side]
    both = all(seat.is_human for seat in game.seats)
    title = game.position.side_name(side).capitalize() if both else "You"
    return models.Player(
        spec=seat.spec if is_owner else seat.title,
        title=title if seat.is_human and is_owner else seat.title,
        human=seat.is_human,
    )


def forfeit(position: AnyPosition, loser: Side, reason: str, note: str = "") -> Result:
    """Return a result that the board does not show: a resignation, a fallen flag, a fault."""
    winner = Side(1 - loser)
    names = position.side_name(winner).capitalize(), position.side_name(loser)
    how = {"resignation": "resigned", "time": "ran out of time"}.get(reason)
    how = how or f"failed: {without_paths(note)}"
    return Result(
        winner=SIDES[winner], reason=reason, margin=None, text=f"{names[0]} won: {names[1]} {how}."
    )


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
        updated=game.updated.isoformat().replace("+00:00", "Z"),
    )
