"""What the library says to programmers, as pages and the JSON interface say it.

Arguments go by the labels of their fields in forms, and by the names of their fields in JSON.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from whichmetric.web.texts import say

__all__ = ["field_of", "for_path", "for_people", "for_programs"]


class _Field(NamedTuple):
    """Where an argument is given: a label's text by its name, and a name in JSON."""

    label: str
    name: str


WORDS = (
    "title",
    "case",
    "cases",
    "condition",
    "flag",
    "miss",
    "false_alarm",
    "one_has",
    "many_have",
    "without",
)
FIELDS = {word: _Field(f"new_study.{word}", f"wording.{word}") for word in WORDS} | {
    "label": _Field("new_study.label", "label"),
    "score": _Field("new_study.score", "score"),
    "weight": _Field("new_study.weight", "weight"),
    "pos_label": _Field("new_study.positive", "positive"),
    "prevalence": _Field("new_study.share", "prevalence"),
    "family": _Field("new_study.family", "family"),
    "max_questions": _Field("new_study.questions", "questions"),
    "repeats": _Field("new_study.repeats", "checks.repeats"),
    "dominated": _Field("new_study.dominated", "checks.dominated"),
    "held_out": _Field("new_study.held_out", "checks.held_out"),
    "cost_ratio": _Field("guess.label", "false_alarms"),
    "expert": _Field("study.expert", "expert"),
    "crowd": _Field("new_study.who", "crowd"),
    "request_key": _Field("refusals.key", "key"),
}
REMEDIES = {
    "call ask() and look at it": "look_first",
    "give out_of yourself, large enough to show some": "both_kinds",
    "list the studies to see their names": "see_studies",
    "list its sessions to see their names": "see_experts",
    "list its invitations": "see_links",
    "begin one with the option guess=True": "ask_for_guess",
}
_ARGUMENT = "|".join(FIELDS)
AT_THE_START = re.compile(rf"^({_ARGUMENT})=")
TOO_LONG = re.compile(rf"^({_ARGUMENT}) has (?=[0-9,]+ characters)")
AT_THE_END = re.compile(rf" with ({_ARGUMENT})=\.$")


def for_people(text: str) -> str:
    """A refusal as a page says it.

    Examples
    --------
    >>> for_people("pos_label='ill' is not among the labels 'no' and 'yes': name one of them.")
    "“Positive label”: 'ill' is not among the labels 'no' and 'yes': name one of them."
    """
    return _translated(text, {name: say(field.label) for name, field in FIELDS.items()})


def for_programs(text: str) -> str:
    """A refusal as the JSON interface says it.

    Examples
    --------
    >>> for_programs("The labels are 'no' and 'yes': say which one is positive with pos_label=.")
    "The labels are 'no' and 'yes': say which one is positive under “positive”."
    """
    return _translated(text, {name: field.name for name, field in FIELDS.items()})


def field_of(text: str) -> str:
    """The name of the form's field that a refusal of the library is about; empty where of none.

    Examples
    --------
    >>> field_of("max_questions=3 leaves none to learn from, since 3 are checks.")
    'questions'
    """
    found = AT_THE_START.match(text) or TOO_LONG.match(text)
    return FIELDS[found[1]].label.rpartition(".")[2] if found else ""


def for_path(path: str, text: str) -> str:
    """A refusal as whoever asks for a path reads it: programs ask for what lies under /api/."""
    return for_programs(text) if path.startswith("/api/") else for_people(text)


def _translated(text: str, names: dict[str, str]) -> str:
    text = AT_THE_START.sub(lambda found: say("refusals.value", field=names[found[1]]), text)
    text = TOO_LONG.sub(lambda found: say("refusals.length", field=names[found[1]]), text)
    text = AT_THE_END.sub(lambda found: say("refusals.under", field=names[found[1]]), text)
    for said, ours in REMEDIES.items():
        text = text.replace(said, say(f"refusals.{ours}"))
    return text
