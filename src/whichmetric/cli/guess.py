"""The cost ratio, asked outright before the first question."""

from __future__ import annotations

import re

from whichmetric.cli.face import Face
from whichmetric.cli.replies import Order, reply_of
from whichmetric.errors import ConflictError, InvalidInputError
from whichmetric.studies import Session, Wording
from whichmetric.studies.sentences import guess_text
from whichmetric.values import Answer

__all__ = ["ask_guess"]

THOUSANDS = re.compile(r"[1-9][0-9]{0,2}(,[0-9]{3})+")


def ask_guess(session: Session, wording: Wording, face: Face) -> bool:
    """Ask until there is a number or the expert leaves it out; False where the expert stops.

    Parameters
    ----------
    session : Session
    wording : Wording
    face : Face
    """
    notes: tuple[str, ...] = ()
    while True:
        typed = face.guess(guess_text(wording), notes)
        meant = Order.QUIT if typed is None else reply_of(typed)
        if typed is None or meant is Order.QUIT:
            return False
        if not typed.strip() or meant is Answer.SKIP:
            return True
        try:
            face.kept(session.guess(_number(typed)))
            return True
        except InvalidInputError as error:
            notes = (str(error),)
        except ConflictError:  # another window has begun to answer
            return True


def _number(typed: str) -> float:
    """A number, also as a fraction; a comma is between thousands, or before decimals."""
    plain = typed.replace(",", "" if THOUSANDS.fullmatch(typed.strip()) else ".")
    above, line, below = plain.partition("/")
    try:
        return float(above) / float(below) if line else float(above)
    except (ValueError, ZeroDivisionError):
        shown = typed.strip() if typed.strip().isprintable() else "That"
        raise InvalidInputError(
            f"{shown} is no number: type how many false alarms, such as 5 or 1/2."
        ) from None
