"""The questionnaire for programs: a JSON object to a line."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

import typer

from whichmetric.cli.outcome import Outcome
from whichmetric.cli.question_view import QuestionView
from whichmetric.cli.replies import WAITING
from whichmetric.cli.setting import Setting
from whichmetric.studies import Answered, Guessed, Undone
from whichmetric.studies.event_json import event_as_plain
from whichmetric.studies.introduction import Introduction

__all__ = ["JsonLines"]


class JsonLines:
    """A `ConversationView` that prints whatever happens."""

    measures_time = False

    def __init__(self) -> None:
        self._shown: object = None

    def introduce(self, about: Introduction, setting: Setting) -> bool:
        """Print what study this is, and the introduction."""
        _print(setting.as_dict())
        _print({"kind": "introduction", "title": about.title, "texts": about.texts})
        return True

    def explain(self, texts: Sequence[str]) -> None:
        """Print what can be typed."""
        _print({"kind": "note", "texts": list(texts)})

    def welcome_back(self, setting: Setting) -> None:
        """Print what study this is."""
        _print(setting.as_dict())

    def ask(self, view: QuestionView) -> str | None:
        """Print a question, once; the line that was typed, None at the end of input."""
        if view.notes:
            self.explain(view.notes)
        if self._shown is not view.asked:
            shown = {"remaining": view.remaining, "texts": list(view.sentences)}
            _print(event_as_plain(view.asked) | shown)
            self._shown = view.asked
        line = sys.stdin.readline()
        return line.removesuffix("\n") if line else None

    def guess(self, text: str, notes: Sequence[str]) -> str | None:
        """Print what is to be guessed; the line that was typed."""
        if notes:
            self.explain(notes)
        _print({"kind": "guess", "texts": [text]})
        line = sys.stdin.readline()
        return line.removesuffix("\n") if line else None

    def note(self, text: str) -> None:
        """Print it."""
        self.explain([text])

    def waiting(self) -> None:
        """Print that nothing goes on for now."""
        self.explain([WAITING])

    def kept(self, event: Answered | Guessed | Undone) -> None:
        """Print what has been stored."""
        self._shown = None
        _print(event_as_plain(event))

    def thank(self, event: Answered) -> None:
        """Print what has been stored."""
        self.kept(event)

    def next_person(self, about: Introduction) -> bool:
        """Print nothing: the next question is the next person's."""
        del about
        return True

    def end(self, outcome: Outcome) -> None:
        """Print the result, or how to go on."""
        _print(outcome.as_dict())


def _print(values: dict[str, Any]) -> None:
    typer.echo(json.dumps(values, allow_nan=False))
    sys.stdout.flush()  # whoever drives this waits for the line
