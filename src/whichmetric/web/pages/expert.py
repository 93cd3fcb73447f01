"""The expert's way: welcome, practice, one question after the other, thanks."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from whichmetric.errors import ConflictError, ElicitationError
from whichmetric.reports.conclusion import conclude
from whichmetric.studies import Asked, Session
from whichmetric.studies.identifiers import random_identifier
from whichmetric.studies.introduction import introduction
from whichmetric.values import Answer
from whichmetric.web.access import ExpertByLink
from whichmetric.web.desk import Desk
from whichmetric.web.practice import practice_question
from whichmetric.web.question_card import question_card
from whichmetric.web.rendering import page, say
from whichmetric.web.result_view import result_view

__all__ = ["router"]

router = APIRouter(prefix="/e/{secret}", include_in_schema=False)

Number = Annotated[int, Form(ge=1, le=100_000)]
Position = Annotated[int, Form(ge=0, le=1_000_000)]
Key = Annotated[str, Form(pattern=r"^[A-Za-z0-9_-]{1,64}$")]


@router.get("")
def welcome(request: Request, secret: str, invited: ExpertByLink) -> Response:
    """What is compared, and what each error means; how far somebody is who comes back."""
    desk: Desk = request.app.state.desk
    with desk.session(invited.study, invited.invitation.session) as session:
        asked = session.ask()
        if asked is None:
            return _to(secret, "done")
        progress = session.progress
    words = desk.study(invited.study).specification.wording
    about = introduction(words, asked.a.counts, progress.remaining)
    return page(request, "welcome.html", secret=secret, about=about, progress=progress)


@router.get("/practice")
def practice(request: Request, secret: str, invited: ExpertByLink) -> Response:
    """A question with a right answer, to see whether the pictures are understood."""
    return _practice(request, secret, invited, chosen=None)


@router.post("/practice")
def practised(
    request: Request,
    secret: str,
    invited: ExpertByLink,
    answer: Annotated[str, Form(pattern="^[AB]$")],
) -> Response:
    """Whether it was right, and why."""
    return _practice(request, secret, invited, chosen=answer)


def _practice(request: Request, secret: str, invited: ExpertByLink, chosen: str | None) -> Response:
    desk: Desk = request.app.state.desk
    specification = desk.study(invited.study).specification
    asked = practice_question(specification)
    return page(
        request,
        "practice.html",
        secret=secret,
        title=specification.wording.title,
        card=question_card(specification.wording, asked.a, asked.b),
        chosen=chosen,
        right=asked.right,
        why=asked.why,
    )


@router.get("/question")
def question(request: Request, secret: str, invited: ExpertByLink) -> Response:
    """The question that waits; at the end, thanks."""
    desk: Desk = request.app.state.desk
    with desk.session(invited.study, invited.invitation.session) as session:
        asked = session.ask()
        if asked is None:
            return _to(secret, "done")
        return _question_page(request, secret, invited, session, asked)


def _question_page(
    request: Request,
    secret: str,
    invited: ExpertByLink,
    session: Session,
    asked: Asked,
    *,
    status: int = 200,
    notice: str = "",
) -> Response:
    desk: Desk = request.app.state.desk
    words = desk.study(invited.study).specification.wording
    return page(
        request,
        "question.html",
        status=status,
        secret=secret,
        title=words.title,
        wording=words,
        card=question_card(words, asked.a.counts, asked.b.counts),
        asked=asked,
        progress=session.progress,
        seen=session.position,
        key=random_identifier(),
        undo_key=random_identifier(),
        notice=notice,
    )


@router.post("/answer")
def answer(
    request: Request,
    secret: str,
    invited: ExpertByLink,
    number: Number,
    answer: Annotated[Answer, Form()],
    seen: Position,
    key: Key,
    seconds: Annotated[float | None, Form(ge=0, le=1e7)] = None,
) -> Response:
    """Save an answer; say so where another window was first."""
    desk: Desk = request.app.state.desk
    try:
        with desk.session(invited.study, invited.invitation.session) as session:
            session.answer(number, answer, seconds=seconds, seen=seen, request_key=key)
            session.ask()  # so that it is there when the browser comes for it
    except ConflictError:
        return _moved_on(request, secret, invited)
    return _to(secret, "question")


@router.post("/undo")
def undo(
    request: Request,
    secret: str,
    invited: ExpertByLink,
    number: Number,
    seen: Position,
    key: Key,
) -> Response:
    """Take the last answer back."""
    desk: Desk = request.app.state.desk
    try:
        with desk.session(invited.study, invited.invitation.session) as session:
            session.undo(number, seen=seen, request_key=key)
    except (ConflictError, ElicitationError):
        return _moved_on(request, secret, invited)
    return _to(secret, "question")


def _moved_on(request: Request, secret: str, invited: ExpertByLink) -> Response:
    """Show what is being asked now, and that nothing was saved."""
    desk: Desk = request.app.state.desk
    with desk.session(invited.study, invited.invitation.session) as session:
        asked = session.ask()
        if asked is None:
            return _to(secret, "done")
        notice = say("question.moved_on")
        return _question_page(request, secret, invited, session, asked, status=409, notice=notice)


@router.get("/done")
def done(request: Request, secret: str, invited: ExpertByLink) -> Response:
    """Thanks, and the result where the owner allows it."""
    desk: Desk = request.app.state.desk
    study = desk.study(invited.study)
    with desk.session(invited.study, invited.invitation.session) as session:
        if session.ask() is not None:
            return _to(secret, "question")
        answers, position = session.answers, session.position
        result = session.estimate()
    shown = None
    if invited.invitation.shows_result:
        shown = result_view(conclude(study.specification, result))
    return page(
        request,
        "done.html",
        secret=secret,
        title=study.specification.wording.title,
        answered=len(answers),
        last=answers[-1].number if answers else None,
        seen=position,
        undo_key=random_identifier(),
        result=shown,
    )


def _to(secret: str, where: str) -> Response:
    return RedirectResponse(f"/e/{secret}/{where}", 303)
