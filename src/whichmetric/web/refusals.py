"""What is answered where something is refused: a page to people, JSON to programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import Response
from fastapi.responses import HTMLResponse, JSONResponse

from whichmetric.web.rendering import render
from whichmetric.web.texts import say, texts

__all__ = ["refusal"]


def refusal(
    path: str,
    status: int,
    text: str,
    *,
    headers: Mapping[str, str] | None = None,
    owners_frame: Mapping[str, Any] | None = None,
) -> Response:
    """Why not, and what to do.

    Parameters
    ----------
    path : str
        What was asked for; programs ask for what lies under /api/.
    status : int
    text : str
    headers : mapping, optional
    owners_frame : mapping, optional
        What the frame of owners' pages needs, so that they can go on from there.
    """
    given = dict(headers or {})
    if path.startswith("/api/"):
        extra = {"www-authenticate": "Bearer"} if status == 401 else {}
        return JSONResponse({"detail": text}, status, headers=given | extra)
    body = render(
        "failure.html",
        layout="base.html" if owners_frame is None else "owner/base.html",
        heading=texts()["failures"]["headings"].get(str(status), say("failures.heading")),
        text=text,
        code=status,
        **(owners_frame or {}),
    )
    return HTMLResponse(body, status, headers=given)
