"""The guess that a study may ask for before its first question."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from whichmetric.errors import ConflictError, ElicitationError, InvalidInputError
from whichmetric.studies.identifiers import IDENTIFIER, random_identifier
from whichmetric.studies.sentences import guess_question
from whichmetric.studies.typed_guess import guess_from
from whichmetric.web.access import ExpertByLink
from whichmetric.web.interface_words import for_people
from whichmetric.web.open_studies import OpenStudies
from whichmetric.web.rendering import page

__all__ = ["LATE", "SKIPPED", "router"]

router = APIRouter(prefix="/e/{secret}/guess", include_in_schema=False)

SKIPPED, LATE = "skipped", "late"
"""What the address of the question says of the guess."""


@router.get("")
def guess(request: Request, secret: str, invited: ExpertByLink) -> Response:
    """The guess, to be typed or mended until something is answered; later, the question."""
    open_studies: OpenStudies = request.app.state.open_studies
    with open_studies.session(invited.study, invited.invitation.session) as session:
        guessed = session.guessed
        if not session.may_guess:
            return RedirectResponse(f"/e/{secret}/question", 303)
    typed = "" if guessed is None else f"{guessed:g}"
    return _guess_page(request, secret, invited, typed, random_identifier())


@router.post("")
def guessed(
    request: Request,
    secret: str,
    invited: ExpertByLink,
    key: Annotated[str, Form(pattern=IDENTIFIER)],
    false_alarms: Annotated[str, Form(max_length=40)] = "",
) -> Response:
    """Save the guess; say so where the questions have begun in another window."""
    open_studies: OpenStudies = request.app.state.open_studies
    try:
        with open_studies.session(invited.study, invited.invitation.session) as session:
            session.guess(guess_from(false_alarms), request_key=key)
    except InvalidInputError as failure:
        typed = false_alarms.replace("\0", "")
        problem = for_people(str(failure))
        return _guess_page(request, secret, invited, typed, key, problem=problem)
    except (ConflictError, ElicitationError):
        return RedirectResponse(f"/e/{secret}/question?guess={LATE}", 303)
    return RedirectResponse(f"/e/{secret}/question", 303)


def _guess_page(
    request: Request,
    secret: str,
    invited: ExpertByLink,
    typed: str,
    key: str,
    *,
    problem: str = "",
) -> Response:
    words = request.app.state.open_studies.study(invited.study).specification.wording
    return page(
        request,
        "guess.html",
        status=422 if problem else 200,
        secret=secret,
        study_title=words.title,
        wording=words,
        question=guess_question(words),
        typed=typed,
        key=key,
        skipped=SKIPPED,
        problem=problem,
    )
