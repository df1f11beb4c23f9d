"""What every message is made of, and the messages of every WebSocket.

What a client sends is a `Wish` and validated once; what a client gets is written from an `Answer`.
So a message has one shape: ``static/common/types.js`` is generated from it
(``python -m plyground.web.types``).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Ref = Annotated[str, StringConstraints(max_length=40)] | int | float


class Wish(BaseModel):
    """Anything that a client sends: unknown fields are a mistake, and true is not a number."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False, strict=True)


class Message(Wish):
    """Anything that a client sends on a WebSocket; ``ref`` comes back in the answer."""

    ref: Ref | None = None


class PingMessage(Message):
    """Ask whether the server is there."""

    type: Literal["ping"]


class Answer(BaseModel):
    """Anything that the server sends."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    def json_text(self) -> str:
        """Return the JSON that a client gets."""
        return self.model_dump_json(by_alias=True)


def _is_none(value: object) -> bool:
    return value is None


def maybe(name: str | None = None) -> Any:
    """Return a field that is left out when it is None; ``name`` where JSON calls it otherwise."""
    return Field(None, exclude_if=_is_none, validation_alias=name, serialization_alias=name)


def called(name: str) -> Any:
    """Return a field whose name in JSON is a keyword of Python."""
    return Field(validation_alias=name, serialization_alias=name)


class Pong(Answer):
    """The answer to a ping."""

    type: Literal["pong"] = "pong"
    ref: Ref | None = maybe()


class ErrorMessage(Answer):
    """A message that could not be obeyed, or another reason why nothing happens."""

    type: Literal["error"] = "error"
    code: str
    message: str
    version: int | None = maybe()
    id: int | None = maybe()
    ref: Ref | None = maybe()


class ErrorBody(Answer):
    """What is wrong, for programs and for people."""

    code: str
    message: str


class Error(Answer):
    """The answer to a request that cannot be fulfilled."""

    error: ErrorBody


#: What paths declare that answer 404 for what is not there.
MISSING: dict[int | str, dict[str, Any]] = {404: {"model": Error}}
