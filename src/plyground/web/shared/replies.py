"""Answers in JSON, errors included, in one shape."""

from __future__ import annotations

import json
from typing import Any

from starlette.responses import Response


class JsonReply(Response):
    """JSON in ASCII: what people send may hold characters that no encoding takes."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """Return the bytes to send."""
        return json.dumps(content, allow_nan=False, separators=(",", ":")).encode("ascii")


def error_reply(status: int, code: str, message: str) -> JsonReply:
    """Return the answer to a request that cannot be fulfilled."""
    return JsonReply({"error": {"code": code, "message": message}}, status)
