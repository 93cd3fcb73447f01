"""An expert's session, for programs."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Query, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from whichmetric.errors import InvitationError
from whichmetric.studies import Asked, Invited, Session, find_invited
from whichmetric.studies.introduction import introduction, introduction_to_one
from whichmetric.studies.sentences import guess_question
from whichmetric.web.api.models import (
    AfterInAddress,
    AnswerIn,
    Detail,
    GuessIn,
    PracticeChecked,
    PracticeIn,
    PracticeOut,
    QuestionOut,
    SessionOut,
    TurnInAddress,
    UndoIn,
)
from whichmetric.web.api.result_models import MapOut, ResultDocument
from whichmetric.web.findings import Findings
from whichmetric.web.kept_conclusions import Finding
from whichmetric.web.open_studies import OpenStudies
from whichmetric.web.practice import practice_question
from whichmetric.web.question_card import question_card
from whichmetric.web.texts import say

__all__ = ["router"]

_bearer = HTTPBearer(auto_error=False, scheme_name="expert", description="The secret of a link.")


def _invited(
    request: Request, shown: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]
) -> Invited:
    if shown is None:
        raise HTTPException(401, say("failures.no_secret"))
    try:
        return find_invited(request.app.state.open_studies.store, shown.credentials)
    except InvitationError as failure:  # here the secret is a credential, not an address
        raise HTTPException(401, str(failure)) from None


InvitedBySecret = Annotated[Invited, Depends(_invited)]


def _finding_at_the_end(request: Request, invited: InvitedBySecret) -> Finding:
    """What a page would show too: no result before the end, which would lead the answers."""
    open_studies: OpenStudies = request.app.state.open_studies
    findings: Findings = request.app.state.findings
    if not invited.invitation.shows_result:
        raise HTTPException(403, say("failures.hidden_result"))
    with open_studies.session(invited.study, invited.invitation.session) as session:
        is_over = session.ask() is None
    found = findings.of(invited.study, invited.invitation.session) if is_over else None
    if found is None:
        raise HTTPException(409, say("failures.not_over"))
    return found


FindingAtTheEnd = Annotated[Finding, Depends(_finding_at_the_end)]
router = APIRouter(
    prefix="/api/session",
    tags=["expert"],
    responses={code: {"model": Detail} for code in (400, 401, 422, 429, 503)},
)


@router.get("")
def read_session(request: Request, invited: InvitedBySecret) -> SessionOut:
    """Where the session stands, and the question that waits; of a crowd, for one person."""
    open_studies: OpenStudies = request.app.state.open_studies
    with open_studies.session(invited.study, invited.invitation.session) as session:
        if session.specification.is_crowd:
            return _person_out(session, session.ask(), answered=0)
        return _session_out(open_studies, invited, session)


@router.post("/answers", responses={409: {"model": Detail}})
def post_answer(request: Request, invited: InvitedBySecret, body: AnswerIn) -> SessionOut:
    """Save an answer; the next question comes back. 409 where another was first.

    One of a crowd is done then, and an answer to what others have answered meanwhile joins theirs.
    """
    open_studies: OpenStudies = request.app.state.open_studies
    with open_studies.session(invited.study, invited.invitation.session) as session:
        session.answer(
            body.number, body.answer, seconds=body.seconds, seen=body.seen, request_key=body.key
        )
        if session.specification.is_crowd:
            session.ask()  # so that it is there when the next person comes
            return _person_out(session, None, answered=1)
        return _session_out(open_studies, invited, session)


@router.post("/guess", responses={409: {"model": Detail}})
def post_guess(request: Request, invited: InvitedBySecret, body: GuessIn) -> SessionOut:
    """Save what the expert guesses; 409 where none is asked for, or after the first answer."""
    open_studies: OpenStudies = request.app.state.open_studies
    with open_studies.session(invited.study, invited.invitation.session) as session:
        session.guess(body.false_alarms, request_key=body.key)
        return _session_out(open_studies, invited, session)


@router.post("/undo", responses={409: {"model": Detail}})
def post_undo(request: Request, invited: InvitedBySecret, body: UndoIn) -> SessionOut:
    """Take the last answer back; its question comes back. 409 where there is no such answer."""
    open_studies: OpenStudies = request.app.state.open_studies
    with open_studies.session(invited.study, invited.invitation.session) as session:
        session.undo(body.number, seen=body.seen, request_key=body.key)
        return _session_out(open_studies, invited, session)


@router.get("/practice")
def read_practice(
    request: Request,
    invited: InvitedBySecret,
    asked: Annotated[TurnInAddress, Query()],
) -> PracticeOut:
    """A question with a right answer; another one at each turn."""
    specification = request.app.state.open_studies.study(invited.study).specification
    found = practice_question(specification, invited.invitation.session, asked.turn)
    return PracticeOut.of(asked.turn, question_card(specification.wording, found.a, found.b))


@router.post("/practice")
def post_practice(request: Request, invited: InvitedBySecret, body: PracticeIn) -> PracticeChecked:
    """Whether an answer to it is right, and why; nothing is saved."""
    specification = request.app.state.open_studies.study(invited.study).specification
    asked = practice_question(specification, invited.invitation.session, body.turn)
    return PracticeChecked(chosen=body.answer, right=asked.right, why=asked.why)


@router.get("/result", responses={code: {"model": Detail} for code in (403, 409)})
def read_result(found: FindingAtTheEnd) -> ResultDocument:
    """What the answers say at the end, where the owner lets the expert see it; 409 before."""
    return ResultDocument(found.now.as_dict())


@router.get("/map", responses={code: {"model": Detail} for code in (403, 409)})
def read_map(found: FindingAtTheEnd, asked: Annotated[AfterInAddress, Query()]) -> MapOut:
    """The map of metrics after some of the answers, or all; at the end, as for the result."""
    return MapOut.of(found, asked.after, "you")


def _session_out(open_studies: OpenStudies, invited: Invited, session: Session) -> SessionOut:
    words = open_studies.study(invited.study).specification.wording
    asked = session.ask()
    progress = session.progress
    question = None
    told: tuple[str, ...] = ()
    if asked is not None:
        card = question_card(words, asked.a.counts, asked.b.counts)
        question = QuestionOut.of(asked.number, card)
        told = introduction(words, asked.a.counts, progress.remaining).texts
    return SessionOut(
        title=words.title,
        introduction=list(told),
        answered=progress.answered,
        remaining=progress.remaining,
        stopped=progress.stopped,
        done=question is None,
        position=session.position,
        guess=guess_question(words) if session.wants_guess else None,
        question=question,
    )


def _person_out(session: Session, asked: Asked | None, *, answered: int) -> SessionOut:
    """What one of a crowd is told: nothing of the others, and nothing of what they said."""
    words = session.specification.wording
    question = None
    told: tuple[str, ...] = ()
    if asked is not None:
        question = QuestionOut.of(
            asked.number, question_card(words, asked.a.counts, asked.b.counts)
        )
        told = introduction_to_one(words, asked.a.counts).texts
    return SessionOut(
        title=words.title,
        introduction=list(told),
        answered=answered,
        remaining=0 if asked is None else 1,
        stopped=None if answered or asked is not None else session.estimate().stopped,
        done=asked is None,
        position=session.position,
        guess=None,
        question=question,
    )
