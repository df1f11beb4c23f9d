"""What can be wrong with what people give us: each error says in one line what was expected."""


class PlygroundError(ValueError):
    """A user's mistake; the message is one line and names the fix."""


class GameNameError(PlygroundError):
    """A game name that cannot be read, or parameters that the game does not have."""


class PositionTextError(PlygroundError):
    """A position text that cannot be read, or that describes no possible position."""


class IllegalMove(PlygroundError):  # noqa: N818 - "illegal move" is the noun of every referee
    """A move that the rules do not allow here."""


class RecordError(PlygroundError):
    """A record file that cannot be read; the message begins with the file and line."""


def shown(given: object) -> str:
    """Return what somebody gave us as it can stand in a message of one line."""
    text = str(given)
    return text if text and text.isprintable() else repr(text)
