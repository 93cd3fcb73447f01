"""The page on which anybody may practise, whether as an expert or as one of a crowd."""

from __future__ import annotations

from fastapi import Request, Response

from whichmetric.studies import Invited
from whichmetric.web.desk import Desk
from whichmetric.web.practice import ROUNDS, practice_question
from whichmetric.web.question_card import question_card
from whichmetric.web.rendering import page

__all__ = ["practice_page"]


def practice_page(
    request: Request, way: str, invited: Invited, turn: int, *, chosen: str | None = None
) -> Response:
    """A question with a right answer; once there is a choice, whether it is right, and why.

    Parameters
    ----------
    request : Request
    way : str
        Path of the link, from which the other pages follow.
    invited : Invited
    turn : int
        Which time this is, from 0.
    chosen : {"A", "B"} or None
    """
    desk: Desk = request.app.state.desk
    specification = desk.study(invited.study).specification
    asked = practice_question(specification, invited.invitation.session, turn)
    return page(
        request,
        "practice.html",
        way=way,
        one="_one" if specification.is_crowd else "",
        study_title=specification.wording.title,
        card=question_card(specification.wording, asked.a, asked.b, marks=chosen is not None),
        turn=turn % ROUNDS,
        chosen=chosen,
        right=asked.right,
        why=asked.why,
    )
