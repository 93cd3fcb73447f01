"""The cost ratio, asked outright before the first question."""

from __future__ import annotations

from whichmetric.cli.conversation_view import ConversationView
from whichmetric.cli.replies import Order, reply_of
from whichmetric.errors import ConflictError, InvalidInputError
from whichmetric.studies import Session, Wording
from whichmetric.studies.sentences import guess_text
from whichmetric.studies.typed_guess import guess_from
from whichmetric.values import Answer

__all__ = ["ask_guess"]


def ask_guess(session: Session, wording: Wording, face: ConversationView) -> bool:
    """Ask until there is a number or the expert leaves it out; False where the expert stops.

    Parameters
    ----------
    session : Session
    wording : Wording
    face : ConversationView
    """
    notes: tuple[str, ...] = ()
    if session.guessed is not None:
        notes = (f"Your guess of {session.guessed:g} stands until you give another.",)
    while True:
        typed = face.guess(guess_text(wording), notes)
        meant = Order.QUIT if typed is None else reply_of(typed)
        if typed is None or meant is Order.QUIT:
            return False
        if not typed.strip() or meant is Answer.SKIP:
            return True
        try:
            face.kept(session.guess(guess_from(typed)))
            return True
        except InvalidInputError as error:
            notes = (str(error),)
        except ConflictError:  # another window has begun to answer
            return True
