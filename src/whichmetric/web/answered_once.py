"""A cookie by which a browser knows that its user has answered: for honest people, not a lock."""

from __future__ import annotations

from datetime import timedelta

from fastapi import Request, Response

from whichmetric.studies import Invited

__all__ = ["has_answered", "remember_answer"]

LASTS = timedelta(days=365)


def has_answered(request: Request, invited: Invited) -> bool:
    """Whether this browser has answered by this link."""
    return _name(invited) in request.cookies


def remember_answer(request: Request, response: Response, invited: Invited) -> None:
    """Let the browser show so from now on; who it was is in no cookie.

    Other sites cannot send it along, but for a link that is clicked on: people find theirs in a
    message, and should see that they have answered.
    """
    response.set_cookie(
        _name(invited),
        "1",
        max_age=int(LASTS.total_seconds()),
        path="/c/",
        httponly=True,
        secure=request.app.state.settings.is_encrypted,
        samesite="lax",
    )


def _name(invited: Invited) -> str:
    """By the invitation, which is no secret: its link cannot be made from it."""
    return f"whichmetric_answered_{invited.invitation.id}"
