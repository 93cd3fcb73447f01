"""An expert's session, for programs."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from whichmetric.errors import InvitationError
from whichmetric.reports.conclusion import conclude
from whichmetric.studies import Invited, Session, find_invited
from whichmetric.studies.introduction import introduction
from whichmetric.web.api.models import AnswerIn, Detail, QuestionOut, SessionOut, UndoIn
from whichmetric.web.desk import Desk
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
        return find_invited(request.app.state.desk.store, shown.credentials)
    except InvitationError as failure:  # here the secret is a credential, not an address
        raise HTTPException(401, str(failure)) from None


InvitedBySecret = Annotated[Invited, Depends(_invited)]
router = APIRouter(
    prefix="/api/session",
    tags=["expert"],
    responses={code: {"model": Detail} for code in (400, 401, 422, 429, 503)},
)


@router.get("")
def read_session(request: Request, invited: InvitedBySecret) -> SessionOut:
    """Where the session stands, and the question that waits."""
    desk: Desk = request.app.state.desk
    with desk.session(invited.study, invited.invitation.session) as session:
        return _session_out(desk, invited, session)


@router.post("/answers", responses={409: {"model": Detail}})
def post_answer(request: Request, invited: InvitedBySecret, body: AnswerIn) -> SessionOut:
    """Save an answer; the next question comes back. 409 where another was first."""
    desk: Desk = request.app.state.desk
    with desk.session(invited.study, invited.invitation.session) as session:
        session.answer(
            body.number, body.answer, seconds=body.seconds, seen=body.seen, request_key=body.key
        )
        return _session_out(desk, invited, session)


@router.post("/undo", responses={409: {"model": Detail}})
def post_undo(request: Request, invited: InvitedBySecret, body: UndoIn) -> SessionOut:
    """Take the last answer back; its question comes back. 409 where there is no such answer."""
    desk: Desk = request.app.state.desk
    with desk.session(invited.study, invited.invitation.session) as session:
        session.undo(body.number, seen=body.seen, request_key=body.key)
        return _session_out(desk, invited, session)


@router.get("/result", responses={403: {"model": Detail}})
def read_result(request: Request, invited: InvitedBySecret) -> dict[str, Any]:
    """What the answers say, where the owner lets the expert see it."""
    desk: Desk = request.app.state.desk
    if not invited.invitation.shows_result:
        raise HTTPException(403, say("failures.hidden_result"))
    with desk.session(invited.study, invited.invitation.session) as session:
        result = session.estimate()
    return conclude(desk.study(invited.study).specification, result).as_dict()


def _session_out(desk: Desk, invited: Invited, session: Session) -> SessionOut:
    words = desk.study(invited.study).specification.wording
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
        position=session.position,
        question=question,
    )
