"""Who may do what: owners by a token, experts by the secret of their link."""

from __future__ import annotations

import hashlib
import hmac
from typing import Annotated

from fastapi import Depends, Form, HTTPException, Path, Query, Request, Response

from whichmetric.errors import InvitationError
from whichmetric.studies import Invited, find_invited
from whichmetric.studies.identifiers import IDENTIFIER
from whichmetric.web.open_studies import OpenStudies
from whichmetric.web.owner_sessions import LASTS, OwnerSessions
from whichmetric.web.settings import Settings
from whichmetric.web.texts import say

__all__ = [
    "COOKIE",
    "LONGEST_SECRET",
    "AnybodyByLink",
    "ExpertByLink",
    "FormOfOwner",
    "Identifier",
    "NotOwnerError",
    "Owner",
    "PersonByLink",
    "UploadOfOwner",
    "form_signature",
    "is_owner",
    "is_token",
    "sign_in",
    "sign_out",
    "upload_signature",
]

COOKIE = "whichmetric_owner"
LONGEST_SECRET = 100


class NotOwnerError(Exception):
    """Only an owner may do this."""


def is_token(settings: Settings, token: str) -> bool:
    """Whether this is the owner's token; takes as long for a near guess as for a wild one."""
    expected = settings.owner_token
    return expected is not None and hmac.compare_digest(_mac(token, ""), _mac(expected, ""))


def is_owner(request: Request) -> bool:
    """Whether a request comes from an owner: a program with the token, or signed in."""
    settings: Settings = request.app.state.settings
    if settings.owner_token is None:
        return True
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and request.url.path.startswith("/api/"):
        return is_token(settings, token.strip())
    sessions: OwnerSessions = request.app.state.owner_sessions
    return sessions.holds(request.cookies.get(COOKIE, ""))


def _require_owner(request: Request) -> None:
    if not is_owner(request):
        raise NotOwnerError


def _require_own_form(request: Request, signature: Annotated[str, Form(max_length=100)]) -> None:
    _require_owner(request)
    _compare(signature, form_signature(request.app.state.settings))


def _require_own_upload(
    request: Request, signature: Annotated[str, Query(max_length=100)] = ""
) -> None:
    _require_owner(request)
    _compare(signature, upload_signature(request.app.state.settings))


def _compare(signature: str, expected: str) -> None:
    """Refuse a form that this server has not made."""
    if not hmac.compare_digest(signature.encode(), expected.encode()):
        raise HTTPException(403, say("failures.old_form"))


def _invited(request: Request, secret: str, *, to_crowd: bool) -> Invited:
    """Where a link leads; one to a crowd has another address than one to an expert's session."""
    if len(secret) > LONGEST_SECRET:
        raise InvitationError(say("failures.unknown_link"))
    open_studies: OpenStudies = request.app.state.open_studies
    invited = find_invited(open_studies.store, secret)
    if open_studies.study(invited.study).specification.is_crowd != to_crowd:
        raise InvitationError(say("failures.unknown_link"))
    return invited


def _expert(request: Request, secret: str) -> Invited:
    return _invited(request, secret, to_crowd=False)


def _person(request: Request, secret: str) -> Invited:
    return _invited(request, secret, to_crowd=True)


def _anybody(request: Request, secret: str) -> Invited:
    return _invited(request, secret, to_crowd=request.url.path.startswith("/c/"))


Owner = Depends(_require_owner)
FormOfOwner = Depends(_require_own_form)
UploadOfOwner = Depends(_require_own_upload)
"""Signed in its address, so that it can be refused before its body is read."""
Identifier = Annotated[str, Path(pattern=IDENTIFIER)]
"""Of a study, a session, an invitation or a file, in an address."""
ExpertByLink = Annotated[Invited, Depends(_expert)]
PersonByLink = Annotated[Invited, Depends(_person)]
"""One of a crowd."""
AnybodyByLink = Annotated[Invited, Depends(_anybody)]
"""An expert, or one of a crowd, by the address."""


def form_signature(settings: Settings) -> str:
    """What forms of owners carry, so that no other site can send one in their name."""
    return _mac(settings.owner_token or settings.secret, "form").hex()


def upload_signature(settings: Settings) -> str:
    """What the address of their upload carries; it opens no other form."""
    return _mac(settings.owner_token or settings.secret, "upload").hex()


def sign_in(request: Request, response: Response) -> None:
    """Let the browser show from now on that an owner uses it."""
    sessions: OwnerSessions = request.app.state.owner_sessions
    response.set_cookie(
        COOKIE,
        sessions.begin(),
        max_age=LASTS,
        httponly=True,
        secure=request.app.state.settings.is_encrypted,
        samesite="strict",
    )


def sign_out(request: Request, response: Response) -> None:
    """Let the server forget that, and the browser."""
    sessions: OwnerSessions = request.app.state.owner_sessions
    sessions.end(request.cookies.get(COOKIE, ""))
    response.delete_cookie(COOKIE, httponly=True, samesite="strict")


def _mac(key: str, text: str) -> bytes:
    return hmac.digest(key.encode(), text.encode(), hashlib.sha256)
