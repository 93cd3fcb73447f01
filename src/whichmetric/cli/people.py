"""One person after the other at one terminal, a question each."""

from __future__ import annotations

import time

from whichmetric.cli.conversation import reply_to
from whichmetric.cli.conversation_view import ConversationView
from whichmetric.cli.question_view import QuestionView
from whichmetric.cli.setting import Setting
from whichmetric.studies import Asked, Session
from whichmetric.studies.introduction import introduction_to_one
from whichmetric.values import Answer

__all__ = ["ask_people"]


def ask_people(setting: Setting, face: ConversationView) -> bool:
    """Ask until enough have answered; False where somebody stops before.

    Nobody is told what others said. Every answer is stored before the next person is asked for.

    Parameters
    ----------
    setting : Setting
        Of a crowd's study.
    face : ConversationView
    """
    session, words = setting.session, setting.study.specification.wording
    is_first = True
    while (asked := session.ask()) is not None:
        about = introduction_to_one(words, asked.a.counts)
        begins = face.introduce(about, setting) if is_first else face.next_person(about)
        if not begins or not _ask_one(session, asked, face):
            return False
        is_first = False
    if is_first:
        face.welcome_back(setting)
    return True


def _ask_one(session: Session, asked: Asked, face: ConversationView) -> bool:
    """Put the question to one person; False where that person stops."""
    seen, begun = session.position, time.monotonic()
    words = session.specification.wording
    view = QuestionView(wording=words, asked=asked, remaining=None, of_crowd=True)
    reply = reply_to(view, face)
    if not isinstance(reply, Answer):
        return False
    seconds = time.monotonic() - begun if face.measures_time else None
    face.thank(session.answer(asked.number, reply, seconds=seconds, seen=seen))
    return True
