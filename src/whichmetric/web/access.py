"""Who may do what: owners by a token, experts by the secret of their link."""

from __future__ import annotations

import hashlib
import hmac
import time
from typing import Annotated

from fastapi import Depends, Form, HTTPException, Path, Request, Response

from whichmetric.errors import InvitationError
from whichmetric.studies import Invited, find_invited
from whichmetric.web.settings import Settings
from whichmetric.web.texts import say

__all__ = [
    "COOKIE",
    "ExpertByLink",
    "FormOfOwner",
    "Identifier",
    "NotOwnerError",
    "Owner",
    "check_signature",
    "form_signature",
    "is_owner",
    "is_token",
    "sign_in",
    "sign_out",
]

COOKIE = "whichmetric_owner"
LASTS = 12 * 3600
"""Seconds for which an owner who has signed in stays so."""
LONGEST_SECRET = 100


class NotOwnerError(Exception):
    """Only an owner may do this."""


def is_token(settings: Settings, token: str) -> bool:
    """Whether this is the owner's token; takes as long for a near guess as for a wild one."""
    expected = settings.owner_token
    return expected is not None and hmac.compare_digest(_mac(token, ""), _mac(expected, ""))


def is_owner(request: Request) -> bool:
    """Whether a request comes from an owner: with the token, or signed in."""
    settings: Settings = request.app.state.settings
    if settings.owner_token is None:
        return True
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return is_token(settings, token.strip())
    return _is_cookie(settings, request.cookies.get(COOKIE, ""))


def _require_owner(request: Request) -> None:
    if not is_owner(request):
        raise NotOwnerError


def _require_own_form(request: Request, signature: Annotated[str, Form(max_length=100)]) -> None:
    _require_owner(request)
    check_signature(request, signature)


def check_signature(request: Request, signature: str) -> None:
    """Refuse a form that this server has not made."""
    settings: Settings = request.app.state.settings
    if not hmac.compare_digest(signature.encode(), form_signature(settings).encode()):
        raise HTTPException(403, say("failures.old_form"))


def _expert(request: Request, secret: str) -> Invited:
    if len(secret) > LONGEST_SECRET:
        raise InvitationError("This link leads nowhere: copy it again, whole.")
    return find_invited(request.app.state.desk.store, secret)


Owner = Depends(_require_owner)
FormOfOwner = Depends(_require_own_form)
Identifier = Annotated[str, Path(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")]
"""Of a study, a session, an invitation or a file, in an address."""
ExpertByLink = Annotated[Invited, Depends(_expert)]


def form_signature(settings: Settings) -> str:
    """What forms of owners carry, so that no other site can send one in their name."""
    return _mac(settings.owner_token or settings.secret, "form").hex()


def sign_in(response: Response, settings: Settings) -> None:
    """Let the browser show from now on that an owner uses it."""
    until = str(int(time.time()) + LASTS)
    response.set_cookie(
        COOKIE,
        f"{until}.{_mac(settings.owner_token or '', until).hex()}",
        max_age=LASTS,
        httponly=True,
        secure=settings.is_encrypted,
        samesite="strict",
    )


def sign_out(response: Response) -> None:
    """Let the browser forget that."""
    response.delete_cookie(COOKIE, httponly=True, samesite="strict")


def _is_cookie(settings: Settings, cookie: str) -> bool:
    until, _, mac = cookie.partition(".")
    if not until.isascii() or not until.isdigit() or int(until[:12]) < time.time():
        return False
    return hmac.compare_digest(mac.encode(), _mac(settings.owner_token or "", until).hex().encode())


def _mac(key: str, text: str) -> bytes:
    return hmac.digest(key.encode(), text.encode(), hashlib.sha256)
