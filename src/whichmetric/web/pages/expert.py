"""The expert's way: welcome, practice, one question after the other, thanks."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from whichmetric.errors import ConflictError, ElicitationError
from whichmetric.studies import Answered, Asked, Guessed, Progress, Session, Undone
from whichmetric.studies.identifiers import IDENTIFIER, random_identifier
from whichmetric.studies.introduction import introduction
from whichmetric.values import Answer
from whichmetric.web.access import ExpertByLink
from whichmetric.web.kept_conclusions import KeptConclusions
from whichmetric.web.open_studies import OpenStudies
from whichmetric.web.pages.guess import LATE, SKIPPED
from whichmetric.web.question_card import question_card
from whichmetric.web.rendering import page
from whichmetric.web.result_view import result_view
from whichmetric.web.texts import say

__all__ = ["router"]

router = APIRouter(prefix="/e/{secret}", include_in_schema=False)

Number = Annotated[int, Form(ge=1, le=100_000)]
Position = Annotated[int, Form(ge=0, le=1_000_000)]
Key = Annotated[str, Form(pattern=IDENTIFIER)]


@router.get("")
def welcome(request: Request, secret: str, invited: ExpertByLink) -> Response:
    """What is compared, and what each error means; how far somebody is who comes back."""
    open_studies: OpenStudies = request.app.state.open_studies
    with open_studies.session(invited.study, invited.invitation.session) as session:
        asked = session.ask()
        if asked is None:
            return _to(secret, "done")
        progress = _progress(request, invited, session)
    words = open_studies.study(invited.study).specification.wording
    return page(
        request,
        "welcome.html",
        secret=secret,
        wording=words,
        about=introduction(words, asked.a.counts, progress.remaining),
        progress=progress,
    )


@router.get("/question")
def question(
    request: Request,
    secret: str,
    invited: ExpertByLink,
    guess: Annotated[str, Query(max_length=20)] = "",
) -> Response:
    """The question that waits, after a guess where the study asks for one; at the end, thanks."""
    open_studies: OpenStudies = request.app.state.open_studies
    with open_studies.session(invited.study, invited.invitation.session) as session:
        asked = session.ask()
        if asked is None:
            return _to(secret, "done")
        if session.wants_guess and guess != SKIPPED:
            return _to(secret, "guess")
        notice = say("guess.late") if guess == LATE else ""
        return _question_page(request, secret, invited, session, asked, notice=notice)


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
    open_studies: OpenStudies = request.app.state.open_studies
    words = open_studies.study(invited.study).specification.wording
    return page(
        request,
        "question.html",
        status=status,
        secret=secret,
        study_title=words.title,
        card=question_card(words, asked.a.counts, asked.b.counts),
        asked=asked,
        progress=_progress(request, invited, session),
        saved="" if notice else _saved(session),
        may_mend_guess=session.may_guess and session.guessed is not None,
        seen=session.position,
        key=random_identifier(),
        undo_key=random_identifier(),
        notice=notice,
    )


def _progress(request: Request, invited: ExpertByLink, session: Session) -> Progress:
    """How far a session is; its estimate, which is needed for that, is kept for the map."""
    conclusions: KeptConclusions = request.app.state.conclusions
    result = session.estimate()
    conclusions.keep(invited.study, session.id, session.answers, result)
    return Progress(len(session.answers), result.remaining, result.stopped)


def _saved(session: Session) -> str:
    """What was stored last, said once it is stored; empty at the beginning."""
    if session.events and isinstance(session.events[-1], Guessed):
        return say("guess.saved")
    undone = next((event for event in session.events[-1:] if isinstance(event, Undone)), None)
    if undone is not None:
        return say("question.undone", number=undone.number)
    if session.answers:
        return say("question.saved", number=len(session.answers))
    return ""


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
    open_studies: OpenStudies = request.app.state.open_studies
    try:
        with open_studies.session(invited.study, invited.invitation.session) as session:
            session.answer(number, answer, seconds=seconds, seen=seen, request_key=key)
            session.ask()  # so that it is there when the browser comes for it
    except ConflictError:
        return _moved_on(request, secret, invited, say("question.not_saved"))
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
    open_studies: OpenStudies = request.app.state.open_studies
    try:
        with open_studies.session(invited.study, invited.invitation.session) as session:
            session.undo(number, seen=seen, request_key=key)
    except (ConflictError, ElicitationError):
        return _moved_on(request, secret, invited, say("question.not_undone"))
    return _to(secret, "question")


@router.get("/answer")
@router.get("/undo")
def return_to_question(secret: str, _: ExpertByLink) -> Response:
    """Somebody loads again what a form has answered: the question that waits is meant."""
    return _to(secret, "question")


def _moved_on(request: Request, secret: str, invited: ExpertByLink, lead: str) -> Response:
    """Show what is being asked now, that nothing was saved, and what happened instead."""
    open_studies: OpenStudies = request.app.state.open_studies
    with open_studies.session(invited.study, invited.invitation.session) as session:
        asked = session.ask()
        notice = " ".join(filter(None, (lead, _meanwhile(session), say("question.now"))))
        if asked is None:
            return _done_page(request, secret, invited, session, notice=notice)
        return _question_page(request, secret, invited, session, asked, status=409, notice=notice)


def _meanwhile(session: Session) -> str:
    """What another window has done last; empty where there is nothing."""
    for event in reversed(session.events):
        if isinstance(event, Undone):
            return say("question.undone_elsewhere", number=event.number)
        if isinstance(event, Answered):
            return say("question.answered_elsewhere", number=event.number)
    return ""


@router.get("/done")
def done(
    request: Request,
    secret: str,
    invited: ExpertByLink,
    after: Annotated[int | None, Query(ge=0, le=1_000_000)] = None,
) -> Response:
    """Thanks, and the result where the owner allows it."""
    open_studies: OpenStudies = request.app.state.open_studies
    with open_studies.session(invited.study, invited.invitation.session) as session:
        if session.ask() is not None:
            return _to(secret, "question")
        return _done_page(request, secret, invited, session, after=after)


def _done_page(
    request: Request,
    secret: str,
    invited: ExpertByLink,
    session: Session,
    *,
    notice: str = "",
    after: int | None = None,
) -> Response:
    study = request.app.state.open_studies.study(invited.study)
    conclusions: KeptConclusions = request.app.state.conclusions
    answers = session.answers
    shown = None
    if invited.invitation.shows_result:
        found = conclusions.finding(study, session.id, answers, session.estimate())
        shown = result_view(found, "you", address=f"/e/{secret}/done", after=after)
    return page(
        request,
        "done.html",
        status=409 if notice else 200,
        secret=secret,
        study_title=study.specification.wording.title,
        answered=len(answers),
        last=answers[-1].number if answers else None,
        seen=session.position,
        undo_key=random_identifier(),
        result=shown,
        notice=notice,
    )


def _to(secret: str, where: str) -> Response:
    return RedirectResponse(f"/e/{secret}/{where}", 303)
