"""The people of games in the database: seats, who sits there, and invitations."""

from __future__ import annotations

import sqlalchemy as sql

from plyground._core import Side
from plyground.arena.running.database import Database
from plyground.web.games.people import Invitation, People, Seat
from plyground.web.games.tables import games, invitations, seats, sitters


class SeatStore:
    """Keeps who plays which side, on however many devices."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def invite(self, game: str, people: People) -> None:
        """Write the first person's seat and an invitation to the second one."""
        with self._database.begin() as connection:
            write_people(connection, game, people)

    def join(self, game: str, visitor: str, seat: Seat, side: Side) -> bool:
        """Give the free seat to a visitor; False if it is not free any longer."""
        is_open = invitations.c.open & (invitations.c.game == game)
        with self._database.begin() as connection:
            taken = connection.execute(invitations.update().where(is_open).values(open=False))
            if taken.rowcount != 1:
                return False
            _sit(connection, game, {visitor: side}, {side: seat})
            return True

    def withdraw(self, game: str) -> None:
        """Make an open invitation worthless, and the game one of a single device again."""
        with self._database.begin() as connection:
            for table in (invitations, sitters, seats):
                connection.execute(table.delete().where(table.c.game == game))

    def game_of(self, key: str) -> str | None:
        """Return the game that a secret or a code invites to, or invited."""
        query = sql.select(invitations.c.game).where(
            (invitations.c.secret == key) | (invitations.c.code == key)
        )
        with self._database.connect() as connection:
            return connection.execute(query).scalar()

    def games_of(self, visitor: str) -> set[str]:
        """Return the games in which a visitor has a seat."""
        query = sql.select(sitters.c.game).where(sitters.c.visitor == visitor)
        with self._database.connect() as connection:
            return set(connection.execute(query).scalars())

    def sit(self, game: str, visitor: str, side: Side) -> None:
        """Let another browser have a seat, too."""
        with self._database.begin() as connection:
            here = (sitters.c.game == game) & (sitters.c.visitor == visitor)
            connection.execute(sitters.delete().where(here))
            _sit(connection, game, {visitor: side}, {})

    def leave(self, game: str, visitor: str) -> bool:
        """Take a game out of a visitor's list; returns whether anybody else still has it."""
        with self._database.begin() as connection:
            here = sitters.c.game == game
            connection.execute(sitters.delete().where(here, sitters.c.visitor == visitor))
            other = connection.execute(sql.select(sitters.c.visitor).where(here)).scalar()
            if other is None:
                return False
            changed = games.update().where(games.c.id == game, games.c.visitor == visitor)
            connection.execute(changed.values(visitor=other))
            return True


def write_people(connection: sql.Connection, game: str, people: People) -> None:
    """Write all people of a game that had none."""
    _sit(connection, game, dict(people.sitters), dict(people.seats))
    invitation = people.invitation
    if invitation is not None:
        row = vars(invitation) | {"side": int(invitation.side), "open": invitation.is_open}
        del row["is_open"]
        connection.execute(invitations.insert(), row | {"game": game})


def read_people(connection: sql.Connection, game: str) -> People | None:
    """Return the people of a game; None where nobody has a seat."""
    found = connection.execute(sql.select(seats).where(seats.c.game == game)).all()
    if not found:
        return None
    by_visitor = sql.select(sitters).where(sitters.c.game == game)
    invited = connection.execute(sql.select(invitations).where(invitations.c.game == game)).first()
    return People(
        {Side(row.side): Seat(row.name, row.key) for row in found},
        {row.visitor: Side(row.side) for row in connection.execute(by_visitor)},
        None if invited is None
        else Invitation(invited.secret, invited.code, Side(invited.side), invited.open),
    )  # fmt: skip


def _sit(
    connection: sql.Connection, game: str, people: dict[str, Side], taken: dict[Side, Seat]
) -> None:
    for side, seat in taken.items():
        row = {"game": game, "side": int(side), "name": seat.name, "key": seat.key}
        connection.execute(seats.insert(), row)
    for visitor, side in people.items():
        connection.execute(sitters.insert(), {"game": game, "visitor": visitor, "side": int(side)})
