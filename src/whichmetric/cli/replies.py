"""What an expert can type, and what it means."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from whichmetric.studies import Answered, Guessed, Session, Undone
from whichmetric.studies.sentences import answered_text
from whichmetric.values import Answer

__all__ = [
    "CROWD_HELP",
    "CROWD_KEYS",
    "HELP",
    "KEYS",
    "THANKS",
    "WAITING",
    "Order",
    "kept_text",
    "nonsense_text",
    "reply_of",
    "welcome_text",
]


class Order(Enum):
    """A reply that is no answer."""

    UNDO = "undo"
    QUIT = "quit"
    HELP = "help"


Reply = Answer | Order

KEYS = {
    "a": "A",
    "b": "B",
    "e": "about equal",
    "s": "cannot decide",
    "u": "undo",
    "q": "stop",
    "?": "help",
}
"""Each key with a word for it, for the line under a question."""
HELP = (
    "a: I would rather have A.",
    "b: I would rather have B.",
    "e: To me, A and B are about equally good.",
    "s: I cannot decide; ask me something else.",
    "u: Take my last answer back.",
    "q: Stop here; all answers are kept, and you can go on later.",
)
CROWD_KEYS = {key: word for key, word in KEYS.items() if key != "u"}
"""The same for one of a crowd, whose answer stands."""
CROWD_HELP = (
    *(text for text in HELP if text[0] in "abe"),
    "s: I cannot decide.",
    "q: Stop asking people; all answers are kept, and others can be asked later.",
)
THANKS = "Your answer is saved. Thank you."
WAITING = "Waiting for the database ... Ctrl-C stops; what was acknowledged is kept."
_SAID = {
    Answer.A: "you chose A",
    Answer.B: "you chose B",
    Answer.EQUAL: "about equal, you said",
    Answer.SKIP: "you could not decide",
}
_MEANINGS: dict[str, Reply] = {
    "a": Answer.A,
    "b": Answer.B,
    "e": Answer.EQUAL,
    "=": Answer.EQUAL,
    "equal": Answer.EQUAL,
    "s": Answer.SKIP,
    "skip": Answer.SKIP,
    "c": Answer.SKIP,  # the key in the browser
    "u": Order.UNDO,
    "undo": Order.UNDO,
    "q": Order.QUIT,
    "quit": Order.QUIT,
    "?": Order.HELP,
    "h": Order.HELP,
    "help": Order.HELP,
}


def reply_of(typed: str, keys: Mapping[str, str] = KEYS) -> Reply | None:
    """What was meant; None for nonsense, and for an undoing where there is none.

    Examples
    --------
    >>> reply_of(" A "), reply_of("c"), reply_of("quit"), reply_of("x")
    (<Answer.A: 'A'>, <Answer.SKIP: 'SKIP'>, <Order.QUIT: 'quit'>, None)
    """
    meant = _MEANINGS.get(typed.strip().lower())
    return None if meant is Order.UNDO and "u" not in keys else meant


def kept_text(event: Answered | Guessed | Undone) -> str:
    """What has been stored, in a sentence."""
    if isinstance(event, Undone):
        return f"Your answer to question {event.number} is taken back."
    if isinstance(event, Guessed):
        return f"Your guess of {event.cost_ratio:g} false alarms is kept."
    return f"Question {event.number}: {_SAID[event.answer]}."


def welcome_text(session: Session) -> str:
    """For an expert who goes on."""
    if session.specification.is_crowd:
        return "Enough people have answered."
    undecided = sum(event.answer is Answer.SKIP for event in session.answers)
    return f"Welcome back. {answered_text(len(session.answers), undecided)}"


def nonsense_text(typed: str, keys: Mapping[str, str] = KEYS) -> str:
    """What to say to that.

    Examples
    --------
    >>> nonsense_text("x")
    'x is no answer here. Type a, b, e, s, u, q or ? for help.'
    """
    seen = typed.strip()
    # An arrow key arrives as a control sequence, which must not be sent back to the terminal.
    what = seen if seen.isprintable() and 0 < len(seen) <= 20 else "That"
    *most, last = keys
    return f"{what} is no answer here. Type {', '.join(most)} or {last} for help."
