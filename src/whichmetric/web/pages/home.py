"""The owner's first page: all studies, and how far they are."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from whichmetric.studies import list_studies
from whichmetric.studies.crowds import CROWD
from whichmetric.web.access import FormOfOwner, Identifier, Owner
from whichmetric.web.invitation_list import path_of_link
from whichmetric.web.open_studies import OpenStudies
from whichmetric.web.rendering import page
from whichmetric.web.trials import begin_trial, experts_among

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@router.get("/", dependencies=[Owner])
def home(request: Request) -> Response:
    """Studies, the latest first."""
    open_studies: OpenStudies = request.app.state.open_studies
    studies = [
        (one, experts_among(one.sessions)) for one in reversed(list_studies(open_studies.store))
    ]
    return page(request, "owner/home.html", studies=studies, crowd=CROWD)


@router.post("/studies/{study}/try", dependencies=[FormOfOwner])
def try_study(request: Request, study: Identifier) -> Response:
    """Answer a study oneself, beginning with the question that waits."""
    opened = request.app.state.open_studies.study(study)
    return RedirectResponse(f"{path_of_link(opened, begin_trial(opened))}/question", 303)


@router.get("/studies/{study}/try", dependencies=[Owner])
def return_to_study(study: Identifier) -> Response:
    """Somebody comes without the form's button."""
    return RedirectResponse(f"/studies/{study}", 303)
