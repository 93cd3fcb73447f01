"""Question after question, until there is none or the expert stops."""

from __future__ import annotations

import time
from dataclasses import replace

from whichmetric.cli.conversation_view import ConversationView
from whichmetric.cli.guess import ask_guess
from whichmetric.cli.question_view import QuestionView
from whichmetric.cli.replies import CROWD_HELP, HELP, Order, nonsense_text, reply_of
from whichmetric.errors import ConflictError, ElicitationError
from whichmetric.studies import Session, Wording
from whichmetric.studies.sentences import meaning_texts
from whichmetric.values import Answer

__all__ = ["converse", "reply_to"]

OVERTAKEN = "Somebody has answered, or undone an answer, in another window meanwhile"


def converse(session: Session, wording: Wording, face: ConversationView) -> bool:
    """Ask and store; True where there is nothing more to ask, False where the expert stops.

    Every answer is stored before the next question is looked for.

    Parameters
    ----------
    session : Session
    wording : Wording
    face : ConversationView
    """
    notes: tuple[str, ...] = ()
    while (asked := session.ask()) is not None:
        remaining, begun = session.progress.remaining, time.monotonic()
        view = QuestionView(wording=wording, asked=asked, remaining=remaining, notes=notes)
        reply = reply_to(view, face)
        if reply is Order.QUIT:
            return False
        if reply is Order.UNDO and session.may_guess:  # the guess was the last thing said
            if not ask_guess(session, wording, face):
                return False
            notes = ()
            continue
        seconds = time.monotonic() - begun if face.measures_time else None
        try:
            if isinstance(reply, Answer):
                face.kept(session.answer(asked.number, reply, seconds=seconds))
            else:
                face.kept(session.undo())
            notes = ()
        except ConflictError:
            lost = "yours was not kept" if isinstance(reply, Answer) else "nothing was taken back"
            notes = (f"{OVERTAKEN}: {lost}.",)
        except ElicitationError as error:  # nothing to undo
            notes = (str(error),)
    for note in notes:  # the other window has finished: no question follows to show it beside
        face.note(note)
    return True


def reply_to(view: QuestionView, face: ConversationView) -> Answer | Order:
    """An answer, an undoing or a stop; help is given and nonsense refused until there is one."""
    notes = view.notes
    while True:
        typed = face.ask(replace(view, notes=notes))
        reply = Order.QUIT if typed is None else reply_of(typed, view.keys)
        if reply is Order.HELP:
            told = CROWD_HELP if view.of_crowd else HELP
            face.explain((*told, *meaning_texts(view.wording)))
            notes = ()
        elif reply is None:
            notes = (nonsense_text(typed or "", view.keys),)
        else:
            return reply
