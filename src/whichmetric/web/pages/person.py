"""The way of one of a crowd: welcome, practice, one question, thanks."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from whichmetric.errors import ConflictError
from whichmetric.studies import Asked, Session
from whichmetric.studies.identifiers import IDENTIFIER, random_identifier
from whichmetric.studies.introduction import introduction_to_one
from whichmetric.values import Answer
from whichmetric.web.access import PersonByLink
from whichmetric.web.answered_once import has_answered, remember_answer
from whichmetric.web.open_studies import OpenStudies
from whichmetric.web.pages.expert import Key, Number, Position
from whichmetric.web.question_card import question_card
from whichmetric.web.rendering import page
from whichmetric.web.texts import say

__all__ = ["router"]

router = APIRouter(prefix="/c/{secret}", include_in_schema=False)


@router.get("")
def welcome(request: Request, secret: str, invited: PersonByLink) -> Response:
    """What is compared, and what each error means, before the one question."""
    if has_answered(request, invited):
        return _to(secret, "done")
    open_studies: OpenStudies = request.app.state.open_studies
    with open_studies.session(invited.study, invited.invitation.session) as session:
        asked = session.ask()
    if asked is None:
        return _to(secret, "done")
    words = session.specification.wording
    return page(
        request,
        "person/welcome.html",
        way=f"/c/{secret}",
        wording=words,
        about=introduction_to_one(words, asked.a.counts),
    )


@router.get("/question")
def question(request: Request, secret: str, invited: PersonByLink) -> Response:
    """The question that waits, the same for all who come before it is answered."""
    if has_answered(request, invited):
        return _to(secret, "done")
    open_studies: OpenStudies = request.app.state.open_studies
    with open_studies.session(invited.study, invited.invitation.session) as session:
        asked = session.ask()
        if asked is None:
            return _to(secret, "done")
        return _question_page(request, secret, session, asked)


@router.post("/answer")
def answer(
    request: Request,
    secret: str,
    invited: PersonByLink,
    number: Number,
    answer: Annotated[Answer, Form()],
    seen: Position,
    key: Key,
    seconds: Annotated[float | None, Form(ge=0, le=1e7)] = None,
) -> Response:
    """Save an answer, also to a question that others have answered since it was shown."""
    if has_answered(request, invited):
        return _to(secret, "done")
    open_studies: OpenStudies = request.app.state.open_studies
    try:
        with open_studies.session(invited.study, invited.invitation.session) as session:
            session.answer(number, answer, seconds=seconds, seen=seen, request_key=key)
            session.ask()  # so that it is there when the next person comes
    except ConflictError:
        return _not_saved(request, secret, invited, key)
    return _thanks(request, secret, invited, key)


@router.get("/answer")
def return_to_question(secret: str, _: PersonByLink) -> Response:
    """Somebody loads again what a form has answered."""
    return _to(secret, "question")


@router.get("/done")
def done(
    request: Request,
    secret: str,
    invited: PersonByLink,
    key: Annotated[str, Query(pattern=IDENTIFIER)] = "-",
) -> Response:
    """Thanks for an answer, or that enough people have answered.

    A browser that keeps no cookies shows by its request's key that it has answered.
    """
    open_studies: OpenStudies = request.app.state.open_studies
    with open_studies.session(invited.study, invited.invitation.session) as session:
        answered = has_answered(request, invited) or _is_under(session, key)
        if not answered and session.ask() is not None:
            return _to(secret, "")
    title = session.specification.wording.title
    return page(request, "person/done.html", study_title=title, answered=answered)


def _not_saved(request: Request, secret: str, invited: PersonByLink, key: str) -> Response:
    """Show what is being asked; a second click that says something else leaves the first."""
    open_studies: OpenStudies = request.app.state.open_studies
    with open_studies.session(invited.study, invited.invitation.session) as session:
        if _is_under(session, key):
            return _thanks(request, secret, invited, key)
        asked = session.ask()
        if asked is None:
            return _to(secret, "done")
        notice = f"{say('question.not_saved')} {say('person.now')}"
        return _question_page(request, secret, session, asked, status=409, notice=notice)


def _is_under(session: Session, key: str) -> bool:
    return any(answered.request_key == key for answered in session.heard)


def _question_page(
    request: Request,
    secret: str,
    session: Session,
    asked: Asked,
    *,
    status: int = 200,
    notice: str = "",
) -> Response:
    words = session.specification.wording
    return page(
        request,
        "person/question.html",
        status=status,
        way=f"/c/{secret}",
        study_title=words.title,
        card=question_card(words, asked.a.counts, asked.b.counts),
        asked=asked,
        seen=session.position,
        key=random_identifier(),
        notice=notice,
    )


def _thanks(request: Request, secret: str, invited: PersonByLink, key: str) -> Response:
    response = _to(secret, f"done?key={key}")
    remember_answer(request, response, invited)
    return response


def _to(secret: str, where: str) -> Response:
    return RedirectResponse(f"/c/{secret}/{where}".removesuffix("/"), 303)
