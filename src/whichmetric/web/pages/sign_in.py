"""How an owner is told from other visitors."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from whichmetric.web.access import FormOfOwner, Owner, is_owner, is_token, sign_in, sign_out
from whichmetric.web.rendering import page
from whichmetric.web.texts import say

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@router.get("/sign-in")
def ask_for_token(request: Request) -> Response:
    """The form, for whoever is not signed in yet."""
    if is_owner(request):
        return RedirectResponse("/", 303)
    return page(request, "owner/sign_in.html", problem="")


@router.post("/sign-in")
def take_token(request: Request, token: Annotated[str, Form(max_length=1_000)] = "") -> Response:
    """Sign in; guesses are slowed down by the shield, which counts the refusals."""
    settings = request.app.state.settings
    if settings.owner_token is None:
        return RedirectResponse("/", 303)
    if not is_token(settings, token.strip()):
        return page(request, "owner/sign_in.html", status=401, problem=say("sign_in.wrong"))
    response = RedirectResponse("/", 303)
    sign_in(request, response)
    return response


@router.post("/sign-out", dependencies=[FormOfOwner])
def leave(request: Request) -> Response:
    """Sign out."""
    response = RedirectResponse("/sign-in", 303)
    sign_out(request, response)
    return response


@router.get("/sign-out", dependencies=[Owner])
def stay() -> Response:
    """Somebody who comes without the form's button stays signed in."""
    return RedirectResponse("/", 303)
