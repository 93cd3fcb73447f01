"""The page on which anybody may practise, whether as an expert or as one of a crowd."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request, Response

from whichmetric.web.access import AnybodyByLink
from whichmetric.web.invitation_list import path_of_link
from whichmetric.web.open_studies import OpenStudies
from whichmetric.web.practice import ROUNDS, practice_question
from whichmetric.web.question_card import question_card
from whichmetric.web.rendering import page

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@router.get("/c/{secret}/practice")
@router.get("/e/{secret}/practice")
def practice(
    request: Request,
    secret: str,
    invited: AnybodyByLink,
    turn: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
) -> Response:
    """A question with a right answer, to see whether the pictures are understood."""
    return _practice_page(request, secret, invited, turn, chosen=None)


@router.post("/c/{secret}/practice")
@router.post("/e/{secret}/practice")
def practised(
    request: Request,
    secret: str,
    invited: AnybodyByLink,
    answer: Annotated[str, Form(pattern="^[AB]$")],
    turn: Annotated[int, Form(ge=0, le=1_000_000)] = 0,
) -> Response:
    """Whether it was right, and why."""
    return _practice_page(request, secret, invited, turn, chosen=answer)


def _practice_page(
    request: Request, secret: str, invited: AnybodyByLink, turn: int, *, chosen: str | None
) -> Response:
    open_studies: OpenStudies = request.app.state.open_studies
    study = open_studies.study(invited.study)
    words = study.specification.wording
    asked = practice_question(study.specification, invited.invitation.session, turn)
    return page(
        request,
        "practice.html",
        way=path_of_link(study, secret),
        one="_one" if study.specification.is_crowd else "",
        study_title=words.title,
        card=question_card(words, asked.a, asked.b, marks=chosen is not None),
        turn=turn % ROUNDS,
        chosen=chosen,
        right=asked.right,
        why=asked.why,
    )
