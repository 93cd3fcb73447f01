"""The owner's first page: all studies, and how far they are."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from whichmetric.studies import invite, list_studies
from whichmetric.web.access import FormOfOwner, Identifier, Owner
from whichmetric.web.desk import Desk
from whichmetric.web.rendering import page
from whichmetric.web.texts import say

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@router.get("/", dependencies=[Owner])
def home(request: Request) -> Response:
    """Studies, the latest first."""
    desk: Desk = request.app.state.desk
    return page(request, "owner/home.html", studies=list_studies(desk.store)[::-1])


@router.post("/studies/{study}/try", dependencies=[FormOfOwner])
def try_study(request: Request, study: Identifier) -> Response:
    """Answer a study oneself, beginning with the question that waits."""
    desk: Desk = request.app.state.desk
    _, secret = invite(desk.study(study), say("owner.yourself"))
    return RedirectResponse(f"/e/{secret}/question", 303)
