"""Answers over HTTP: models in JSON, errors included."""

from __future__ import annotations

import json
from typing import Any

from starlette.responses import JSONResponse

from plyground.web.shared.messages import Error, ErrorBody


class JsonReply(JSONResponse):
    """JSON in ASCII: what people send may hold characters that no encoding takes."""

    def render(self, content: Any) -> bytes:
        """Return the bytes to send."""
        return json.dumps(content, allow_nan=False, separators=(",", ":")).encode("ascii")


def error_reply(status: int, code: str, message: str) -> JsonReply:
    """Return the answer to a request that cannot be fulfilled."""
    return JsonReply(Error(error=ErrorBody(code=code, message=message)).model_dump(), status)
